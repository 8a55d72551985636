"""Matches that are over."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from shengji.cards import Rank, Suit
from shengji.rules.bounds import Count, Seat
from shengji.server.database.roles import HandRole
from shengji.server.ratings.schemas import MatchRating
from shengji.server.rules.schemas import RulesState
from shengji.server.site.schemas import Shape, Tongue
from shengji.server.tables.replay_schemas import (
    MatchLine,
)

LONGEST_RECORD: Final = 4_000_000
"""The longest record that is read, in bytes as JSON; a long match has some 500,000."""

RecordText = Annotated[str, msgspec.Meta(max_length=LONGEST_RECORD)]


class MatchPage(Shape, frozen=True):
    """Some matches, the one that ended last first.

    Attributes:
        matches: the matches.
        next: what to ask for as `before` to be told those that follow; `None`: there are no more.
    """

    matches: tuple[MatchLine, ...]
    next: str | None


class HandSeat(Shape, frozen=True):
    """The worth of a hand for a seat.

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
        kitty_factor: what they counted; 0: nothing, as where the Declarers won the last trick.
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
    """The page of a person that everybody may see.

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


Feat = Literal[
    "dealer",
    "partner",
    "opponent",
    "throw",
    "failed",
    "buried",
    "lost",
    "taken",
    "trump-D",
    "trump-C",
    "trump-H",
    "trump-S",
    "trump-none",
]
"""The deeds of somebody in a hand: a role; led a throw that stood, or `failed`; `buried` the kitty,
`lost` it so to the last trick, or has `taken` it as an Opponent; was the Dealer with this trump."""
