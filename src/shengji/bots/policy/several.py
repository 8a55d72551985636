"""The ways to follow several cards that are worth weighing.

There are too many to weigh them all. What each card is worth keeping tells which to give up when
points do not matter, when they are to be fed to a partner and when they are to be kept from an
enemy; and the ways to win the trick are gone through from the lowest.
"""

from __future__ import annotations

import numpy as np
from numba import types

from shengji.bots.policy.follows import describe, mark_trick
from shengji.bots.policy.odds import (
    EMPTY,
    FOLLOW_PAIRS,
    NEVER,
    RUFF_PAIRS,
    one_holds,
    prepare,
    side_keeps,
    side_wins,
)
from shengji.bots.policy.picking import build_follow, build_ruff
from shengji.bots.policy.position import (
    BEST,
    PLAYED,
    POSITION,
    SAME,
    UNITS,
    Position,
)
from shengji.bots.policy.sight import (
    HELPERS,
    REST,
    above_column,
    count_cards,
    points_at,
    takes_lead,
)
from shengji.bots.policy.worth import weigh_cards
from shengji.play.columns import LENGTH, WIDTH
from shengji.play.jit import (
    BOOL,
    INT,
    NOTHING,
    TABLE,
    WORDS,
    Table,
    Words,
    compiled,
    compiled_lean,
    compiled_part,
    popcount,
)
from shengji.play.ladder import meets, owed
from shengji.play.space import MASK, POINTS, SUIT, TRUMP
from shengji.play.throws import highest_unit

FOLLOWED, RUFFED, OFF_SUIT = range(0, 6, 2)
"""The kinds of follows of several cards: all of the suit led, trumps alone on a plain suit, others;
one more where the play takes the lead of the trick."""
MOST_WAYS = 6
"""So many ways to win a trick with several cards are weighed, from the lowest."""
FEED, KEEP = 3.0, -3.0
"""What a point on a card counts when it is to be fed to a partner, or kept from an enemy."""


@compiled_part(NOTHING, POSITION, INT, types.float64)
def price_points(position: Position, places: int, each: float) -> None:
    """Count each point on the cards in some places as so much worth less."""
    while places != 0:
        bit = places & -places
        places ^= bit
        position.worth[popcount(bit - 1)] -= each * points_at(position.space, bit)


@compiled(BOOL, TABLE, INT, TABLE, WORDS)
def owes_whole(space: Table, suit: int, lead: Table, hand: Words) -> bool:
    """Whether a follower owes the one unit that was led, and not less."""
    rung = owed(space, suit, lead, hand)
    if rung.shape[0] == 0:
        return False
    return bool(rung[0, WIDTH] == lead[0, WIDTH] and rung[0, LENGTH] == lead[0, LENGTH])


@compiled(BOOL, TABLE, INT, TABLE, WORDS)
def matches_whole(space: Table, suit: int, lead: Table, play: Words) -> bool:
    """Whether a follow meets a rung that is the one unit that was led."""
    rung = np.ones((1, 3), dtype=np.int64)
    rung[0, WIDTH], rung[0, LENGTH] = lead[0, WIDTH], lead[0, LENGTH]
    return meets(space, suit, lead, rung, play)


@compiled_lean(types.float64, POSITION, INT, WORDS, types.float64)
def chance_with(position: Position, suit: int, best: Words, ours: float) -> float:
    """How likely our side wins the trick when this play is the best of it so far."""
    space, facts = position.space, position.facts
    players = position.hands.shape[0]
    turns = facts[PLAYED] + 1
    if turns == players:
        return ours
    lead, units = position.lead, facts[UNITS]
    width, length = lead[0, WIDTH], lead[0, LENGTH]
    trumped = suit != TRUMP and best[0] & ~space[MASK, TRUMP] == 0
    answered = TRUMP if trumped else suit
    mark = 0
    if units == 1 or trumped:
        top = highest_unit(space, answered, best, width, length)
        mark = above_column(space, answered, max(0, top))
    if units == 1 and length == 1 and width == 2:
        held = one_holds(position, answered, 1, mark)
        follow, ruff = (EMPTY, NEVER) if trumped else (FOLLOW_PAIRS, RUFF_PAIRS)
        return side_keeps(position, turns, held, follow, ruff, ours)
    return side_wins(position, turns, suit, width, length, trumped, mark, ours)


@compiled_part(BOOL, POSITION, INT)
def is_fresh(position: Position, number: int) -> bool:
    """Whether no option before it is the same as the one with this number."""
    options = position.options
    for other in range(number):
        same = True
        for k in range(options.shape[1]):
            same = same and options[other, k] == options[number, k]
        if same:
            return False
    return True


@compiled_part(INT, POSITION, INT, INT)
def write_several(position: Position, seat: int, size: int) -> int:
    """Write the cards of the follows of so many cards that are worth weighing; how many."""
    space, facts, worth = position.space, position.facts, position.worth
    hand, options = position.hands[seat], position.options
    lead = position.lead[: facts[UNITS]]
    rest = position.scratch[REST]
    led = position.plays[0, 0]
    suit = space[SUIT, popcount((led & -led) - 1)]
    mask = space[MASK, suit]
    held = count_cards(hand, mask)
    if held == size:
        for k in range(hand.shape[0]):
            options[0, k] = hand[k] & mask
        return 1
    places = hand[0] if held < size else hand[0] & mask
    weigh_cards(position, seat, places)
    number = 0
    points = places & (space[POINTS, 0] | space[POINTS, 1])
    for each in (0.0, FEED, KEEP):
        if points == 0 and number > 0:
            break
        price_points(position, points, each)
        build_follow(space, suit, size, lead, hand, worth, rest, options[number])
        price_points(position, points, -each)
        number += is_fresh(position, number)
    if held > size:
        if lead.shape[0] > 1 or not owes_whole(space, suit, lead, hand):
            return number
        target = suit
    elif held > 0 or suit == TRUMP or count_cards(hand, space[MASK, TRUMP]) < size:
        return number
    else:
        target = TRUMP
    below = -1
    for _ in range(MOST_WAYS):
        below = build_ruff(space, target, lead, hand, worth, below, rest, options[number])
        if below < 0:
            break
        if held > size and not matches_whole(space, suit, lead, options[number]):
            continue
        number += is_fresh(position, number)
    return number


@compiled_part(INT, POSITION, INT, INT)
def find_several(position: Position, seat: int, size: int) -> int:
    """Write the follows of so many cards that are worth weighing to `position`; how many.

    `look` has been called for the seat. What is written is as for `find_leads`; a single option
    is not described.
    """
    space, facts = position.space, position.facts
    number = write_several(position, seat, size)
    if number == 1:
        return 1
    led = position.plays[0, 0]
    suit = space[SUIT, popcount((led & -led) - 1)]
    mark_trick(position, seat, suit, position.marks[SAME])
    prepare(position, facts[PLAYED] + 1, suit)
    ours = float(position.tally[HELPERS] >> facts[BEST] & 1)
    lost = chance_with(position, suit, position.plays[facts[BEST]], ours)
    for option in range(number):
        play = position.options[option]
        kind = OFF_SUIT
        if play[0] & ~space[MASK, suit] == 0:
            kind = FOLLOWED
        elif play[0] & ~space[MASK, TRUMP] == 0:
            kind = RUFFED
        chance = lost
        if kind != OFF_SUIT and takes_lead(position, suit, play):
            kind += 1
            chance = chance_with(position, suit, play, 1.0)
        position.kinds[option] = kind
        describe(position, seat, option, chance)
    return number
