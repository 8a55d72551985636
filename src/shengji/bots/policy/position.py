"""A hand between its first lead and its end, as arrays for the kernels.

Two kinds of position have the same form. In a *whole* one all hands are known: it can be played on
to the end. In one that a seat *sees* only its own row of `hands` is filled, and `kitty` only when
it buried the kitty itself; a choice is made from it. A choice reads nothing else of a whole
position than what the seat would see, so the two choose alike.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from numba import types

from shengji.play.jit import TABLE, WORDS, Table, Words

(
    DEALER,
    LEADER,
    PLAYED,
    SIDES,
    FRIENDS,
    KITTY_RULE,
    BURIED_BY,
    PENALTY,
    UNITS,
    THROW_RULE,
    THROW_POINTS,
    THRESHOLD,
    BEST,
) = range(13)
"""Entries of `Position.facts`: the Dealer's seat; who leads or has led the trick under way; how
many have played to it; the seats known to play for the Declarers, as bits; 1 where friends are to
be found; the kitty's factor (`shengji.play.scoring.FACTOR_RULES`); who buried the kitty last; the
points that captured red fives have given to the Opponents; how many rows of `lead` are units; what
a failed throw costs (see FREE) and how many points at a time; the points that the Opponents need;
which row of `plays` wins the trick so far."""
FACTS = 13

FREE, FLAT, PER_UNIT, PER_CARD, PER_CARD_WITHDRAWN = range(5)
"""What the entry THROW_RULE may be."""
THROW_RULES = {
    "none": FREE,
    "flat": FLAT,
    "per-unit": PER_UNIT,
    "per-card": PER_CARD,
    "per-card-withdrawn": PER_CARD_WITHDRAWN,
}
"""The number of each penalty for a failed throw (`Rules.throw_penalty`), for kernels."""

PLACE, NEED = range(2)
"""Entries of a row of `Position.calls`: the place of a called card, and how many copies of it are
still to be played until it is answered; 0 when it has been."""

NO_PAIRS = 8
"""The entry `voids` of a seat has at bit NO_PAIRS + s whether it is known to hold no two copies of
a card of suit s."""

SCRATCH, WORTHS, TALLIES = 8, 128, 16
"""How many rows of words, weighed numbers and counts the kernels need to work with."""
MOST_OPTIONS, DESCRIBED = 96, 44
"""How many plays are weighed at most, and how many numbers describe one."""
SAME, PART, SUMS = range(MOST_OPTIONS, MOST_OPTIONS + 3)
"""Further rows of `Position.marks`: what is the same for all plays; and room for sums."""

Numbers: TypeAlias = npt.NDArray[np.float64]
"""Numbers that are weighed: what cards are worth, a table of levels."""
NUMBERS = types.float64[::1]
NumberTable: TypeAlias = npt.NDArray[np.float64]
"""Rows of such numbers."""
NUMBER_TABLE = types.float64[:, ::1]
Floats: TypeAlias = npt.NDArray[np.float32]
"""What networks are made of, and what they judge: of these twice as many are summed at a time."""
FLOATS = types.float32[::1]
FloatTable: TypeAlias = npt.NDArray[np.float32]
"""Rows of such numbers."""
FLOAT_TABLE = types.float32[:, ::1]


class Position(NamedTuple):
    """A hand in the middle of its play; the kernels change the arrays in place.

    Attributes:
        space: the strength space (`Space.table`).
        hands: the words of each seat's cards; (players, decks).
        kitty: the words of the kitty; (decks,).
        rest: the words of all cards that have not been played, the kitty's included; (decks,).
        plays: the words of the plays of the trick under way, the lead first, and room for the next;
            between two tricks those of the last one; (players, decks).
        lead: the units of the lead, as rows of (width, length, top column, picks), in its first
            `facts[UNITS]` rows; (cards of a hand, 4).
        calls: the cards that the Dealer called (see PLACE); (calls, 2).
        taken: the points that each seat has won in tricks; (players,).
        paid: the points that each seat's side pays for its failed throws; (players,).
        voids: for each seat the effective suits that everyone knows it to lack, as bits, and those
            in which it lacks pairs (see NO_PAIRS); (players,).
        facts: single numbers (see DEALER).
        scratch: rows that the kernels write to as they work; they mean nothing in between.
        worth: numbers that the kernels write to as they work.
        tally: counts that the kernels write to as they work.
        options: the words of the plays that are weighed; (MOST_OPTIONS, decks).
        kinds: of what kind each of them is; (MOST_OPTIONS,).
        marks: what is to be said of each, and further rows (see SAME);
            (MOST_OPTIONS + 3, DESCRIBED).
    """

    space: Table
    hands: Table
    kitty: Words
    rest: Words
    plays: Table
    lead: Table
    calls: Table
    taken: Words
    paid: Words
    voids: Words
    facts: Words
    scratch: Table
    worth: Numbers
    tally: Words
    options: Table
    kinds: Words
    marks: FloatTable


_named_tuple: Any = types.NamedTuple
POSITION = _named_tuple(
    (
        TABLE,
        TABLE,
        WORDS,
        WORDS,
        TABLE,
        TABLE,
        TABLE,
        WORDS,
        WORDS,
        WORDS,
        WORDS,
        TABLE,
        NUMBERS,
        WORDS,
        TABLE,
        WORDS,
        FLOAT_TABLE,
    ),
    Position,
)
"""The type of a position, for the signature of a kernel."""


def new_position(space: Table, players: int, decks: int, cards: int, calls: int) -> Position:
    """An empty position of a space: so many players, decks, cards in each hand, cards called."""

    def table(rows: int, columns: int) -> Table:
        return np.zeros((rows, columns), dtype=np.int64)

    def row(length: int) -> Words:
        return np.zeros(length, dtype=np.int64)

    return Position(
        space=space,
        hands=table(players, decks),
        kitty=row(decks),
        rest=row(decks),
        plays=table(players, decks),
        lead=table(cards, 4),
        calls=table(calls, 2),
        taken=row(players),
        paid=row(players),
        voids=row(players),
        facts=row(FACTS),
        scratch=table(SCRATCH, decks),
        worth=np.zeros(WORTHS, dtype=np.float64),
        tally=row(TALLIES),
        options=table(MOST_OPTIONS, decks),
        kinds=row(MOST_OPTIONS),
        marks=np.zeros((MOST_OPTIONS + 3, DESCRIBED), dtype=np.float32),
    )


def twin_of(position: Position) -> Position:
    """A position of its own that is equal, with the same space, which nothing changes."""
    copies: Any = (np.array(array) for array in position[1:])
    return Position(position.space, *copies)
