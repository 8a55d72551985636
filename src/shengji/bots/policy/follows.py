"""The ways to follow a single card, each described by numbers.

They are judged as leads are. A network knows what kind of card is played, and whether it takes the
lead of the trick.
"""

from __future__ import annotations

from numba import types

from shengji.bots.policy.marks import END, HAND_MARKS, LEFT, TRUMP_SHARE, mark_hand
from shengji.bots.policy.odds import (
    EMPTY,
    FOLLOWS,
    NEVER,
    RUFFS,
    one_holds,
    prepare,
    side_keeps,
)
from shengji.bots.policy.position import (
    BEST,
    DESCRIBED,
    LEADER,
    MOST_OPTIONS,
    NEED,
    NUMBERS,
    PLACE,
    PLAYED,
    POSITION,
    Numbers,
    Position,
)
from shengji.bots.policy.sight import (
    ALLIES,
    COUNT,
    OUT,
    above,
    points_at,
    points_in,
    points_on,
    unbeaten,
)
from shengji.play.columns import clear, count_in
from shengji.play.jit import INT, NOTHING, WORDS, Words, compiled_lean, popcount
from shengji.play.space import COLUMN, COLUMNS, MASK, SUIT, TRUMP

PLAIN, TRUMPS_LED, TRUMPED, OFF = range(0, 8, 2)
"""The kinds of follows: of a plain suit or of trumps led, a trump on a plain suit, a card of
another plain suit; one more where the card takes the lead of the trick."""
FOLLOW_KINDS = 8

(
    CHANCE,
    STAKE,
    WITH_POINTS,
    WON_POINTS,
    HIGHER,
    NEXT_BEST,
    BOSS,
    RANK,
    LOWEST,
    MINE,
    MORE,
    WHOLE,
    LEAVES_ONE,
    BREAKS,
    BREAKS_BEST,
    POINTS_OUT,
    POINTS_HELD,
    CALLED,
    LAST,
    PARTNER_HAS,
    MARGIN,
    NEXT_LACKS,
    WE_ADD,
    THEY_ADD,
    LEFT_CHANCE,
    LEFT_RANK,
    CHANCE_RANK,
    CHANCE_SHARE,
    END_BOSS,
    END_CHANCE,
    KEEPS_BOSS,
    GUARDED,
) = range(HAND_MARKS, HAND_MARKS + 32)
"""Entries of the description of a follow, after those of the hand; of several cards the sums.

How likely our side wins the trick then; the points that have been played, times that chance; the
points on the card, and times the chance. How many cards out are higher, whether one, or none; how
high the card is in its suit, whether it is the lowest held. Of its suit: the cards held, and beyond
an equal share; whether the card is all that is held, or leaves one; whether it breaks a tuple, and
one that no other beats; the points out; the points held in all; a call that it would answer.
Whether nobody follows after this; whether a partner had the trick; how many cards out beat the best
of the trick; whether an enemy who lacks the suit led plays next; the partners yet to play times the
chance, the enemies times the chance to lose it. The chance and the height of the card times how
full the hand is; the height, and the share of the trumps, times the chance; whether the last trick
is in sight times the best card, and times the chance; the best card of the suit is kept; a card
with points is left with one beside it.
"""


@compiled_lean(NOTHING, POSITION, INT, INT, NUMBERS)
def mark_trick(position: Position, seat: int, suit: int, marks: Numbers) -> None:
    """Write what is the same for all follows to a lead of a suit."""
    space, tally, facts = position.space, position.tally, position.facts
    players, hand = position.hands.shape[0], position.hands[seat]
    for entry in range(DESCRIBED):
        marks[entry] = 0.0
    mark_hand(position, seat, marks)
    turn = facts[PLAYED]
    marks[POINTS_HELD] = points_on(space, hand) / 40.0
    ours = tally[ALLIES] >> ((facts[LEADER] + facts[BEST]) % players) & 1
    marks[PARTNER_HAS] = float(ours)
    best = position.plays[facts[BEST], 0]
    over = above(space, popcount((best & -best) - 1))
    marks[MARGIN] = min(4, count_in(position.scratch[OUT], over)) / 4.0
    if turn == players - 1:
        marks[LAST] = 1.0
        return
    following = (facts[LEADER] + turn + 1) % players
    if tally[ALLIES] >> following & 1 == 0:
        lacks = position.voids[following]
        marks[NEXT_LACKS] = float(lacks >> suit & 1 and lacks >> TRUMP & 1 == 0)


@compiled_lean(NOTHING, POSITION, INT, WORDS, NUMBERS)
def mark_cards(position: Position, seat: int, play: Words, marks: Numbers) -> None:
    """Write what the cards of a follow say; of several cards it is the sums."""
    space, tally = position.space, position.tally
    hand, out = position.hands[seat], position.scratch[OUT]
    decks, others = hand.shape[0], position.hands.shape[0] - 1
    marks[WITH_POINTS] = points_on(space, play) / 10.0
    for suit in range(5):
        mask = space[MASK, suit]
        bits = play[0] & mask
        if bits == 0:
            continue
        out_of_suit = tally[COUNT + suit]
        mine = count_in(hand, mask)
        left = mine - count_in(play, mask)
        kept = 0
        for k in range(decks):
            kept |= hand[k] & mask & ~play[k]
        marks[MINE] += mine / 10.0
        marks[MORE] += (mine - out_of_suit / others) / 5.0
        if left == 0:
            marks[WHOLE] += 1.0
        elif left == 1:
            marks[LEAVES_ONE] += 1.0
            if points_at(space, kept) > 0:
                marks[GUARDED] += 1.0
        marks[POINTS_OUT] += points_in(space, out, suit) / 40.0
        if kept & unbeaten(position, suit):
            marks[KEEPS_BOSS] += 1.0
        if hand[0] & mask & ((bits & -bits) - 1) == 0:
            marks[LOWEST] += 1.0
        steps = max(1.0, float(space[COLUMNS, suit] - 1))
        while bits != 0:
            bit = bits & -bits
            bits ^= bit
            place = popcount(bit - 1)
            over = above(space, place)
            times = 2.0 if decks > 1 and play[1] & bit else 1.0
            higher = count_in(out, over) if out_of_suit > 0 else 0
            marks[HIGHER] += times * min(higher, 4) / 4.0
            if higher == 0:
                marks[BOSS] += times
            elif higher == 1:
                marks[NEXT_BEST] += times
            marks[RANK] += times * space[COLUMN, place] / steps
            if kept & bit:
                marks[BREAKS] += 1.0
                if out[1] & over == 0:
                    marks[BREAKS_BEST] += 1.0
    for call in range(position.calls.shape[0]):
        if position.calls[call, NEED] > 0 and play[0] >> position.calls[call, PLACE] & 1:
            marks[CALLED] = 1.0


@compiled_lean(NOTHING, POSITION, NUMBERS)
def mark_chance(position: Position, marks: Numbers) -> None:
    """Write what depends on the chance to win the trick, which has been written."""
    players = position.hands.shape[0]
    facts, allies = position.facts, position.tally[ALLIES]
    chance = marks[CHANCE]
    friends = 0
    for turn in range(facts[PLAYED] + 1, players):
        friends += allies >> ((facts[LEADER] + turn) % players) & 1
    enemies = players - 1 - facts[PLAYED] - friends
    stake = 0
    for turn in range(facts[PLAYED]):
        stake += points_on(position.space, position.plays[turn])
    marks[STAKE] = chance * stake / 10.0
    marks[WON_POINTS] = chance * marks[WITH_POINTS]
    marks[WE_ADD] = friends * chance
    marks[THEY_ADD] = enemies * (1.0 - chance)
    marks[LEFT_CHANCE] = marks[LEFT] * chance
    marks[LEFT_RANK] = marks[LEFT] * marks[RANK]
    marks[CHANCE_RANK] = chance * marks[RANK]
    marks[CHANCE_SHARE] = chance * marks[TRUMP_SHARE]
    marks[END_BOSS] = marks[END] * marks[BOSS]
    marks[END_CHANCE] = marks[END] * chance


@compiled_lean(NOTHING, POSITION, INT, INT, INT, types.float64)
def describe(position: Position, seat: int, number: int, kind: int, chance: float) -> None:
    """Write the kind and the description of the option with this number, which has been written."""
    marks, base = position.marks[number], position.marks[MOST_OPTIONS]
    for entry in range(DESCRIBED):
        marks[entry] = base[entry]
    position.kinds[number] = kind
    marks[CHANCE] = chance
    mark_cards(position, seat, position.options[number], marks)
    mark_chance(position, marks)


@compiled_lean(INT, POSITION, INT)
def legal_singles(position: Position, seat: int) -> int:
    """The places of the cards with which a seat may follow a single card."""
    space, hand = position.space, position.hands[seat]
    led = position.plays[0, 0]
    legal = hand[0] & space[MASK, space[SUIT, popcount((led & -led) - 1)]]
    return int(legal if legal != 0 else hand[0])


@compiled_lean(INT, POSITION, INT)
def find_singles(position: Position, seat: int) -> int:
    """Write the follows of a single card to `position`; how many there are.

    `look` has been called for the seat. What is written is as for `find_leads`.
    """
    space, facts = position.space, position.facts
    players = position.hands.shape[0]
    led = position.plays[0, 0]
    suit = space[SUIT, popcount((led & -led) - 1)]
    legal = legal_singles(position, seat)
    mark_trick(position, seat, suit, position.marks[MOST_OPTIONS])
    turn = facts[PLAYED]
    best = position.plays[facts[BEST], 0]
    trumped = suit != TRUMP and best & space[MASK, TRUMP] != 0
    higher = above(space, popcount(best - 1))
    wins = higher & legal
    if suit != TRUMP and not trumped:
        wins |= legal & space[MASK, TRUMP]
    ours = position.tally[ALLIES] >> ((facts[LEADER] + facts[BEST]) % players) & 1
    lost = float(ours)
    if turn < players - 1:
        prepare(position, turn + 1, suit)
        follow, ruff = (EMPTY, NEVER) if trumped else (FOLLOWS, RUFFS)
        held = one_holds(position, TRUMP if trumped else suit, 0, higher)
        lost = side_keeps(position, turn + 1, held, follow, ruff, lost)
    number = 0
    while legal != 0 and number < MOST_OPTIONS:
        bit = legal & -legal
        legal ^= bit
        place = popcount(bit - 1)
        over = bit & space[MASK, TRUMP] != 0
        kind = OFF
        if over:
            kind = TRUMPS_LED if suit == TRUMP else TRUMPED
        elif space[SUIT, place] == suit:
            kind = PLAIN
        chance = lost
        if wins & bit != 0:
            kind += 1
            chance = 1.0
            if turn < players - 1:
                over = over and suit != TRUMP
                follow, ruff = (EMPTY, NEVER) if over else (FOLLOWS, RUFFS)
                held = one_holds(position, TRUMP if over else suit, 0, above(space, place))
                chance = side_keeps(position, turn + 1, held, follow, ruff, 1.0)
        clear(position.options[number])
        position.options[number, 0] = bit
        describe(position, seat, number, kind, chance)
        number += 1
    return number
