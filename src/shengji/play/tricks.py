"""Who wins a trick (Z21 §4.4)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from shengji.cards import Card
from shengji.play.columns import (
    LENGTH,
    TIMES,
    TOP,
    WIDTH,
    columns_of,
    fits,
    next_placement,
    put,
)
from shengji.play.jit import INT, TABLE, WORDS, Table, Words, compiled
from shengji.play.space import MASK, TRUMP, Space
from shengji.play.throws import highest_unit
from shengji.play.units import Reading, Unit, unit_table


@compiled(TABLE, TABLE)
def shapes_of(units: Table) -> Table:
    """The shapes of units that are sorted longest first: rows of (width, length, times)."""
    shapes = np.zeros((units.shape[0], 3), dtype=np.int64)
    rows = 0
    for unit in range(units.shape[0]):
        width, length = units[unit, WIDTH], units[unit, LENGTH]
        if rows == 0 or shapes[rows - 1, WIDTH] != width or shapes[rows - 1, LENGTH] != length:
            shapes[rows, WIDTH], shapes[rows, LENGTH] = width, length
            rows += 1
        shapes[rows - 1, TIMES] += 1
    return shapes[:rows].copy()


@compiled(INT, TABLE, INT, TABLE, WORDS)
def answer(space: Table, suit: int, lead: Table, play: Words) -> int:
    """How high cards of one suit answer a throw: a column, or -1 when they do not match it.

    A play matches when the units of the lead can be cut from it, whatever else they make up; its
    height is that of its highest unit of the lead's longest shape. What else was played does not
    count: there are no kickers (Z21 §4.4).
    """
    width, length = lead[0, WIDTH], lead[0, LENGTH]
    if width == 1:
        return highest_unit(space, suit, play, width, length)
    columns = columns_of(space, suit, play)
    rest = shapes_of(lead)
    rest[0, TIMES] -= 1
    placement = next_placement(columns, width, length, -1)
    while placement >= 0:
        top = put(columns, width, length, placement)
        if fits(columns.copy(), rest):
            return top
        put(columns, -width, length, placement)
        placement = next_placement(columns, width, length, placement)
    return -1


@compiled(INT, TABLE, INT, TABLE, TABLE)
def trick_winner(space: Table, suit: int, lead: Table, plays: Table) -> int:
    """The row of the play that wins; row 0 is the lead, of effective suit `suit`.

    A play of more than one suit never wins; trumps that match the lead beat the suit led; of equal
    plays the earlier one wins.
    """
    best, best_trumps, best_height = 0, suit == TRUMP, lead[0, TOP]
    for row in range(1, plays.shape[0]):
        # The first word has every card that is there at all.
        trumps = plays[row, 0] & ~space[MASK, TRUMP] == 0
        if not trumps and (best_trumps or plays[row, 0] & ~space[MASK, suit] != 0):
            continue
        answered = TRUMP if trumps else suit
        if lead.shape[0] == 1:
            height = highest_unit(space, answered, plays[row], lead[0, WIDTH], lead[0, LENGTH])
        else:
            height = answer(space, answered, lead, plays[row])
        if height >= 0 and ((trumps and not best_trumps) or height > best_height):
            best, best_trumps, best_height = row, trumps, height
    return best


def winner(space: Space, reading: Reading, plays: Sequence[Sequence[Card]]) -> int:
    """Which play wins the trick: an index into `plays`, of which the first is the lead.

    `reading` is how the lead is read; its first unit decides the trick.

    >>> from shengji.cards import Rank, Suit, Trump, read_cards
    >>> from shengji.play.space import space_of
    >>> from shengji.play.units import default_reading
    >>> from shengji.rules import Rules
    >>> space = space_of(Rules(), Trump(Rank("7"), Suit("C")))
    >>> plays = [read_cards(text) for text in ("AD KD KD", "7H 7H 9C", "8D 6D 4D", "7S 7S AC")]
    >>> winner(space, default_reading(space, plays[0]), plays)
    1
    """
    table = np.array([space.words(play) for play in plays], dtype=np.int64)
    suit = space.suit(plays[0][0])
    return int(trick_winner(space.table, suit, unit_table(space, reading), table))


def deciding_unit(reading: Reading) -> Unit:
    """The unit of the lead that decides the trick: its longest (Z21 §4.4)."""
    return reading[0]
