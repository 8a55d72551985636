"""The plays offered to a seat, one per row, in an order that depends on its hand alone.

As leads all units are offered: single cards first, then tuples from narrow to wide, each from the
weakest card of the lowest suit up; then tractors suit by suit, narrow before wide and short before
long. Then follow throws: of each suit the highest two kinds of cards, the highest three and so on,
each with all its copies. Other throws are never offered.

As follows all legal plays are offered, those with the weakest cards first. A seat that must beat a
failed throw is offered the units that do.

If there are more plays than rows, the first leads are offered; of follows an evenly spaced
selection. The number of omitted plays is exact where only the number of suit cards is constrained,
up to `CAP`; else at most `SEARCHED` follows are found at all.
"""

from __future__ import annotations

from shengji.env.actions.room import ROOM, Room
from shengji.env.bytes import BYTES, Bytes, count_kinds
from shengji.env.layout import COLUMN_COUNT
from shengji.play.bits import highest_bit, popcount
from shengji.play.columns import (
    LENGTH,
    TIMES,
    TOP,
    WIDEST,
    WIDTH,
    columns_of,
    highest_unit,
    longest_in,
    next_placement,
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
    compiled_part,
)
from shengji.play.ladder import matches, meets, owed, owes_whole, protects, widest_of
from shengji.play.space import MASK, NO_THROWS, NOTHING_BETWEEN, OPTIONS, SUIT, TRUMP
from shengji.play.units import places_of, read_units, write_plain
from shengji.play.words import clear, count_in

CAP = 1 << 50
"""Maximum count of choices."""
SEARCHED = 1024
"""Maximum number of follows searched for if they owe structure."""

(
    PLACES,  # the kind's place
    COPIES,  # the number of copies
    LATER,  # the number of cards of this kind and the later ones
    TAKEN,  # the number of copies taken
    MISSING,  # the number of cards missing at this kind's turn
    SPARE,  # how many of the missing ones may be outside the owed structure
    WASTED,  # an entry per number of copies: how many are outside the owed structure
) = range(7)
"""Rows of a table of kinds, which has a column for each kind of card."""
PICKED, WITH_LATER, BASE = range(3)
"""Rows of `Room.words`: the picked cards, these with all later ones, the cards in every choice."""


@compiled_part(INT, MATRIX, INT, INT, INT)
def put_tuple(choices: Matrix, number: int, places: int, width: int) -> int:
    """Write `width` copies of each card in some places as the choice with this number.

    Returns the next number. Without a free row the choice is counted only.
    """
    if number < choices.shape[0]:
        for k in range(choices.shape[1]):
            choices[number, k] = places if k < width else 0
    return number + 1


@compiled_part(INT, MATRIX, INT, WORDS)
def put_words(choices: Matrix, number: int, words: Words) -> int:
    """Write any set of cards as the choice with this number; return the next number."""
    if number < choices.shape[0]:
        for k in range(choices.shape[1]):
            choices[number, k] = words[k]
    return number + 1


@compiled(INT, MATRIX, INT, WORDS, MATRIX, INT)
def write_tractors(space: Matrix, suit: int, hand: Words, choices: Matrix, number: int) -> int:
    """Write all tractors of a suit; return the next number."""
    columns = columns_of(space, suit, hand)
    longest = longest_in(columns)
    for width in range(2, hand.shape[0] + 1):
        for length in range(2, longest + 1):
            placement = next_placement(columns, width, length, -1)
            while placement >= 0:
                top = columns.shape[0] - 1 - (placement >> 8)
                places = places_of(space, suit, length, top, placement & 255)
                number = put_tuple(choices, number, places, width)
                placement = next_placement(columns, width, length, placement)
    return number


@compiled(BOOL, MATRIX, INT, WORDS, WORDS)
def is_unit(space: Matrix, suit: int, words: Words, unit: Words) -> bool:
    """Whether cards of a suit are one unit; `unit` is scratch memory."""
    if write_plain(space, suit, words, unit):
        return True
    # Where equal cards are consecutive, a unit can have several cards in one column.
    return bool(
        space[OPTIONS, NOTHING_BETWEEN] != 0 and read_units(space, suit, words).shape[0] == 1
    )


@compiled_lean(INT, MATRIX, INT, WORDS, ROOM, MATRIX, INT)
def write_throws(
    space: Matrix, suit: int, hand: Words, room: Room, choices: Matrix, number: int
) -> int:
    """Write the throws of the highest kinds of cards of a suit; return the next number."""
    thrown = room.words[PICKED]
    clear(thrown)
    left = hand[0] & space[MASK, suit]
    several = False
    while left != 0:
        bit = 1 << highest_bit(left)
        left ^= bit
        for k in range(hand.shape[0]):
            thrown[k] |= hand[k] & bit
        if several and not is_unit(space, suit, thrown, room.unit):
            number = put_words(choices, number, thrown)
        several = True
    return number


@compiled_lean(INT, MATRIX, WORDS, ROOM, MATRIX)
def write_leads(space: Matrix, hand: Words, room: Room, choices: Matrix) -> int:
    """Write the offered leads from a hand; return their number."""
    number = 0
    for width in range(1, hand.shape[0] + 1):
        left = hand[width - 1]
        while left != 0:
            number = put_tuple(choices, number, left & -left, width)
            left &= left - 1
    for suit in range(TRUMP + 1):
        if highest_unit(space, suit, hand, 2, 2) >= 0:
            number = write_tractors(space, suit, hand, choices, number)
    if space[OPTIONS, NO_THROWS] == 0:
        for suit in range(TRUMP + 1):
            number = write_throws(space, suit, hand, room, choices, number)
    return number


@compiled_part(INT, WORDS, INT, MATRIX)
def list_kinds(hand: Words, mask: int, kinds: Matrix) -> int:
    """Write the kinds of cards of a hand in the places of `mask`; return their number."""
    number = 0
    left = hand[0] & mask
    while left != 0:
        bit = left & -left
        left ^= bit
        copies = 0
        for k in range(hand.shape[0]):
            copies += hand[k] & bit != 0
        kinds[PLACES, number], kinds[COPIES, number] = popcount(bit - 1), copies
        number += 1
    kinds[LATER, number] = 0
    for kind in range(number - 1, -1, -1):
        kinds[LATER, kind] = kinds[LATER, kind + 1] + kinds[COPIES, kind]
    return number


@compiled_lean(INT, WORDS, INT, INT, ROOM, MATRIX)
def write_sets(hand: Words, mask: int, size: int, room: Room, choices: Matrix) -> int:
    """Write the choices of any `size` cards in the places of `mask`; return their number.

    Each also contains the cards of the row BASE of the scratch memory.
    """
    kinds, ways, base = room.kinds, room.ways, room.words[BASE]
    number = list_kinds(hand, mask, kinds)
    for missing in range(1, size + 1):
        ways[number, missing] = 0
    for kind in range(number, -1, -1):
        ways[kind, 0] = 1
    for kind in range(number - 1, -1, -1):
        for missing in range(1, size + 1):
            sum_of_ways = 0
            for taken in range(min(kinds[COPIES, kind], missing) + 1):
                sum_of_ways += ways[kind + 1, missing - taken]
            ways[kind, missing] = min(sum_of_ways, CAP)
    total = ways[0, size]
    written = min(total, choices.shape[0])
    for row in range(written):
        skip = row * total // written
        choice = choices[row]
        for k in range(choice.shape[0]):
            choice[k] = base[k]
        missing = size
        kind = 0
        while missing > 0:
            taken = min(kinds[COPIES, kind], missing)
            while skip >= ways[kind + 1, missing - taken]:
                skip -= ways[kind + 1, missing - taken]
                taken -= 1
            for k in range(taken):
                choice[k] |= 1 << kinds[PLACES, kind]
            missing -= taken
            kind += 1
    return int(total)


@compiled_lean(NOTHING, MATRIX, MATRIX, INT)
def weigh_waste(kinds: Matrix, rung: Matrix, widest: int) -> None:
    """Write, per number of copies, the least number that cannot be part of a rung.

    Of more than `widest` copies none can.
    """
    wasted = kinds[WASTED]
    wasted[0] = 0
    for copies in range(1, WIDEST + 1):
        wasted[copies] = wasted[copies - 1] + 1
        for row in range(rung.shape[0]):
            width = rung[row, WIDTH]
            if width <= copies:
                wasted[copies] = min(wasted[copies], wasted[copies - width])
    for copies in range(widest + 1, WIDEST + 1):
        wasted[copies] = copies


@compiled(INT, MATRIX, INT, INT, MATRIX, WORDS, ROOM, INT, MATRIX)
def search_follows(
    space: Matrix,
    suit: int,
    size: int,
    lead: Matrix,
    hand: Words,
    room: Room,
    known: int,
    choices: Matrix,
) -> int:
    """Write the follows from a hand with more cards of the suit than are to be played.

    Args:
        space: the strength space.
        suit: the suit led.
        size: the number of cards led.
        lead: the units led.
        hand: the words of the follower's cards.
        room: scratch memory.
        known: the number of follows; 0: unknown, so the first ones are written.
        choices: the output.

    Returns:
        The number of follows; at most `SEARCHED`.
    """
    kinds, picked, whole = room.kinds, room.words[PICKED], room.words[WITH_LATER]
    rung = owed(space, suit, lead, hand)
    weigh_waste(kinds, rung, widest_of(lead) if protects(space, lead, hand.shape[0]) else WIDEST)
    mask = space[MASK, suit]
    list_kinds(hand, mask, kinds)
    rows = choices.shape[0]
    spare = size
    for row in range(rung.shape[0]):
        spare -= rung[row, WIDTH] * rung[row, LENGTH] * rung[row, TIMES]
    for k in range(hand.shape[0]):
        picked[k] = 0
    found = written = kind = 0
    kinds[MISSING, 0], kinds[SPARE, 0] = size, spare
    kinds[TAKEN, 0] = min(kinds[COPIES, 0], size) + 1
    while kind >= 0:
        taken = kinds[TAKEN, kind] - 1
        bit = 1 << kinds[PLACES, kind]
        missing = kinds[MISSING, kind] - taken
        # With fewer of this kind there would be too few cards.
        back = taken < 0 or kinds[LATER, kind + 1] < missing
        for k in range(hand.shape[0]):
            picked[k] = picked[k] | bit if k < taken and not back else picked[k] & ~bit
        if back:
            kind -= 1
            continue
        kinds[TAKEN, kind] = taken
        spare = kinds[SPARE, kind] - kinds[WASTED, taken]
        if spare < 0:
            continue
        if taken < kinds[COPIES, kind]:
            # Without this card the structure may become impossible.
            for k in range(hand.shape[0]):
                whole[k] = picked[k] | (hand[k] & mask & -(bit << 1))
            if not matches(space, suit, rung, whole, WIDEST):
                continue
        if missing > 0:
            kind += 1
            kinds[MISSING, kind], kinds[SPARE, kind] = missing, spare
            kinds[TAKEN, kind] = min(kinds[COPIES, kind], missing) + 1
            continue
        if not meets(space, suit, lead, rung, picked):
            continue
        if known == 0 or found == written * known // rows:
            written = put_words(choices, written, picked)
        found += 1
        if found == SEARCHED:
            break
    return found


@compiled_lean(INT, MATRIX, INT, INT, MATRIX, WORDS, ROOM, MATRIX)
def write_follows(
    space: Matrix, suit: int, size: int, lead: Matrix, hand: Words, room: Room, choices: Matrix
) -> int:
    """Write the follows from a hand; return their number.

    `lead` has the units of the lead, of `size` cards of `suit` in all, as rows of `Position.lead`.
    """
    number = 0
    mask = space[MASK, suit]
    held = count_in(hand, mask)
    if size == 1:
        left = hand[0] & mask if held > 0 else hand[0]
        if popcount(left) <= choices.shape[0]:
            while left != 0:
                number = put_tuple(choices, number, left & -left, 1)
                left &= left - 1
            return number
    base = room.words[BASE]
    for k in range(hand.shape[0]):
        base[k] = hand[k] & mask if held <= size else 0
    if held <= size:
        return write_sets(hand, ~mask, size - held, room, choices)
    if hand.shape[0] == 1 or hand[1] & mask == 0 or widest_of(lead) == 1:
        return write_sets(hand, mask, size, room, choices)
    if lead[0, LENGTH] == 1 and owes_whole(space, suit, lead, hand):
        width = lead[0, WIDTH]
        left = hand[width - 1] & mask
        if popcount(left) <= choices.shape[0]:
            while left != 0:
                number = put_tuple(choices, number, left & -left, width)
                left &= left - 1
            return number
    number = search_follows(space, suit, size, lead, hand, room, 0, choices)
    if number > choices.shape[0]:
        number = search_follows(space, suit, size, lead, hand, room, number, choices)
    return number


@compiled(INT, MATRIX, INT, WORDS, WORDS, MATRIX)
def write_beating(space: Matrix, suit: int, unit: Words, hand: Words, choices: Matrix) -> int:
    """Write the units of a hand that are higher than a unit of the suit; return their number."""
    number, width, length = 0, unit[WIDTH], unit[LENGTH]
    columns = columns_of(space, suit, hand)
    placement = next_placement(columns, width, length, -1)
    while placement >= 0:
        top = columns.shape[0] - 1 - (placement >> 8)
        if top <= unit[TOP]:
            break
        places = places_of(space, suit, length, top, placement & 255)
        number = put_tuple(choices, number, places, width)
        placement = next_placement(columns, width, length, placement)
    return number


@compiled_part(INT, MATRIX, MATRIX, MATRIX, INT, WORDS, BOOL, ROOM, MATRIX)
def write_choices(
    space: Matrix,
    plays: Matrix,
    lead: Matrix,
    played: int,
    hand: Words,
    beats: bool,
    room: Room,
    choices: Matrix,
) -> int:
    """Write the plays offered to the seat with this hand; return the number of plays.

    Args:
        space: the strength space.
        plays: the plays of the current trick.
        lead: the units led.
        played: the number of plays in the trick.
        hand: the words of the seat's cards.
        beats: whether the seat must beat the lead, one unit, if it can.
        room: scratch memory.
        choices: the output.
    """
    if played == 0:
        return write_leads(space, hand, room, choices)
    led = plays[0]
    suit = space[SUIT, popcount((led[0] & -led[0]) - 1)]
    number = write_beating(space, suit, lead[0], hand, choices) if beats else 0
    if number > 0:
        return number
    return write_follows(space, suit, count_in(led, -1), lead, hand, room, choices)


@compiled_part(NOTHING, MATRIX, MATRIX, INT, BYTES)
def write_rows(space: Matrix, choices: Matrix, count: int, rows: Bytes) -> None:
    """Write the first choices as copies of each kind of card; `rows` must be zero."""
    for number in range(count):
        count_kinds(space, choices[number], rows[number * COLUMN_COUNT :])


@compiled_lean(INT, MATRIX, MATRIX, MATRIX, INT, WORDS, BOOL, ROOM, MATRIX, BYTES)
def list_plays(
    space: Matrix,
    plays: Matrix,
    lead: Matrix,
    played: int,
    hand: Words,
    beats: bool,
    room: Room,
    choices: Matrix,
    rows: Bytes,
) -> int:
    """Write the offered plays, as `write_choices`, and their rows, which must be zero."""
    total = write_choices(space, plays, lead, played, hand, beats, room, choices)
    write_rows(space, choices, min(total, choices.shape[0]), rows)
    return total
