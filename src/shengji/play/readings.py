"""The maximal readings of a lead: its splits into units of which none can be joined.

A reading is *maximal* when no units of it make up one unit. Most sets have one maximal reading.
3-3-3-4-4 has two, a tractor and a single or a triple and a pair (Z21 §6.5), and so have two pairs
of equal rank cards next to another pair. Readings are ordered as rungs are, by their longest unit,
then the next; the first is the default. Where a throw has no tractors there is one reading only:
one unit, or else all copies of each card (PAG, Leading a set of top cards).

A maximal reading is determined by its tractors: of the other cards, all copies of a card are one
unit. The search takes tractors, the longest first, and checks each choice for maximality. It ends
after a bounded number of steps (`MOST_STEPS`), and reports an incomplete result. Given units reduce
the search to the other cards, so that a reading with all units given is checked by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from shengji.cards import Card, lacking
from shengji.play.bits import highest_bit, popcount
from shengji.play.columns import LENGTH, PICKS, TOP, WIDTH, columns_of, longest_in, next_placement
from shengji.play.jit import BOOL, INT, MATRIX, WORDS, Matrix, Words, compiled, compiled_lean
from shengji.play.space import COLUMN, KINDS, NOTHING_BETWEEN, OPTIONS, THROW_TUPLES, Space
from shengji.play.units import (
    Reading,
    Unit,
    default_reading,
    name_cards,
    picks_of,
    placed_table,
    places_of,
    unit_of,
)
from shengji.play.words import add_one, take_one

MOST_READINGS = 100
"""Maximum number of readings to list, in the order of the search; no set in play has more."""
MOST_STEPS = 60_000
"""Maximum number of tractors to look at before the search ends."""
CUT = -1
"""Row number for an incomplete search."""

PLACES = 4
"""Entry of a part, in addition to WIDTH, LENGTH and TOP: the places of its cards."""
LOW = 5
"""Entry of a part: its lowest column."""
PART = 6


@compiled(MATRIX, MATRIX, INT, WORDS)
def tractors_of(space: Matrix, suit: int, words: Words) -> Matrix:
    """All tractors among some cards, as parts: the longest first, and each shape high to low."""
    columns = columns_of(space, suit, words)
    longest = longest_in(columns)
    found = np.empty((0, PART), dtype=np.int64)
    for filling in range(2):
        count = 0
        for size in range(words.shape[0] * longest, 3, -1):
            for width in range(min(words.shape[0], size // 2), 1, -1):
                length = size // width
                if length * width != size or length > longest:
                    continue
                placement = next_placement(columns, width, length, -1)
                while placement >= 0:
                    if filling:
                        top, picks = columns.shape[0] - 1 - (placement >> 8), placement & 255
                        places = places_of(space, suit, length, top, picks)
                        found[count, WIDTH], found[count, LENGTH] = width, length
                        found[count, TOP], found[count, PICKS] = top, picks
                        found[count, PLACES] = places
                        found[count, LOW] = space[COLUMN, popcount((places & -places) - 1)]
                    count += 1
                    placement = next_placement(columns, width, length, placement)
        if not filling:
            found = np.empty((count, PART), dtype=np.int64)
    return found


@compiled_lean(BOOL, MATRIX, INT, WORDS, WORDS)
def make_one(space: Matrix, suit: int, one: Words, other: Words) -> bool:
    """Whether two parts make up one unit: end to end, or as copies of the same cards."""
    if one[PLACES] == other[PLACES]:
        return True
    if one[WIDTH] != other[WIDTH] or one[WIDTH] == 1 or one[PLACES] & other[PLACES] != 0:
        return False
    if space[OPTIONS, NOTHING_BETWEEN] == 0:
        return one[LOW] == other[TOP] + 1 or other[LOW] == one[TOP] + 1
    if one[LOW] > other[TOP] + 1 or other[LOW] > one[TOP] + 1:
        return False
    taken = one[PLACES] | other[PLACES]
    for column in range(min(one[LOW], other[LOW]) + 1, max(one[TOP], other[TOP])):
        if space[KINDS + suit, column] & ~taken != 0:
            return False
    return True


@compiled_lean(BOOL, MATRIX, INT, WORDS, WORDS, WORDS)
def are_whole(parts: Matrix, count: int, whole: Words, left: Words, chosen: Words) -> bool:
    """Whether two or more of the parts are exactly a whole; `left` and `chosen` are scratch."""
    for k in range(left.shape[0]):
        left[k] = whole[PLACES] if k < whole[WIDTH] else 0
    used = 0
    depth = 0
    number = 0
    while True:
        # A part must cover the lowest card that is left.
        lowest = left[0] & -left[0]
        while number < count:
            places = parts[number, PLACES]
            if (
                places & lowest != 0
                and used >> number & 1 == 0
                and places & ~left[parts[number, WIDTH] - 1] == 0
            ):
                break
            number += 1
        if number < count:
            for _ in range(parts[number, WIDTH]):
                take_one(left, parts[number, PLACES])
            if left[0] != 0:
                used |= 1 << number
                chosen[depth] = number
                depth += 1
                number = 0
                continue
            if depth > 0:
                return True
        else:
            depth -= 1
            if depth < 0:
                return False
            number = chosen[depth]
            used ^= 1 << number
        for _ in range(parts[number, WIDTH]):
            add_one(left, parts[number, PLACES])
        number += 1


@compiled_lean(INT, MATRIX, INT, WORDS, MATRIX, INT)
def add_tuples(space: Matrix, suit: int, left: Words, parts: Matrix, count: int) -> int:
    """Add the tuples of the remaining cards to the first `count` parts; return their new number."""
    bits = left[0]
    while bits != 0:
        place = highest_bit(bits)
        bit = 1 << place
        bits ^= bit
        width = 0
        while width < left.shape[0] and left[width] & bit != 0:
            width += 1
        column = space[COLUMN, place]
        kinds = space[KINDS + suit, column]
        parts[count, WIDTH], parts[count, LENGTH], parts[count, TOP] = width, 1, column
        parts[count, PICKS] = picks_of(kinds, popcount((bit - 1) & kinds))
        parts[count, PLACES], parts[count, LOW] = bit, column
        count += 1
    return count


@compiled_lean(BOOL, MATRIX, INT, MATRIX, INT, INT, MATRIX, WORDS, WORDS)
def is_maximal(
    space: Matrix,
    suit: int,
    parts: Matrix,
    tractors: int,
    count: int,
    wholes: Matrix,
    left: Words,
    chosen: Words,
) -> bool:
    """Whether no parts, of which the first `tractors` are tractors, make up one of the wholes.

    The tractors must not be joinable end to end; `left` and `chosen` are scratch space.
    """
    for one in range(tractors, count):
        for other in range(one):
            if make_one(space, suit, parts[one], parts[other]):
                return False
    for row in range(wholes.shape[0]):
        # Two parts of equal width that make up one were found above.
        for one in range(tractors):
            if (
                parts[one, WIDTH] < wholes[row, WIDTH]
                and parts[one, PLACES] & ~wholes[row, PLACES] == 0
            ):
                if are_whole(parts, count, wholes[row], left, chosen):
                    return False
                break
    return True


@compiled(INT, MATRIX, INT, WORDS, MATRIX, MATRIX, MATRIX)
def search_readings(
    space: Matrix, suit: int, words: Words, tractors: Matrix, known: Matrix, found: Matrix
) -> int:
    """Write the maximal readings to rows (reading, width, length, top column, picks).

    `tractors` are all tractors among the cards, `known` the parts that each reading must have,
    tractors first. The result is the number of rows written; the last one begins with `CUT` when
    there may be more readings.
    """
    decks = words.shape[0]
    cards = 0
    for k in range(decks):
        cards += popcount(words[k])
    parts = np.empty((cards, PART), dtype=np.int64)
    chosen, taken = np.empty(cards, dtype=np.int64), np.empty(cards, dtype=np.int64)
    left, room = words.copy(), np.zeros(decks, dtype=np.int64)
    for part in range(known.shape[0]):
        for _ in range(known[part, WIDTH]):
            take_one(left, known[part, PLACES])
    first = 0
    while first < known.shape[0] and known[first, LENGTH] > 1:
        for part in range(first):
            if make_one(space, suit, known[part], known[first]):
                return 0
        for entry in range(PART):
            parts[first, entry] = known[first, entry]
        first += 1
    rows = 0
    readings = 0
    depth = first
    number = -1
    steps = MOST_STEPS
    while True:
        if number < tractors.shape[0]:
            steps -= tractors.shape[0]
            count = depth
            for part in range(first, known.shape[0]):
                for entry in range(PART):
                    parts[count, entry] = known[part, entry]
                count += 1
            count = add_tuples(space, suit, left, parts, count)
            if is_maximal(space, suit, parts, depth, count, tractors, room, chosen):
                if readings == MOST_READINGS:
                    found[rows, 0] = CUT
                    return rows + 1
                for part in range(count):
                    found[rows, 0] = readings
                    for entry in range(4):
                        found[rows, entry + 1] = parts[part, entry]
                    rows += 1
                readings += 1
            number += 1
        else:
            depth -= 1
            if depth < first:
                return rows
            number = taken[depth - first]
            for _ in range(tractors[number, WIDTH]):
                add_one(left, tractors[number, PLACES])
            number += 1
        # The next tractor that is available and joins with none before it: parts that join stay so,
        # regardless of the other parts.
        while number < tractors.shape[0]:
            steps -= 1
            if steps < 0:
                found[rows, 0] = CUT
                return rows + 1
            if tractors[number, PLACES] & ~left[tractors[number, WIDTH] - 1] == 0:
                alone = True
                for part in range(depth):
                    if make_one(space, suit, parts[part], tractors[number]):
                        alone = False
                        break
                if alone:
                    break
            number += 1
        if number < tractors.shape[0]:
            for _ in range(tractors[number, WIDTH]):
                take_one(left, tractors[number, PLACES])
            for entry in range(PART):
                parts[depth, entry] = tractors[number, entry]
            taken[depth - first] = number
            depth += 1


class Readings(NamedTuple):
    """The maximal readings of some cards, possibly incomplete.

    Attributes:
        listed: the readings found, best first.
        more: whether there may be other readings; each can be named by its units.
    """

    listed: list[Reading]
    more: bool


def find_readings(
    space: Space, cards: Sequence[Card], units: Sequence[Sequence[Card]] = ()
) -> Readings:
    """The maximal readings of cards of one effective suit that have these units.

    >>> from shengji.cards import Rank, Trump, read_cards
    >>> from shengji.play.space import space_of
    >>> from shengji.rules import Rules
    >>> space = space_of(Rules(decks=3), Trump(Rank("2"), None))
    >>> for reading in find_readings(space, read_cards("3S 3S 3S 4S 4S")).listed:
    ...     print([unit.shape for unit in reading])
    [(2, 2), (1, 1)]
    [(3, 1), (2, 1)]
    """
    known = _known(space, cards, units)
    if known is None:
        return Readings([], more=False)
    best = default_reading(space, cards)
    has_units = not Counter(known) - Counter(best)
    alone = Readings([best] if has_units else [], more=False)
    if len(best) == len(cards) or space.table[OPTIONS, THROW_TUPLES]:
        return alone
    suit, words = space.suit(cards[0]), space.words(cards)
    tractors = tractors_of(space.table, suit, words)
    if len(tractors) == 0:
        return alone
    rows = np.empty((MOST_READINGS * len(cards) + 1, 5), dtype=np.int64)
    written = int(search_readings(space.table, suit, words, tractors, _parts(space, known), rows))
    more = written > 0 and rows[written - 1, 0] == CUT
    listed = _listed(space, suit, rows[: written - more])
    if has_units:
        listed = [best, *(reading for reading in listed if reading != best)][:MOST_READINGS]
    return Readings(listed, bool(more))


def readings(space: Space, cards: Sequence[Card]) -> list[Reading]:
    """The listed maximal readings, best first (see `find_readings`)."""
    return find_readings(space, cards).listed


def named_reading(
    space: Space, cards: Sequence[Card], units: Sequence[Sequence[Card]]
) -> Reading | None:
    """The maximal reading of cards of one effective suit with exactly these units, or `None`.

    >>> from shengji.cards import Rank, Trump, read_cards
    >>> from shengji.play.space import space_of
    >>> from shengji.rules import Rules
    >>> space, lead = space_of(Rules(decks=3), Trump(Rank("2"), None)), "3S 3S 3S 4S 4S"
    >>> def named(*units):
    ...     return named_reading(space, read_cards(lead), [read_cards(unit) for unit in units])
    >>> [unit.shape for unit in named("4S 4S", "3S 3S 3S")]
    [(3, 1), (2, 1)]
    >>> named("3S 3S", "4S 4S", "3S") is None
    True
    """
    if sum(map(len, units)) != len(cards):
        return None
    found = find_readings(space, cards, units).listed
    return found[0] if found else None


def tractors_among(space: Space, cards: Sequence[Card]) -> list[Unit]:
    """Every tractor among these cards of one effective suit, the longest first."""
    suit = space.suit(cards[0])
    found = tractors_of(space.table, suit, space.words(cards))
    return [name_cards(space, suit, row[:PLACES]) for row in found.tolist()]


def _known(
    space: Space, cards: Sequence[Card], units: Sequence[Sequence[Card]]
) -> list[Unit] | None:
    """These sets of the cards as units, tractors first; `None` when they are not units."""
    if lacking([card for unit in units for card in unit], cards):
        return None
    known = [unit for given in units if (unit := unit_of(space, given)) is not None]
    if len(known) < len(units):
        return None
    return sorted(known, key=lambda unit: unit.length == 1)


def _parts(space: Space, units: Sequence[Unit]) -> Matrix:
    """Units as parts for the search."""
    parts = np.empty((len(units), PART), dtype=np.int64)
    if units:
        parts[:, :PLACES] = placed_table(space, tuple(units))
    for part, unit in zip(parts, units, strict=True):
        suit = space.suit(unit.cards[0])
        part[PLACES] = places_of(space.table, suit, unit.length, part[TOP], part[PICKS])
        part[LOW] = space.column(unit.cards[-1])
    return parts


_Placed = tuple[tuple[int, int], int, int, Unit]
"""Size of a unit, place of its highest card, its picks, and the unit."""


def _listed(space: Space, suit: int, rows: Matrix) -> list[Reading]:
    """The readings in the rows, best first."""
    units: dict[tuple[int, ...], _Placed] = {}
    found: list[list[_Placed]] = []
    for number, *entries in rows.tolist():
        if number == len(found):
            found.append([])
        row = tuple(entries)
        if row not in units:
            unit = name_cards(space, suit, row)
            units[row] = unit.size, space.place(unit.cards[0]), row[PICKS], unit
        found[-1].append(units[row])
    for placed in found:
        placed.sort(key=itemgetter(0, 1, 2), reverse=True)
    found.sort(key=_height, reverse=True)
    return [tuple(unit for *_, unit in placed) for placed in found]


def _height(reading: list[_Placed]) -> tuple[list[tuple[int, int]], list[int]]:
    """Sort key of readings: the sizes of their units, then the heights."""
    return [size for size, *_ in reading], [place for _, place, *_ in reading]
