"""The answers of the judge, one type for each question, and the error."""

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
    """Effective suits, trumps first; each from high to low; equal cards together."""

    suits: list[list[list[Card]]]


class UnitsAnswer(msgspec.Struct):
    """The maximal readings, the default first; `more` when there may be others than are listed."""

    readings: list[list[UnitFound]]
    more: bool = False


class LeadAnswer(msgspec.Struct):
    """The outcome of a lead.

    `led` is really led and `taken_back` goes back to the hand; `challenger` is the first of
    `others` that can beat what must be led; `penalty` is in points; `code` and `reason` say why the
    lead does not stand.
    """

    legal: bool
    led: Cards
    taken_back: Cards
    challenger: int | None
    penalty: int
    code: str | None
    reason: str | None


class FollowAnswer(msgspec.Struct):
    """Whether a play follows, and what the hand owes: of the suit led, and in which units.

    `beat` is there, and true, when what is owed must be higher than the lead.
    """

    legal: bool
    code: str | None
    reason: str | None
    owed: list[Shape]
    owed_of_suit: int
    beat: bool | UnsetType = UNSET


class FollowsAnswer(msgspec.Struct):
    """How many plays follow, and these; `more` when they were not counted to the end."""

    count: int
    plays: list[Cards]
    more: bool = False


class TrickAnswer(msgspec.Struct):
    """The index of the play that wins, the points in the trick, and the unit that decided.

    `red_fives`, where the rules have them, are the indices of the plays whose red fives the winner
    has captured, one for each card.
    """

    winner: int
    points: int
    unit: UnitFound
    red_fives: list[int] | UnsetType = UNSET


class KittyAnswer(msgspec.Struct, omit_defaults=True):
    """The factor of the kitty's points, and the points that the Opponents get for it.

    `halved` is there when a side suit won the last trick and only half counts.
    """

    factor: int
    points: int
    halved: bool = False


class ResultAnswer(msgspec.Struct, omit_defaults=True):
    """The winners of a hand, and what follows.

    `levels_after` and `laps_after` have the form of `levels`.

    `next_dealer` is null when the draw decides, or when it cannot be told from what was given. The
    rest is there only when it says something: the Dealer's level and laps where they are not those
    of the other Declarers, in Finding Friends the seats that win the match, the laps where levels
    wrap, how many friends were missing, the seats that were hooked, and those that went down for
    captured red fives.
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
    """Every set of cards that may be shown now, low to high."""

    bids: list[Cards]


class RedealAnswer(msgspec.Struct):
    """Whether a re-deal may be claimed; if not, why."""

    allowed: bool
    reason: str | None


class CallsAnswer(msgspec.Struct):
    """How many cards are called, which may be, and whether the calls given are allowed."""

    count: int
    cards: list[Card]
    legal: bool | None
    code: str | None
    reason: str | None


class MadeAnswer(msgspec.Struct):
    """The trump and the Dealer of the hand, and the cards of the kitty that were turned up.

    `again` says why the cards are dealt again instead, `no-bid` or `joker`; else it is null.
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
    """Seats, in the order in which they are asked."""

    seats: list[int]


class JoinsAnswer(msgspec.Struct):
    """The calls that are answered, by their index, and whether the player joins by it."""

    answered: list[int]
    joins: bool


class LegalAnswer(msgspec.Struct):
    """Whether something may be done; if not, why."""

    legal: bool
    code: str | None
    reason: str | None


class PointsAnswer(msgspec.Struct):
    """The points so far.

    `winners` are the seats that won the tricks, `taken` what each seat has, `declarers` the
    Declarers' side as it is now, and `opponents` the points of the Opponents with all penalties.
    """

    winners: list[int]
    taken: list[int]
    declarers: list[int]
    opponents: int


class ErrorFound(msgspec.Struct):
    """The fault of a question.

    A stable code, a sentence, the field, and for a card its position in the list, from 1.
    """

    code: str
    message: str
    field: str
    position: int | UnsetType = UNSET


class ErrorAnswer(msgspec.Struct):
    """The answer to a question that cannot be answered."""

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
