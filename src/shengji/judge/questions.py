"""The questions that the judge is asked, one type for each."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from shengji.cards import Rank, Suit
from shengji.rules.bounds import AskedRules, Word

CARDS: Final = Meta(max_length=400)
"""More cards than there are in six decks, so that one too many is said to be that."""

CardList: TypeAlias = Annotated[str, Meta(max_length=4000)] | Annotated[list[Word], CARDS]
"""Cards as one text with spaces or commas between them, or as a list with one text each."""


Number = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
"""A seat, a number in a list, or how many there are."""

Natural = Annotated[int, Meta(ge=0, le=1_000_000)]

Seats: TypeAlias = Annotated[list[Number], CARDS]
Ranks: TypeAlias = Annotated[list[Rank], CARDS]


class TrumpGiven(msgspec.Struct, forbid_unknown_fields=True):
    """The trumps: a rank, and a suit or `null` for no trump suit."""

    rank: Rank
    suit: Suit | None


class UnitGiven(msgspec.Struct, forbid_unknown_fields=True):
    """A unit of a lead: `width` copies in each of `length` consecutive ranks."""

    width: Number
    length: Number
    cards: CardList | None = None


ReadingGiven: TypeAlias = Number | Annotated[list[UnitGiven | CardList], CARDS]
"""How a lead is meant: an index into the readings that `units` lists, or the units in any order."""


class LevelsBySide(msgspec.Struct, forbid_unknown_fields=True):
    """The level of each side."""

    declarers: Rank
    opponents: Rank


class LapsBySide(msgspec.Struct, forbid_unknown_fields=True):
    """How often each side has gone through all levels."""

    declarers: Natural
    opponents: Natural


class ShownGiven(msgspec.Struct, forbid_unknown_fields=True):
    """A declaration: the seat and all the cards that it then consisted of."""

    seat: Number
    cards: CardList


class CallGiven(msgspec.Struct, forbid_unknown_fields=True):
    """The call of a friend: a card, and which of its copies, 1 for the first that is played."""

    card: Word
    ordinal: Number = 1


class CaptureGiven(msgspec.Struct, forbid_unknown_fields=True):
    """A red five that was captured: the seat that played it, and the one that took it."""

    owner: Number
    taker: Number


class _Question(msgspec.Struct, tag_field="ask", forbid_unknown_fields=True, kw_only=True):
    rules: AskedRules = "zhang-2021"


class _AtTrump(_Question):
    trump: TrumpGiven


class _InPlay(_AtTrump, kw_only=True):
    played: CardList = []


class Order(_AtTrump, tag="order"):
    """How these cards rank: by effective suit, trumps first, and from high to low."""

    cards: CardList


class Units(_InPlay, tag="units"):
    """How these cards of one effective suit can be split into units.

    With `having` only the readings that have these units are listed. `played` are the cards that
    have been played before, here and in the questions after this one; it matters where ranks that
    are gone are skipped.
    """

    cards: CardList
    having: Annotated[list[CardList], CARDS] = []


class LeadQuestion(_InPlay, tag="lead"):
    """Ask for the outcome of a lead; `others` are the other hands, in playing order."""

    cards: CardList
    others: Annotated[list[CardList], CARDS]
    reading: ReadingGiven | None = None


class Follow(_InPlay, tag="follow"):
    """Whether `play`, from `hand`, may follow `lead`.

    With `challenger` the lead is what remains of a throw that failed because this player holds
    something higher, and the rules want it beaten.
    """

    lead: CardList
    hand: CardList
    play: CardList
    reading: ReadingGiven | None = None
    challenger: bool = False


class Follows(_InPlay, tag="follows"):
    """Ask which plays from `hand` may follow `lead`; at most `limit` of them are listed."""

    lead: CardList
    hand: CardList
    limit: Natural = 10_000
    reading: ReadingGiven | None = None
    challenger: bool = False


class TrickQuestion(_InPlay, tag="trick"):
    """Ask who wins a trick; `plays` are from the leader on."""

    plays: Annotated[list[CardList], CARDS]
    reading: ReadingGiven | None = None


class Kitty(_InPlay, tag="kitty"):
    """Ask how much the kitty counts; `plays` are those of the last trick.

    `winner` is the index of the play that won, when an Opponent made it, or the side that won the
    trick. Without it, the play that wins is taken to be an Opponent's.
    """

    plays: Annotated[list[CardList], CARDS]
    kitty: CardList
    winner: Number | Literal["declarers", "opponents"] | None = None
    reading: ReadingGiven | None = None


class Result(_Question, tag="result"):
    """Ask for the changes by a hand in which the Opponents have `points` altogether.

    `levels` are those before it: of each side, of each team (team 0 has the even seats), or of
    each seat; without them everyone is at the trump rank, or at the first level. `laps` are how
    often these have gone through all levels, and `tried` the seats that have played their level
    before. `dealer` is the Dealer's seat. In Finding Friends `declarers` are the seats of the
    Declarers' team; or only `team_sizes` are given, Declarers first. `last_trick`, which `leader`
    led, tells whether the hand is hooked; `captured` are the red fives that were captured.
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
    """Ask what a seat may show now; `hand` is all that it holds, also what it has shown.

    `rank` is the trump rank, or `ranks` has that of each seat where everyone bids their own;
    `trump` may be given instead, of which only the rank counts. `drawn` is how many cards have been
    drawn since the last declaration, and `over` whether all are. In the phase `land`, `shown` are
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
    """Whether a player with this hand may claim a re-deal.

    `redeals` is how often this hand of the match has been dealt again on request.
    """

    hand: CardList
    redeals: Natural = 0


class Calls(_AtTrump, tag="calls"):
    """Ask which cards the Dealer may call, and whether these `calls` are allowed."""

    calls: Annotated[list[CallGiven], CARDS] | None = None


class Made(_Question, tag="made"):
    """Ask which trump and Dealer come of a draw: by the declarations `shown`, or by the `kitty`.

    `rank` is the trump rank, or `ranks` has that of each seat where everyone bids their own.
    `dealer` is the Dealer who was known before the draw; without one it is a match's first hand, or
    with `number` above 1 one in which the draw decides. `first` drew first. `kitty` is in the order
    in which it is turned up.
    """

    shown: Annotated[list[ShownGiven], CARDS] = []
    rank: Rank | None = None
    ranks: Ranks | None = None
    dealer: Number | None = None
    first: Number | None = None
    number: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    kitty: CardList | None = None


class First(_Question, tag="first"):
    """Ask who draws first in a match, counted from the `shuffler` by the `turned` cards.

    They are in the order in which they were turned up; only the last counts.
    """

    turned: CardList
    shuffler: Number = 0


class LandTurns(_Question, tag="land"):
    """Ask who may bid for the land, in turn, after `buried_by` has buried the kitty.

    `declarer` is who declared or overrode last in the draw, and `bids` how often the land has been
    bid for.
    """

    buried_by: Number
    declarer: Number | None = None
    bids: Natural = 0


class Joins(_InPlay, tag="joins"):
    """Ask which calls `seat` answers by playing `cards`, and whether it joins the Declarers by it.

    `played` are the cards that have been played before; `declarers` those known to be on the
    Dealer's side, the Dealer too.
    """

    calls: Annotated[list[CallGiven], CARDS]
    seat: Number
    cards: CardList
    declarers: Seats


class BuryQuestion(_Question, tag="bury"):
    """Whether whoever took the kitty, and holds `hand` with it, may bury `cards`."""

    hand: CardList
    cards: CardList


class TrickGiven(msgspec.Struct, forbid_unknown_fields=True):
    """A complete trick: the seat that led, and the plays from it on; perhaps the reading."""

    leader: Number
    plays: Annotated[list[CardList], CARDS]
    reading: ReadingGiven | None = None


class PenaltyGiven(msgspec.Struct, forbid_unknown_fields=True):
    """The points that a seat's side pays for a failed throw."""

    seat: Number
    points: Natural


class Points(_AtTrump, tag="points"):
    """The points so far, from the complete `tricks` of a hand in their order.

    `declarers` are the seats of the Declarers' side, the Dealer first; with fixed teams the Dealer
    will do. `calls` are those of the Dealer, where friends are to be found.
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
