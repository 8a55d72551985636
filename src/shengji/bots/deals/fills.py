"""Kernels that deal unseen cards to boxes, within each box's size and possible cards.

A *box* is a seat, or, after the last seat, the kitty. Cards are dealt one after the other, each to
a random box, starting with the cards that have the fewest possible boxes. `lean` finds
probabilities that fill each box on average; with them few deals come to a dead end. A dead end is
resolved by moving cards on from box to box. Swaps of two cards remove the remaining bias: they are
accepted so that in the long run each deal comes in proportion to its weight (Metropolis).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from shengji.bots.policy.numbers import NUMBER_TABLE, NumberTable
from shengji.play.columns import highest_unit
from shengji.play.jit import (
    BOOL,
    CHANCE,
    INT,
    MATRICES,
    MATRIX,
    NOTHING,
    WORDS,
    Matrices,
    Matrix,
    Words,
    bundle,
    compiled,
    compiled_lean,
)
from shengji.play.position import copy_row, copy_rows
from shengji.play.space import SUIT

SWEEPS = 2
"""Number of swaps for each unseen card of a deal, ..."""
LEAST_SWAPS = 64
"""... and at least so many for a deal."""
REPAIRS = 400
"""Maximum number of swaps to break up a tractor that a box is known to lack."""
_ROUNDS = 40

BOX, UNIT_SUIT, UNIT_WIDTH, UNIT_LENGTH = range(4)
"""Entries of a row of `Boxes.tractors`."""

(
    KEPT,  # all constraints hold
    LACKS_BROKEN,  # a box holds a unit that it is known to lack
    VOIDS_BROKEN,  # a card lies in an impossible box
) = range(3)
"""The outcomes of dealing."""


@compiled(INT, CHANCE, INT)
def below(chance: np.random.Generator, bound: int) -> int:
    """A random integer from 0 to `bound` - 1."""
    return int(chance.random() * bound)


class Boxes(NamedTuple):
    """Unseen cards, and their possible boxes.

    Attributes:
        space: the strength space (`Space.table`).
        base: the words of the cards that each box is known to hold; (boxes, decks).
        places: the place of each card to deal, in the order of dealing; (cards,).
        allowed: for each of these cards its possible boxes, as bits; (cards,).
        room: the number of these cards in each box; they add up to all; (boxes,).
        most: the maximum number of copies of a card of each effective suit in each box; (boxes, 5).
        tractors: tractors that a box is known to lack, as rows of (box, suit, width, length).
        weights: the relative odds of a box for the card at a place; above 0; (boxes, 54).
        leans: the weight of each box for each card in the order of dealing, per free place in the
            box; from `lean`; (cards, boxes).
    """

    space: Matrix
    base: Matrix
    places: Words
    allowed: Words
    room: Words
    most: Matrix
    tractors: Matrix
    weights: NumberTable
    leans: NumberTable


BOXES = bundle(
    (MATRIX, MATRIX, WORDS, WORDS, WORDS, MATRIX, MATRIX, NUMBER_TABLE, NUMBER_TABLE), Boxes
)
"""The type of boxes, for the signature of a kernel."""


@compiled(NOTHING, WORDS, WORDS, WORDS, NUMBER_TABLE, NUMBER_TABLE)
def lean(
    places: Words, allowed: Words, room: Words, weights: NumberTable, leans: NumberTable
) -> None:
    """Compute the odds for dealing cards to boxes; written to `leans` (cards, boxes).

    The boxes get factors that fill each box on average (iterative proportional fitting). The
    probability of a box is then divided by its expected room when the card's turn comes, so that
    the dealing can multiply it by the real room.
    """
    cards, boxes = leans.shape
    factors = np.empty(boxes, dtype=np.float64)
    given = np.empty(boxes, dtype=np.float64)
    for box in range(boxes):
        factors[box] = room[box]
    for _ in range(_ROUNDS):
        for box in range(boxes):
            given[box] = 0.0
        for card in range(cards):
            total = 0.0
            for box in range(boxes):
                if allowed[card] >> box & 1:
                    total += factors[box] * weights[box, places[card]]
            for box in range(boxes):
                if allowed[card] >> box & 1 and total > 0.0:
                    given[box] += factors[box] * weights[box, places[card]] / total
        off = 0.0
        for box in range(boxes):
            off = max(off, abs(given[box] - room[box]))
            if given[box] > 0.0:
                factors[box] *= room[box] / given[box]
        if off < 0.01:
            break
    for box in range(boxes):
        given[box] = room[box]
    for card in range(cards):
        total = 0.0
        for box in range(boxes):
            leans[card, box] = 0.0
            if allowed[card] >> box & 1:
                leans[card, box] = factors[box] * weights[box, places[card]]
            total += leans[card, box]
        for box in range(boxes):
            if total > 0.0:
                chance = leans[card, box] / total
                leans[card, box] = chance / max(given[box], 0.1)
                given[box] -= chance


@compiled_lean(BOOL, BOXES, MATRIX, INT, INT)
def is_full(boxes: Boxes, held: Matrix, box: int, place: int) -> bool:
    """Whether one more copy of a card would make a tuple that the box is known to lack."""
    most = boxes.most[box, boxes.space[SUIT, place]]
    return bool(most < held.shape[1] and held[box, most - 1] >> place & 1 != 0)


@compiled_lean(NOTHING, MATRIX, INT, INT)
def give(held: Matrix, box: int, place: int) -> None:
    """Add one copy of a card to the words of a box."""
    bit = 1 << place
    for k in range(held.shape[1]):
        if held[box, k] & bit == 0:
            held[box, k] |= bit
            return


@compiled_lean(NOTHING, MATRIX, INT, INT)
def take(held: Matrix, box: int, place: int) -> None:
    """Remove one copy of a card from the words of a box."""
    bit = 1 << place
    for k in range(held.shape[1] - 1, -1, -1):
        if held[box, k] & bit != 0:
            held[box, k] ^= bit
            return


@compiled(INT, BOXES, MATRIX, INT)
def forbidden_tractor(boxes: Boxes, held: Matrix, box: int) -> int:
    """The first row of `boxes.tractors` that a box (-1: any box) violates, or -1."""
    for row in range(boxes.tractors.shape[0]):
        tractor = boxes.tractors[row]
        if box not in (-1, tractor[BOX]):
            continue
        cards = held[tractor[BOX]]
        width, length = tractor[UNIT_WIDTH], tractor[UNIT_LENGTH]
        if highest_unit(boxes.space, tractor[UNIT_SUIT], cards, width, length) >= 0:
            return row
    return -1


@compiled_lean(BOOL, BOXES, MATRIX, INT, INT)
def lacks_break(boxes: Boxes, held: Matrix, one: int, other: int) -> bool:
    """Whether one of two boxes holds a tractor that it is known to lack."""
    return bool(
        forbidden_tractor(boxes, held, one) >= 0 or forbidden_tractor(boxes, held, other) >= 0
    )


@compiled(BOOL, BOXES, MATRIX, WORDS, WORDS, INT, BOOL)
def make_room(
    boxes: Boxes, held: Matrix, where: Words, left: Words, card: int, limits: bool
) -> bool:
    """Place a card that found no free box, by moving cards that were dealt before it.

    The moves are the shortest chain from a possible box of the card to one with room left. Without
    `limits` the moves may make tuples that boxes are known to lack.
    """
    count = left.shape[0]
    mover = np.full(count, -2, dtype=np.int64)
    queue = np.empty(count, dtype=np.int64)
    last = 0
    for box in range(count):
        if boxes.allowed[card] >> box & 1 and not (
            limits and is_full(boxes, held, box, boxes.places[card])
        ):
            mover[box] = -1
            queue[last] = box
            last += 1
    first = 0
    while first < last:
        box = queue[first]
        first += 1
        if left[box] > 0:
            left[box] -= 1
            while mover[box] >= 0:
                moved = mover[box]
                source = where[moved]
                take(held, source, boxes.places[moved])
                give(held, box, boxes.places[moved])
                where[moved] = box
                box = source
            where[card] = box
            give(held, box, boxes.places[card])
            return True
        for moved in range(card):
            if where[moved] != box:
                continue
            for target in range(count):
                if (
                    mover[target] == -2
                    and boxes.allowed[moved] >> target & 1
                    and not (limits and is_full(boxes, held, target, boxes.places[moved]))
                ):
                    mover[target] = moved
                    queue[last] = target
                    last += 1
    return False


@compiled_lean(INT, CHANCE, BOXES, MATRIX, WORDS, WORDS)
def fill(chance: np.random.Generator, boxes: Boxes, held: Matrix, where: Words, left: Words) -> int:
    """Deal all cards, ignoring tractors; returns the outcome (`KEPT` ...).

    `held` gets the words of every box, `where` the box of every card; `left` is scratch (boxes,).
    """
    outcome = KEPT
    for box in range(left.shape[0]):
        left[box] = boxes.room[box]
        for k in range(held.shape[1]):
            held[box, k] = boxes.base[box, k]
    for card in range(where.shape[0]):
        place = boxes.places[card]
        total = 0.0
        for box in range(left.shape[0]):
            if left[box] > 0 and boxes.leans[card, box] > 0.0:
                total += boxes.leans[card, box] * left[box]
        rest = total * chance.random()
        chosen = -1
        for box in range(left.shape[0]):
            if left[box] > 0 and boxes.leans[card, box] > 0.0:
                chosen = box
                rest -= boxes.leans[card, box] * left[box]
                if rest < 0.0:
                    break
        if chosen >= 0 and is_full(boxes, held, chosen, place):
            chosen = -1
            # Rare: the same choice among the boxes that may take one more copy.
            total = 0.0
            for box in range(left.shape[0]):
                if left[box] > 0 and not is_full(boxes, held, box, place):
                    total += boxes.leans[card, box] * left[box]
            rest = total * chance.random()
            for box in range(left.shape[0]):
                if (
                    left[box] > 0
                    and boxes.leans[card, box] > 0.0
                    and not is_full(boxes, held, box, place)
                ):
                    chosen = box
                    rest -= boxes.leans[card, box] * left[box]
                    if rest < 0.0:
                        break
        if chosen >= 0:
            left[chosen] -= 1
            where[card] = chosen
            give(held, chosen, place)
        elif make_room(boxes, held, where, left, card, True):
            pass
        elif make_room(boxes, held, where, left, card, False):
            outcome = max(outcome, LACKS_BROKEN)
        else:
            outcome = VOIDS_BROKEN
            for box in range(left.shape[0]):
                if left[box] > 0:
                    left[box] -= 1
                    where[card] = box
                    give(held, box, place)
                    break
    return outcome


@compiled_lean(BOOL, BOXES, MATRIX, WORDS, INT, INT)
def may_swap(boxes: Boxes, held: Matrix, where: Words, one: int, other: int) -> bool:
    """Whether two cards may be swapped between different boxes, ignoring tractors."""
    here, there = where[one], where[other]
    place, other_place = boxes.places[one], boxes.places[other]
    return bool(
        here != there
        and place != other_place
        and boxes.allowed[one] >> there & 1
        and boxes.allowed[other] >> here & 1
        and not is_full(boxes, held, there, place)
        and not is_full(boxes, held, here, other_place)
    )


@compiled_lean(NOTHING, MATRIX, WORDS, WORDS, INT, INT)
def exchange(held: Matrix, where: Words, places: Words, one: int, other: int) -> None:
    """Exchange two cards that lie in different boxes."""
    here, there = where[one], where[other]
    take(held, here, places[one])
    take(held, there, places[other])
    give(held, there, places[one])
    give(held, here, places[other])
    where[one] = there
    where[other] = here


@compiled(BOOL, CHANCE, BOXES, MATRIX, WORDS)
def break_tractors(chance: np.random.Generator, boxes: Boxes, held: Matrix, where: Words) -> bool:
    """Swap cards at random out of tractors that their box should lack; whether none is left."""
    for _ in range(REPAIRS):
        row = forbidden_tractor(boxes, held, -1)
        if row < 0:
            return True
        tractor = boxes.tractors[row]
        for _ in range(REPAIRS):
            card, other = below(chance, where.shape[0]), below(chance, where.shape[0])
            place = boxes.places[card]
            if (
                where[card] == tractor[BOX]
                and boxes.space[SUIT, place] == tractor[UNIT_SUIT]
                and held[where[card], tractor[UNIT_WIDTH] - 1] >> place & 1
                and may_swap(boxes, held, where, card, other)
            ):
                exchange(held, where, boxes.places, card, other)
                break
    return bool(forbidden_tractor(boxes, held, -1) < 0)


@compiled_lean(NOTHING, CHANCE, BOXES, MATRIX, WORDS, INT)
def stir(chance: np.random.Generator, boxes: Boxes, held: Matrix, where: Words, swaps: int) -> None:
    """Try a number of swaps: of each card in turn with a random one."""
    # Without the names a call would copy all of `boxes`; this loop takes most of the time.
    places, allowed, most, weights = boxes.places, boxes.allowed, boxes.most, boxes.weights
    suits = boxes.space[SUIT]
    cards, decks = where.shape[0], held.shape[1]
    watched = boxes.tractors.shape[0] > 0
    one = -1
    for _ in range(swaps):
        one = one + 1 if one + 1 < cards else 0
        other = int(chance.random() * cards)
        here, there = where[one], where[other]
        place, other_place = places[one], places[other]
        if here == there or place == other_place:
            continue
        if (allowed[one] >> there) & (allowed[other] >> here) & 1 == 0:
            continue
        limit, other_limit = most[there, suits[place]], most[here, suits[other_place]]
        if limit < decks and held[there, limit - 1] >> place & 1:
            continue
        if other_limit < decks and held[here, other_limit - 1] >> other_place & 1:
            continue
        gain = weights[there, place] * weights[here, other_place]
        loss = weights[here, place] * weights[there, other_place]
        if gain < loss and chance.random() * loss >= gain:
            continue
        exchange(held, where, places, one, other)
        if watched and lacks_break(boxes, held, here, there):
            exchange(held, where, places, one, other)


@compiled_lean(INT, CHANCE, BOXES, MATRIX, WORDS, WORDS, INT)
def draw_deal(
    chance: np.random.Generator, boxes: Boxes, held: Matrix, where: Words, left: Words, swaps: int
) -> int:
    """Draw a deal and try a number of swaps; returns the outcome (see `fill`)."""
    outcome = fill(chance, boxes, held, where, left)
    if boxes.tractors.shape[0] > 0 and not break_tractors(chance, boxes, held, where):
        outcome = max(outcome, LACKS_BROKEN)
    stir(chance, boxes, held, where, swaps)
    return outcome


@compiled(NOTHING, CHANCE, BOXES, MATRICES, MATRIX, WORDS)
def draw_deals(
    chance: np.random.Generator, boxes: Boxes, hands: Matrices, kitties: Matrix, outcomes: Words
) -> None:
    """Draw deals, and count their outcomes (`KEPT` ...) in `outcomes`; (3,).

    Writes `hands` (deals, seats, decks) and `kitties` (deals, decks).
    """
    cards = boxes.places.shape[0]
    count, decks = boxes.base.shape
    held = np.empty((count, decks), dtype=np.int64)
    where = np.empty(cards, dtype=np.int64)
    left = np.empty(count, dtype=np.int64)
    swaps = max(SWEEPS * cards, LEAST_SWAPS) if cards > 1 else 0
    for deal in range(hands.shape[0]):
        outcomes[draw_deal(chance, boxes, held, where, left, swaps)] += 1
        copy_rows(held[: count - 1], hands[deal])
        copy_row(held[count - 1], kitties[deal])
