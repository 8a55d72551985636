"""The questions that the judge is asked, one type for each."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from shengji.cards import Rank, Suit

CardList: TypeAlias = str | list[str]
"""Cards as one text with spaces or commas between them, or as a list with one text each."""


class TrumpGiven(msgspec.Struct, forbid_unknown_fields=True):
    """What is trump: a rank, and a suit or `null` for no trump suit."""

    rank: Rank
    suit: Suit | None


class UnitGiven(msgspec.Struct, forbid_unknown_fields=True):
    """A unit of a lead: `width` copies in each of `length` consecutive ranks."""

    width: int
    length: int
    cards: CardList | None = None


ReadingGiven: TypeAlias = int | list[UnitGiven | str | list[str]]
"""How a lead is meant: an index into the readings that `units` lists, or the units in any order."""


class LevelsBySide(msgspec.Struct, forbid_unknown_fields=True):
    """The level of each side."""

    declarers: Rank
    opponents: Rank


class ShownGiven(msgspec.Struct, forbid_unknown_fields=True):
    """A declaration: the seat and all the cards that it then consisted of."""

    seat: int
    cards: CardList


class _Question(msgspec.Struct, tag_field="ask", forbid_unknown_fields=True, kw_only=True):
    rules: str | dict[str, Any] = "zhang-2021"


class _AtTrump(_Question):
    trump: TrumpGiven


class Order(_AtTrump, tag="order"):
    """How these cards rank: by effective suit, trumps first, and from high to low."""

    cards: CardList


class Units(_AtTrump, tag="units"):
    """How these cards of one effective suit can be split into units."""

    cards: CardList


class LeadQuestion(_AtTrump, tag="lead"):
    """What becomes of a lead; `others` are the other hands, in playing order."""

    cards: CardList
    others: list[CardList]
    reading: ReadingGiven | None = None


class Follow(_AtTrump, tag="follow"):
    """Whether `play`, from `hand`, may follow `lead`."""

    lead: CardList
    hand: CardList
    play: CardList
    reading: ReadingGiven | None = None


class Follows(_AtTrump, tag="follows"):
    """Which plays from `hand` may follow `lead`; at most `limit` of them are listed."""

    lead: CardList
    hand: CardList
    limit: Annotated[int, Meta(ge=0)] = 10_000
    reading: ReadingGiven | None = None


class TrickQuestion(_AtTrump, tag="trick"):
    """Who wins a trick; `plays` are from the leader on."""

    plays: list[CardList]
    reading: ReadingGiven | None = None


class Kitty(_AtTrump, tag="kitty"):
    """What the kitty counts; `plays` are those of the last trick.

    `winner` is the index of the play that won, when an Opponent made it, or the side that won the
    trick. Without it, the play that wins is taken to be an Opponent's.
    """

    plays: list[CardList]
    kitty: CardList
    winner: int | Literal["declarers", "opponents"] | None = None
    reading: ReadingGiven | None = None


class Result(_Question, tag="result"):
    """What a hand in which the Opponents have `points` altogether changes.

    `levels` are those before it: of each side, of each team (team 0 has the even seats), or of
    each seat; without them everyone is at the trump rank, or at the first level. `dealer` is the
    Dealer's seat. `team_sizes`, Declarers first, and `last_trick` change nothing in a game of fixed
    teams and without hooks, but must be possible.
    """

    points: Annotated[int, Meta(ge=-(10**15), le=10**15)]
    levels: LevelsBySide | list[Rank] | None = None
    dealer: int = 0
    team_sizes: list[int] | None = None
    last_trick: list[CardList] | None = None
    trump: TrumpGiven | None = None


class Bids(_Question, tag="bids"):
    """What a seat may show now; `hand` is all that it has drawn, also what it has shown.

    `rank` is the trump rank; `trump` may be given instead, of which only the rank counts.
    """

    hand: CardList
    seat: int
    shown: list[ShownGiven] = []
    rank: Rank | None = None
    phase: Literal["draw", "land"] = "draw"
    trump: TrumpGiven | None = None


Question: TypeAlias = (
    Order | Units | LeadQuestion | Follow | Follows | TrickQuestion | Kitty | Result | Bids
)
