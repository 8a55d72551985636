"""Types of the judge's questions."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from shengji.cards import Rank, Suit
from shengji.rules.bounds import PresetOrRules, Word

CARDS: Final = Meta(max_length=400)
"""Bound on lists of cards, above six decks, so that surplus copies get their own error."""

CardList: TypeAlias = Annotated[str, Meta(max_length=4000)] | Annotated[list[Word], CARDS]
"""Cards as one text, separated by spaces or commas, or as a list with one text per card."""


Number = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
"""A seat, an index, or a count."""

Natural = Annotated[int, Meta(ge=0, le=1_000_000)]

Seats: TypeAlias = Annotated[list[Number], CARDS]
Ranks: TypeAlias = Annotated[list[Rank], CARDS]


class TrumpGiven(msgspec.Struct, forbid_unknown_fields=True):
    """The trump: a rank, and a suit or `null` for no trump suit."""

    rank: Rank
    suit: Suit | None


class UnitGiven(msgspec.Struct, forbid_unknown_fields=True):
    """A unit of a lead: `width` copies in each of `length` consecutive ranks."""

    width: Number
    length: Number
    cards: CardList | None = None


ReadingGiven: TypeAlias = Number | Annotated[list[UnitGiven | CardList], CARDS]
"""Reading of a lead: an index into the readings from `units`, or the units in any order."""


class LevelsBySide(msgspec.Struct, forbid_unknown_fields=True):
    """The level of each side."""

    declarers: Rank
    opponents: Rank


class LapsBySide(msgspec.Struct, forbid_unknown_fields=True):
    """Number of times that each side has gone through all levels."""

    declarers: Natural
    opponents: Natural


class ShownGiven(msgspec.Struct, forbid_unknown_fields=True):
    """A declaration: the seat and all cards of the declaration."""

    seat: Number
    cards: CardList


class CallGiven(msgspec.Struct, forbid_unknown_fields=True):
    """The call of a friend: a card, and the number of the copy, 1 for the first one played."""

    card: Word
    ordinal: Number = 1


class CaptureGiven(msgspec.Struct, forbid_unknown_fields=True):
    """A captured red five: the seats of its player and its captor."""

    owner: Number
    taker: Number


class _Question(msgspec.Struct, tag_field="ask", forbid_unknown_fields=True, kw_only=True):
    rules: PresetOrRules = "zhang-2021"


class _AtTrump(_Question):
    trump: TrumpGiven


class _InPlay(_AtTrump, kw_only=True):
    played: CardList = []


class Order(_AtTrump, tag="order"):
    """Ask for the order of cards: by effective suit, trumps first, and from high to low."""

    cards: CardList


class Units(_InPlay, tag="units"):
    """Ask for the readings of cards of one effective suit as units.

    With `having` only the readings that contain these units are listed. `played` are the cards that
    have been played before, here and in the following questions; it matters where the rules skip
    played ranks.
    """

    cards: CardList
    having: Annotated[list[CardList], CARDS] = []


class LeadQuestion(_InPlay, tag="lead"):
    """Ask for the outcome of a lead; `others` are the other hands, in playing order."""

    cards: CardList
    others: Annotated[list[CardList], CARDS]
    reading: ReadingGiven | None = None


class Follow(_InPlay, tag="follow"):
    """Ask whether `play`, from `hand`, may follow `lead`.

    With `challenger` the lead is the remainder of a throw that failed because this player holds
    higher cards, and the rules require the player to beat it.
    """

    lead: CardList
    hand: CardList
    play: CardList
    reading: ReadingGiven | None = None
    challenger: bool = False


class Follows(_InPlay, tag="follows"):
    """Ask for the plays from `hand` that may follow `lead`; at most `limit` of them are listed."""

    lead: CardList
    hand: CardList
    limit: Natural = 10_000
    reading: ReadingGiven | None = None
    challenger: bool = False


class TrickQuestion(_InPlay, tag="trick"):
    """Ask for the winner of a trick; `plays` begin with the leader's."""

    plays: Annotated[list[CardList], CARDS]
    reading: ReadingGiven | None = None


class Kitty(_InPlay, tag="kitty"):
    """Ask for the points of the kitty; `plays` are those of the last trick.

    `winner` is the index of the winning play, when an Opponent made it, or the side that won the
    trick. Without it, the winning play counts as an Opponent's.
    """

    plays: Annotated[list[CardList], CARDS]
    kitty: CardList
    winner: Number | Literal["declarers", "opponents"] | None = None
    reading: ReadingGiven | None = None


class Result(_Question, tag="result"):
    """Ask for the changes by a hand in which the Opponents have `points` altogether.

    `levels` are the levels before the hand: of each side, of each team (team 0 has the even seats),
    or of each seat; by default all seats are at the trump rank, or at the first level. `laps` are
    the numbers of completed laps, in the form of `levels`, and `tried` the seats that have played
    their level before. `dealer` is the Dealer's seat. In Finding Friends `declarers` are the seats
    of the Declarers' team; alternatively `team_sizes` gives the sizes of the teams, Declarers
    first. `last_trick`, led by `leader`, determines the hooks; `captured` are the red fives that
    were captured.
    """

    points: Annotated[int, Meta(ge=-(10**15), le=10**15)]
    levels: LevelsBySide | Ranks | None = None
    laps: LapsBySide | Annotated[list[Natural], CARDS] | None = None
    tried: Seats = []
    dealer: Number = 0
    declarers: Seats | None = None
    team_sizes: Seats | None = None
    last_trick: Annotated[list[CardList], CARDS] | None = None
    leader: Number | None = None
    reading: ReadingGiven | None = None
    captured: Annotated[list[CaptureGiven], CARDS] = []
    trump: TrumpGiven | None = None


class Bids(_Question, tag="bids"):
    """Ask for the legal declarations of a seat; `hand` includes the cards already shown.

    `rank` is the trump rank, or `ranks` has that of each seat where all players bid their own;
    `trump` may be given instead, and only its rank counts. `drawn` is the number of cards drawn
    since the last declaration, and `over` whether all are drawn. In the phase `land`, `shown` are
    the declarations of the draw, `land` the bids for the land since, and `dealer` the Dealer.
    """

    hand: CardList
    seat: Number
    shown: Annotated[list[ShownGiven], CARDS] = []
    rank: Rank | None = None
    ranks: Ranks | None = None
    phase: Literal["draw", "land"] = "draw"
    drawn: Natural = 0
    over: bool = False
    land: Annotated[list[ShownGiven], CARDS] = []
    dealer: Number | None = None
    trump: TrumpGiven | None = None


class Redeal(_AtTrump, tag="redeal"):
    """Ask whether a player with this hand may claim a re-deal.

    `redeals` is the number of re-deals on request of this hand so far.
    """

    hand: CardList
    redeals: Natural = 0


class Calls(_AtTrump, tag="calls"):
    """Ask for the cards that the Dealer may call, and whether these `calls` are legal."""

    calls: Annotated[list[CallGiven], CARDS] | None = None


class Made(_Question, tag="made"):
    """Ask for the trump and Dealer after a draw: by the declarations `shown`, or by the `kitty`.

    `rank` is the trump rank, or `ranks` has that of each seat where all players bid their own.
    `dealer` is the Dealer if known before the draw; without one it is a match's first hand, or with
    `number` above 1 a hand in which the draw decides. `first` is the first drawer. `kitty` is in
    the order in which it is turned up.
    """

    shown: Annotated[list[ShownGiven], CARDS] = []
    rank: Rank | None = None
    ranks: Ranks | None = None
    dealer: Number | None = None
    first: Number | None = None
    number: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    kitty: CardList | None = None


class First(_Question, tag="first"):
    """Ask for the first drawer of a match, counted from the `shuffler` by the `turned` cards.

    The cards are in the order in which they were turned up; only the last one counts.
    """

    turned: CardList
    shuffler: Number = 0


class LandTurns(_Question, tag="land"):
    """Ask for the seats that may bid for the land, in turn, after `buried_by` has buried the kitty.

    `declarer` is the last seat to declare or override in the draw, and `bids` the number of bids
    for the land so far.
    """

    buried_by: Number
    declarer: Number | None = None
    bids: Natural = 0


class Joins(_InPlay, tag="joins"):
    """Ask for the calls that `seat` answers by playing `cards`, and whether it joins the Declarers.

    `played` are the cards played before; `declarers` the seats known to be on the Dealer's side,
    including the Dealer.
    """

    calls: Annotated[list[CallGiven], CARDS]
    seat: Number
    cards: CardList
    declarers: Seats


class BuryQuestion(_Question, tag="bury"):
    """Ask whether the taker of the kitty, with `hand` including it, may bury `cards`."""

    hand: CardList
    cards: CardList


class TrickGiven(msgspec.Struct, forbid_unknown_fields=True):
    """A complete trick: the leader's seat, the plays from there on, and optionally the reading."""

    leader: Number
    plays: Annotated[list[CardList], CARDS]
    reading: ReadingGiven | None = None


class PenaltyGiven(msgspec.Struct, forbid_unknown_fields=True):
    """The points that a seat's side pays for a failed throw."""

    seat: Number
    points: Natural


class Points(_AtTrump, tag="points"):
    """Ask for the points so far, from the complete `tricks` of a hand in order.

    `declarers` are the seats of the Declarers' side, the Dealer first; with fixed teams the Dealer
    is enough. `calls` are the Dealer's calls, in Finding Friends.
    """

    tricks: Annotated[list[TrickGiven], CARDS]
    declarers: Seats
    calls: Annotated[list[CallGiven], CARDS] = []
    penalties: Annotated[list[PenaltyGiven], CARDS] = []


Question: TypeAlias = (
    Order
    | Units
    | LeadQuestion
    | Follow
    | Follows
    | TrickQuestion
    | Kitty
    | Result
    | Bids
    | Redeal
    | Calls
    | Made
    | First
    | LandTurns
    | Joins
    | BuryQuestion
    | Points
)
