"""Marks of a hand, which do not depend on the play.

They come first in the description of every play; `leads` and `follows` define the rest.
"""

from __future__ import annotations

from shengji.bots.policy.numbers import FLOATS, Floats
from shengji.bots.policy.scratchpad import COUNT, KNOWN, SAME, SCRATCHPAD, SIZE, Scratchpad
from shengji.bots.policy.seat_view import unbeaten
from shengji.play.jit import INT, NOTHING, compiled_part
from shengji.play.position import DEALER, SIDES, THRESHOLD
from shengji.play.space import MASK, TRUMP
from shengji.play.words import count_in, points_on

(
    ONE,  # a constant
    LEFT,  # share of a full hand still held
    END,  # whether the last trick is near
    BOTTOM,  # known points in the kitty, near the last trick
    TAKEN,  # the Opponents' points relative to their threshold
    TO_WIN,  # points not played yet
    TRUMP_SHARE,  # share of the trumps held
    TRUMPS_HELD,  # number of trumps held
    TRUMPS_OUT,  # number of unseen trumps
    TRUMP_BOSS,  # whether the best trump is held
    BOSSES,  # number of unbeaten cards held of plain suits
    DEALS,  # whether the seat is the Dealer
) = range(12)
"""Entries of every description."""
HAND_MARKS = 12

LAST_TRICKS = 5
"""The last trick counts as near from this number of cards in the hand."""


@compiled_part(NOTHING, SCRATCHPAD, INT, FLOATS)
def mark_hand(pad: Scratchpad, seat: int, marks: Floats) -> None:
    """Write the marks of a seat's hand; `write_view` has been called for it."""
    position = pad.position
    space, tally, facts = position.space, pad.tally, position.facts
    hand = position.hands[seat]
    trumps = count_in(hand, space[MASK, TRUMP])
    bosses = 0
    for suit in range(TRUMP):
        if tally[COUNT + suit] > 0:
            bosses += count_in(hand, unbeaten(pad, suit))
    marks[ONE] = 1.0
    marks[LEFT] = tally[SIZE] / 25.0
    end = tally[SIZE] <= LAST_TRICKS
    marks[END] = 1.0 if end else 0.0
    marks[BOTTOM] = 0.0
    if end and tally[KNOWN]:
        marks[BOTTOM] = min(2.0, points_on(space, position.kitty) / 20.0)
    points = 0
    for other in range(position.hands.shape[0]):
        if facts[SIDES] >> other & 1 == 0:
            points += position.taken[other]
    need = max(1, facts[THRESHOLD])
    marks[TAKEN] = max(-1.0, min(1.0, (points - need) / need))
    marks[TO_WIN] = points_on(space, position.rest) / (2.0 * need)
    marks[TRUMP_SHARE] = trumps / max(1.0, float(trumps + tally[COUNT + TRUMP]))
    marks[TRUMPS_HELD] = trumps / 10.0
    marks[TRUMPS_OUT] = tally[COUNT + TRUMP] / 20.0
    marks[TRUMP_BOSS] = 1.0 if hand[0] & unbeaten(pad, TRUMP) else 0.0
    marks[BOSSES] = min(bosses, 6) / 5.0
    marks[DEALS] = 1.0 if facts[DEALER] == seat else 0.0


@compiled_part(NOTHING, SCRATCHPAD, INT)
def start_marks(pad: Scratchpad, number: int) -> None:
    """Begin the description of an option with the common marks."""
    marks, same = pad.marks[number], pad.marks[SAME]
    # A loop of known length would be unrolled to single steps.
    for entry in range(marks.shape[0]):
        marks[entry] = same[entry]
