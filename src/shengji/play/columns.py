"""Columns: the structure of a set of cards of one effective suit, and the units in it.

The columns of a set are a table with a row for each column of the suit, weak to strong. Its first
four entries count the copies held of each of the (at most four) equal cards there; -1 stands for no
such card. A *unit* of width m and length n takes m copies of each of n consecutive cards: a single
is 1×1, a pair 2×1, a tractor 2×n (Z21 §4.1, §6.5). Cards of neighbouring columns are consecutive,
one from each column.

Under the alternative definition, with no other card strictly in between (Z21 footnote 5), equal
cards are consecutive too: a unit takes all cards of the columns in its interior, and any of the
lowest and of the highest. The fifth entry of a row selects the definition.

The whole ladder rests on one question: whether a list of units can be cut from some columns all at
once (`fits`). The answer comes from trying placements, longest units first. The search stays small
because a tractor takes at least four cards, and because the rest, for tuples, is counted and not
tried (`can_cut`).
"""

from __future__ import annotations

import numpy as np

from shengji.play.bits import highest_bit, popcount
from shengji.play.jit import BOOL, INT, MATRIX, WORDS, Matrix, Words, compiled, compiled_lean
from shengji.play.space import COLUMN, COLUMNS, KINDS, MASK, NOTHING_BETWEEN, OPTIONS
from shengji.play.stacks import BITS, can_cut

EQUALS = 4
"""Maximum number of cards of equal strength: the rank cards when there is no trump suit."""
FUSED = 4
"""Entry of a row of columns: 1 where consecutive means with no card in between."""
WIDEST = 6
"""Maximum number of copies of a card, which is that of decks."""

WIDTH, LENGTH, TIMES = 0, 1, 2
"""Entries of a row of shapes: width and length of the units, and their number."""
TOP, PICKS = 2, 3
"""Entries of a row of units: the strongest column, and the choice among equal cards.

The choice is the lower byte of the placement (see `next_placement`).
"""


@compiled(MATRIX, MATRIX, INT, WORDS)
def columns_of(space: Matrix, suit: int, words: Words) -> Matrix:
    """The columns of the cards of `suit` among `words`."""
    count = space[COLUMNS, suit]
    columns = np.full((count, EQUALS + 1), -1, dtype=np.int64)
    fused = space[OPTIONS, NOTHING_BETWEEN]
    for column in range(count):
        columns[column, FUSED] = fused
        kinds = space[KINDS + suit, column]
        kind = 0
        while kinds != 0:
            bit = kinds & -kinds
            kinds ^= bit
            copies = 0
            for word in words:
                if word & bit != 0:
                    copies += 1
            columns[column, kind] = copies
            kind += 1
    return columns


@compiled(MATRIX, MATRIX)
def columns_of_units(units: Matrix) -> Matrix:
    """The columns of separate units: only cards within one unit are consecutive."""
    count = 0
    for unit in range(units.shape[0]):
        if units[unit, WIDTH] > 1:
            count += units[unit, LENGTH] + 1
    columns = np.full((count, EQUALS + 1), -1, dtype=np.int64)
    for column in range(count):
        columns[column, FUSED] = 0
    column = 0
    for unit in range(units.shape[0]):
        if units[unit, WIDTH] > 1:
            for _ in range(units[unit, LENGTH]):
                columns[column, 0] = units[unit, WIDTH]
                column += 1
            columns[column, 0] = 0
            column += 1
    return columns


@compiled_lean(INT, MATRIX, INT, INT, INT)
def next_placement(columns: Matrix, width: int, length: int, after: int) -> int:
    """The next placement of a unit after the placement `after` (-1: the first), or -1.

    Placements are counted from the strongest columns down. A placement p has its highest card p

    256 columns below the top. (p

    16) % 16 and p % 16 are bit sets of the equal cards that it takes in the first and the second
    column with several cards, from the top.
    """
    height = columns.shape[0]
    placement = after + 1
    while placement >> 8 < height:
        top = height - 1 - (placement >> 8)
        column = top
        left = length
        several = 0
        possible = True
        while left > 0:
            if column < 0:
                if several == 0:
                    return -1
                possible = False
                break
            if columns[column, 1] < 0:
                if columns[column, 0] < width:
                    possible = False
                    break
                left -= 1
            else:
                picks = (placement >> 4 if several == 0 else placement) & 15
                several += 1
                taken = popcount(picks)
                if taken == 0 or taken > (left if columns[column, FUSED] else 1):
                    possible = False
                    break
                kinds = 0
                for kind in range(EQUALS):
                    if columns[column, kind] < 0:
                        break
                    kinds += 1
                    if picks >> kind & 1 and columns[column, kind] < width:
                        possible = False
                inside = column != top and taken < left
                if (
                    not possible
                    or picks >> kinds != 0
                    or (inside and taken < kinds and columns[column, FUSED])
                ):
                    possible = False
                    break
                left -= taken
            column -= 1
        if several == 0:
            if possible and placement & 255 == 0:
                return placement
            # A column with too few copies blocks all units that begin above it.
            placement = (height - top if possible else height - column) << 8
        elif several == 1:
            if possible and placement & 15 == 0:
                return placement
            placement = ((placement >> 4) + 1) << 4
        else:
            if possible:
                return placement
            placement += 1
    return -1


@compiled(INT, MATRIX, INT, WORDS, INT, INT)
def highest_between(space: Matrix, suit: int, words: Words, width: int, length: int) -> int:
    """Variant of `highest_unit` for NOTHING_BETWEEN, which tries all placements."""
    placement = next_placement(columns_of(space, suit, words), width, length, -1)
    return space[COLUMNS, suit] - 1 - (placement >> 8) if placement >= 0 else -1


@compiled_lean(INT, MATRIX, INT, WORDS, INT, INT)
def highest_unit(space: Matrix, suit: int, words: Words, width: int, length: int) -> int:
    """Top column of the highest unit of this shape in the cards of a suit, or -1."""
    if width > words.shape[0]:
        return -1
    word = words[width - 1] & space[MASK, suit]
    if word == 0:
        return -1
    if length == 1:
        return space[COLUMN, highest_bit(word)]
    if space[OPTIONS, NOTHING_BETWEEN]:
        return highest_between(space, suit, words, width, length)
    run = 0
    for column in range(space[COLUMNS, suit] - 1, -1, -1):
        run = run + 1 if word & space[KINDS + suit, column] != 0 else 0
        if run == length:
            return column + length - 1
    return -1


@compiled_lean(INT, MATRIX, INT, INT, INT)
def put(columns: Matrix, width: int, length: int, placement: int) -> int:
    """Take a unit out of the columns (a negative width puts it back); return its top column."""
    top = columns.shape[0] - 1 - (placement >> 8)
    column = top
    left = length
    several = 0
    while left > 0:
        picks = 1
        if columns[column, 1] >= 0:
            picks = (placement >> 4 if several == 0 else placement) & 15
            several += 1
        for kind in range(EQUALS):
            if picks >> kind & 1:
                columns[column, kind] -= width
                left -= 1
        column -= 1
    return top


@compiled_lean(BOOL, MATRIX, INT, INT)
def takes_the_first(columns: Matrix, length: int, placement: int) -> bool:
    """Whether a placement takes the first ones among equal cards with equal numbers of copies.

    Other placements of this kind are equivalent up to names. A search for several units may skip
    them: exchanging two such cards from there on gives an earlier try.
    """
    column = columns.shape[0] - 1 - (placement >> 8)
    left = length
    several = 0
    while left > 0:
        picks = 1
        if columns[column, 1] >= 0:
            picks = (placement >> 4 if several == 0 else placement) & 15
            several += 1
            for kind in range(1, EQUALS):
                for before in range(kind):
                    if (
                        picks >> kind & 1 > picks >> before & 1
                        and columns[column, kind] == columns[column, before]
                    ):
                        return False
        left -= popcount(picks)
        column -= 1
    return True


@compiled_lean(INT, MATRIX)
def longest_in(columns: Matrix) -> int:
    """An upper bound on the length of units, other than singles, in the columns."""
    longest = 0
    run = 0
    for column in range(columns.shape[0]):
        pairs = 0
        for kind in range(EQUALS):
            pairs += columns[column, kind] > 1
        run = 0 if pairs == 0 else run + (pairs if columns[column, FUSED] else 1)
        longest = max(longest, run)
    return longest


@compiled_lean(INT, MATRIX)
def stacks_in(columns: Matrix) -> int:
    """The stacks of the columns (see `shengji.play.stacks`)."""
    stacks = 0
    for column in range(columns.shape[0]):
        for kind in range(EQUALS):
            if columns[column, kind] > 0:
                stacks += 1 << BITS * columns[column, kind]
    return stacks


@compiled_lean(INT, MATRIX)
def tuples_of(shapes: Matrix) -> int:
    """The tuples among the shapes, without singles and tractors, as stacks."""
    tuples = 0
    for row in range(shapes.shape[0]):
        if shapes[row, LENGTH] == 1:
            tuples += shapes[row, TIMES] << BITS * shapes[row, WIDTH]
    return tuples


@compiled_lean(INT, MATRIX)
def tractors_in(shapes: Matrix) -> int:
    """Number of units longer than 1 in the shapes."""
    tractors = 0
    for row in range(shapes.shape[0]):
        if shapes[row, LENGTH] > 1:
            tractors += shapes[row, TIMES]
    return tractors


@compiled_lean(INT, MATRIX, INT)
def shape_of(shapes: Matrix, tractor: int) -> int:
    """Row of the shapes that has the tractor with this number, from 0."""
    row = 0
    while True:
        if shapes[row, LENGTH] > 1:
            tractor -= shapes[row, TIMES]
            if tractor < 0:
                return row
        row += 1


@compiled_lean(BOOL, MATRIX, MATRIX, WORDS)
def cut(columns: Matrix, shapes: Matrix, where: Words) -> bool:
    """Cut all the shapes from the columns at once, without overlaps; return whether there was room.

    `shapes` has rows of (width, length, times), equal shapes in one row; singles are ignored. On
    success the tractors are taken out of the columns, and `where`, with an entry for each tractor,
    has their placements; else the columns are unchanged.
    """
    tractors = tractors_in(shapes)
    tuples = tuples_of(shapes)
    if tractors == 0:
        return bool(can_cut(stacks_in(columns), tuples))
    unit = 0
    row = shape_of(shapes, 0)
    where[0] = -1
    while True:
        width, length = shapes[row, WIDTH], shapes[row, LENGTH]
        where[unit] = next_placement(columns, width, length, where[unit])
        if where[unit] >= 0:
            put(columns, width, length, where[unit])
            if unit + 1 < tractors:
                unit += 1
                # Equal units are interchangeable: try them in one order only.
                same = shape_of(shapes, unit) == row
                where[unit] = where[unit - 1] - 1 if same else -1
                row = shape_of(shapes, unit)
                continue
            if can_cut(stacks_in(columns), tuples):
                return True
            put(columns, -width, length, where[unit])
        else:
            if unit == 0:
                return False
            unit -= 1
            row = shape_of(shapes, unit)
            put(columns, -shapes[row, WIDTH], shapes[row, LENGTH], where[unit])


@compiled_lean(BOOL, MATRIX, MATRIX, WORDS)
def has_room(columns: Matrix, shapes: Matrix, where: Words) -> bool:
    """Whether all the shapes can be cut at once; the columns stay; `where` is scratch space."""
    if not cut(columns, shapes, where):
        return False
    for unit in range(tractors_in(shapes)):
        row = shape_of(shapes, unit)
        put(columns, -shapes[row, WIDTH], shapes[row, LENGTH], where[unit])
    return True


@compiled(BOOL, MATRIX, MATRIX)
def fits(columns: Matrix, shapes: Matrix) -> bool:
    """Whether all the shapes can be cut from the columns at once, without changing the columns."""
    return bool(has_room(columns, shapes, np.empty(tractors_in(shapes), dtype=np.int64)))
