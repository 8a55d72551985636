"""Trials of answers on deals that a sampler draws."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from shengji.bots.deals.sampler import Deals
from shengji.bots.policy.desk import desk_beside
from shengji.bots.policy.networks import DEFAULT
from shengji.bots.policy.numbers import NumberTable
from shengji.bots.search.effort import OVERHEAD
from shengji.bots.search.estimates import Answers, table_of_levels, try_answers
from shengji.bots.search.supposed import Supposed
from shengji.bots.search.verdict import Tried
from shengji.cards import points_of
from shengji.play.jit import Matrices, Matrix, Words
from shengji.play.position import twin_of


class Draws(Protocol):
    """Draws deals (see `Sampler`)."""

    def draw(self, number: int) -> Deals:
        """Draw so many deals."""


class PlayoutTrials:
    """Tries answers by playing sampled deals on with the rule policy in every seat.

    Args:
        supposed: the hand in which the answer is given, at a lead or a follow.
        answers: the answers.
        seat: whose decision it is.
        sampler: draws the deals.

    Attributes:
        cost: the work of one answer on one deal.
        playouts_ns: the CPU time of its playouts so far.
    """

    def __init__(self, supposed: Supposed, answers: Answers, seat: int, sampler: Draws) -> None:
        rules, position = supposed.hand.rules, twin_of(supposed.hand.position)
        self._position = position
        self._desk = desk_beside(position)
        self._answers = answers
        self._seat = seat
        self._sampler = sampler
        self._payoff = table_of_levels(rules)
        self._weights = DEFAULT.copy()
        self._total = points_of(rules.deck)
        self.playouts_ns = 0
        self.cost = OVERHEAD + sum(int(word).bit_count() for word in position.rest)

    def run(self, answers: Sequence[int], deals: int) -> Tried:
        """Try these answers on so many fresh deals, the same for all."""
        return self.play_out(answers, self._sampler.draw(deals))

    def play_out(self, answers: Sequence[int], drawn: Deals) -> Tried:
        """Try these answers on these deals."""
        deals = drawn.hands.shape[0]
        levels = np.zeros((len(answers), deals))
        points = np.zeros((len(answers), deals))
        begun = time.thread_time_ns()
        rows = np.array(answers, dtype=np.int64)
        self._try(rows, drawn.hands, drawn.kitties, levels, points)
        self.playouts_ns += time.thread_time_ns() - begun
        return Tried(levels, points, drawn.chains)

    def _try(
        self,
        rows: Words,
        hands: Matrices,
        kitties: Matrix,
        levels: NumberTable,
        points: NumberTable,
    ) -> None:
        try_answers(
            self._position,
            self._desk,
            hands,
            kitties,
            self._answers,
            rows,
            self._seat,
            self._total,
            self._payoff,
            self._weights,
            levels,
            points,
        )


def plays_only(plays: Matrix) -> Answers:
    """Answers that are plays."""
    number, decks = plays.shape
    nothing = np.zeros((number, decks), dtype=np.int64)
    return Answers(plays, nothing, nothing, np.zeros((number, 0, 2), dtype=np.int64))


def kitties_with_calls(kept: Matrix, kitties: Matrix, calls: Matrices) -> Answers:
    """Answers that are kitties, with the calls that would follow each (none: of no rows)."""
    return Answers(np.zeros_like(kept), kept, kitties, calls)


def calls_only(calls: Matrices, decks: int) -> Answers:
    """Answers that are calls of friends."""
    nothing = np.zeros((calls.shape[0], decks), dtype=np.int64)
    return Answers(nothing, nothing, nothing, calls)
