"""Matches that are over."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from shengji.cards import Rank, Suit
from shengji.game import Event
from shengji.rules.bounds import Count, Seat
from shengji.server.shapes.rating_shapes import MatchRating
from shengji.server.shapes.review_shapes import ReviewedHand
from shengji.server.shapes.shape import Shape, Tongue
from shengji.server.states import Ending, Game, HandRole, Layout, RulesState, Text

LONGEST_RECORD: Final = 4_000_000
"""The longest record that is read, in bytes as JSON; a long match has some 500,000."""

RecordText = Annotated[str, msgspec.Meta(max_length=LONGEST_RECORD)]


class ReplayAsked(Shape, frozen=True):
    """Who decides at a moment of a hand, and what is owed.

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
    """Who held a seat in a hand.

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
    """Who held a seat of a match, from some hand on until the next of the same seat.

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


class MatchPage(Shape, frozen=True):
    """Some matches, the one that ended last first.

    Attributes:
        matches: the matches.
        next: what to ask for as `before` to be told those that follow; `None`: there are no more.
    """

    matches: tuple[MatchLine, ...]
    next: str | None


class HandSeat(Shape, frozen=True):
    """What a hand was for a seat.

    Attributes:
        person: who held it when the hand ended, by public id; `None`: a bot, or somebody who is
            known no more.
        role: of the seat in the hand.
        levels: how many levels its side went up by; less than 0: the other side did.
        throws: how many throws it led that stood.
        failed: how many throws it led that did not.
    """

    person: str | None
    role: HandRole
    levels: int
    throws: int
    failed: int


class HandLine(Shape, frozen=True):
    """A hand of a match that is over.

    Attributes:
        hand: its number in the match, from 1.
        dealer: the seat of the Dealer.
        rank: the trump rank.
        suit: the trump suit; `None`: no trump suit.
        points: the Opponents' points.
        won: whether the Declarers won it.
        levels: how many levels the Declarers went up by; less than 0: the Opponents did.
        kitty_by: the seat that buried the kitty last.
        kitty_points: the points in the kitty.
        kitty_factor: what they counted; 0: the Opponents did not win the last trick.
        seats: what it was for each seat.
    """

    hand: int
    dealer: int
    rank: Rank
    suit: Suit | None
    points: int
    won: bool
    levels: int
    kitty_by: int
    kitty_points: int
    kitty_factor: int
    seats: tuple[HandSeat, ...]


class MatchNight(Shape, frozen=True):
    """The table of a night at which a match was played.

    Attributes:
        night: its id.
        title: what it is called; empty: nothing.
        round: the number of the round; `table`: of the table.
        real: whether it was played with real cards: the hands are as people have written them
            down, and there is no record.
    """

    night: str
    title: str
    round: int
    table: int
    real: bool


class MatchFacts(Shape, frozen=True):
    """A match that is over, hand by hand.

    Attributes:
        line: as lists show it.
        rules: what was played.
        hands: the hands that are over, in order.
        rating: what it has changed, of a rated match.
        night: the table of a night at which it was played; `None`: at none.
    """

    line: MatchLine
    rules: RulesState
    hands: tuple[HandLine, ...]
    rating: MatchRating | None
    night: MatchNight | None


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


class OpenRecord(Shape, frozen=True):
    """A record that is to be gone through.

    Attributes:
        text: the record, as JSON lines (docs/record-format.md) or in the notation
            (docs/notation.md).
        hand: which hand of it is wanted at once, from 1.
    """

    text: RecordText
    hand: Count = 1


class TellHand(Shape, frozen=True):
    """A hand that is to be told in another way.

    Attributes:
        record: a record of this hand alone, as JSON lines.
        hand: which hand of its match it is, from 1.
        at: after how many of its events; for a picture.
        seat: from whose eyes; `None`: all that is known.
        tongue: the language of the words.
    """

    record: RecordText
    hand: Count = 1
    at: Count = 0
    seat: Seat | None = None
    tongue: Tongue = "en"


class HandText(Shape, frozen=True):
    """A hand in the notation.

    Attributes:
        text: the text, which is read again without loss.
    """

    text: str


class MatchShare(Shape, frozen=True):
    """Whether a person shares a match by a link.

    Attributes:
        token: with what the link leads there; `None`: there is no link.
    """

    token: str | None


class PersonPage(Shape, frozen=True):
    """What everybody may know of a person.

    Attributes:
        person: the public id.
        name: the name.
        made: since when they are here, in milliseconds since 1970; `None`: not known.
        matches: in how many of the matches that one may see they played.
        hands: at the end of how many of their hands they held a seat.
        bot: whether it is a bot's account, which plays over the network.
    """

    person: str
    name: str
    bot: bool
    made: int | None
    matches: int
    hands: int
