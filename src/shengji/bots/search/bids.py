"""Trying bids out: who makes what trump, and who takes the kitty, on deals of the end of the draw.

A bid changes what is trump, so the same deals are laid out again in the strength space of each bid.
Whoever takes the kitty buries by the rules of thumb, and the hand is played out. That somebody else
may bid after it is not looked at.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from shengji.bots.deals.sampler import Deals, Sampler
from shengji.bots.policy.desk import DESK, Desk, desk_beside
from shengji.bots.policy.networks import DEFAULT
from shengji.bots.policy.numbers import FLOATS, NUMBER_TABLE, NUMBERS, Floats, Numbers, NumberTable
from shengji.bots.policy.payoff import Payoff, value_for
from shengji.bots.policy.playout import play_on
from shengji.bots.ruled.burial import choose_kitty, weights_for
from shengji.bots.search.effort import OVERHEAD
from shengji.bots.search.estimates import table_of_levels
from shengji.bots.search.supposed import Supposed
from shengji.bots.search.verdict import Tried
from shengji.cards import points_of
from shengji.play.jit import (
    INT,
    MATRICES,
    MATRIX,
    NOTHING,
    WORDS,
    Matrices,
    Matrix,
    Words,
    compiled,
    popcount,
)
from shengji.play.position import POSITION, Position, copy_position, side_points
from shengji.play.space import CARD, PLACE, Space
from shengji.play.words import clear, count_in, subtract

NOBODY = -1
"""The kitty stays as it has been buried."""


@compiled(NOTHING, MATRIX, MATRIX, WORDS, WORDS)
def lay_out(old: Matrix, space: Matrix, cards: Words, words: Words) -> None:
    """Add cards in the words of the space `old` to words of another space that have room."""
    left = cards[0]
    while left != 0:
        bit = left & -left
        left ^= bit
        there = 1 << space[PLACE, old[CARD, popcount(bit - 1)]]
        for k in range(cards.shape[0]):
            if cards[k] & bit == 0:
                break
            for word in range(words.shape[0]):
                if words[word] & there == 0:
                    words[word] |= there
                    break


@compiled(
    NOTHING,
    MATRIX,
    POSITION,
    DESK,
    MATRICES,
    MATRIX,
    INT,
    NUMBERS,
    INT,
    INT,
    NUMBERS,
    FLOATS,
    INT,
    NUMBER_TABLE,
    NUMBER_TABLE,
)
def try_bid(
    old: Matrix,
    start: Position,
    desk: Desk,
    hands: Matrices,
    kitties: Matrix,
    burier: int,
    burying: Numbers,
    seat: int,
    total: int,
    payoff: Payoff,
    weights: Floats,
    row: int,
    levels: NumberTable,
    points: NumberTable,
) -> None:
    """Play each deal, whose words are those of the space `old`, from the start of another position.

    `burier` takes the kitty and buries by the weights `burying`; NOBODY does. In `row` of `levels`
    and `points` the deals get what the side of `seat` has in the end (see `try_answers`).
    """
    space, scratch = start.space, desk.position
    for deal in range(hands.shape[0]):
        copy_position(start, scratch)
        clear(scratch.kitty)
        for player in range(hands.shape[1]):
            clear(scratch.hands[player])
            lay_out(old, space, hands[deal, player], scratch.hands[player])
        if burier == NOBODY:
            lay_out(old, space, kitties[deal], scratch.kitty)
        else:
            hand = scratch.hands[burier]
            lay_out(old, space, kitties[deal], hand)
            size = count_in(kitties[deal], -1)
            choose_kitty(space, hand, hand, size, burying, scratch.kitty)
            subtract(hand, scratch.kitty, hand)
        play_on(desk, weights, 0)
        levels[row, deal] = value_for(scratch, payoff, seat)
        points[row, deal] = side_points(scratch, seat, total)


class Bid(NamedTuple):
    """What comes of a bid, or of none.

    Attributes:
        supposed: the hand at the first lead.
        burier: who takes the kitty and buries; NOBODY when it stays as it is.
    """

    supposed: Supposed
    burier: int


class BidTrials:
    """Tries bids out.

    Args:
        bids: what comes of each.
        space: the strength space of the sampler.
        seat: whose decision it is.
        sampler: draws deals of the end of the draw, or with the kitty that lies there.

    Attributes:
        cost: the work of one answer on one deal.
        playouts_ns: the CPU time of its playouts so far.
    """

    def __init__(self, bids: Sequence[Bid], space: Space, seat: int, sampler: Sampler) -> None:
        rules = bids[0].supposed.hand.rules
        self._starts = [bid.supposed.hand.position for bid in bids]
        self._desks = [desk_beside(start) for start in self._starts]
        self._buriers = [bid.burier for bid in bids]
        self._burying = weights_for(rules)
        self._space = space
        self._seat = seat
        self._sampler = sampler
        self._rules = rules
        self._weights = DEFAULT.copy()
        self.playouts_ns = 0
        self.cost = OVERHEAD + len(rules.deck)

    def run(self, answers: Sequence[int], deals: int) -> Tried:
        """Try these bids on so many fresh deals, the same for all."""
        drawn: Deals = self._sampler.draw(deals)
        levels, points = np.zeros((len(answers), deals)), np.zeros((len(answers), deals))
        begun = time.thread_time_ns()
        for row, answer in enumerate(answers):
            try_bid(
                self._space.table,
                self._starts[answer],
                self._desks[answer],
                drawn.hands,
                drawn.kitties,
                self._buriers[answer],
                self._burying,
                self._seat,
                points_of(self._rules.deck),
                table_of_levels(self._rules),
                self._weights,
                row,
                levels,
                points,
            )
        self.playouts_ns += time.thread_time_ns() - begun
        return Tried(levels, points)
