"""What a seat follows with.

Each play worth thinking about is weighed in points: those in the trick, won or lost as likely as
the odds say, and having the lead next, against what the cards given up are worth.
"""

from __future__ import annotations

import numpy as np
from numba import types

from shengji.bots.policy.odds import side_wins
from shengji.bots.policy.picking import build_follow, build_ruff
from shengji.bots.policy.position import (
    BEST,
    LEADER,
    NUMBERS,
    PLAYED,
    POSITION,
    UNITS,
    Numbers,
    Position,
)
from shengji.bots.policy.sight import (
    ALLIES,
    OTHER,
    REST,
    above,
    above_column,
    look,
    points_at,
    points_on,
)
from shengji.bots.policy.weights import LEAD_NEXT, TO_COME
from shengji.bots.policy.worth import half_for, pair_worth, weigh_cards
from shengji.play.columns import LENGTH, WIDTH, clear, count_in
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
    popcount,
)
from shengji.play.ladder import meets, owed
from shengji.play.space import MASK, POINTS, SUIT, TRUMP
from shengji.play.throws import highest_unit
from shengji.play.tricks import trick_winner

FED = 3.0
"""How much sooner than its worth says a card goes for each point on it, when points are given."""
MOST_UNITS = 6
"""So many ways to win a trick are weighed, from the lowest."""


@compiled_lean(INT, POSITION)
def points_so_far(position: Position) -> int:
    """The points on the cards of the trick under way."""
    points = 0
    for turn in range(position.facts[PLAYED]):
        points += points_on(position.space, position.plays[turn])
    return points


@compiled_lean(INT, POSITION, INT, BOOL, WORDS)
def mark_of(position: Position, suit: int, trumped: bool, play: Words) -> int:
    """The places of the cards that are above a play: in the suit led, or in trumps."""
    space, lead = position.space, position.lead
    answered = TRUMP if trumped else suit
    top = highest_unit(space, answered, play, lead[0, WIDTH], lead[0, LENGTH])
    return above_column(space, answered, max(0, top))


@compiled_lean(NOTHING, POSITION, INT, NUMBERS, INT, WORDS)
def follow_single(position: Position, seat: int, weights: Numbers, suit: int, play: Words) -> None:
    """Follow a single card."""
    space, facts, worth = position.space, position.facts, position.worth
    hand = position.hands[seat]
    legal = hand[0] & space[MASK, suit]
    if legal == 0:
        legal = hand[0]
    choice = legal
    if legal & (legal - 1) != 0:
        look(position, seat)
        own = weights[half_for(position, seat) :]
        weigh_cards(position, seat, own, legal)
        players = position.hands.shape[0]
        turn = facts[PLAYED]
        lead = position.plays[facts[BEST]]
        trumped = suit != TRUMP and lead[0] & space[MASK, TRUMP] != 0
        higher = above(space, popcount(lead[0] - 1))
        wins = higher & legal
        if suit != TRUMP and not trumped:
            wins |= legal & space[MASK, TRUMP]
        best = (facts[LEADER] + facts[BEST]) % players
        ours = 1.0 if position.tally[ALLIES] >> best & 1 else 0.0
        lost = side_wins(position, own, turn + 1, suit, 1, 1, trumped, higher, ours)
        stake = points_so_far(position) + own[TO_COME] * (players - 1 - turn)
        most = 0.0
        choice = 0
        while legal != 0:
            bit = legal & -legal
            legal ^= bit
            place = popcount(bit - 1)
            points = points_at(space, bit)
            if wins & bit:
                over = suit != TRUMP and bit & space[MASK, TRUMP] != 0
                chance = 1.0
                if turn < players - 1:
                    mark = above(space, place)
                    chance = side_wins(position, own, turn + 1, suit, 1, 1, over, mark, 1.0)
                value = (2.0 * chance - 1.0) * (stake + points) + chance * own[LEAD_NEXT]
            else:
                value = (2.0 * lost - 1.0) * (stake + points)
            value -= worth[place]
            if choice == 0 or value > most:
                choice, most = bit, value
    clear(play)
    play[0] = choice


@compiled_lean(types.float64, POSITION, INT, NUMBERS, WORDS)
def cost_of(position: Position, seat: int, weights: Numbers, play: Words) -> float:
    """What it costs to give up some cards; `position.worth` has what each is worth alone."""
    hand = position.hands[seat]
    cost = 0.0
    for word in play:
        bits = word
        while bits != 0:
            bit = bits & -bits
            bits ^= bit
            cost += position.worth[popcount(bit - 1)]
    if hand.shape[0] > 1:
        broken = hand[1] & play[0] & ~play[1]
        while broken != 0:
            bit = broken & -broken
            broken ^= bit
            cost += pair_worth(position, seat, weights, popcount(bit - 1))
    return cost


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


@compiled_lean(NOTHING, TABLE, NUMBERS, INT, types.float64)
def feed_points(space: Table, worth: Numbers, places: int, each: float) -> None:
    """Count the point cards in some places for less, `each` for a point."""
    for entry in range(2):
        bits = places & space[POINTS, entry]
        while bits != 0:
            bit = bits & -bits
            bits ^= bit
            worth[popcount(bit - 1)] -= each * 5 * (entry + 1)


@compiled_lean(types.float64, POSITION, INT, NUMBERS, INT, WORDS)
def weigh_follow(position: Position, seat: int, weights: Numbers, suit: int, play: Words) -> float:
    """What a follow of several cards brings, in points, after `look` and `weigh_cards`."""
    space, facts, plays = position.space, position.facts, position.plays
    players = position.hands.shape[0]
    turn, units = facts[PLAYED], facts[UNITS]
    lead = position.lead[:units]
    for k in range(play.shape[0]):
        plays[turn, k] = play[k]
    row = trick_winner(space, suit, lead, plays[: turn + 1])
    clear(plays[turn])
    best = play if row == turn else plays[row]
    trumped = suit != TRUMP and best[0] & ~space[MASK, TRUMP] == 0
    seat_of = (facts[LEADER] + row) % players
    chance = 1.0 if position.tally[ALLIES] >> seat_of & 1 else 0.0
    if turn < players - 1:
        mark = mark_of(position, suit, trumped, best)
        width, length = lead[0, WIDTH], lead[0, LENGTH]
        if units > 1 and suit == TRUMP:
            mark = 0
        chance = side_wins(position, weights, turn + 1, suit, width, length, trumped, mark, chance)
    adds = weights[TO_COME] * min(3, count_in(play, -1)) * (players - 1 - turn)
    value = (2.0 * chance - 1.0) * (points_so_far(position) + points_on(space, play) + adds)
    if row == turn:
        value += chance * weights[LEAD_NEXT]
    return float(value - cost_of(position, seat, weights, play))


@compiled_lean(NOTHING, POSITION, INT, NUMBERS, INT, INT, WORDS)
def follow_several(
    position: Position, seat: int, weights: Numbers, suit: int, size: int, play: Words
) -> None:
    """Follow several cards.

    Weighed are the follow that gives up what is worth least, the one that gives the most points,
    and the ways to win with the unit that was led, from the lowest.
    """
    space, facts, worth = position.space, position.facts, position.worth
    hand = position.hands[seat]
    lead = position.lead[: facts[UNITS]]
    rest, other = position.scratch[REST], position.scratch[OTHER]
    look(position, seat)
    own = weights[half_for(position, seat) :]
    mask = space[MASK, suit]
    held = count_in(hand, mask)
    weigh_cards(position, seat, own, hand[0] if held < size else hand[0] & mask)
    build_follow(space, suit, size, lead, hand, worth, rest, play)
    if held == size:
        return
    most = weigh_follow(position, seat, own, suit, play)
    # The same with point cards first.
    places = hand[0] if held < size else hand[0] & mask
    feed_points(space, worth, places, FED)
    build_follow(space, suit, size, lead, hand, worth, rest, other)
    feed_points(space, worth, places, -FED)
    value = weigh_follow(position, seat, own, suit, other)
    if value > most:
        most = value
        for k in range(play.shape[0]):
            play[k] = other[k]
    if held > size:
        if lead.shape[0] > 1:
            return
        if not owes_whole(space, suit, lead, hand):
            return
        target = suit
    elif held == 0 and suit != TRUMP and count_in(hand, space[MASK, TRUMP]) >= size:
        target = TRUMP
    else:
        return
    below = -1
    for _ in range(MOST_UNITS):
        below = build_ruff(space, target, lead, hand, worth, below, rest, other)
        if below < 0:
            return
        if held > size and not matches_whole(space, suit, lead, other):
            continue
        value = weigh_follow(position, seat, own, suit, other)
        if value > most:
            most = value
            for k in range(play.shape[0]):
                play[k] = other[k]


@compiled_lean(NOTHING, POSITION, INT, NUMBERS, WORDS)
def choose_follow(position: Position, seat: int, weights: Numbers, play: Words) -> None:
    """Write the words of the cards that a seat follows with to `play`; always legal.

    `seat` is on turn and has the lead before it. Nothing is read but what it may know.
    """
    space, led = position.space, position.plays[0]
    suit = space[SUIT, popcount((led[0] & -led[0]) - 1)]
    size = count_in(led, -1)
    if size == 1:
        follow_single(position, seat, weights, suit, play)
    elif count_in(position.hands[seat], -1) == size:
        for k in range(play.shape[0]):
            play[k] = position.hands[seat, k]
    else:
        follow_several(position, seat, weights, suit, size, play)
