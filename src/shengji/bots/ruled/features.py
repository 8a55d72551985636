"""What a hand holds with a trump: the numbers that judgements before the first trick rest on."""

from __future__ import annotations

from shengji.bots.policy.numbers import NUMBERS, Numbers
from shengji.play.jit import NOTHING, TABLE, WORDS, Table, Words, compiled, popcount
from shengji.play.space import COLUMN, COLUMNS, MASK, POINTS, TRUMP

(
    ONE,
    TRUMPS,
    TOP,
    NEXT,
    THIRD,
    HIGH,
    COPIES,
    HIGH_COPIES,
    TRUMP_RUNS,
    BOSSES,
    SECONDS,
    PLAIN_COPIES,
    PLAIN_RUNS,
    VOIDS,
    SHORTS,
    POINTS_HELD,
) = range(16)
"""Entries of the features. A constant; the trumps; those of the highest, the second, the third and
fourth, the fifth and sixth column (big Jokers, small Jokers, rank cards, Ace and King); further
copies of trumps, and those in the first four columns; pairs of trumps next to another. Cards of
plain suits with none, and with one or two higher cards elsewhere; further copies; pairs next to
another; plain suits with no card, and with one or two; points."""
FEATURES = 16


@compiled(NOTHING, TABLE, WORDS, NUMBERS)
def features_of(space: Table, hand: Words, found: Numbers) -> None:
    """Write the features of a hand (see ONE) to `found`; (FEATURES,)."""
    decks = hand.shape[0]
    found[:] = 0.0
    found[ONE] = 1.0
    for k in range(decks):
        found[POINTS_HELD] += 5 * popcount(hand[k] & space[POINTS, 0])
        found[POINTS_HELD] += 10 * popcount(hand[k] & space[POINTS, 1])
    for suit in range(TRUMP + 1):
        mask = space[MASK, suit]
        cards = 0
        column, was_pair = -2, False
        places = mask & hand[0]
        while places != 0:
            bit = places & -places
            places ^= bit
            place = popcount(bit - 1)
            next_to = space[COLUMN, place] == column + 1
            column = space[COLUMN, place]
            above = mask & ~((bit << 1) - 1)
            held = 0
            higher = 0
            for k in range(decks):
                held += hand[k] >> place & 1
                higher += popcount(above & ~hand[k])
            cards += held
            pair = held > 1
            below_top = space[COLUMNS, suit] - 1 - column
            if suit == TRUMP:
                found[TRUMPS] += held
                if below_top < 2:
                    found[TOP + below_top] += held
                elif below_top < 6:
                    found[THIRD if below_top < 4 else HIGH] += held
                found[COPIES] += held - 1
                if below_top < 4:
                    found[HIGH_COPIES] += held - 1
                found[TRUMP_RUNS] += pair and was_pair and next_to
            else:
                if higher == 0:
                    found[BOSSES] += held
                elif higher < 3:
                    found[SECONDS] += held
                found[PLAIN_COPIES] += held - 1
                found[PLAIN_RUNS] += pair and was_pair and next_to
            was_pair = pair
        if suit != TRUMP and mask != 0:
            found[VOIDS] += cards == 0
            found[SHORTS] += 0 < cards < 3
