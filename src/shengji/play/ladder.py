"""The requirement ladder: how well a set of cards matches a lead, and a follower's duty.

A *rung* is a list of units into which the lead itself could be cut, highest first. A led tractor of
three pairs has the rungs 2×3; 2×2 and 2×1; three 2×1; and so on down to singles. Rungs are ordered
by their widest units, then by the next, and so on: pairs follow triples "if they have no triples"
(Z21 §6.5). Within one width the rung with more tractors comes first, "as many sets of consecutive
pairs as possible [...], matching lengths as much as possible, up to the total number of sets"; then
the one with longer tractors, "n consecutive pairs if possible, otherwise n - 1, and so on"; then
the one with more other tuples (Z21 §4.3).

The rungs are never listed. The best rung of some cards is built from its first unit down: a unit is
added as long as the lead and the cards both have room for all units so far (`best_rung`). This
finds the best rung of all, because units that fit together still fit when one is left out. A
follower owes the best rung of the hand; a follow is legal when its cards have room for it. Singles
are never part of a rung: they are the remaining cards.

Options change the construction of the ladder. Where tractors need not be followed with tractors, a
rung has tuples only, either always (PAG) or for throws (Z16 §7.5). Where they need only be followed
with tractors of the same shape, a rung has no other tractors than those of the lead (BOT). Where a
tractor pulls as many shorter ones as fit, a rung may have more tractors than the lead; there, and
where shapes must be the same, the longest goes first, however many there are. Where the unit with
the most cards goes first, two consecutive pairs go before a triple (PAG).

Where tuples are protected, cards with more copies than the widest unit led count as singles, in the
hand and in the play alike (Z21 footnote 11). Where tractors are protected and none was led, the
cards of a tractor count as singles in the hand; a player may still break it to follow. Where the
suit alone is owed, every rung is empty.
"""

from __future__ import annotations

import numpy as np

from shengji.play.columns import (
    EQUALS,
    LENGTH,
    TIMES,
    WIDEST,
    WIDTH,
    columns_of,
    columns_of_units,
    fits,
    has_room,
    highest_unit,
    next_placement,
    tractors_in,
    tuples_of,
)
from shengji.play.jit import BOOL, INT, MATRIX, WORDS, Matrix, Words, compiled, compiled_lean
from shengji.play.space import (
    AS_MANY_AS_FIT,
    COLUMNS,
    KINDS,
    LONE_TRACTORS,
    MASK,
    MOST_CARDS_FIRST,
    NOTHING_BETWEEN,
    OPTIONS,
    PROTECTED,
    SAME_LENGTH,
    SHIELDED,
    SPARED,
    SUIT_ALONE,
    TUPLES_ONLY,
)
from shengji.play.stacks import BITS, can_cut, no_wider, stacks_of, with_copies
from shengji.play.words import count_in


@compiled_lean(BOOL, MATRIX, INT, INT)
def has_whole(lead: Matrix, width: int, length: int) -> bool:
    """Whether a unit of this shape is among the units that the columns consist of.

    The columns come from separate units (see `columns_of_units`).
    """
    run = 0
    for column in range(lead.shape[0]):
        if lead[column, 0] == 0:
            run = 0
            continue
        run += 1
        if run == length and lead[column, 0] == width and lead[column + 1, 0] == 0:
            return True
    return False


@compiled_lean(INT, MATRIX)
def cards_in(columns: Matrix) -> int:
    """Number of cards in the columns."""
    cards = 0
    for column in range(columns.shape[0]):
        for kind in range(EQUALS):
            cards += max(columns[column, kind], 0)
    return cards


@compiled(INT, MATRIX, MATRIX, INT, MATRIX, INT, INT, WORDS)
def add_times(
    lead: Matrix, cards: Matrix, most: int, shapes: Matrix, row: int, sets: int, where: Words
) -> int:
    """Maximize the times of a row's shape, so that both sets have room for all rows; return them.

    The number is at most `most`, and leaves room for `sets` tractors of its width in total. `where`
    and the next row are scratch space.
    """
    times = 0
    while times < most:
        shapes[row, TIMES] = times + 1
        rows = row + 1
        if sets > times + 1:
            shapes[rows, WIDTH], shapes[rows, LENGTH] = shapes[row, WIDTH], 2
            shapes[rows, TIMES] = sets - times - 1
            rows += 1
        wanted = shapes[:rows]
        if not has_room(cards, wanted, where) or not has_room(lead, wanted, where):
            break
        times += 1
    shapes[row, TIMES] = times
    return times


@compiled(MATRIX, MATRIX, MATRIX, INT, INT, BOOL, INT, BOOL, BOOL)
def best_rung(
    lead: Matrix,
    cards: Matrix,
    widest: int,
    longest: int,
    whole: bool,
    tractors: int,
    most_sets: bool,
    most_cards: bool,
) -> Matrix:
    """The best rung that two sets of columns share, as rows of (width, length, times).

    `widest` and `longest` bound the units. If `whole`, tractors occur only as they are in the lead;
    `tractors` is their maximum number. With `most_cards` the unit with the most cards goes first,
    and among these the wider one. Otherwise the widest goes first, and among these the longer one;
    with `most_sets` the number of tractors of that width is maximized before their lengths. The
    columns are not changed.
    """
    left = min(cards_in(lead), cards_in(cards))
    shapes = np.empty((min(widest * longest, left // 2) + 1, 3), dtype=np.int64)
    where = np.empty(left // 4 + 1, dtype=np.int64)
    rows = 0
    sets = 0
    for step in range(widest * longest if most_cards else widest - 1):
        for turn in range(widest - 1 if most_cards else longest):
            if most_cards:
                width = widest - turn
                length = (widest * longest - step) // width
                if width * length != widest * longest - step or length > longest:
                    continue
            else:
                width, length = widest - step, longest - turn
                if turn == 0:
                    sets = 0
                    if most_sets and longest > 2 and tractors > 1:
                        shapes[rows, WIDTH], shapes[rows, LENGTH] = width, 2
                        most = min(left // (2 * width), tractors)
                        sets = add_times(lead, cards, most, shapes, rows, 0, where)
            size = width * length
            if size > left or length == 0 or (length > 1 and tractors == 0):
                continue
            if whole and length > 1 and not has_whole(lead, width, length):
                continue
            if (
                next_placement(cards, width, length, -1) < 0
                or next_placement(lead, width, length, -1) < 0
            ):
                continue
            most = left // size if length == 1 else min(left // size, tractors)
            shapes[rows, WIDTH], shapes[rows, LENGTH] = width, length
            others = sets if length > 2 else 0
            times = add_times(lead, cards, most, shapes, rows, others, where)
            left -= size * times
            if length > 1:
                tractors -= times
                sets -= times
            if times > 0:
                rows += 1
    return shapes[:rows]


@compiled_lean(INT, MATRIX)
def widest_of(lead: Matrix) -> int:
    """Width of the widest unit."""
    widest = 0
    for unit in range(lead.shape[0]):
        widest = max(widest, lead[unit, WIDTH])
    return widest


@compiled_lean(BOOL, MATRIX, MATRIX, INT)
def protects(space: Matrix, lead: Matrix, decks: int) -> bool:
    """Whether tuples are protected from this lead: wider ones than it has can exist."""
    return space[OPTIONS, PROTECTED] != 0 and widest_of(lead) < decks


@compiled_lean(INT, MATRIX)
def tractors_led(lead: Matrix) -> int:
    """Number of tractors among the units of a lead."""
    tractors = 0
    for unit in range(lead.shape[0]):
        tractors += lead[unit, LENGTH] > 1
    return tractors


@compiled_lean(BOOL, MATRIX, MATRIX)
def spares(space: Matrix, lead: Matrix) -> bool:
    """Whether tractors are protected from this lead, which has none."""
    return space[OPTIONS, SPARED] != 0 and tractors_led(lead) == 0


@compiled_lean(BOOL, MATRIX, MATRIX, INT)
def shields(space: Matrix, lead: Matrix, decks: int) -> bool:
    """Whether a hand may withhold structure that this lead asks for."""
    return space[OPTIONS, SHIELDED] != 0 and (
        space[OPTIONS, SUIT_ALONE] != 0 or protects(space, lead, decks) or spares(space, lead)
    )


@compiled_lean(INT, MATRIX, INT, WORDS)
def in_tractors(space: Matrix, suit: int, hand: Words) -> int:
    """Places of the cards that are part of a tractor in the hand."""
    if hand.shape[0] < 2:
        return 0
    found = below = 0
    for column in range(space[COLUMNS, suit]):
        pairs = hand[1] & space[KINDS + suit, column]
        if pairs != 0 and (
            below != 0 or (space[OPTIONS, NOTHING_BETWEEN] != 0 and pairs & (pairs - 1) != 0)
        ):
            found |= pairs | below
        below = pairs
    return int(found)


@compiled_lean(INT, MATRIX, INT, MATRIX, WORDS)
def asked(space: Matrix, suit: int, lead: Matrix, hand: Words) -> int:
    """Places of the suit whose cards in the hand may be owed as more than singles."""
    mask = space[MASK, suit]
    return int(mask & ~in_tractors(space, suit, hand) if spares(space, lead) else mask)


@compiled_lean(INT, MATRIX, MATRIX, INT)
def most_copies(space: Matrix, lead: Matrix, decks: int) -> int:
    """Maximum number of copies with which a card counts as more than singles against this lead."""
    return int(widest_of(lead) if protects(space, lead, decks) else WIDEST)


@compiled(MATRIX, MATRIX, INT, WORDS, INT)
def columns_up_to(space: Matrix, suit: int, words: Words, widest: int) -> Matrix:
    """The columns of cards, without cards of more than `widest` copies."""
    columns = columns_of(space, suit, words)
    for column in range(columns.shape[0]):
        for kind in range(EQUALS):
            if columns[column, kind] > widest:
                columns[column, kind] = 0
    return columns


@compiled_lean(INT, MATRIX, MATRIX)
def most_tractors(space: Matrix, lead: Matrix) -> int:
    """Maximum number of tractors owed on a lead that asks for tractors."""
    if space[OPTIONS, AS_MANY_AS_FIT] == 0:
        return tractors_led(lead)
    tractors = 0
    for unit in range(lead.shape[0]):
        tractors += lead[unit, LENGTH] // 2 * (lead[unit, WIDTH] // 2)
    return tractors


@compiled_lean(BOOL, MATRIX)
def counts_sets(space: Matrix) -> bool:
    """Whether the number of tractors of one width comes first in the order of rungs."""
    return not (
        space[OPTIONS, AS_MANY_AS_FIT] != 0
        or space[OPTIONS, SAME_LENGTH] != 0
        or space[OPTIONS, MOST_CARDS_FIRST] != 0
    )


@compiled_lean(BOOL, MATRIX, MATRIX)
def asks_tractors(space: Matrix, lead: Matrix) -> bool:
    """Whether tractors may be owed on a lead at all."""
    if space[OPTIONS, TUPLES_ONLY] != 0 or (
        space[OPTIONS, LONE_TRACTORS] != 0 and lead.shape[0] > 1
    ):
        return False
    return tractors_led(lead) > 0


@compiled_lean(BOOL, MATRIX, INT, MATRIX, WORDS)
def owes_tractors(space: Matrix, suit: int, lead: Matrix, hand: Words) -> bool:
    """Whether tractors may be owed on a lead: it asks for them, and the hand has some."""
    return asks_tractors(space, lead) and highest_unit(space, suit, hand, 2, 2) >= 0


@compiled_lean(BOOL, MATRIX, MATRIX, INT)
def asks_whole(space: Matrix, lead: Matrix, decks: int) -> bool:
    """Whether a lead is one tuple or tractor, and a hand with another one owes it.

    False also with protected structure, which needs a closer look.
    """
    width, length = lead[0, WIDTH], lead[0, LENGTH]
    return not (
        lead.shape[0] > 1
        or width == 1
        or (length > 1 and space[OPTIONS, TUPLES_ONLY] != 0)
        or shields(space, lead, decks)
    )


@compiled_lean(BOOL, MATRIX, INT, MATRIX, WORDS)
def owes_whole(space: Matrix, suit: int, lead: Matrix, hand: Words) -> bool:
    """Whether a lead is one tuple or tractor, and the hand has and owes another.

    Most leads of several cards are settled by this check alone.
    """
    if not asks_whole(space, lead, hand.shape[0]):
        return False
    return highest_unit(space, suit, hand, lead[0, WIDTH], lead[0, LENGTH]) >= 0


@compiled_lean(INT, MATRIX, INT, MATRIX, WORDS)
def tuples_owed(space: Matrix, suit: int, lead: Matrix, hand: Words) -> int:
    """The tuples owed by a follower who owes no tractors (see `play.stacks`)."""
    if space[OPTIONS, SUIT_ALONE] != 0:
        return 0
    led = 0
    for unit in range(lead.shape[0]):
        led += lead[unit, LENGTH] << BITS * lead[unit, WIDTH]
    held = stacks_of(hand, space[MASK, suit])
    if space[OPTIONS, SHIELDED] != 0:
        held = stacks_of(hand, asked(space, suit, lead, hand))
        held = no_wider(held, most_copies(space, lead, hand.shape[0]))
    tuples = 0
    for width in range(min(widest_of(lead), hand.shape[0]), 1, -1):
        if held >> BITS * width == 0:
            continue
        one = 1 << BITS * width
        while can_cut(led, tuples + one) and can_cut(held, tuples + one):
            tuples += one
    return tuples


@compiled(MATRIX, INT)
def shapes_of_tuples(tuples: int) -> Matrix:
    """Tuples as rows of (width, length, times)."""
    shapes = np.empty((WIDEST - 1, 3), dtype=np.int64)
    rows = 0
    for width in range(WIDEST, 1, -1):
        times = with_copies(tuples, width)
        if times > 0:
            shapes[rows, WIDTH], shapes[rows, LENGTH], shapes[rows, TIMES] = width, 1, times
            rows += 1
    return shapes[:rows]


@compiled(MATRIX, MATRIX, MATRIX, MATRIX)
def rung_of(space: Matrix, lead: Matrix, columns: Matrix) -> Matrix:
    """The best rung of a lead that some columns reach, as rows of (width, length, times)."""
    longest = 1
    if asks_tractors(space, lead):
        for unit in range(lead.shape[0]):
            longest = max(longest, lead[unit, LENGTH])
    return best_rung(
        columns_of_units(lead),
        columns,
        widest_of(lead),
        longest,
        space[OPTIONS, SAME_LENGTH] != 0,
        most_tractors(space, lead),
        counts_sets(space),
        space[OPTIONS, MOST_CARDS_FIRST] != 0,
    )


@compiled(MATRIX, MATRIX, INT, MATRIX, WORDS)
def owed(space: Matrix, suit: int, lead: Matrix, hand: Words) -> Matrix:
    """The rung that a follower owes on a lead (Z21 §4.3), as rows of (width, length, times).

    `lead` has a row (width, length, top column) for each unit led, `suit` is their effective suit.
    The number of cards of the suit owed in total is the size of the lead, or all that the hand has.
    """
    if owes_whole(space, suit, lead, hand):
        return np.array([[lead[0, WIDTH], lead[0, LENGTH], 1]], dtype=np.int64)
    if not owes_tractors(space, suit, lead, hand):
        return shapes_of_tuples(tuples_owed(space, suit, lead, hand))
    most = most_copies(space, lead, hand.shape[0])
    return rung_of(space, lead, columns_up_to(space, suit, hand, most))


@compiled(BOOL, MATRIX, INT, MATRIX, WORDS, INT)
def matches(space: Matrix, suit: int, rung: Matrix, cards: Words, most: int) -> bool:
    """Whether the cards of `suit` among `cards` have room for the rung.

    Cards with more than `most` copies count as singles.
    """
    if tractors_in(rung) == 0:
        stacks = stacks_of(cards, space[MASK, suit])
        return bool(can_cut(no_wider(stacks, most), tuples_of(rung)))
    return bool(fits(columns_up_to(space, suit, cards, most), rung))


@compiled_lean(BOOL, MATRIX, INT, MATRIX, MATRIX, WORDS)
def meets(space: Matrix, suit: int, lead: Matrix, rung: Matrix, play: Words) -> bool:
    """Whether the cards of `suit` in a play meet the rung that its player owes on the lead."""
    return bool(matches(space, suit, rung, play, most_copies(space, lead, play.shape[0])))


@compiled(BOOL, MATRIX, INT, MATRIX, WORDS, WORDS)
def meets_owed(space: Matrix, suit: int, lead: Matrix, hand: Words, play: Words) -> bool:
    """Whether a play from a hand meets the rung that is owed on the lead."""
    return bool(meets(space, suit, lead, owed(space, suit, lead, hand), play))


@compiled_lean(INT, MATRIX, INT, INT, MATRIX, WORDS, WORDS)
def judge_follow(
    space: Matrix, suit: int, size: int, lead: Matrix, hand: Words, play: Words
) -> int:
    """Judge a follow of `size` cards from `hand`: 0 if it is legal, else a code.

    1: cards of the suit are held back; 2: the owed structure is not played. `play` must have as
    many cards as the lead, all of them from the hand.
    """
    mask = space[MASK, suit]
    held = count_in(hand, mask)
    played = count_in(play, mask)
    if played < min(held, size):
        return 1
    if held <= size or size == 1:
        return 0
    if owes_whole(space, suit, lead, hand):
        return 0 if highest_unit(space, suit, play, lead[0, WIDTH], lead[0, LENGTH]) >= 0 else 2
    if owes_tractors(space, suit, lead, hand):
        return 0 if meets_owed(space, suit, lead, hand, play) else 2
    stacks = no_wider(stacks_of(play, mask), most_copies(space, lead, hand.shape[0]))
    return 0 if can_cut(stacks, tuples_owed(space, suit, lead, hand)) else 2
