"""Types of the judge's answers, one for each question, and of its errors."""

from __future__ import annotations

from typing import TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from shengji.cards import Card, Rank, Suit
from shengji.game.events import Side
from shengji.judge.questions import LapsBySide, LevelsBySide

Cards: TypeAlias = tuple[Card, ...]


class Shape(msgspec.Struct):
    """The shape of a unit: single 1×1, pair 2×1, tractor of n pairs 2×n."""

    width: int
    length: int


class UnitFound(msgspec.Struct):
    """A unit and its cards, high to low."""

    width: int
    length: int
    cards: Cards


class OrderAnswer(msgspec.Struct):
    """The effective suits, trumps first; each from high to low, with equal cards together."""

    suits: list[list[list[Card]]]


class UnitsAnswer(msgspec.Struct):
    """The maximal readings, the default first; `more`: the list may be incomplete."""

    readings: list[list[UnitFound]]
    more: bool = False


class LeadAnswer(msgspec.Struct):
    """The outcome of a lead.

    `led` are the cards really led, and `taken_back` those returned to the hand. `challenger` is the
    first of `others` that can beat the remaining lead. `penalty` is in points. `code` and `reason`
    explain why the lead fails.
    """

    legal: bool
    led: Cards
    taken_back: Cards
    challenger: int | None
    penalty: int
    code: str | None
    reason: str | None


class FollowAnswer(msgspec.Struct):
    """Whether a play is a legal follow, and the hand's duty in the suit led and its units.

    `beat` is present, and true, when the follow must be higher than the lead.
    """

    legal: bool
    code: str | None
    reason: str | None
    owed: list[Shape]
    owed_of_suit: int
    beat: bool | UnsetType = UNSET


class FollowsAnswer(msgspec.Struct):
    """The legal follows and their number; `more`: the count is incomplete."""

    count: int
    plays: list[Cards]
    more: bool = False


class TrickAnswer(msgspec.Struct):
    """The index of the winning play, the points in the trick, and the deciding unit.

    `red_fives`, under rules with red fives, are the indexes of the plays whose red fives the winner
    has captured, one for each card.
    """

    winner: int
    points: int
    unit: UnitFound
    red_fives: list[int] | UnsetType = UNSET


class KittyAnswer(msgspec.Struct, omit_defaults=True):
    """The factor of the kitty's points, and the points that they give the Opponents.

    `halved` is present when only half counts, since a side suit won the last trick.
    """

    factor: int
    points: int
    halved: bool = False


class ResultAnswer(msgspec.Struct, omit_defaults=True):
    """The winner of a hand, and the consequences.

    `levels_after` and `laps_after` have the form of `levels`. `next_dealer` is null when the draw
    decides, or when the question does not determine it. The other fields are present only when they
    differ from their defaults: the Dealer's level and laps if they differ from those of the other
    Declarers, in Finding Friends the seats that win the match, the laps where levels wrap, the
    number of missing friends, the hooked seats, and the seats that went down for captured red
    fives.
    """

    winner: Side
    levels: int
    next_dealer: int | None
    levels_after: LevelsBySide | list[Rank]
    match_won: bool
    dealer_after: Rank | None = None
    winners: tuple[int, ...] = ()
    laps_after: LapsBySide | list[int] = []
    dealer_laps_after: int | None = None
    missing: int = 0
    hooked: tuple[int, ...] = ()
    fined: tuple[int, ...] = ()


class BidsAnswer(msgspec.Struct):
    """Every declaration that is possible now, low to high."""

    bids: list[Cards]


class RedealAnswer(msgspec.Struct):
    """Whether a re-deal may be claimed; if not, the reason."""

    allowed: bool
    reason: str | None


class CallsAnswer(msgspec.Struct):
    """The number of calls, the cards that may be called, and the legality of given calls."""

    count: int
    cards: list[Card]
    legal: bool | None
    code: str | None
    reason: str | None


class MadeAnswer(msgspec.Struct):
    """The trump and the Dealer of the hand, and the kitty's cards that were turned up.

    `again` is the reason for a new deal instead, `no-bid` or `joker`; else null.
    """

    rank: Rank | None
    suit: Suit | None
    dealer: int | None
    turned: Cards
    again: str | None


class SeatAnswer(msgspec.Struct):
    """A seat."""

    seat: int


class SeatsAnswer(msgspec.Struct):
    """Seats, in the order of their turns."""

    seats: list[int]


class JoinsAnswer(msgspec.Struct):
    """The indexes of the calls answered, and whether the player joins the Declarers."""

    answered: list[int]
    joins: bool


class LegalAnswer(msgspec.Struct):
    """Whether an action is legal; if not, the reason."""

    legal: bool
    code: str | None
    reason: str | None


class PointsAnswer(msgspec.Struct):
    """The points so far.

    `winners` are the seats that won the tricks, `taken` the points of each seat, `declarers` the
    Declarers' side as now known, and `opponents` the points of the Opponents with all penalties.
    """

    winners: list[int]
    taken: list[int]
    declarers: list[int]
    opponents: int


class ErrorFound(msgspec.Struct):
    """An error in a question.

    It has a stable code, a sentence, the field, and for a card its position in the list, from 1.
    """

    code: str
    message: str
    field: str
    position: int | UnsetType = UNSET


class ErrorAnswer(msgspec.Struct):
    """The answer to an invalid question."""

    error: ErrorFound


Answer: TypeAlias = (
    OrderAnswer
    | UnitsAnswer
    | LeadAnswer
    | FollowAnswer
    | FollowsAnswer
    | TrickAnswer
    | KittyAnswer
    | ResultAnswer
    | BidsAnswer
    | RedealAnswer
    | CallsAnswer
    | MadeAnswer
    | SeatAnswer
    | SeatsAnswer
    | JoinsAnswer
    | LegalAnswer
    | PointsAnswer
)
