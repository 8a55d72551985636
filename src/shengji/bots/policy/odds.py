"""The probability that other seats beat a play, as a seat can estimate it.

Each unseen card lies with equal probability with any of the seats that may hold it; some cards of a
plain suit lie in the kitty, unless the seat knows it.
"""

from __future__ import annotations

import numpy as np

from shengji.bots.policy.numbers import Numbers
from shengji.bots.policy.scratchpad import (
    ALLIES,
    COUNT,
    HELPERS,
    HOLDERS,
    KNOWN,
    OUT,
    SCRATCHPAD,
    Scratchpad,
)
from shengji.play.bits import popcount
from shengji.play.jit import BOOL, FLOAT, INT, NOTHING, compiled_lean, compiled_part
from shengji.play.position import LEADER, NO_PAIRS
from shengji.play.space import MASK, TRUMP
from shengji.play.words import count_in

(
    FOLLOWS,  # may follow suit
    FOLLOW_PAIRS,  # may follow suit with a pair
    EMPTY,  # has none of the suit but may have trumps
    RUFFS,  # trumps with a card
    RUFF_PAIRS,  # trumps with a pair
    NEVER,  # always 0
) = range(54, 126, 12)
"""Entries of `Scratchpad.worth`, plus the turn: the probability for a seat."""

HELPS, TAKES = 0.8, 0.9
"""How often a partner who can takes a trick from the enemies, and how often an enemy takes it from
us."""

_MOST = 64
_KITTY = 0.3
"""The kitty holds as many cards of a plain suit as this fraction of a seat."""
_TRACTOR, _MOST_TRACTOR = 0.06, 0.3
"""Probability of a tractor in a seat for each way that it may lie there, and its maximum."""


def _missing(width: int) -> Numbers:
    """Probability that a seat holds none, by kitty known or not, seats, and number of tuples."""
    table = np.ones((2, 13, _MOST), dtype=np.float64)
    for known in range(2):
        for holders in range(1, 13):
            share = 1.0 / (holders + (0.0 if known else _KITTY))
            table[known, holders] = (1.0 - share**width) ** np.arange(_MOST)
    return table


_NO_CARD, _NO_PAIR, _NO_TRIPLE = _missing(1), _missing(2), _missing(3)


@compiled_lean(FLOAT, SCRATCHPAD, INT, INT, INT, INT, INT)
def holds(pad: Scratchpad, other: int, suit: int, width: int, length: int, places: int) -> float:
    """The probability that a seat holds a unit of a shape with its top in some places of a suit."""
    position = pad.position
    out, tally, voids = pad.scratch[OUT], pad.tally, position.voids[other]
    if voids >> suit & 1:
        return 0.0
    known = 1 if suit == TRUMP else tally[KNOWN]
    holders = tally[HOLDERS + suit]
    if width == 1:
        number = min(count_in(out, places), _MOST - 1)
        return 1.0 - float(_NO_CARD[known, holders, number])
    if voids >> (NO_PAIRS + suit) & 1 or width > out.shape[0]:
        return 0.0
    stacks = out[width - 1]
    number = popcount(stacks & places)
    if number == 0:
        return 0.0
    if length == 1:
        if width == 2:
            return 1.0 - float(_NO_PAIR[known, holders, number])
        return 1.0 - float(_NO_TRIPLE[known, holders, number])
    spare = popcount(stacks & position.space[MASK, suit]) - length + 1
    return min(max(0.0, _TRACTOR * spare), _MOST_TRACTOR)


@compiled_lean(FLOAT, SCRATCHPAD, INT, INT, INT, INT, BOOL, INT)
def beats(
    pad: Scratchpad, other: int, suit: int, width: int, length: int, trumped: bool, places: int
) -> float:
    """The probability that a seat that is still to play beats the best play of a trick.

    `places` are the places of higher cards, in trumps when it has been `trumped`.
    """
    position = pad.position
    if suit == TRUMP:
        return holds(pad, other, TRUMP, width, length, places)
    tally, voids = pad.tally, position.voids[other]
    void = voids >> suit & 1 or tally[COUNT + suit] == 0
    follows = 0.0
    empty = 1.0
    if not void:
        if not trumped:
            follows = holds(pad, other, suit, width, length, places)
        empty = float(
            _NO_CARD[tally[KNOWN], tally[HOLDERS + suit], min(tally[COUNT + suit], _MOST - 1)]
        )
        if empty < 0.02:
            return follows
    if voids >> TRUMP & 1:
        return follows
    over = places if trumped else position.space[MASK, TRUMP]
    return follows + (1.0 - follows) * empty * holds(pad, other, TRUMP, width, length, over)


@compiled_lean(FLOAT, SCRATCHPAD, INT, INT, INT, INT, BOOL, INT, FLOAT)
def side_wins(
    pad: Scratchpad,
    turns: int,
    suit: int,
    width: int,
    length: int,
    trumped: bool,
    places: int,
    ours: float,
) -> float:
    """The probability that the side of the seat on turn wins the trick.

    It applies after `turns` plays, including the seat's own. The best play is described as for
    `beats`; `ours` is the probability that it is ours.
    """
    position = pad.position
    players = position.hands.shape[0]
    leader, allies = position.facts[LEADER], pad.tally[ALLIES]
    chance = ours
    for turn in range(turns, players):
        other = (leader + turn) % players
        if allies >> other & 1:
            if chance < 1.0:
                can = beats(pad, other, suit, width, length, trumped, places)
                chance += (1.0 - chance) * HELPS * can
        elif chance > 0.0:
            can = beats(pad, other, suit, width, length, trumped, places)
            chance *= 1.0 - TAKES * can
    return chance


@compiled_part(NOTHING, SCRATCHPAD, INT, INT)
def prepare(pad: Scratchpad, turns: int, suit: int) -> None:
    """Write the probabilities of the seats from the turn `turns` on, for a lead of a suit.

    They are written to `Scratchpad.worth` at FOLLOWS and so on, plus the turn; see `side_keeps`.
    """
    position = pad.position
    worth, tally, facts = pad.worth, pad.tally, position.facts
    players = position.hands.shape[0]
    cards = min(tally[COUNT + suit], _MOST - 1)
    trumps = min(tally[COUNT + TRUMP], _MOST - 1)
    pairs = 0
    out = pad.scratch[OUT]
    if out.shape[0] > 1:
        pairs = popcount(out[1] & position.space[MASK, TRUMP])
    known, holders = tally[KNOWN], tally[HOLDERS + suit]
    trumpers = tally[HOLDERS + TRUMP]
    out_of = 1.0 if cards == 0 else float(_NO_CARD[known, holders, cards])
    ruffs = 1.0 - float(_NO_CARD[1, trumpers, trumps])
    ruff_pairs = 1.0 - float(_NO_PAIR[1, trumpers, pairs])
    for turn in range(turns, players):
        other = facts[LEADER] + turn
        voids = position.voids[other if other < players else other - players]
        void = voids >> suit & 1 or cards == 0
        worth[FOLLOWS + turn] = 0.0 if void else 1.0
        worth[FOLLOW_PAIRS + turn] = 0.0 if void or voids >> (NO_PAIRS + suit) & 1 else 1.0
        empty = 1.0 if void else out_of
        if suit == TRUMP or voids >> TRUMP & 1:
            empty = 0.0
        worth[EMPTY + turn] = empty
        worth[RUFFS + turn] = empty * ruffs
        lacks = voids >> (NO_PAIRS + TRUMP) & 1
        worth[RUFF_PAIRS + turn] = 0.0 if lacks else empty * ruff_pairs


@compiled_part(FLOAT, SCRATCHPAD, INT, FLOAT, INT, INT, FLOAT)
def side_keeps(
    pad: Scratchpad,
    turns: int,
    higher: float,
    follow: int,
    ruff: int,
    ours: float,
) -> float:
    """The probability that the side of the seat on turn wins a trick of single cards or of pairs.

    As `side_wins`, after `prepare`. `higher` is the probability that a seat that may hold such
    cards has a higher one. `follow` and `ruff` select the entries for following and trumping:
    FOLLOWS and RUFFS, FOLLOW_PAIRS and RUFF_PAIRS; or EMPTY and NEVER to beat a trumped trick.
    """
    position = pad.position
    worth, helpers = pad.worth, pad.tally[HELPERS]
    chance = ours
    for turn in range(turns, position.hands.shape[0]):
        can = worth[follow + turn] * higher
        can += (1.0 - can) * worth[ruff + turn]
        if helpers >> turn & 1:
            chance += (1.0 - chance) * HELPS * can
        else:
            chance *= 1.0 - TAKES * can
    return float(chance)


@compiled_part(FLOAT, SCRATCHPAD, INT, INT, INT)
def one_holds(pad: Scratchpad, suit: int, pairs: int, places: int) -> float:
    """The probability that a seat holds a card, or a pair, in some places of a suit."""
    out, tally = pad.scratch[OUT], pad.tally
    known = 1 if suit == TRUMP else tally[KNOWN]
    holders = tally[HOLDERS + suit]
    if pairs:
        if out.shape[0] == 1:
            return 0.0
        return 1.0 - float(_NO_PAIR[known, holders, popcount(out[1] & places)])
    number = min(count_in(out, places), _MOST - 1)
    return 1.0 - float(_NO_CARD[known, holders, number])
