"""Payloads of replays: finished matches and hands, step by step."""

from __future__ import annotations

from typing import Literal

import msgspec

from shengji.bots.thought import Decided
from shengji.cards import Card, Rank, Suit
from shengji.explain import Cost
from shengji.game import Event
from shengji.server.matches.schemas import MatchLine
from shengji.server.reviews.schemas import ReviewedHand
from shengji.server.rules.schemas import Layout, RulesState
from shengji.server.site.schemas import Schema, Text


class ReplayAsked(Schema, frozen=True):
    """The seat to decide at a moment of a hand, and what it must play.

    In the texts `{0}` stands for the name of the player in seat 0, and so on.

    Attributes:
        words: the decision; for a follow the obligation, if that hand is visible.
        why: the lead from which the obligation follows; `None`: there is none.
    """

    seat: int
    words: Text
    why: Text | None = None


class ReplayMoment(Schema, frozen=True):
    """A moment of a hand at which a replay stops.

    Attributes:
        at: the number of the hand's events before it.
        trick: the number of the trick, from 1; 0 before the first lead.
        plays: the number of plays to the trick so far.
        points: the Opponents' points so far.
        ahead: the seat that is winning the trick; `None`: no card has been played to it.
        asked: the next decision; `None`: there is none, or any seat may decide.
    """

    at: int
    trick: int
    plays: int
    points: int
    ahead: int | None = None
    asked: ReplayAsked | None = None


class HandReplay(msgspec.Struct, frozen=True, kw_only=True):
    """A finished hand for replay, with all its deals and all cards.

    Attributes:
        levels: the level of each seat before the hand.
        layout: the order of the cards under its trump.
        events: all events of the hand, in order.
        header: the first line of a record of this hand alone (docs/record-format.md); the events
            follow it.
        moments: the moments at which the replay stops, in order.
        thoughts: the numbers of the events, from 1, behind which a bot's thought is stored.
        reviewed: the review in an uploaded record, if it has the form of this site's reviews; else
            `None`.
    """

    levels: tuple[Rank, ...]
    layout: Layout
    events: tuple[Event, ...]
    header: str
    moments: tuple[ReplayMoment, ...]
    thoughts: tuple[int, ...] = ()
    reviewed: ReviewedHand | None = None


class BotThought(Schema, frozen=True):
    """The thought of a bot behind a decision, as stored when it decided, in the words of a hint.

    Attributes:
        bot: the name of the bot, also where it played for a person.
        decided: the reason of the decision: only one legal answer, the bot's rules of play, an
            imitated human slip, or a search, with or without a surely better answer.
        deals: the number of possible deals on which answers were tried; 0: no search.
        cards: the cards of the decision; none: it has none.
        why: the advantages of the decision, or after a slip of the intended one; `None`: the
            decision was forced.
        other: the best other answer, or the intended one after a slip; `None`: none was considered,
            or it was to wait.
        other_cards: its cards, if it has any.
        cost: what the other answer would have cost, as the bot saw it; `None`: it does not compare.
    """

    seat: int
    bot: str
    decided: Decided
    deals: int = 0
    cards: tuple[Card, ...] = ()
    why: Text | None = None
    other: Text | None = None
    other_cards: tuple[Card, ...] = ()
    cost: Cost | None = None


class ReplaySeat(Schema, frozen=True):
    """The player of a seat in a hand.

    Attributes:
        name: the player's name; empty: it is not disclosed.
        bot: the name of the bot; `None`: a person.
    """

    name: str
    bot: str | None = None


class HandLines(Schema, frozen=True):
    """The position of a hand in an uploaded record.

    `header` and these lines, with `hand` 1 in `hand_started`, are a record of this hand alone.

    Attributes:
        first: the number of the hand's first line in the record, from 1.
        last: the number of its last line.
    """

    header: str
    first: int
    last: int


class ReplayHand(Schema, frozen=True):
    """A hand of a match in the list of a replay.

    Attributes:
        hand: its number in the match, from 1.
        rank: the trump rank; `None`: it was never fixed.
        suit: the trump suit; `None`: no trump suit.
        dealer: the seat of the Dealer; `None`: there was none.
        points: the Opponents' points; `None`: the hand was not played to its end.
        won: whether the Declarers won the hand; `None`: it was not played to its end.
        levels: the number of levels that the winning side went up by.
        seats: the players, by seat.
        own: the caller's seat at the end of the hand; `None`: no seat, or it is not known.
        lines: its position in the uploaded record, so that a client need not upload the whole
            record again; `None`: the hand has no lines.
        review: the key of the review of an uploaded hand, a digest of its events; `None`: the hand
            was not uploaded, or is not over.
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


class ReplayMatch(Schema, frozen=True):
    """A match for replay, hand by hand.

    Attributes:
        seen_by: `all`: with all cards; a number: the seat whose view was recorded; `None`: an
            onlooker's view.
        opened: the requested hand; `None`: none was requested.
        line: the match as in lists; `None`: it is not in the history, or not disclosed.
    """

    rules: RulesState
    seen_by: Literal["all"] | int | None
    hands: tuple[ReplayHand, ...]
    opened: HandReplay | None = None
    line: MatchLine | None = None
