"""What the cards of a hand are worth keeping, in points.

The points printed on a card are the business of the play: whether they are won or lost. A card is
worth keeping because it can win a trick later, alone or as part of a pair.
"""

from __future__ import annotations

from numba import types

from shengji.bots.policy.marks import LAST_TRICKS
from shengji.bots.policy.position import (
    POSITION,
    Position,
)
from shengji.bots.policy.sight import COUNT, KNOWN, OUT, SIZE, above, count_cards, points_on
from shengji.play.jit import INT, NOTHING, compiled_lean, compiled_part, popcount
from shengji.play.space import COLUMN, COLUMNS, MASK, SUIT, TRUMP

STEP_UP, BOSS, SECOND, THIRD = 0.08, 6.0, 3.0, 1.0
"""A card of a plain suit: each step of strength; nothing higher out, one card, two."""
PAIR, BOSS_PAIR, TRUMP_PAIR = 2.0, 2.5, 3.0
"""A further copy of a card; more where no higher pair is out; of a trump."""
LOW_TRUMP, TOP_TRUMP, BOSS_TRUMP = 2.5, 5.0, 2.0
"""The lowest trump; what the highest has more; nothing higher out."""
GUARD, GUARD_POINTS, GUARD_PAIR = 8.0, 0.2, 2.0
"""Towards the end: the best trump, for each point known to lie in the kitty; a further copy."""
SHORT, NEARLY_SHORT = 1.0, 0.3
"""What it is worth to give up the last card of a plain suit, and the last but one."""


@compiled_part(types.float64, POSITION)
def guard(position: Position) -> float:
    """What the best trump is worth for the last trick, which can bring the kitty."""
    value = GUARD
    if position.tally[KNOWN]:
        value += GUARD_POINTS * points_on(position.space, position.kitty)
    return float(value)


@compiled_part(types.float64, POSITION, INT, INT)
def card_worth(position: Position, seat: int, place: int) -> float:
    """What a copy of the card at a place is worth keeping, alone."""
    space, out = position.space, position.scratch[OUT]
    suit, column = space[SUIT, place], space[COLUMN, place]
    higher = count_cards(out, above(space, place))
    if suit == TRUMP:
        value = LOW_TRUMP + TOP_TRUMP * column / max(1, space[COLUMNS, TRUMP] - 1)
        if higher == 0:
            value += BOSS_TRUMP
        if position.tally[SIZE] <= LAST_TRICKS:
            value += guard(position) * (1.0 if higher == 0 else 0.3)
        return float(value)
    value = STEP_UP * column
    if position.tally[COUNT + suit] > 0:
        if higher == 0:
            value += BOSS
        elif higher == 1:
            value += SECOND
        elif higher == 2:
            value += THIRD
    return float(value)


@compiled_part(types.float64, POSITION, INT, INT)
def pair_worth(position: Position, seat: int, place: int) -> float:
    """What it is worth that the copies of the card at a place are held together."""
    space, out = position.space, position.scratch[OUT]
    value = PAIR
    if space[SUIT, place] == TRUMP:
        value = TRUMP_PAIR
        if position.tally[SIZE] <= LAST_TRICKS:
            value += GUARD_PAIR
    if out[1] & above(space, place) == 0:
        value += BOSS_PAIR
    return float(value)


@compiled_lean(NOTHING, POSITION, INT, INT)
def weigh_cards(position: Position, seat: int, places: int) -> None:
    """Write what it costs to give up one card at each of these places to `position.worth`.

    `look` has been called for the seat.
    """
    space, worth, hand = position.space, position.worth, position.hands[seat]
    trumps = hand[0] & space[MASK, TRUMP]
    while places != 0:
        bit = places & -places
        places ^= bit
        place = popcount(bit - 1)
        value = card_worth(position, seat, place)
        if hand.shape[0] > 1 and hand[1] & bit:
            value += pair_worth(position, seat, place)
        elif bit & trumps == 0 and trumps != 0:
            others = hand[0] & space[MASK, space[SUIT, place]] & ~bit
            if others == 0:
                value -= SHORT
            elif others & (others - 1) == 0:
                value -= NEARLY_SHORT
        worth[place] = value
