"""What a seat follows with.

Each play worth thinking about is weighed in points: those in the trick, won or lost as likely as
the odds say, and having the lead next, against what the cards given up are worth. Of the plays that
do not win the trick themselves the best is found at once: then every card has its price.
"""

from __future__ import annotations

import numpy as np
from numba import types

from shengji.bots.policy.odds import (
    EMPTY,
    FOLLOW_PAIRS,
    FOLLOWS,
    NEVER,
    RUFF_PAIRS,
    RUFFS,
    one_holds,
    prepare,
    side_keeps,
    side_wins,
)
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
from shengji.bots.policy.weights import LEAD_NEXT, THEY_ADD, TO_COME
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
from shengji.play.space import MASK, SUIT, TRUMP
from shengji.play.throws import highest_unit
from shengji.play.tricks import trick_winner

MOST_UNITS = 6
"""So many ways to win a trick with several cards are weighed, from the lowest."""
LOST = -1e9
"""Less than anything is worth."""


@compiled_lean(INT, POSITION)
def points_so_far(position: Position) -> int:
    """The points on the cards of the trick under way."""
    points = 0
    for turn in range(position.facts[PLAYED]):
        points += points_on(position.space, position.plays[turn])
    return points


@compiled_lean(types.float64, POSITION, NUMBERS, INT, types.float64, types.float64)
def trick_value(
    position: Position, weights: Numbers, size: int, points: float, chance: float
) -> float:
    """What a trick is worth in which there are so many points, when it is ours with this chance."""
    players = position.hands.shape[0]
    facts, allies = position.facts, position.tally[ALLIES]
    friends = 0
    for turn in range(facts[PLAYED] + 1, players):
        friends += allies >> ((facts[LEADER] + turn) % players) & 1
    enemies = players - 1 - facts[PLAYED] - friends
    cards = min(3, size)
    gain = points + weights[TO_COME] * cards * friends
    loss = points + weights[THEY_ADD] * cards * enemies
    return float(chance * gain - (1.0 - chance) * loss)


@compiled_lean(NOTHING, POSITION, INT, NUMBERS, INT, WORDS)
def follow_single(position: Position, seat: int, weights: Numbers, suit: int, play: Words) -> None:
    """Follow a single card."""
    space, facts, worth = position.space, position.facts, position.worth
    hand = position.hands[seat]
    clear(play)
    legal = hand[0] & space[MASK, suit]
    if legal == 0:
        legal = hand[0]
    if legal & (legal - 1) == 0:
        play[0] = legal
        return
    look(position, seat)
    own = weights[half_for(position, seat) :]
    weigh_cards(position, seat, own, legal)
    players = position.hands.shape[0]
    turn = facts[PLAYED]
    best = position.plays[facts[BEST], 0]
    trumped = suit != TRUMP and best & space[MASK, TRUMP] != 0
    higher = above(space, popcount(best - 1))
    wins = higher & legal
    if suit != TRUMP and not trumped:
        wins |= legal & space[MASK, TRUMP]
    winner = (facts[LEADER] + facts[BEST]) % players
    lost = 1.0 if position.tally[ALLIES] >> winner & 1 else 0.0
    last = turn == players - 1
    if not last:
        prepare(position, turn + 1, suit)
        follow, ruff = (EMPTY, NEVER) if trumped else (FOLLOWS, RUFFS)
        held = one_holds(position, TRUMP if trumped else suit, 0, higher)
        lost = side_keeps(position, own, turn + 1, held, follow, ruff, lost)
    stake = float(points_so_far(position))
    base = trick_value(position, own, 1, stake, lost)
    most = LOST
    while legal != 0:
        bit = legal & -legal
        legal ^= bit
        place = popcount(bit - 1)
        points = points_at(space, bit)
        if wins & bit == 0:
            value = base + (2.0 * lost - 1.0) * points
        elif last:
            value = trick_value(position, own, 1, stake + points, 1.0) + own[LEAD_NEXT]
        else:
            over = suit != TRUMP and bit & space[MASK, TRUMP] != 0
            follow, ruff = (EMPTY, NEVER) if over else (FOLLOWS, RUFFS)
            held = one_holds(position, TRUMP if over else suit, 0, above(space, place))
            chance = side_keeps(position, own, turn + 1, held, follow, ruff, 1.0)
            value = trick_value(position, own, 1, stake + points, chance) + chance * own[LEAD_NEXT]
        value -= worth[place]
        if value > most:
            most = value
            play[0] = bit


@compiled_lean(NOTHING, POSITION, INT, types.float64)
def price_points(position: Position, places: int, each: float) -> None:
    """Count each point on the cards in some places as so much worth less."""
    while places != 0:
        bit = places & -places
        places ^= bit
        points = points_at(position.space, bit)
        if points != 0:
            position.worth[popcount(bit - 1)] -= each * points


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
        whole = hand[1] & play[1]
        while whole != 0:
            bit = whole & -whole
            whole ^= bit
            # Both copies have been counted with what it costs to break the pair.
            cost -= pair_worth(position, seat, weights, popcount(bit - 1))
    return float(cost)


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


@compiled_lean(types.float64, POSITION, NUMBERS, INT, WORDS, types.float64)
def chance_with(position: Position, weights: Numbers, suit: int, best: Words, ours: float) -> float:
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
        return side_keeps(position, weights, turns, held, follow, ruff, ours)
    return side_wins(position, weights, turns, suit, width, length, trumped, mark, ours)


@compiled_lean(types.float64, POSITION, INT, NUMBERS, INT, INT, WORDS)
def weigh_win(
    position: Position, seat: int, weights: Numbers, suit: int, stake: int, play: Words
) -> float:
    """What a follow of several cards brings that wins so far, in points; LOST if it does not."""
    facts, plays = position.facts, position.plays
    turn = facts[PLAYED]
    for k in range(play.shape[0]):
        plays[turn, k] = play[k]
    row = trick_winner(position.space, suit, position.lead[: facts[UNITS]], plays[: turn + 1])
    clear(plays[turn])
    if row != turn:
        return LOST
    chance = chance_with(position, weights, suit, play, 1.0)
    points = float(stake + points_on(position.space, play))
    value = trick_value(position, weights, count_in(play, -1), points, chance)
    return float(value + chance * weights[LEAD_NEXT] - cost_of(position, seat, weights, play))


@compiled_lean(NOTHING, POSITION, INT, NUMBERS, INT, INT, WORDS)
def follow_several(
    position: Position, seat: int, weights: Numbers, suit: int, size: int, play: Words
) -> None:
    """Follow several cards: the best of the ways to win, from the lowest, and of not winning."""
    space, facts, worth = position.space, position.facts, position.worth
    hand = position.hands[seat]
    lead = position.lead[: facts[UNITS]]
    rest, other = position.scratch[REST], position.scratch[OTHER]
    mask = space[MASK, suit]
    held = count_in(hand, mask)
    if held == size:
        for k in range(play.shape[0]):
            play[k] = hand[k] & mask
        return
    players = position.hands.shape[0]
    look(position, seat)
    own = weights[half_for(position, seat) :]
    places = hand[0] if held < size else hand[0] & mask
    weigh_cards(position, seat, own, places)
    if facts[PLAYED] < players - 1:
        prepare(position, facts[PLAYED] + 1, suit)
    stake = points_so_far(position)
    best = position.plays[facts[BEST]]
    winner = (facts[LEADER] + facts[BEST]) % players
    ours = 1.0 if position.tally[ALLIES] >> winner & 1 else 0.0
    lost = chance_with(position, own, suit, best, ours)
    price_points(position, places, 2.0 * lost - 1.0)
    build_follow(space, suit, size, lead, hand, worth, rest, play)
    price_points(position, places, 1.0 - 2.0 * lost)
    if held > size:
        if lead.shape[0] > 1 or not owes_whole(space, suit, lead, hand):
            return
        target = suit
    elif held > 0 or suit == TRUMP or count_in(hand, space[MASK, TRUMP]) < size:
        return
    else:
        target = TRUMP
    most = weigh_win(position, seat, own, suit, stake, play)
    if most == LOST:
        points = float(stake + points_on(space, play))
        most = trick_value(position, own, size, points, lost) - cost_of(position, seat, own, play)
    below = -1
    for _ in range(MOST_UNITS):
        below = build_ruff(space, target, lead, hand, worth, below, rest, other)
        if below < 0:
            return
        if held > size and not matches_whole(space, suit, lead, other):
            continue
        value = weigh_win(position, seat, own, suit, stake, other)
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
