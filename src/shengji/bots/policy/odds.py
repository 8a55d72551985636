"""How likely it is that somebody beats a play, as far as a seat can guess.

Each card that is out lies with any of the seats that may hold it as likely as with the others; of
a plain suit some lie in the kitty, unless the seat knows it.
"""

from __future__ import annotations

import numpy as np

from shengji.bots.policy.desk import ALLIES, COUNT, DESK, HELPERS, HOLDERS, KNOWN, OUT, Desk
from shengji.bots.policy.numbers import Numbers
from shengji.play.bits import popcount
from shengji.play.jit import BOOL, FLOAT, INT, NOTHING, compiled_lean, compiled_part
from shengji.play.position import LEADER, NO_PAIRS
from shengji.play.space import MASK, TRUMP
from shengji.play.words import count_in

(
    FOLLOWS,  # it may follow suit
    FOLLOW_PAIRS,  # it may, with a pair
    EMPTY,  # it has none of the suit but may have trumps
    RUFFS,  # it trumps in with a card
    RUFF_PAIRS,  # it trumps in with a pair
    NEVER,  # nothing
) = range(54, 126, 12)
"""Entries of `Desk.worth`, plus the turn: how likely it is of a seat."""

HELPS, TAKES = 0.8, 0.9
"""How often a partner takes a trick from the others who can, and how often they take it from us."""

_MOST = 64
_KITTY = 0.3
"""The kitty holds as many cards of a plain suit as this part of a seat does."""
_TRACTOR, _MOST_TRACTOR = 0.06, 0.3
"""A seat holds a tractor this likely for each way that it may lie there, and at most this."""


def _missing(width: int) -> Numbers:
    """By kitty known or not, seats and tuples: how likely a given seat holds none of so many."""
    table = np.ones((2, 13, _MOST), dtype=np.float64)
    for known in range(2):
        for holders in range(1, 13):
            share = 1.0 / (holders + (0.0 if known else _KITTY))
            table[known, holders] = (1.0 - share**width) ** np.arange(_MOST)
    return table


_NO_CARD, _NO_PAIR, _NO_TRIPLE = _missing(1), _missing(2), _missing(3)


@compiled_lean(FLOAT, DESK, INT, INT, INT, INT, INT)
def holds(desk: Desk, other: int, suit: int, width: int, length: int, places: int) -> float:
    """How likely another seat holds a unit of this shape with its top in some places of a suit."""
    position = desk.position
    out, tally, voids = desk.scratch[OUT], desk.tally, position.voids[other]
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


@compiled_lean(FLOAT, DESK, INT, INT, INT, INT, BOOL, INT)
def beats(
    desk: Desk, other: int, suit: int, width: int, length: int, trumped: bool, places: int
) -> float:
    """How likely a seat that is still to play can beat the best play of a trick.

    `places` are those of the cards that are above it, in trumps where it has been `trumped`.
    """
    position = desk.position
    if suit == TRUMP:
        return holds(desk, other, TRUMP, width, length, places)
    tally, voids = desk.tally, position.voids[other]
    void = voids >> suit & 1 or tally[COUNT + suit] == 0
    follows = 0.0
    empty = 1.0
    if not void:
        if not trumped:
            follows = holds(desk, other, suit, width, length, places)
        empty = float(
            _NO_CARD[tally[KNOWN], tally[HOLDERS + suit], min(tally[COUNT + suit], _MOST - 1)]
        )
        if empty < 0.02:
            return follows
    if voids >> TRUMP & 1:
        return follows
    over = places if trumped else position.space[MASK, TRUMP]
    return follows + (1.0 - follows) * empty * holds(desk, other, TRUMP, width, length, over)


@compiled_lean(FLOAT, DESK, INT, INT, INT, INT, BOOL, INT, FLOAT)
def side_wins(
    desk: Desk,
    turns: int,
    suit: int,
    width: int,
    length: int,
    trumped: bool,
    places: int,
    ours: float,
) -> float:
    """How likely the side of the seat on turn wins the trick.

    `turns` have played once it has; the best of these is as `beats` has it, and ours as likely as
    `ours`.
    """
    position = desk.position
    players = position.hands.shape[0]
    leader, allies = position.facts[LEADER], desk.tally[ALLIES]
    chance = ours
    for turn in range(turns, players):
        other = (leader + turn) % players
        if allies >> other & 1:
            if chance < 1.0:
                can = beats(desk, other, suit, width, length, trumped, places)
                chance += (1.0 - chance) * HELPS * can
        elif chance > 0.0:
            can = beats(desk, other, suit, width, length, trumped, places)
            chance *= 1.0 - TAKES * can
    return chance


@compiled_part(NOTHING, DESK, INT, INT)
def prepare(desk: Desk, turns: int, suit: int) -> None:
    """Write how the seats that play after `turns` others stand to a lead of a suit.

    Written to `Desk.worth` at FOLLOWS and so on, plus the turn: see `side_keeps`.
    """
    position = desk.position
    worth, tally, facts = desk.worth, desk.tally, position.facts
    players = position.hands.shape[0]
    cards = min(tally[COUNT + suit], _MOST - 1)
    trumps = min(tally[COUNT + TRUMP], _MOST - 1)
    pairs = 0
    out = desk.scratch[OUT]
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


@compiled_part(FLOAT, DESK, INT, FLOAT, INT, INT, FLOAT)
def side_keeps(
    desk: Desk,
    turns: int,
    higher: float,
    follow: int,
    ruff: int,
    ours: float,
) -> float:
    """How likely the side of the seat on turn wins a trick of single cards or of pairs.

    As `side_wins`, after `prepare`. `higher` says how likely a seat that may hold any has a higher
    one. `follow` and `ruff` are what it takes to play one, or to trump in: FOLLOWS and RUFFS,
    FOLLOW_PAIRS and RUFF_PAIRS; EMPTY and NEVER to beat what has been trumped.
    """
    position = desk.position
    worth, helpers = desk.worth, desk.tally[HELPERS]
    chance = ours
    for turn in range(turns, position.hands.shape[0]):
        can = worth[follow + turn] * higher
        can += (1.0 - can) * worth[ruff + turn]
        if helpers >> turn & 1:
            chance += (1.0 - chance) * HELPS * can
        else:
            chance *= 1.0 - TAKES * can
    return float(chance)


@compiled_part(FLOAT, DESK, INT, INT, INT)
def one_holds(desk: Desk, suit: int, pairs: int, places: int) -> float:
    """How likely a given seat that may hold any has a card, or a pair, in some places of a suit."""
    out, tally = desk.scratch[OUT], desk.tally
    known = 1 if suit == TRUMP else tally[KNOWN]
    holders = tally[HOLDERS + suit]
    if pairs:
        if out.shape[0] == 1:
            return 0.0
        return 1.0 - float(_NO_PAIR[known, holders, popcount(out[1] & places)])
    number = min(count_in(out, places), _MOST - 1)
    return 1.0 - float(_NO_CARD[known, holders, number])
