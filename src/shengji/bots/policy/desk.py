"""A position with room beside it to weigh plays in.

A choice reads nothing of a whole position but what its seat would see, so that the same is chosen
from a whole one and from what the seat sees.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from shengji.bots.policy.networks import DEFAULT, DESCRIBED
from shengji.bots.policy.numbers import FLOAT_TABLE, FLOATS, NUMBERS, Floats, FloatTable, Numbers
from shengji.play.jit import MATRIX, WORDS, Matrix, Words, bundle
from shengji.play.position import POSITION, Position, twin_of

# Rows of `Desk.scratch`.
PLAY = 0
"""The play of a playout."""
OUT = 1
"""The cards that others may hold."""
REST = 2
"""Room."""
OTHER = 3
"""Room."""
SCRATCH = 8

# Entries of `Desk.tally`.
COUNT = 0
"""The first entry of the numbers of cards that are out, one for each suit."""
HOLDERS = 5
"""The first entry of the numbers of other seats that may hold some, one for each suit."""
KNOWN = 10
"""Whether the seat knows the kitty."""
ALLIES = 11
"""The seats on its side as far as it can tell, as bits."""
SIZE = 12
"""How many cards it holds."""
HELPERS = 13
"""The turns of the trick that belong to its side, as bits."""
STAKE = 14
"""The points that have been played to the trick."""
WEIGHED = 15
"""How many plays were weighed for the last choice, 0 for a forced one."""
TALLIES = 16

WORTHS = 128
MOST_OPTIONS = 96
"""How many plays are weighed at most."""

# Further rows of `Desk.marks`, after those of the plays.
SAME = MOST_OPTIONS
"""The data that are the same for all plays."""
PART = MOST_OPTIONS + 1
"""Room for sums."""
SUMS = MOST_OPTIONS + 2
"""Room for sums."""


class Desk(NamedTuple):
    """A position, and rows that the kernels write to as they work.

    Attributes:
        position: the position.
        scratch: rows of words (see PLAY); (SCRATCH, decks).
        worth: what the cards at each place, or the plays, are worth; (WORTHS,).
        tally: single numbers (see COUNT); (TALLIES,).
        options: the words of the plays that are weighed; (MOST_OPTIONS, decks).
        kinds: of what kind each of them is; (MOST_OPTIONS,).
        marks: what describes each of them; (MOST_OPTIONS + 3, DESCRIBED).
        networks: what judges them (`shengji.bots.policy.networks`).
    """

    position: Position
    scratch: Matrix
    worth: Numbers
    tally: Words
    options: Matrix
    kinds: Words
    marks: FloatTable
    networks: Floats


DESK = bundle((POSITION, MATRIX, NUMBERS, WORDS, MATRIX, WORDS, FLOAT_TABLE, FLOATS), Desk)
"""The type of a desk, for the signature of a kernel."""


def desk_for(position: Position, networks: Floats = DEFAULT) -> Desk:
    """A desk with this position, which stays the same object."""
    decks = len(position.rest)
    return Desk(
        position=position,
        scratch=np.zeros((SCRATCH, decks), dtype=np.int64),
        worth=np.zeros(WORTHS, dtype=np.float64),
        tally=np.zeros(TALLIES, dtype=np.int64),
        options=np.zeros((MOST_OPTIONS, decks), dtype=np.int64),
        kinds=np.zeros(MOST_OPTIONS, dtype=np.int64),
        marks=np.zeros((MOST_OPTIONS + 3, DESCRIBED), dtype=np.float32),
        networks=networks,
    )


def desk_beside(position: Position) -> Desk:
    """A desk with a position of its own, equal to this one."""
    return desk_for(twin_of(position))
