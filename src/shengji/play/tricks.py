"""The winner of a trick (Z21 §4.4).

A set of cards that matches a throw is compared by its units, which are matched with those of the
lead, the longest first and each as high as possible. By the house's option the higher set is the
one with the higher first unit (Z21 §4.4, W14, W23, PAG), or with the higher unit where they first
differ (Z16 §7.6); or a later set is higher only when all its units are (Z21 footnote 7).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from shengji.cards import Card
from shengji.play.columns import (
    EQUALS,
    LENGTH,
    TIMES,
    TOP,
    WIDTH,
    columns_of,
    fits,
    highest_unit,
    next_placement,
    put,
    takes_the_first,
)
from shengji.play.jit import (
    BOOL,
    INT,
    MATRIX,
    NOTHING,
    WORDS,
    Matrix,
    Words,
    compiled,
    compiled_lean,
)
from shengji.play.space import (
    COMPARISON,
    EVERY_UNIT,
    LONGEST_UNIT,
    MASK,
    NO_UNIT_LOWER,
    OPTIONS,
    TRUMP,
    Space,
)
from shengji.play.units import Reading, Unit, unit_table


@compiled(MATRIX, MATRIX, INT, INT)
def shapes_of(units: Matrix, first: int, last: int) -> Matrix:
    """The shapes of the units in the rows from `first` to below `last`: (width, length, times).

    The units are sorted longest first.
    """
    shapes = np.zeros((last - first, 3), dtype=np.int64)
    rows = 0
    for unit in range(first, last):
        width, length = units[unit, WIDTH], units[unit, LENGTH]
        if rows == 0 or shapes[rows - 1, WIDTH] != width or shapes[rows - 1, LENGTH] != length:
            shapes[rows, WIDTH], shapes[rows, LENGTH] = width, length
            rows += 1
        shapes[rows - 1, TIMES] += 1
    return shapes[:rows].copy()


@compiled(INT, MATRIX, INT, MATRIX, WORDS)
def answer(space: Matrix, suit: int, lead: Matrix, play: Words) -> int:
    """Height of cards of one suit as an answer to a throw: a column, or -1 when they do not match.

    A play matches when the units of the lead can be cut from it, regardless of other units in it.
    Its height is that of its highest unit of the lead's longest shape. The other cards do not
    count: there are no kickers (Z21 §4.4).
    """
    width, length = lead[0, WIDTH], lead[0, LENGTH]
    if width == 1:
        return highest_unit(space, suit, play, width, length)
    columns = columns_of(space, suit, play)
    rest = shapes_of(lead, 0, lead.shape[0])
    rest[0, TIMES] -= 1
    placement = next_placement(columns, width, length, -1)
    while placement >= 0:
        top = put(columns, width, length, placement)
        if fits(columns, rest):
            return top
        put(columns, -width, length, placement)
        placement = next_placement(columns, width, length, placement)
    return -1


@compiled_lean(NOTHING, MATRIX, INT, WORDS)
def singles_of(columns: Matrix, first: int, tops: Words) -> None:
    """Write the columns of all cards, from high to low, into `tops` from the entry `first` on."""
    for column in range(columns.shape[0] - 1, -1, -1):
        for kind in range(EQUALS):
            for _ in range(columns[column, kind]):
                tops[first] = column
                first += 1


@compiled_lean(BOOL, WORDS, WORDS, INT)
def is_greater(one: Words, other: Words, length: int) -> bool:
    """Whether `one` is lexicographically greater than `other` in the first `length` entries."""
    for entry in range(length):
        if one[entry] != other[entry]:
            return one[entry] > other[entry]
    return False


@compiled(BOOL, MATRIX, INT, MATRIX, WORDS, WORDS)
def heights(space: Matrix, suit: int, lead: Matrix, play: Words, tops: Words) -> bool:
    """Compute the heights of cards as an answer to a throw; return whether they match it.

    `play` has as many cards as the lead, all of one suit. For each unit of the lead, `tops` gets
    the top column of the matching unit of the play, with the first as high as possible, then the
    second, and so on.
    """
    columns = columns_of(space, suit, play)
    tuples = 0
    while tuples < lead.shape[0] and lead[tuples, WIDTH] > 1:
        tuples += 1
    if not fits(columns, shapes_of(lead, 0, tuples)):
        return False
    where = np.empty(tuples + 1, dtype=np.int64)
    where[0] = -1
    found = np.empty(lead.shape[0], dtype=np.int64)
    tops[0] = -1
    unit = 0
    while True:
        if unit == tuples:
            singles_of(columns, tuples, found)
            if is_greater(found, tops, found.shape[0]):
                for entry in range(found.shape[0]):
                    tops[entry] = found[entry]
        else:
            width, length = lead[unit, WIDTH], lead[unit, LENGTH]
            where[unit] = next_placement(columns, width, length, where[unit])
            if where[unit] >= 0 and not takes_the_first(columns, length, where[unit]):
                continue
            if where[unit] >= 0:
                found[unit] = put(columns, width, length, where[unit])
                rest = shapes_of(lead, unit + 1, tuples)
                if not is_greater(tops, found, unit + 1):
                    if fits(columns, rest):
                        unit += 1
                        # Equal units are interchangeable: try them in one order only.
                        same = unit < tuples and (
                            lead[unit, WIDTH] == width and lead[unit, LENGTH] == length
                        )
                        where[unit] = where[unit - 1] - 1 if same else -1
                    else:
                        put(columns, -width, length, where[unit])
                    continue
                # The earlier result is higher, and the next placements are lower still.
                put(columns, -width, length, where[unit])
        unit -= 1
        if unit < 0:
            return True
        put(columns, -lead[unit, WIDTH], lead[unit, LENGTH], where[unit])


@compiled_lean(BOOL, MATRIX, WORDS, WORDS)
def is_higher(space: Matrix, later: Words, earlier: Words) -> bool:
    """Whether a later set of cards is higher than an earlier one, by their `heights`."""
    comparison = space[OPTIONS, COMPARISON]
    if comparison in (EVERY_UNIT, NO_UNIT_LOWER):
        higher = lower = 0
        for entry in range(later.shape[0]):
            higher += later[entry] > earlier[entry]
            lower += later[entry] < earlier[entry]
        if comparison == NO_UNIT_LOWER:
            return higher > 0 and lower == 0
        return higher == later.shape[0]
    return is_greater(later, earlier, later.shape[0])


@compiled(INT, MATRIX, INT, MATRIX, MATRIX)
def winner_by_all_units(space: Matrix, suit: int, lead: Matrix, plays: Matrix) -> int:
    """The row of the play that wins a throw when all units are compared."""
    best, best_trumps = 0, suit == TRUMP
    tops, best_tops = np.empty(lead.shape[0], dtype=np.int64), lead[:, TOP].copy()
    for row in range(1, plays.shape[0]):
        trumps = plays[row, 0] & ~space[MASK, TRUMP] == 0
        if not trumps and (best_trumps or plays[row, 0] & ~space[MASK, suit] != 0):
            continue
        if heights(space, TRUMP if trumps else suit, lead, plays[row], tops) and (
            (trumps and not best_trumps) or is_higher(space, tops, best_tops)
        ):
            best, best_trumps = row, trumps
            best_tops, tops = tops, best_tops
    return best


@compiled_lean(BOOL, MATRIX, MATRIX)
def all_units_count(space: Matrix, lead: Matrix) -> bool:
    """Whether more than the longest unit of a lead is compared."""
    return lead.shape[0] > 1 and space[OPTIONS, COMPARISON] != LONGEST_UNIT


@compiled_lean(INT, MATRIX, INT, MATRIX, WORDS)
def answered_height(space: Matrix, suit: int, lead: Matrix, play: Words) -> int:
    """Height of cards of one suit as an answer to a lead compared by its longest unit, or -1."""
    if lead.shape[0] > 1:
        return answer(space, suit, lead, play)
    return highest_unit(space, suit, play, lead[0, WIDTH], lead[0, LENGTH])


@compiled_lean(BOOL, MATRIX, INT, MATRIX, MATRIX, INT, INT)
def takes_over(space: Matrix, suit: int, lead: Matrix, plays: Matrix, best: int, row: int) -> bool:
    """Whether a row of the plays is higher than `best`, the best row before it.

    Throws are compared by their longest unit.
    """
    # The first word has every card that is present at all.
    trumps = plays[row, 0] & ~space[MASK, TRUMP] == 0
    best_trumps = plays[best, 0] & ~space[MASK, TRUMP] == 0
    if not trumps and (best_trumps or plays[row, 0] & ~space[MASK, suit] != 0):
        return False
    height = answered_height(space, TRUMP if trumps else suit, lead, plays[row])
    if height < 0 or trumps != best_trumps:
        return height >= 0
    return height > (
        lead[0, TOP]
        if best == 0
        else answered_height(space, TRUMP if trumps else suit, lead, plays[best])
    )


@compiled_lean(INT, MATRIX, INT, MATRIX, MATRIX)
def trick_winner(space: Matrix, suit: int, lead: Matrix, plays: Matrix) -> int:
    """The row of the play that wins; row 0 is the lead, of effective suit `suit`.

    A play of more than one suit never wins; trumps that match the lead beat the suit led; the
    earlier of equal plays wins.
    """
    if all_units_count(space, lead):
        return winner_by_all_units(space, suit, lead, plays)
    best = 0
    for row in range(1, plays.shape[0]):
        if takes_over(space, suit, lead, plays, best, row):
            best = row
    return best


def winner(space: Space, reading: Reading, plays: Sequence[Sequence[Card]]) -> int:
    """The index of the play that wins the trick; the first play is the lead.

    `reading` is the reading of the lead; its first unit decides the trick.

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
