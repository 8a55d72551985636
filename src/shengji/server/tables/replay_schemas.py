"""Matches and hands to be gone through, as they are told."""

from __future__ import annotations

from typing import Literal

import msgspec

from shengji.cards import Rank, Suit
from shengji.game import Event
from shengji.server.reviews.schemas import ReviewedHand
from shengji.server.rules.schemas import Layout, RulesState
from shengji.server.site.schemas import Game, Shape, Text
from shengji.server.tables.state import Ending


class ReplayAsked(Shape, frozen=True):
    """The seat that decides at a moment of a hand, and what is owed.

    In the texts `{0}` stands for the name of who plays in seat 0, and so on.

    Attributes:
        seat: who.
        words: what is to be decided; for a follow what is owed, where that hand is seen.
        why: the lead from which that follows; `None`: there is none.
    """

    seat: int
    words: Text
    why: Text | None = None


class ReplayMoment(Shape, frozen=True):
    """A moment of a hand at which there is something new to see.

    Attributes:
        at: after how many of its events.
        trick: the number of the trick, from 1; 0 before the first lead.
        plays: how many have played to it.
        points: the Opponents' points so far.
        ahead: the seat that wins the trick as it lies; `None`: none lies there.
        asked: who decides next; `None`: nobody, or all may.
    """

    at: int
    trick: int
    plays: int
    points: int
    ahead: int | None = None
    asked: ReplayAsked | None = None


class HandReplay(msgspec.Struct, frozen=True, kw_only=True):
    """A hand that is over, with all its deals and all cards, to be gone through.

    Attributes:
        levels: the level of each seat before it.
        layout: the order of the cards under its trump.
        events: all that happened, from its start to its end.
        header: with which line a record of this hand alone begins (docs/record-format.md); the
            events follow.
        moments: where one stops in it, in order.
        reviewed: its review, where a record that was brought carries one such as this site would
            make.
    """

    levels: tuple[Rank, ...]
    layout: Layout
    events: tuple[Event, ...]
    header: str
    moments: tuple[ReplayMoment, ...]
    reviewed: ReviewedHand | None = None


class ReplaySeat(Shape, frozen=True):
    """The holder of a seat in a hand.

    Attributes:
        name: what they are called; empty: that is not told.
        bot: the bot that it was; `None`: a person.
    """

    name: str
    bot: str | None = None


class HandLines(Shape, frozen=True):
    """Where a hand stands in a record that was brought.

    `header` and these lines, with `hand` 1 in `hand_started`, are a record of this hand alone.

    Attributes:
        header: the line that comes first.
        first: the first of the lines of the record, from 1; `last`: the last one.
    """

    header: str
    first: int
    last: int


class ReplayHand(Shape, frozen=True):
    """A hand of a match that can be gone through, as a list has it.

    Attributes:
        hand: its number in the match, from 1.
        rank: the trump rank; `None`: it was never fixed.
        suit: the trump suit; `None`: no trump suit.
        dealer: the seat of the Dealer; `None`: there was none.
        points: the Opponents' points; `None`: the hand was not played to its end.
        won: whether the Declarers won it; `None` likewise.
        levels: how many levels the side that won went up by.
        seats: who played it, by seat.
        own: the seat that whoever asks held at its end; `None`: none, or that is not known.
        lines: where it stands in the record that was brought, so that nobody needs to send all of
            that again; `None`: it is none of lines.
        review: under what the review of a hand that was brought is found, a digest of what was
            played; `None`: it was not brought, or is not over.
    """

    hand: int
    rank: Rank | None
    suit: Suit | None
    dealer: int | None
    points: int | None
    won: bool | None
    levels: int
    seats: tuple[ReplaySeat, ...]
    own: int | None = None
    lines: HandLines | None = None
    review: str | None = None


class MatchPlayer(Shape, frozen=True):
    """The holder of a seat of a match, from some hand on until the next of the same seat.

    Attributes:
        seat: the seat.
        first: the first hand at whose end they held it; 0: they held it when the match began.
        person: who, by public id; `None`: a bot, or somebody who is known no more.
        name: the person's name, or the bot's.
        bot: the bot that held it for nobody.
        hands: at the end of how many hands they held it.
    """

    seat: int
    first: int
    person: str | None
    name: str
    bot: str | None
    hands: int


class MatchLine(Shape, frozen=True):
    """A match that is over, as lists show it.

    Attributes:
        match: its id.
        begun: when, in milliseconds since 1970; `ended` likewise.
        ending: how it ended: `won` by the levels; `conceded` by the other side; `agreed`: ended
            before anybody had won; `hand`: it was for one hand; `left`: somebody left a
            rated match; `late`: somebody let the time run out too often in one; `abandoned`: not
            gone on with.
        heading: the rules' preset and system in words.
        preset: the name of the preset; `system` that of the system laid over it.
        game: what is played, as in `RulesState`; `players`, `decks` and `teams` likewise.
        winners: the seats that won it.
        hands: how many hands are over.
        rated: whether it counts for ratings.
        open: whether others than those who played may see it.
        seats: who held the seats, by seat.
    """

    match: str
    begun: int
    ended: int
    ending: Ending
    heading: Text
    preset: str
    system: str | None
    game: Game | None
    players: int
    decks: int
    teams: Literal["fixed", "friends"]
    winners: tuple[int, ...]
    hands: int
    rated: bool
    open: bool
    seats: tuple[MatchPlayer, ...]


class ReplayMatch(Shape, frozen=True):
    """A match that can be gone through, hand by hand.

    Attributes:
        rules: what is played.
        seen_by: `all`: with all cards; the seat whose view was recorded; `None`: as an onlooker saw
            it.
        hands: the hands, in order.
        opened: the hand that was asked for with them; `None`: none was.
        line: how lists show the match; `None`: it is not in the history, or that is not told.
    """

    rules: RulesState
    seen_by: Literal["all"] | int | None
    hands: tuple[ReplayHand, ...]
    opened: HandReplay | None = None
    line: MatchLine | None = None
