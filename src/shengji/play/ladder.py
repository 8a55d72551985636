"""The requirement ladder: how well a set of cards matches a lead, and what a follower owes.

A *rung* is a list of units into which the lead itself could be cut, longest first: a led tractor of
three pairs has the rungs 2×3; 2×2 and 2×1; three 2×1; and so on down to singles. Rungs are ordered
by their longest unit, then by the next, and so on; of two units the longer is the one with more
cards, and with as many cards the one of longer tuples (Z21 §6.5). That is "suit and structure to
the extent possible" with "n consecutive pairs if possible, otherwise n - 1, and so on" (Z21 §4.3).

The rungs are never listed. The best rung of some cards is built from its longest unit down: a unit
is added as long as the lead and the cards both have room for all units so far (`best_rung`).
Because what fits still fits when a unit is left out, this finds the best rung of all. What a
follower owes is the best rung of the hand; a follow is legal when its cards have room for it.

Singles are never written into a rung: they are whatever remains.

Three options change how the ladder is built. Where tractors need not be followed with tractors, a
rung has tuples only. Where they need only be followed with tractors of the same shape, a rung has
no other tractors than those of the lead itself (BOT). Where tuples are protected, cards of which
there are more copies than the widest unit led has count as singles, in the hand and in the play
alike (Z21 footnote 11).
"""

from __future__ import annotations

import numpy as np

from shengji.play.columns import (
    EQUALS,
    LENGTH,
    WIDEST,
    WIDTH,
    columns_of,
    columns_of_units,
    fits,
    next_placement,
)
from shengji.play.jit import BOOL, INT, TABLE, WORDS, Table, Words, compiled
from shengji.play.space import MASK, OPTIONS, PROTECTED, SAME_LENGTH, TUPLES_ONLY
from shengji.play.words import count_in


@compiled(BOOL, TABLE, INT, INT)
def has_whole(lead: Table, width: int, length: int) -> bool:
    """Whether a unit of this shape is among those that the columns are made of.

    The columns are those of units that do not touch (see `columns_of_units`).
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


@compiled(TABLE, TABLE, TABLE, INT, INT, BOOL)
def best_rung(lead: Table, cards: Table, widest: int, longest: int, whole: bool) -> Table:
    """The best rung that two sets of columns share, as rows of (width, length, times).

    `widest` and `longest` bound the units that can occur. If `whole`, tractors occur only as they
    are in the lead. The columns are not changed.
    """
    shapes = np.zeros((widest * longest, 3), dtype=np.int64)
    rows = 0
    for size in range(widest * longest, 1, -1):
        for width in range(min(widest, size), 1, -1):
            length = size // width
            if length * width != size or length > longest:
                continue
            if whole and length > 1 and not has_whole(lead, width, length):
                continue
            if (
                next_placement(cards, width, length, -1) < 0
                or next_placement(lead, width, length, -1) < 0
            ):
                continue
            shapes[rows, 0], shapes[rows, 1], shapes[rows, 2] = width, length, 0
            while True:
                shapes[rows, 2] += 1
                wanted = shapes[: rows + 1]
                if not (fits(cards.copy(), wanted) and fits(lead.copy(), wanted)):
                    shapes[rows, 2] -= 1
                    break
            if shapes[rows, 2] > 0:
                rows += 1
    return shapes[:rows].copy()


@compiled(INT, WORDS, INT)
def pairs_in(words: Words, mask: int) -> int:
    """How many pairs the cards in the places of `mask` hold at once; four of a kind are two."""
    count = 0
    for k in range(1, min(words.shape[0], WIDEST), 2):
        count += count_in(words[k : k + 1], mask)
    return count


@compiled(INT, TABLE)
def widest_of(lead: Table) -> int:
    """The width of the widest unit."""
    widest = 0
    for unit in range(lead.shape[0]):
        widest = max(widest, lead[unit, WIDTH])
    return widest


@compiled(BOOL, TABLE, TABLE, INT)
def protects(space: Table, lead: Table, decks: int) -> bool:
    """Whether tuples are protected from this lead: there may be wider ones than it has."""
    return space[OPTIONS, PROTECTED] != 0 and widest_of(lead) < decks


@compiled(TABLE, TABLE, INT, WORDS, INT)
def unprotected_columns(space: Table, suit: int, words: Words, widest: int) -> Table:
    """The columns of cards without those of which there are more than `widest` copies."""
    columns = columns_of(space, suit, words)
    for column in range(columns.shape[0]):
        for kind in range(EQUALS):
            if columns[column, kind] > widest:
                columns[column, kind] = 0
    return columns


@compiled(TABLE, TABLE, INT, TABLE, WORDS)
def owed(space: Table, suit: int, lead: Table, hand: Words) -> Table:
    """The rung that a follower owes on a lead (Z21 §4.3), as rows of (width, length, times).

    `lead` has a row (width, length, top column) for each unit led, `suit` is their effective suit.
    How many cards of the suit are owed besides is the size of the lead or all that the hand has.
    """
    widest = 0
    longest = 0
    pairs = 0
    for unit in range(lead.shape[0]):
        widest = max(widest, lead[unit, WIDTH])
        longest = max(longest, lead[unit, LENGTH])
        if lead[unit, WIDTH] == 2:
            pairs += lead[unit, LENGTH]
    if widest < 2:
        return np.zeros((0, 3), dtype=np.int64)
    if space[OPTIONS, TUPLES_ONLY]:
        longest = 1
    guarded = protects(space, lead, hand.shape[0])
    if widest == 2 and longest == 1 and not guarded:
        rung = np.zeros((1, 3), dtype=np.int64)
        held = pairs_in(hand, space[MASK, suit])
        rung[0, 0], rung[0, 1], rung[0, 2] = 2, 1, min(pairs, held)
        return rung[: 1 if held > 0 else 0]
    if guarded:
        columns = unprotected_columns(space, suit, hand, widest)
    else:
        columns = columns_of(space, suit, hand)
    whole = space[OPTIONS, SAME_LENGTH] != 0
    return best_rung(columns_of_units(lead), columns, widest, longest, whole)


@compiled(BOOL, TABLE, INT, TABLE, WORDS)
def matches(space: Table, suit: int, rung: Table, cards: Words) -> bool:
    """Whether the cards of `suit` among `cards` have room for the rung; protection aside."""
    if rung.shape[0] == 0:
        return True
    if rung.shape[0] == 1 and rung[0, 0] == 2 and rung[0, 1] == 1:
        return pairs_in(cards, space[MASK, suit]) >= rung[0, 2]
    return fits(columns_of(space, suit, cards), rung)


@compiled(BOOL, TABLE, INT, TABLE, TABLE, WORDS)
def meets(space: Table, suit: int, lead: Table, rung: Table, play: Words) -> bool:
    """Whether the cards of `suit` in a play meet the rung that its player owes on the lead."""
    if protects(space, lead, play.shape[0]):
        return fits(unprotected_columns(space, suit, play, widest_of(lead)), rung)
    return matches(space, suit, rung, play)


@compiled(INT, TABLE, INT, INT, TABLE, WORDS, WORDS)
def judge_follow(space: Table, suit: int, size: int, lead: Table, hand: Words, play: Words) -> int:
    """Whether a play of `size` cards from `hand` follows the lead: 0, or what is wrong.

    1: cards of the suit are held back; 2: the structure that is owed is not played. `play` has as
    many cards as the lead, all of them in the hand.
    """
    mask = space[MASK, suit]
    held = count_in(hand, mask)
    played = count_in(play, mask)
    if played < min(held, size):
        return 1
    if held <= size or size == 1:
        return 0
    return 0 if meets(space, suit, lead, owed(space, suit, lead, hand), play) else 2
