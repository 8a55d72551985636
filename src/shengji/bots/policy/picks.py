"""Picking cards by their value, and building a legal follow from them."""

from __future__ import annotations

from shengji.bots.policy.numbers import NUMBERS, Numbers
from shengji.play.bits import popcount
from shengji.play.columns import LENGTH, TIMES, WIDTH
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
from shengji.play.ladder import meets, owed, protects, shields
from shengji.play.space import COLUMNS, KINDS, MASK
from shengji.play.words import add_one, clear, count_in, take_one


@compiled_lean(INT, INT, NUMBERS)
def cheapest(places: int, worth: Numbers) -> int:
    """The bit of the place with the least value, among those set in `places`; 0 when none is."""
    best = 0
    least = 0.0
    while places != 0:
        bit = places & -places
        places ^= bit
        value = worth[popcount(bit - 1)]
        if best == 0 or value < least:
            best, least = bit, value
    return best


@compiled_lean(INT, INT, NUMBERS)
def dearest(places: int, worth: Numbers) -> int:
    """The bit of the place with the greatest value, among those set in `places`; 0 when none is."""
    best = 0
    most = 0.0
    while places != 0:
        bit = places & -places
        places ^= bit
        value = worth[popcount(bit - 1)]
        if best == 0 or value > most:
            best, most = bit, value
    return best


@compiled_lean(NOTHING, WORDS, INT, INT, NUMBERS, WORDS)
def move_cheapest(rest: Words, mask: int, number: int, worth: Numbers, play: Words) -> None:
    """Move the `number` cheapest cards in the places of `mask` to `play`.

    Cards with one copy go before cards with more.
    """
    while number > 0:
        alone = rest[0] & mask
        if rest.shape[0] > 1 and alone & ~rest[1] != 0:
            alone &= ~rest[1]
        bit = cheapest(alone, worth)
        take_one(rest, bit)
        add_one(play, bit)
        number -= 1


@compiled_lean(NOTHING, WORDS, INT, INT, NUMBERS, WORDS)
def discard(rest: Words, mask: int, number: int, worth: Numbers, play: Words) -> None:
    """Move the `number` cheapest cards, copies together: `worth` includes the cost to part them."""
    while number > 0 and rest[0] & mask != 0:
        bit = cheapest(rest[0] & mask, worth)
        while number > 0 and rest[0] & bit != 0:
            take_one(rest, bit)
            add_one(play, bit)
            number -= 1


@compiled_lean(NOTHING, WORDS, INT, INT, NUMBERS, WORDS)
def move_pairs(rest: Words, mask: int, number: int, worth: Numbers, play: Words) -> None:
    """Move the `number` cheapest pairs in the places of `mask` to `play`."""
    for _ in range(number):
        bit = cheapest(rest[1] & mask, worth)
        for _ in range(2):
            take_one(rest, bit)
            add_one(play, bit)


@compiled(NOTHING, MATRIX, INT, INT, MATRIX, WORDS, NUMBERS, WORDS, WORDS)
def build_owed(
    space: Matrix,
    suit: int,
    size: int,
    lead: Matrix,
    hand: Words,
    worth: Numbers,
    rest: Words,
    play: Words,
) -> None:
    """Do the work of `build_follow` for a hand with more cards of the suit than are to be played.

    `play` is empty, and `rest` is the hand.
    """
    mask = space[MASK, suit]
    rung = owed(space, suit, lead, hand)
    if rung.shape[0] == 0:
        move_cheapest(rest, mask, size, worth, play)
        return
    pairs = rung.shape[0] == 1 and rung[0, WIDTH] == 2 and rung[0, LENGTH] == 1
    if pairs and not protects(space, lead, hand.shape[0]):
        move_pairs(rest, mask, rung[0, TIMES], worth, play)
        move_cheapest(rest, mask, size - 2 * rung[0, TIMES], worth, play)
        return
    # Take out the most valuable cards while the owed units are still there. Some card can always
    # go: the owed units need no more cards than were led.
    for k in range(hand.shape[0]):
        play[k] = hand[k] & mask
    spare = mask
    held = count_in(play, -1)
    while held > size:
        left = play[0] & spare
        if left == 0:
            # The rest of a broken stack that was too wide may be taken out now.
            spare = mask
            continue
        bit = dearest(left, worth)
        take_one(play, bit)
        if meets(space, suit, lead, rung, play):
            held -= 1
        else:
            add_one(play, bit)
            spare &= ~bit


@compiled_lean(NOTHING, MATRIX, INT, INT, MATRIX, WORDS, NUMBERS, WORDS, WORDS)
def build_follow(
    space: Matrix,
    suit: int,
    size: int,
    lead: Matrix,
    hand: Words,
    worth: Numbers,
    rest: Words,
    play: Words,
) -> None:
    """Write the legal follow that gives up the least value to `play`.

    `worth` has the value of each place of the hand; `rest` is scratch.
    """
    clear(play)
    mask = space[MASK, suit]
    held = count_in(hand, mask)
    for k in range(hand.shape[0]):
        rest[k] = hand[k]
    if size == 1:
        move_cheapest(rest, mask if held > 0 else -1, 1, worth, play)
        return
    if held <= size:
        for k in range(hand.shape[0]):
            play[k] = hand[k] & mask
        discard(rest, ~mask, size - held, worth, play)
        return
    pair = lead.shape[0] == 1 and lead[0, LENGTH] == 1 and lead[0, WIDTH] == 2
    if pair and not shields(space, lead, hand.shape[0]):
        if hand[1] & mask != 0:
            move_pairs(rest, mask, 1, worth, play)
        else:
            move_cheapest(rest, mask, 2, worth, play)
        return
    widest = 0
    for unit in range(lead.shape[0]):
        widest = max(widest, lead[unit, WIDTH])
    if widest == 1:
        move_cheapest(rest, mask, size, worth, play)
    else:
        build_owed(space, suit, size, lead, hand, worth, rest, play)


@compiled_lean(BOOL, MATRIX, INT, MATRIX, NUMBERS, WORDS, WORDS)
def fill_units(
    space: Matrix, suit: int, lead: Matrix, worth: Numbers, rest: Words, play: Words
) -> bool:
    """Move the cheapest cards that match all units of the lead but the first to `play`.

    Returns whether there are any; tractors are not supported.
    """
    mask = space[MASK, suit]
    for unit in range(1, lead.shape[0]):
        width = lead[unit, WIDTH]
        if lead[unit, LENGTH] > 1 or width > rest.shape[0]:
            return False
        if width == 1:
            move_cheapest(rest, mask, 1, worth, play)
            continue
        bit = cheapest(rest[width - 1] & mask, worth)
        if bit == 0:
            return False
        for _ in range(width):
            take_one(rest, bit)
            add_one(play, bit)
    return True


@compiled_lean(INT, MATRIX, INT, MATRIX, WORDS, NUMBERS, INT, WORDS, WORDS)
def build_ruff(
    space: Matrix,
    suit: int,
    lead: Matrix,
    hand: Words,
    worth: Numbers,
    below: int,
    rest: Words,
    play: Words,
) -> int:
    """Write the next higher match of a lead with cards of one suit to `play`.

    It is the lowest whose first unit begins above the column `below` (-1: any), with the cheapest
    cards for the other units. It has as many cards as the lead. Returns the column of the first
    unit's start, or -1 when there is none.
    """
    width, length = lead[0, WIDTH], lead[0, LENGTH]
    if width > hand.shape[0]:
        return -1
    stacks = hand[width - 1]
    run = 0
    for column in range(below + 1, space[COLUMNS, suit]):
        run = run + 1 if stacks & space[KINDS + suit, column] != 0 else 0
        if run < length:
            continue
        clear(play)
        for k in range(hand.shape[0]):
            rest[k] = hand[k]
        for lower in range(column - length + 1, column + 1):
            bit = cheapest(stacks & space[KINDS + suit, lower], worth)
            for _ in range(width):
                take_one(rest, bit)
                add_one(play, bit)
        if not fill_units(space, suit, lead, worth, rest, play):
            return -1
        return int(column - length + 1)
    return -1
