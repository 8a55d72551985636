"""The value of keeping the cards of a hand, in points.

The points printed on a card are not included: winning or losing them is a matter of the play. The
value of a card is that it can win a trick later, alone or as part of a pair.
"""

from __future__ import annotations

from shengji.bots.policy.marks import LAST_TRICKS
from shengji.bots.policy.scratchpad import COUNT, KNOWN, OUT, SCRATCHPAD, SIZE, Scratchpad
from shengji.play.apply import above
from shengji.play.bits import popcount
from shengji.play.jit import FLOAT, INT, NOTHING, compiled_lean, compiled_part
from shengji.play.space import COLUMN, COLUMNS, MASK, SUIT, TRUMP
from shengji.play.words import count_in, points_on

STEP_UP, BOSS, SECOND, THIRD = 0.08, 6.0, 3.0, 1.0
"""A card of a plain suit: each step of strength; no higher unseen card, one, two."""
PAIR, BOSS_PAIR, TRUMP_PAIR = 2.0, 2.5, 3.0
"""A further copy of a card; extra when no higher pair is unseen; of a trump."""
LOW_TRUMP, TOP_TRUMP, BOSS_TRUMP = 2.5, 5.0, 2.0
"""The lowest trump; the extra value of the highest; no higher unseen card."""
GUARD, GUARD_POINTS, GUARD_PAIR = 8.0, 0.2, 2.0
"""Near the end: the best trump, for each point known to be in the kitty; a further copy."""
SHORT, NEARLY_SHORT = 1.0, 0.3
"""The value of giving up the last card of a plain suit, and the last but one."""


@compiled_part(FLOAT, SCRATCHPAD)
def guard(pad: Scratchpad) -> float:
    """The value of the best trump for the last trick, which can win the kitty."""
    position = pad.position
    value = GUARD
    if pad.tally[KNOWN]:
        value += GUARD_POINTS * points_on(position.space, position.kitty)
    return float(value)


@compiled_part(FLOAT, SCRATCHPAD, INT, INT)
def card_worth(pad: Scratchpad, seat: int, place: int) -> float:
    """The value of keeping a copy of the card at a place, by itself."""
    position = pad.position
    space, out = position.space, pad.scratch[OUT]
    suit, column = space[SUIT, place], space[COLUMN, place]
    higher = count_in(out, above(space, place))
    if suit == TRUMP:
        value = LOW_TRUMP + TOP_TRUMP * column / max(1, space[COLUMNS, TRUMP] - 1)
        if higher == 0:
            value += BOSS_TRUMP
        if pad.tally[SIZE] <= LAST_TRICKS:
            value += guard(pad) * (1.0 if higher == 0 else 0.3)
        return float(value)
    value = STEP_UP * column
    if pad.tally[COUNT + suit] > 0:
        if higher == 0:
            value += BOSS
        elif higher == 1:
            value += SECOND
        elif higher == 2:
            value += THIRD
    return float(value)


@compiled_part(FLOAT, SCRATCHPAD, INT, INT)
def pair_worth(pad: Scratchpad, seat: int, place: int) -> float:
    """The value of holding the copies of the card at a place together."""
    position = pad.position
    space, out = position.space, pad.scratch[OUT]
    value = PAIR
    if space[SUIT, place] == TRUMP:
        value = TRUMP_PAIR
        if pad.tally[SIZE] <= LAST_TRICKS:
            value += GUARD_PAIR
    if out[1] & above(space, place) == 0:
        value += BOSS_PAIR
    return float(value)


@compiled_lean(NOTHING, SCRATCHPAD, INT, INT)
def weigh_cards(pad: Scratchpad, seat: int, places: int) -> None:
    """Write the cost of giving up one card at each of these places to `Scratchpad.worth`.

    `write_view` has been called for the seat.
    """
    position = pad.position
    space, worth, hand = position.space, pad.worth, position.hands[seat]
    trumps = hand[0] & space[MASK, TRUMP]
    while places != 0:
        bit = places & -places
        places ^= bit
        place = popcount(bit - 1)
        value = card_worth(pad, seat, place)
        if hand.shape[0] > 1 and hand[1] & bit:
            value += pair_worth(pad, seat, place)
        elif bit & trumps == 0 and trumps != 0:
            others = hand[0] & space[MASK, space[SUIT, place]] & ~bit
            if others == 0:
                value -= SHORT
            elif others & (others - 1) == 0:
                value -= NEARLY_SHORT
        worth[place] = value
