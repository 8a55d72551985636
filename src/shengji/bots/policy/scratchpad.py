"""A position with a workspace for weighing plays.

A choice reads only the part of a position that its seat can see, so the choice is the same from a
whole position and from the seat's view.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from shengji.bots.policy.networks import DEFAULT, DESCRIBED
from shengji.bots.policy.numbers import FLOAT_TABLE, FLOATS, NUMBERS, Floats, FloatTable, Numbers
from shengji.play.jit import MATRIX, WORDS, Matrix, Words, bundle
from shengji.play.position import POSITION, Position, twin_of

# Rows of `Scratchpad.scratch`.
PLAY = 0
"""The play of a playout."""
OUT = 1
"""The cards that other seats may hold."""
REST = 2
"""Scratch."""
OTHER = 3
"""Scratch."""
SCRATCH = 8

# Entries of `Scratchpad.tally`.
COUNT = 0
"""The first entry of the numbers of unseen cards, one for each suit."""
HOLDERS = 5
"""The first entry of the numbers of other seats that may hold cards of a suit, one for each
suit."""
KNOWN = 10
"""Whether the seat knows the kitty."""
ALLIES = 11
"""The seats on the seat's side, as far as it knows, as bits."""
SIZE = 12
"""Number of cards that the seat holds."""
HELPERS = 13
"""The turns of the trick that belong to the seat's side, as bits."""
STAKE = 14
"""The points played to the trick."""
WEIGHED = 15
"""Number of plays weighed for the last choice; 0 for a forced one."""
TALLIES = 16

WORTHS = 128
MOST_OPTIONS = 96
"""Maximum number of plays to weigh."""

# Rows of `Scratchpad.marks` after the plays' rows.
SAME = MOST_OPTIONS
"""The part of the description that is common to all plays."""
PART = MOST_OPTIONS + 1
"""Scratch for sums."""
SUMS = MOST_OPTIONS + 2
"""Scratch for sums."""


class Scratchpad(NamedTuple):
    """A position, with arrays that the kernels use as scratch.

    Attributes:
        scratch: rows of words (see PLAY); (SCRATCH, decks).
        worth: the values of the cards at each place, or of the plays; (WORTHS,).
        tally: single numbers (see COUNT); (TALLIES,).
        options: the words of the weighed plays; (MOST_OPTIONS, decks).
        kinds: the kind of each of them; (MOST_OPTIONS,).
        marks: the description of each of them; (MOST_OPTIONS + 3, DESCRIBED).
        networks: the weights of the networks (`shengji.bots.policy.networks`).
    """

    position: Position
    scratch: Matrix
    worth: Numbers
    tally: Words
    options: Matrix
    kinds: Words
    marks: FloatTable
    networks: Floats


SCRATCHPAD = bundle(
    (POSITION, MATRIX, NUMBERS, WORDS, MATRIX, WORDS, FLOAT_TABLE, FLOATS), Scratchpad
)
"""The type of a scratchpad, for the signature of a kernel."""


def scratchpad_for(position: Position, networks: Floats = DEFAULT) -> Scratchpad:
    """A new scratchpad with this position itself."""
    decks = len(position.rest)
    return Scratchpad(
        position=position,
        scratch=np.zeros((SCRATCH, decks), dtype=np.int64),
        worth=np.zeros(WORTHS, dtype=np.float64),
        tally=np.zeros(TALLIES, dtype=np.int64),
        options=np.zeros((MOST_OPTIONS, decks), dtype=np.int64),
        kinds=np.zeros(MOST_OPTIONS, dtype=np.int64),
        marks=np.zeros((MOST_OPTIONS + 3, DESCRIBED), dtype=np.float32),
        networks=networks,
    )


def scratchpad_beside(position: Position) -> Scratchpad:
    """A new scratchpad with a copy of this position."""
    return scratchpad_for(twin_of(position))
