"""What the cards of a hand are worth keeping, in points.

The points printed on a card are the business of the play: whether they are won or lost. A card is
worth keeping because it can win a trick later, alone or as part of a pair.
"""

from __future__ import annotations

from numba import types

from shengji.bots.policy.position import (
    NEED,
    NUMBERS,
    PLACE,
    POSITION,
    SIDES,
    Numbers,
    Position,
)
from shengji.bots.policy.sight import COUNT, KNOWN, OUT, SIZE, above, points_on
from shengji.bots.policy.weights import (
    BOSS,
    BOSS_PAIR,
    BOSS_TRUMP,
    CALLED,
    GUARD,
    GUARD_PAIR,
    GUARD_POINTS,
    HOLD_FIVE,
    HOLD_TEN,
    LOW_TRUMP,
    NEARLY_SHORT,
    PAIR,
    SECOND,
    SHORT,
    STEP_UP,
    THIRD,
    TOP_TRUMP,
    TRUMP_PAIR,
    TRUMP_TEN,
    WEIGHTS,
)
from shengji.play.columns import count_in
from shengji.play.jit import INT, NOTHING, compiled_lean, popcount
from shengji.play.space import COLUMN, COLUMNS, MASK, POINTS, SUIT, TRUMP

LAST_TRICKS = 5
"""With so many cards left the last trick comes into sight."""


@compiled_lean(INT, POSITION, INT)
def half_for(position: Position, seat: int) -> int:
    """Where the weights begin that are for a seat's side, as far as that is open."""
    return 0 if position.facts[SIDES] >> seat & 1 else WEIGHTS


@compiled_lean(types.float64, POSITION, NUMBERS)
def guard(position: Position, weights: Numbers) -> float:
    """What the best trump is worth for the last trick, which can bring the kitty."""
    value = weights[GUARD]
    if position.tally[KNOWN]:
        value += weights[GUARD_POINTS] * points_on(position.space, position.kitty)
    return float(value)


@compiled_lean(types.float64, POSITION, INT, NUMBERS, INT)
def card_worth(position: Position, seat: int, weights: Numbers, place: int) -> float:
    """What a copy of the card at a place is worth keeping, alone."""
    space, out = position.space, position.scratch[OUT]
    suit, column = space[SUIT, place], space[COLUMN, place]
    higher = count_in(out, above(space, place))
    if suit == TRUMP:
        value = weights[LOW_TRUMP] + weights[TOP_TRUMP] * column / (space[COLUMNS, TRUMP] - 1)
        if higher == 0:
            value += weights[BOSS_TRUMP]
        if space[POINTS, 1] >> place & 1:
            value += weights[TRUMP_TEN]
        if position.tally[SIZE] <= LAST_TRICKS:
            value += guard(position, weights) * (1.0 if higher == 0 else 0.3)
        return float(value)
    value = weights[STEP_UP] * column
    if position.tally[COUNT + suit] > 0:
        if higher == 0:
            value += weights[BOSS]
        elif higher == 1:
            value += weights[SECOND]
        elif higher == 2:
            value += weights[THIRD]
    if space[POINTS, 0] >> place & 1:
        value += weights[HOLD_FIVE]
    elif space[POINTS, 1] >> place & 1:
        value += weights[HOLD_TEN]
    return float(value)


@compiled_lean(types.float64, POSITION, INT, NUMBERS, INT)
def pair_worth(position: Position, seat: int, weights: Numbers, place: int) -> float:
    """What it is worth that the copies of the card at a place are held together."""
    space, out = position.space, position.scratch[OUT]
    value = weights[PAIR]
    if space[SUIT, place] == TRUMP:
        value = weights[TRUMP_PAIR]
        if position.tally[SIZE] <= LAST_TRICKS:
            value += weights[GUARD_PAIR]
    if out[1] & above(space, place) == 0:
        value += weights[BOSS_PAIR]
    return float(value)


@compiled_lean(NOTHING, POSITION, INT, NUMBERS, INT)
def weigh_cards(position: Position, seat: int, weights: Numbers, places: int) -> None:
    """Write what it costs to give up one card at each of these places to `position.worth`.

    `look` has been called for the seat, and `weights` are those of its side.
    """
    space, worth, hand = position.space, position.worth, position.hands[seat]
    trumps = hand[0] & space[MASK, TRUMP]
    while places != 0:
        bit = places & -places
        places ^= bit
        place = popcount(bit - 1)
        value = card_worth(position, seat, weights, place)
        if hand.shape[0] > 1 and hand[1] & bit:
            value += pair_worth(position, seat, weights, place)
        elif bit & trumps == 0 and trumps != 0:
            others = hand[0] & space[MASK, space[SUIT, place]] & ~bit
            if others == 0:
                value -= weights[SHORT]
            elif others & (others - 1) == 0:
                value -= weights[NEARLY_SHORT]
        worth[place] = value
    for call in range(position.calls.shape[0]):
        if position.calls[call, NEED] > 0:
            worth[position.calls[call, PLACE]] += weights[CALLED]
