"""Scratch memory for the listings of decisions."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from shengji.env.layout import KIND_COUNT
from shengji.play.jit import MATRIX, WORDS, Matrix, Words, bundle
from shengji.rules import Rules


class Room(NamedTuple):
    """Scratch memory of one thread.

    Attributes:
        hands: the words of all hands by kinds of cards; the last row is the kitty's.
        places: an entry for each card of the deck.
        copies: an entry for each place.
        kinds: a table of kinds (see `shengji.env.actions.plays`).
        ways: the numbers of ways; (kinds + 1, cards of a hand + 1).
    """

    hands: Matrix
    places: Words
    copies: Words
    words: Matrix
    unit: Words
    kinds: Matrix
    ways: Matrix


ROOM = bundle((MATRIX, WORDS, WORDS, MATRIX, WORDS, MATRIX, MATRIX), Room)
"""The type of `Room`, for the signature of a compiled function."""
KIND_ROWS = 7
"""Rows of a table of kinds."""
WORD_ROWS = 3
"""Rows of `Room.words`."""


def new_room(rules: Rules) -> Room:
    """Allocate the scratch memory of one thread."""
    players, decks = rules.players, rules.deck_count

    def whole(*shape: int) -> Words:
        return np.zeros(shape, dtype=np.int64)

    return Room(
        hands=whole(players + 1, decks),
        places=whole(rules.card_count),
        copies=whole(KIND_COUNT),
        words=whole(WORD_ROWS, decks),
        unit=whole(4),
        kinds=whole(KIND_ROWS, KIND_COUNT + 1),
        ways=whole(KIND_COUNT + 1, rules.hand_size + 1),
    )
