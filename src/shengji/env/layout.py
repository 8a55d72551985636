"""The layout of an observation: everything that a seat knows, as one row of small integers.

The table `FIELDS` is its only declaration. An observation is the concatenation of the fields, each
a block of rows and columns, one byte a number. A `Layout` has the start of each field under given
rules. The index of a number follows by arithmetic, so compiled code can write it too:

    place = starts[number of the field] + row * columns + column

A field has one row, or one per seat or per call. Seats are counted from the observer: row 0 is its
own, row 1 that of the next seat in playing order, and so on. A field of 54 columns has one per kind
of card, by `Card.index`: 13 × suit (diamonds, clubs, hearts, spades) + rank (2 to Ace), then the
small Joker and the big one.

Each change of the layout increments `VERSION`: a model trained with one version cannot use another.

>>> from shengji.rules import Rules
>>> layout = Layout(Rules())
>>> layout.size, int(layout.starts[NUMBERS["played"]]), layout.shape("played")
(1161, 108, (4, 54))
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from shengji.cards import CARDS, RANKS, SUITS
from shengji.game import Phase
from shengji.play.columns import WIDEST
from shengji.play.space import TRUMP
from shengji.rules import Rules

VERSION: Final = 1
"""The version of the layout."""

Observation: TypeAlias = NDArray[np.int8]
"""One observation, or many as rows of a table."""

KIND_COUNT: Final = len(CARDS)
"""Number of kinds of cards; each has a column."""
COLUMN_COUNT: Final = KIND_COUNT + 1
"""Columns of an action's row: one for each kind of card, and one more."""
SUIT_COUNT: Final = TRUMP + 1
"""Number of effective suits: diamonds, clubs, hearts, spades, trumps."""
PHASES: Final = tuple(Phase)
"""The phases of a hand, each a column."""
POINT: Final = 5
"""Unit of points: all points of the game are multiples of it."""
MOST: Final = 127
"""Maximum number of points in a field, in units of `POINT`; greater ones are clipped."""
UNIT_COLUMNS: Final = 3
"""Columns per width in the field `units`."""

Rows = Literal["one", "seat", "call"]


class Field(NamedTuple):
    """A field of the layout.

    Attributes:
        rows: whether there is one row, one per seat, or one per call.
        columns: the numbers in a row.
        low: the minimum of a number.
        high: the maximum; `None`: the number of decks.
    """

    name: str
    rows: Rows
    columns: int
    low: int
    high: int | None
    meaning: str


FIELDS: Final = (
    Field("hand", "one", KIND_COUNT, 0, None, "copies that the observer holds"),
    Field(
        "chosen", "one", KIND_COUNT, 0, None,
        "copies that the observer has named so far in the decision under way, where it answers by "
        "steps; they are still in its hand",
    ),
    Field(
        "played", "seat", KIND_COUNT, 0, None,
        "copies that the seat has played in this hand, the trick under way included",
    ),
    Field(
        "trick", "seat", KIND_COUNT, 0, None,
        "copies that the seat has played to the trick under way",
    ),
    Field(
        "shown", "seat", KIND_COUNT, 0, None,
        "the most copies that the seat has shown at once, to declare or to bid for the land",
    ),
    Field(
        "kitty", "one", KIND_COUNT, 0, None,
        "copies in the kitty, where the observer buried it last or it lies open",
    ),
    Field(
        "kitty_seen", "one", KIND_COUNT, 0, None,
        "copies in the first kitty that everybody saw before it was taken",
    ),
    Field(
        "thrown", "one", KIND_COUNT, 0, None,
        "copies in the throw that failed and with which the trick under way began",
    ),
    Field(
        "suits", "one", KIND_COUNT, 0, TRUMP,
        "the effective suit as trump stands: 0 to 3 diamonds to spades, 4 trumps",
    ),
    Field(
        "strengths", "one", KIND_COUNT, 0, KIND_COUNT - 1,
        "the strength within the effective suit, 0 the weakest; equal cards have the same",
    ),
    Field(
        "units", "one", UNIT_COLUMNS * WIDEST, 0, MOST,
        "the lead as it is read: for each width from 1 to 6 the number of tuples (singles at 1), "
        "of tractors, and of kinds of cards in all these tractors",
    ),
    Field(
        "phase", "one", len(PHASES), 0, 1,
        "1 at the phase: " + ", ".join(phase.value for phase in PHASES),
    ),
    Field("rank", "one", len(RANKS), 0, 1, "1 at the trump rank, 2 to Ace, as it stands"),
    Field(
        "suit", "one", len(SUITS) + 1, 0, 1,
        "1 at the trump suit as declared or made: diamonds to spades, none; all 0 before that",
    ),
    Field("turn", "seat", 1, 0, 1, "1 for the seat whose turn it is"),
    Field("dealer", "seat", 1, 0, 1, "1 for the Dealer, once there is one"),
    Field("bidder", "seat", 1, 0, 1, "1 for the seat that declared or bid for the land last"),
    Field("buried_by", "seat", 1, 0, 1, "1 for the seat that buried the kitty last"),
    Field("leader", "seat", 1, 0, 1, "1 for the seat that led the trick under way, or is to lead"),
    Field("ahead", "seat", 1, 0, 1, "1 for the seat that wins the trick under way as it lies"),
    Field(
        "challenger", "seat", 1, 0, 1,
        "1 for the seat that has shown the throw of the trick under way to fail",
    ),
    Field(
        "declarer", "seat", 1, 0, 1, "1 for a seat on the Declarers' side, as far as that is open"
    ),
    Field("sides_known", "one", 1, 0, 1, "1 once it is open who plays on which side"),
    Field(
        "voids", "seat", SUIT_COUNT, 0, 1,
        "1 for an effective suit of which everybody knows that the seat has none",
    ),
    Field(
        "pairless", "seat", SUIT_COUNT, 0, 1,
        "1 for an effective suit of which everybody knows that the seat has no two equal cards",
    ),
    Field("sizes", "seat", 1, 0, MOST, "cards that the seat holds"),
    Field(
        "taken", "seat", 1, 0, MOST, "points that the seat has won in tricks, in units of five"
    ),
    Field("levels", "seat", 1, 0, len(RANKS) - 1, "the level of the seat, 0 to 12 for 2 to Ace"),
    Field("laps", "seat", 1, 0, MOST, "how often the seat has gone through all levels"),
    Field(
        "points", "one", 1, -MOST, MOST,
        "the Opponents' points so far, penalties included, in units of five; more than 127 is 127",
    ),
    Field("trick_points", "one", 1, 0, MOST, "points in the trick under way, in units of five"),
    Field(
        "call_kind", "call", 1, -1, KIND_COUNT - 1,
        "the kind of card that the Dealer called; -1 before that",
    ),
    Field(
        "call_need", "call", 1, 0, None,
        "how many copies of it are still to be played until the call is answered; 0 once it is",
    ),
    Field(
        "call_seat", "call", 1, -1, 11,
        "the seat that answered the call, counted from the observer; -1 while nobody has",
    ),
)  # fmt: skip
"""The fields in their order."""

NUMBERS: Final = {field.name: number for number, field in enumerate(FIELDS)}
"""The number of each field, which is its entry in `Layout.starts`."""


class Layout:
    """The layout of observations under given rules.

    Attributes:
        size: the numbers in an observation.
        starts: the start of each field, by its number; int64.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._rows = {"one": 1, "seat": rules.players, "call": rules.calls}
        sizes = [self._rows[field.rows] * field.columns for field in FIELDS]
        self.size = sum(sizes)
        self.starts: NDArray[np.int64] = np.cumsum([0, *sizes[:-1]], dtype=np.int64)

    def shape(self, name: str) -> tuple[int, int]:
        """The rows and columns of a field."""
        field = FIELDS[NUMBERS[name]]
        return self._rows[field.rows], field.columns

    def part(self, observation: Observation, name: str) -> Observation:
        """A field of an observation as a table, which shares its memory.

        Args:
            observation: the observation, or a table with one in each row.
            name: the field.

        Returns:
            The field's rows and columns; for a table of observations, one such table for each.
        """
        rows, columns = self.shape(name)
        start = int(self.starts[NUMBERS[name]])
        found = observation[..., start : start + rows * columns]
        return found.reshape(*observation.shape[:-1], rows, columns)

    def bounds(self) -> tuple[Observation, Observation]:
        """The minimum and maximum of each number of an observation."""
        low, high = (np.empty(self.size, dtype=np.int8) for _ in range(2))
        for field in FIELDS:
            self.part(low, field.name)[:] = field.low
            most = self.rules.deck_count if field.high is None else field.high
            self.part(high, field.name)[:] = most
        return low, high
