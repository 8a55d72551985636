"""The distinct legal leads and follows of a seat in a position where all hands are known.

Choices that differ only in equivalent cards are listed once. Cards of one suit in the hand, held
equally often and with equal points, are *alike* when no card of another player's hand or of this
trick lies between them or equals one of them; cards of one column are always alike. Pairs and wider
tuples are alike only where no neighbour makes a tractor with them.
"""

from __future__ import annotations

from typing import NamedTuple

from shengji.play.bits import highest_bit, popcount
from shengji.play.columns import highest_unit
from shengji.play.jit import BOOL, INT, MATRIX, NOTHING, WORDS, Matrix, Words, bundle, compiled
from shengji.play.ladder import meets, owed, widest_of
from shengji.play.space import (
    COLUMN,
    COLUMNS,
    KINDS,
    MASK,
    NO_THROWS,
    OPTIONS,
    POINTS,
    SUIT,
    TRUMP,
)
from shengji.play.throws import judge_throw, judged_units
from shengji.play.units import read_units
from shengji.play.words import clear, count_in

(
    PLACES,  # the card's place
    COPIES,  # number of copies
    LIKE,  # an earlier kind that is alike, or -1
    TAKEN,  # number of copies taken
    AHEAD,  # number of cards of this kind and the later ones
) = range(5)
"""Rows of a table of kinds, which has a column for each kind of card."""
KIND_ROWS = 5
MOST_KINDS = 55


class Room(NamedTuple):
    """Scratch space for listing choices.

    Attributes:
        plays: the choices of the decisions on a line; (rows, decks).
        kinds: a table of kinds (see PLACES).
        spare: (decks,).
    """

    plays: Matrix
    kinds: Matrix
    spare: Words


ROOM = bundle((MATRIX, MATRIX, WORDS), Room)
"""The type of a room, for the signature of a kernel."""


@compiled(INT, MATRIX, INT, INT)
def neighbours(space: Matrix, suit: int, column: int) -> int:
    """The places of a column of a suit and of its neighbouring columns."""
    found = space[KINDS + suit, column]
    if column > 0:
        found |= space[KINDS + suit, column - 1]
    if column + 1 < space[COLUMNS, suit]:
        found |= space[KINDS + suit, column + 1]
    return int(found)


@compiled(BOOL, MATRIX, WORDS, INT)
def stands_alone(space: Matrix, hand: Words, place: int) -> bool:
    """Whether the hand has no pair next to the card at this place, so it is in no tractor."""
    if hand.shape[0] < 2:
        return True
    near = neighbours(space, space[SUIT, place], space[COLUMN, place])
    return bool(hand[1] & near & ~(1 << place) == 0)


@compiled(INT, MATRIX, INT, INT)
def span(space: Matrix, low: int, high: int) -> int:
    """The places of all columns of a suit between two places, inclusive."""
    suit = space[SUIT, low]
    first = space[KINDS + suit, space[COLUMN, low]]
    last = space[KINDS + suit, space[COLUMN, high]]
    return int(((2 << highest_bit(last)) - 1) & ~((first & -first) - 1))


@compiled(INT, MATRIX, INT)
def worth_of(space: Matrix, place: int) -> int:
    """The points on the card at this place."""
    return int(5 * (space[POINTS, 0] >> place & 1) + 10 * (space[POINTS, 1] >> place & 1))


@compiled(INT, MATRIX, WORDS, INT, INT, MATRIX)
def list_kinds(space: Matrix, hand: Words, mask: int, others: int, kinds: Matrix) -> int:
    """Write the kinds of card that the hand has in the places of `mask`; returns their number.

    `others` are the places of the cards that other players hold or have played to this trick.
    """
    number = 0
    left = hand[0] & mask
    while left != 0:
        bit = left & -left
        left ^= bit
        place = popcount(bit - 1)
        copies = 0
        for word in hand:
            copies += word & bit != 0
        suit, column, worth = space[SUIT, place], space[COLUMN, place], worth_of(space, place)
        kinds[PLACES, number], kinds[COPIES, number] = place, copies
        kinds[LIKE, number] = -1
        alone = copies == 1 or stands_alone(space, hand, place)
        for before in range(number - 1, -1, -1):
            other = kinds[PLACES, before]
            if space[SUIT, other] != suit:
                break
            equal = space[COLUMN, other] == column
            if not equal and others & span(space, other, place) != 0:
                break
            if (
                kinds[COPIES, before] == copies
                and worth_of(space, other) == worth
                and (equal or (alone and (copies == 1 or stands_alone(space, hand, other))))
            ):
                kinds[LIKE, number] = before
                break
        number += 1
    kinds[AHEAD, number] = 0
    for kind in range(number - 1, -1, -1):
        kinds[AHEAD, kind] = kinds[AHEAD, kind + 1] + kinds[COPIES, kind]
    return number


@compiled(NOTHING, MATRIX, INT, WORDS)
def write_taken(kinds: Matrix, number: int, play: Words) -> None:
    """Write the taken cards of the first `number` kinds to `play`."""
    clear(play)
    for kind in range(number):
        for k in range(kinds[TAKEN, kind]):
            play[k] |= 1 << kinds[PLACES, kind]


@compiled(INT, MATRIX, INT, INT)
def most_taken(kinds: Matrix, kind: int, most: int) -> int:
    """The maximum number of copies to take of a kind, up to `most` and those of an alike kind."""
    most = min(most, kinds[COPIES, kind])
    if kinds[LIKE, kind] >= 0:
        most = min(most, kinds[TAKEN, kinds[LIKE, kind]])
    return most


@compiled(INT, MATRIX, INT, INT, WORDS, MATRIX, INT)
def write_choices(
    kinds: Matrix, number: int, size: int, base: Words, plays: Matrix, first: int
) -> int:
    """Write every distinct choice of `size` cards of the kinds to `plays`, from row `first` on.

    Each choice also gets the cards of `base`. Returns the row after the last, or -1 when there is
    no room.
    """
    left = size
    kind = 0
    forward = True
    while True:
        if forward:
            if left == 0:
                if first == plays.shape[0]:
                    return -1
                write_taken(kinds, kind, plays[first])
                for k in range(base.shape[0]):
                    plays[first, k] |= base[k]
                first += 1
                forward = False
            elif kinds[AHEAD, kind] < left:
                forward = False
            else:
                kinds[TAKEN, kind] = most_taken(kinds, kind, left)
                left -= kinds[TAKEN, kind]
                kind += 1
                continue
        kind -= 1
        if kind < 0:
            return first
        if kinds[TAKEN, kind] > 0:
            kinds[TAKEN, kind] -= 1
            left += 1
            kind += 1
            forward = True


@compiled(INT, MATRIX, INT, INT, MATRIX, WORDS, INT, ROOM, INT)
def write_follows(
    space: Matrix,
    suit: int,
    size: int,
    lead: Matrix,
    hand: Words,
    others: int,
    room: Room,
    first: int,
) -> int:
    """Write every distinct legal follow from the hand to `Room.plays` from the row `first` on.

    `others` is as for `list_kinds`. Returns the row after the last, or -1 when there is no room.
    """
    plays, kinds, spare = room.plays, room.kinds, room.spare
    mask = space[MASK, suit]
    held = count_in(hand, mask)
    for k in range(hand.shape[0]):
        spare[k] = hand[k] & mask if held <= size else 0
    if held <= size:
        number = list_kinds(space, hand, ~mask, others, kinds)
        return write_choices(kinds, number, size - held, spare, plays, first)
    number = list_kinds(space, hand, mask, others, kinds)
    last = write_choices(kinds, number, size, spare, plays, first)
    if size == 1 or last < 0 or widest_of(lead) < 2:
        return last
    rung = owed(space, suit, lead, hand)
    if rung.shape[0] == 0:
        return last
    kept = first
    for row in range(first, last):
        if meets(space, suit, lead, rung, plays[row]):
            for k in range(hand.shape[0]):
                plays[kept, k] = plays[row, k]
            kept += 1
    return kept


@compiled(INT, MATRIX, WORDS, WORDS, MATRIX, INT)
def next_fewer_copies(space: Matrix, hand: Words, tops: Words, kinds: Matrix, kind: int) -> int:
    """The next smaller number of copies of a kind in a lead that stands, or -1.

    The number is 0, of a tuple that no player beats, or of a possible part of a tractor.
    """
    place = kinds[PLACES, kind]
    copies = kinds[TAKEN, kind] - 1
    while (
        copies > 0
        and tops[copies - 1] > space[COLUMN, place]
        and (copies == 1 or stands_alone(space, hand, place))
    ):
        copies -= 1
    return int(copies)


@compiled(INT, MATRIX, INT, MATRIX, INT, INT, ROOM, INT)
def write_throws(
    space: Matrix, suit: int, hands: Matrix, seat: int, number: int, room: Room, first: int
) -> int:
    """Write every distinct lead of several kinds of card of a suit: tractors and good throws.

    Where throws are not allowed, these are the tractors. The room holds `number` kinds, those of
    the suit in the hand. Returns the row after the last, or -1 when there is no room.
    """
    plays, kinds, tops, hand = room.plays, room.kinds, room.spare, hands[seat]
    for k in range(tops.shape[0]):
        # The highest tuple of k + 1 copies that another player holds.
        tops[k] = -1
        for other in range(hands.shape[0]):
            if other != seat:
                tops[k] = max(tops[k], highest_unit(space, suit, hands[other], k + 1, 1))
    kind = 0
    entered = True
    while kind >= 0:
        if entered:
            kinds[TAKEN, kind] = most_taken(kinds, kind, tops.shape[0]) + 1
            entered = False
        copies = next_fewer_copies(space, hand, tops, kinds, kind)
        kinds[TAKEN, kind] = max(0, copies)
        if copies < 0:
            kind -= 1
            continue
        if kind + 1 < number:
            kind += 1
            entered = True
            continue
        several, beaten = 0, False
        for one in range(number):
            if kinds[TAKEN, one] > 0:
                several += 1
                beaten |= tops[0] > space[COLUMN, kinds[PLACES, one]]
        if several < 2:
            continue
        if first == plays.shape[0]:
            return -1
        play = plays[first]
        write_taken(kinds, number, play)
        if beaten or space[OPTIONS, NO_THROWS] != 0:
            units = read_units(space, suit, play)
            if units.shape[0] > 1 and space[OPTIONS, NO_THROWS] != 0:
                continue
            units = judged_units(space, suit, units, tops.shape[0])
            if judge_throw(space, suit, units, hands, seat) >= 0:
                continue
        first += 1
    return first


@compiled(INT, MATRIX, MATRIX, INT, INT, ROOM, INT)
def write_leads(
    space: Matrix, hands: Matrix, seat: int, others: int, room: Room, first: int
) -> int:
    """Write every distinct lead that stands to `Room.plays` from the row `first` on.

    These are units of every kind, and throws that no player can beat, in their default reading. A
    failing throw is left out: its led unit may be led by itself. `others` is as for `list_kinds`.
    Returns the row after the last, or -1 when there is no room.
    """
    plays, kinds, hand = room.plays, room.kinds, hands[seat]
    for suit in range(TRUMP + 1):
        mask = space[MASK, suit]
        if hand[0] & mask == 0:
            continue
        number = list_kinds(space, hand, mask, others, kinds)
        for kind in range(number):
            if kinds[LIKE, kind] >= 0:
                continue
            for copies in range(1, kinds[COPIES, kind] + 1):
                if first == plays.shape[0]:
                    return -1
                for k in range(hand.shape[0]):
                    plays[first, k] = 1 << kinds[PLACES, kind] if k < copies else 0
                first += 1
        if number > 1:
            first = write_throws(space, suit, hands, seat, number, room, first)
            if first < 0:
                return -1
    return first
