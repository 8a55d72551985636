"""Units, and the splitting of cards into units: by default the longest first (Z21 §6.5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec
import numpy as np

from shengji.cards import Card
from shengji.play.bits import highest_bit, popcount
from shengji.play.columns import (
    LENGTH,
    PICKS,
    TIMES,
    TOP,
    WIDTH,
    columns_of,
    cut,
    highest_unit,
    longest_in,
    tractors_in,
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
from shengji.play.ladder import best_rung
from shengji.play.space import (
    COLUMN,
    KINDS,
    NOTHING_BETWEEN,
    OPTIONS,
    THROW_TUPLES,
    Space,
    as_table,
)
from shengji.play.words import count_in, take_one


@compiled_lean(INT, INT, INT)
def picks_of(kinds: int, kind: int) -> int:
    """The picks of a tuple: its card among the equal cards in the places of `kinds`, from 0."""
    return 16 << kind if kinds & (kinds - 1) != 0 else 0


@compiled_lean(BOOL, MATRIX, INT, WORDS, WORDS)
def write_plain(space: Matrix, suit: int, words: Words, unit: Words) -> bool:
    """Write (width, length, top column, picks) of a plain unit; return whether the cards are one.

    A plain unit has one card in each of its columns, as most leads do. If the result is false, the
    written values are meaningless.
    """
    bits = words[0]
    width = 1
    while width < words.shape[0] and words[width] == bits:
        width += 1
    if (width < words.shape[0] and words[width] != 0) or (width == 1 and bits & (bits - 1) != 0):
        return False
    top = space[COLUMN, highest_bit(bits)]
    length = 0
    several = 0
    picks = 0
    while bits != 0:
        place = highest_bit(bits)
        bits ^= 1 << place
        column = space[COLUMN, place]
        if column != top - length:
            return False
        kinds = space[KINDS + suit, column]
        if kinds & (kinds - 1) != 0:
            if space[OPTIONS, NOTHING_BETWEEN] != 0 and length > 0 and bits != 0:
                return False
            pick = 1 << popcount(((1 << place) - 1) & kinds)
            picks |= pick << 4 if several == 0 else pick
            several += 1
        length += 1
    unit[WIDTH], unit[LENGTH], unit[TOP], unit[PICKS] = width, length, top, picks
    return True


@compiled_lean(INT, MATRIX, INT, INT, INT, INT)
def places_of(space: Matrix, suit: int, length: int, top: int, picks: int) -> int:
    """Places of the cards of a unit."""
    places = 0
    several = 0
    column = top
    while length > 0:
        kinds = space[KINDS + suit, column]
        taken = 1
        if kinds & (kinds - 1) != 0:
            taken = (picks >> 4 if several == 0 else picks) & 15
            several += 1
        while kinds != 0:
            bit = kinds & -kinds
            kinds ^= bit
            if taken & 1:
                places |= bit
                length -= 1
            taken >>= 1
        column -= 1
    return places


@compiled_lean(NOTHING, MATRIX, INT, WORDS, WORDS)
def write_unit(space: Matrix, suit: int, unit: Words, words: Words) -> None:
    """Add the cards of a unit (width, length, top column, picks) to words that lack them."""
    places = places_of(space, suit, unit[LENGTH], unit[TOP], unit[PICKS])
    for k in range(unit[WIDTH]):
        words[k] |= places


@compiled_lean(INT, WORDS)
def order_of(unit: Words) -> int:
    """Sort key of a unit: greater for an earlier one in a reading (see `read_units`)."""
    width = unit[WIDTH]
    return int(((width * unit[LENGTH] << 3 | width) << 6 | unit[TOP]) << 8 | unit[PICKS])


@compiled_lean(NOTHING, MATRIX, INT, INT, INT, INT, INT)
def insert_unit(units: Matrix, count: int, width: int, length: int, top: int, picks: int) -> None:
    """Insert a unit among the first `count`, which are in the order of a reading."""
    row = count
    units[row, WIDTH], units[row, LENGTH] = width, length
    units[row, TOP], units[row, PICKS] = top, picks
    while row > 0 and order_of(units[row - 1]) < order_of(units[row]):
        for entry in range(4):
            units[row - 1, entry], units[row, entry] = units[row, entry], units[row - 1, entry]
        row -= 1


@compiled(INT, MATRIX, INT, WORDS, MATRIX, WORDS)
def read_tractors(space: Matrix, suit: int, words: Words, units: Matrix, rest: Words) -> int:
    """Write the default reading's tractors and take them out of `rest`; return their number."""
    columns = columns_of(space, suit, words)
    widest = 1
    while widest < words.shape[0] and words[widest] != 0:
        widest += 1
    rung = best_rung(
        columns, columns, widest, longest_in(columns), False, columns.shape[0] * widest, False, True
    )
    if space[OPTIONS, THROW_TUPLES] and rung[0, WIDTH] * rung[0, LENGTH] < units.shape[0]:
        return 0
    where = np.empty(tractors_in(rung), dtype=np.int64)
    cut(columns, rung, where)
    count = 0
    for row in range(rung.shape[0]):
        width, length = rung[row, WIDTH], rung[row, LENGTH]
        for _ in range(rung[row, TIMES] if length > 1 else 0):
            top, picks = columns.shape[0] - 1 - (where[count] >> 8), where[count] & 255
            insert_unit(units, count, width, length, top, picks)
            places = places_of(space, suit, length, top, picks)
            for _ in range(width):
                take_one(rest, places)
            count += 1
    return count


@compiled(MATRIX, MATRIX, INT, WORDS)
def read_units(space: Matrix, suit: int, words: Words) -> Matrix:
    """The default reading of cards of one suit: rows of (width, length, top column, picks).

    The longest unit comes first, units of one shape are ordered high to low, and singles come last.
    The picks are the choice of a unit among equal cards: the lower byte of its placement (see
    `next_placement`).
    """
    units = np.zeros((count_in(words, -1), 4), dtype=np.int64)
    if write_plain(space, suit, words, units[0]):
        return units[:1]
    rest = words.copy()
    count = 0
    if highest_unit(space, suit, words, 2, 2) >= 0:
        count = read_tractors(space, suit, words, units, rest)
    for width in range(words.shape[0], 0, -1):
        bits = rest[width - 1]
        while bits != 0:
            place = highest_bit(bits)
            bits ^= 1 << place
            column = space[COLUMN, place]
            kinds = space[KINDS + suit, column]
            picks = picks_of(kinds, popcount(((1 << place) - 1) & kinds))
            insert_unit(units, count, width, 1, column, picks)
            count += 1
            for k in range(width):
                rest[k] &= ~(1 << place)
    return units[:count]


class Unit(msgspec.Struct, frozen=True):
    """A unit: `width` copies of one card in each of `length` consecutive strengths.

    A single is 1×1, a pair 2×1, a tractor 2×n, n consecutive m-tuples m×n (Z21 §4.1, §6.5). `cards`
    go from high to low.
    """

    width: int
    length: int
    cards: tuple[Card, ...]

    @property
    def size(self) -> tuple[int, int]:
        """Sort key for "longer": the number of cards, then the width (Z21 §6.5)."""
        return self.width * self.length, self.width

    @property
    def shape(self) -> tuple[int, int]:
        """Width and length."""
        return self.width, self.length


Reading = tuple[Unit, ...]
"""A set of cards split into units, the longest first."""


def default_reading(space: Space, cards: Sequence[Card]) -> Reading:
    """The reading that holds when none is named: the longest unit first (Z21 §6.5).

    `cards`, at least one, are of one effective suit.
    """
    if cards.count(cards[0]) == len(cards):
        return (Unit(len(cards), 1, tuple(cards)),)
    suit = space.suit(cards[0])
    table = read_units(space.table, suit, space.words(cards))
    return arrange(space, [name_cards(space, suit, row) for row in table.tolist()])


def arrange(space: Space, units: Iterable[Unit]) -> Reading:
    """Units in the order of a reading: longest first, units of one shape high to low."""
    return tuple(sorted(units, key=lambda u: (u.size, space.place(u.cards[0])), reverse=True))


def unit_table(space: Space, reading: Reading) -> Matrix:
    """A reading for the kernels: a row of (width, length, top column) for each unit."""
    return as_table([[u.width, u.length, space.column(u.cards[0])] for u in reading], 3)


def placed_table(space: Space, reading: Reading) -> Matrix:
    """A reading for kernels that name cards: rows of (width, length, top column, picks)."""
    return as_table(
        [[u.width, u.length, space.column(u.cards[0]), _picks(space, u)] for u in reading], 4
    )


def _picks(space: Space, unit: Unit) -> int:
    """The choice that a unit makes among equal cards: the lower byte of its placement."""
    if unit.length == 1:
        return space.picks(unit.cards[0])
    suit = space.suit(unit.cards[0])
    taken = sum(1 << space.place(card) for card in set(unit.cards))
    sets = []
    for column in range(space.column(unit.cards[0]), space.column(unit.cards[-1]) - 1, -1):
        kinds = int(space.table[KINDS + suit, column])
        if kinds & (kinds - 1):
            # Equal cards have adjacent places.
            sets.append((taken & kinds) >> (kinds & -kinds).bit_length() - 1)
    first, second, *_ = [*sets, 0, 0]
    return first << 4 | second


def unit_of(space: Space, cards: Sequence[Card]) -> Unit | None:
    """The cards as one unit, or `None` when they are not one.

    >>> from shengji.cards import Rank, Suit, Trump, read_cards
    >>> from shengji.play.space import space_of
    >>> from shengji.rules import Rules
    >>> space = space_of(Rules(), Trump(Rank("8"), Suit("H")))
    >>> unit_of(space, read_cards("7S 7S 9S 9S")).shape
    (2, 2)
    >>> unit_of(space, read_cards("8C 8C 8D 8D")) is None
    True
    """
    if not cards or len({space.suit(card) for card in cards}) > 1:
        return None
    reading = default_reading(space, cards)
    return reading[0] if len(reading) == 1 else None


def name_cards(space: Space, suit: int, row: Sequence[int]) -> Unit:
    """The unit for a row of (width, length, top column, picks)."""
    width, length, top, picks = map(int, row)
    return _unit(space, suit, width, length, top, picks)


@lru_cache(maxsize=10_000)
def _unit(space: Space, suit: int, width: int, length: int, top: int, picks: int) -> Unit:
    """Cached part of `name_cards`: all readings of a lead repeat the same units."""
    words = np.zeros(space.decks, dtype=np.int64)
    words[:width] = places_of(space.table, suit, length, top, picks)
    return Unit(width, length, tuple(space.cards(words)))
