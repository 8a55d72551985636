"""Features of a hand with a trump, for decisions before the first trick."""

from __future__ import annotations

import numpy as np

from shengji.bots.policy.numbers import NUMBER_TABLE, NUMBERS, Numbers, NumberTable
from shengji.play.bits import popcount
from shengji.play.jit import (
    FLOAT,
    INT,
    MATRIX,
    NOTHING,
    WORDS,
    Matrix,
    Words,
    compiled,
    compiled_lean,
)
from shengji.play.space import COLUMN, COLUMNS, MASK, PLACE, POINTS, TRUMP
from shengji.play.words import add_one, clear

(
    ONE,  # a constant
    TRUMPS,  # number of trumps
    TOP,  # trumps of the highest column (big Jokers)
    NEXT,  # of the second (small Jokers)
    THIRD,  # of the third and fourth (rank cards)
    HIGH,  # of the fifth and sixth (Ace and King)
    COPIES,  # further copies of trumps
    HIGH_COPIES,  # further copies in the first four columns
    TRUMP_RUNS,  # pairs of trumps next to another
    BOSSES,  # cards of plain suits with none higher elsewhere
    SECONDS,  # cards of plain suits with one or two higher
    PLAIN_COPIES,  # further copies in plain suits
    PLAIN_RUNS,  # pairs next to another in plain suits
    VOIDS,  # plain suits with no card
    SHORTS,  # plain suits with one or two cards
    POINTS_HELD,  # total points
    FULL,  # share of a full hand still held
) = range(17)
"""Entries of the features."""
FEATURES = 17


@compiled_lean(NOTHING, MATRIX, WORDS, NUMBERS)
def features_of(space: Matrix, hand: Words, found: Numbers) -> None:
    """Write the features of a hand (see ONE) to `found`, except FULL; (FEATURES,)."""
    decks = hand.shape[0]
    for entry in range(FEATURES):
        found[entry] = 0.0
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


@compiled(NOTHING, MATRIX, WORDS, INT, FLOAT, NUMBER_TABLE, NUMBER_TABLE)
def weigh_trumps(
    spaces: Matrix, cards: Words, decks: int, full: float, worth: NumberTable, promised: NumberTable
) -> None:
    """Write the prospects of cards with each of several trumps, as weighted sums of features.

    `spaces` has the strength spaces one under another, `cards` the `Card.index` of each card,
    `worth` the weight of each feature: for each trump as many rows as `promised` has columns, all
    one under another; `promised` has a row for each trump.
    """
    rows = spaces.shape[0] // promised.shape[0]
    hand, found = np.zeros(decks, dtype=np.int64), np.zeros(FEATURES, dtype=np.float64)
    for trump in range(promised.shape[0]):
        space = spaces[trump * rows : (trump + 1) * rows]
        clear(hand)
        for card in cards:
            add_one(hand, 1 << space[PLACE, card])
        features_of(space, hand, found)
        found[FULL] = full
        for role in range(promised.shape[1]):
            total = 0.0
            for entry in range(FEATURES):
                total += found[entry] * worth[trump * promised.shape[1] + role, entry]
            promised[trump, role] = total
