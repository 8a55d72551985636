"""Burying: the choice of the kitty (Z21 §3.5.6, §5), as a kernel.

The value of a hand without the kitty is a sum over its suits: for each card kept its chance to win,
more for each further copy and each step of a tractor; and a bonus for a suit that is emptied, which
can be trumped from then on. A point in the kitty costs its risk to go to the other side. For each
suit and number of its cards the best cards to bury are found exactly, and then the best numbers.
"""

from __future__ import annotations

import numpy as np

from shengji.bots.policy.numbers import NUMBERS, Numbers
from shengji.cards import Card
from shengji.game import Hand
from shengji.play.bits import popcount
from shengji.play.jit import INT, MATRIX, NOTHING, WORDS, Matrix, Words, compiled
from shengji.play.space import COLUMN, MASK, POINTS, TRUMP
from shengji.rules import Rules

(
    STEP,  # each step of strength
    BOSS,  # no higher card in the other hands
    SECOND,  # one higher card
    THIRD,  # two
    FOURTH,  # three or four
    PAIR,  # a further copy
    PAIR_STEP,  # each step of its strength
    TOP_PAIR,  # no higher pair is unseen
    TRACTOR,  # a pair next to another
    TRUMP_CARD,  # a trump
    TRUMP_STEP,  # each step of a trump's strength
    TRUMP_PAIR,  # a further copy of a trump
    TRUMP_TRACTOR,  # a pair of trumps next to another
    RISK,  # cost of a point in the kitty
    WEAK_RISK,  # additional cost with few trumps
    MANY_TRUMPS,  # number of trumps that counts as many
    LENGTH,  # from here on, for each number of cards kept of a plain suit
) = range(17)
"""Entries of the weights, in hundredths of a level: the value of keeping a card of a plain suit.
The weights from LENGTH on apply in full to a hand with many trumps, and less to other hands."""
LONGEST = 10
"""Maximum length with a weight of its own; longer suits share it."""
WEIGHTS = LENGTH + LONGEST + 1

MANY = 1.25
"""Many trumps, as a multiple of an equal share of the cards in the other hands."""
HIGHER = 5
"""Number of higher cards that makes a card worthless."""

FITTED: dict[int, tuple[float, float]] = {
    BOSS: (26.0, 36.7),
    SECOND: (1.3, 5.8),
    THIRD: (4.0, 3.7),
    FOURTH: (0.6, 0.2),
    PAIR: (3.4, 4.4),
    PAIR_STEP: (1.7, 2.1),
    TOP_PAIR: (7.0, 9.5),
    TRACTOR: (52.5, 59.9),
    TRUMP_CARD: (6.8, 9.9),
    TRUMP_STEP: (0.7, 0.7),
    TRUMP_PAIR: (6.9, 9.7),
    TRUMP_TRACTOR: (7.7, 7.7),
    RISK: (1.1, 4.3),
    WEAK_RISK: (19.6, 32.4),
}
"""The weights fitted to playouts: in fixed teams (commit 3fc2457, 2026-11-22), and among friends
(af7e0d2, 2026-11-24); neither the script nor the deals were kept."""
LENGTHS = (
    (63.4, 40.4, 22.0, 9.1, 0.0, -4.7, -8.3, -9.7, -9.7, -5.2, -1.0),
    (74.2, 48.4, 20.5, 6.9, -9.2, -14.5, -17.4, -16.0, -12.5, -5.9, 4.2),
)
"""The fitted weights from LENGTH on."""


def weights_for(rules: Rules) -> Numbers:
    """The weights under these rules; a new array."""
    friends = rules.teams == "friends"
    weights = np.zeros(WEIGHTS)
    for entry, fitted in FITTED.items():
        weights[entry] = fitted[friends]
    weights[LENGTH:] = LENGTHS[friends]
    if rules.kitty_factor == "none":
        weights[RISK] = weights[WEAK_RISK] = 0.0
    weights[MANY_TRUMPS] = MANY * rules.hand_size / (rules.players - 1)
    return weights


@compiled(NOTHING, MATRIX, WORDS, WORDS, INT, NUMBERS, WORDS)
def choose_kitty(
    space: Matrix, hand: Words, free: Words, size: int, weights: Numbers, kitty: Words
) -> None:
    """Choose the cards to bury.

    Args:
        space: the strength space (`Space.table`).
        hand: the words of all cards of the burier, including those of the kitty.
        free: the words of the cards among them that may be buried.
        size: number of cards to bury, at most the number of free ones.
        weights: see STEP; from `weights_for`.
        kitty: gets the words of the chosen cards; (decks,).
    """
    decks = hand.shape[0]
    trumps = 0
    for k in range(decks):
        trumps += popcount(hand[k] & space[MASK, TRUMP])
        kitty[k] = 0
    strong = min(1.0, trumps / weights[MANY_TRUMPS])
    risk = weights[RISK] + weights[WEAK_RISK] * (1.0 - strong)
    worst = -1e18
    # For each suit and number of its cards buried: the value of the rest.
    best = np.full((TRUMP + 1, size + 1), worst)
    # For each place, number buried up to it, and whether a pair is kept there: the choice that led
    # there.
    kept = np.zeros((54, size + 1, 2), dtype=np.int64)
    before = np.zeros((54, size + 1, 2), dtype=np.int64)
    last = np.zeros((TRUMP + 1, size + 1), dtype=np.int64)
    now, then = np.empty((size + 1, 2)), np.empty((size + 1, 2))
    for suit in range(TRUMP + 1):
        mask = space[MASK, suit]
        cards = 0
        for k in range(decks):
            cards += popcount(hand[k] & mask)
        for number in range(size + 1):
            now[number, 0] = now[number, 1] = worst
        now[0, 0] = 0.0
        column = -2
        places = mask & hand[0]
        while places != 0:
            bit = places & -places
            places ^= bit
            place = popcount(bit - 1)
            next_to = space[COLUMN, place] == column + 1
            column = space[COLUMN, place]
            above = mask & ~((bit << 1) - 1)
            held = 0
            most_gone = 0
            higher = 0
            pairs_out = False
            for k in range(decks):
                held += hand[k] >> place & 1
                most_gone += free[k] >> place & 1
                higher += popcount(above & ~hand[k])
            # Two copies of a higher card are unseen when all but two are not held here.
            pairs_out = decks > 1 and above & ~hand[decks - 2] != 0
            points = 0
            if space[POINTS, 0] & bit:
                points = 5
            elif space[POINTS, 1] & bit:
                points = 10
            if suit == TRUMP:
                each = weights[TRUMP_CARD] + weights[TRUMP_STEP] * column
                more = weights[TRUMP_PAIR]
                row = weights[TRUMP_TRACTOR]
            else:
                each = weights[STEP] * column
                if higher < HIGHER:
                    each += weights[BOSS + min(3, higher)]
                more = weights[PAIR] + weights[PAIR_STEP] * column
                if not pairs_out:
                    more += weights[TOP_PAIR]
                row = weights[TRACTOR]
            for number in range(size + 1):
                then[number, 0] = then[number, 1] = worst
            for stay in range(held - most_gone, held + 1):
                gone = held - stay
                value = each * stay - risk * points * gone
                if stay > 1:
                    value += more * (stay - 1)
                pair = 1 if stay > 1 else 0
                for number in range(gone, size + 1):
                    for was in range(2):
                        if now[number - gone, was] == worst:
                            continue
                        total = now[number - gone, was] + value
                        if pair and was and next_to:
                            total += row
                        if total > then[number, pair]:
                            then[number, pair] = total
                            kept[place, number, pair] = stay
                            before[place, number, pair] = was
            now, then = then, now
        for number in range(min(size, cards) + 1):
            last[suit, number] = 1 if now[number, 1] > now[number, 0] else 0
            value = now[number, last[suit, number]]
            if suit != TRUMP:
                value += strong * weights[LENGTH + min(cards - number, LONGEST)]
            best[suit, number] = value
    # The number of each suit, `size` together.
    share = np.zeros((TRUMP + 1, size + 1), dtype=np.int64)
    total_best = np.full(size + 1, worst)
    total_best[0] = 0.0
    for suit in range(TRUMP + 1):
        for number in range(size, -1, -1):
            most = worst
            for here in range(number + 1):
                value = total_best[number - here] + best[suit, here]
                if value > most:
                    most = value
                    share[suit, number] = here
            total_best[number] = most
    number = size
    for suit in range(TRUMP, -1, -1):
        here = share[suit, number]
        number -= here
        pair = last[suit, here]
        places = space[MASK, suit] & hand[0]
        for place in range(53, -1, -1):
            if not places >> place & 1:
                continue
            held = 0
            for k in range(decks):
                held += hand[k] >> place & 1
            gone = held - kept[place, here, pair]
            for k in range(gone):
                kitty[k] |= 1 << place
            pair = before[place, here, pair]
            here -= gone


def choose_burial(hand: Hand, seat: int) -> tuple[Card, ...]:
    """The cards to bury, as many as the kitty has; called for its holder."""
    space = hand.space
    kitty = np.zeros(space.decks, dtype=np.int64)
    cards = space.words(hand.hands[seat])
    choose_kitty(
        space.table,
        cards,
        cards,
        hand.rules.kitty_size,
        weights_for(hand.rules),
        kitty,
    )
    return tuple(space.cards(kitty))
