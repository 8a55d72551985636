"""Trials of answers on sampled deals."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from shengji.bots.deals.sampler import Deals
from shengji.bots.policy.scratchpad import scratchpad_beside, scratchpad_for
from shengji.bots.ruled.basic import PLAIN
from shengji.bots.search.effort import OVERHEAD
from shengji.bots.search.estimates import Answers, Outcomes, outcomes_for, try_answers
from shengji.bots.search.hypothetical import Hypothetical
from shengji.bots.search.verdict import Doubt, Tried
from shengji.play.jit import Matrices, Matrix, Words
from shengji.play.position import twin_of


class Draws(Protocol):
    """A source of deals (see `Sampler`)."""

    def draw(self, number: int) -> Deals:
        """Draw a number of deals."""


class PlayoutTrials:
    """Tries answers by playing sampled deals on with the rule policy in every seat.

    The second way of playing on uses the plain numbers, a weaker player of another kind.

    Args:
        hypothetical: the hand in which the answer is given, at a lead or a follow.

    Attributes:
        cost: the work of one answer on one deal.
        playouts_ns: the CPU time of the playouts so far, in nanoseconds.
    """

    def __init__(
        self, hypothetical: Hypothetical, answers: Answers, seat: int, sampler: Draws
    ) -> None:
        self._rules = hypothetical.hand.rules
        self._position = position = twin_of(hypothetical.hand.position)
        self._pad = scratchpad_beside(position)
        self._answers = answers
        self._seat = seat
        self._sampler = sampler
        self.playouts_ns = 0
        self.cost = OVERHEAD + sum(int(word).bit_count() for word in position.rest)

    def run(self, answers: Sequence[int], deals: int) -> Tried:
        """Try these answers on a number of new deals, the same for all."""
        return self.play_out(answers, self._sampler.draw(deals))

    def play_out(self, answers: Sequence[int], drawn: Deals) -> Tried:
        """Try these answers on these deals."""
        rows, outcomes = self._room(answers, drawn)
        begun = time.thread_time_ns()
        self._try(rows, drawn, outcomes)
        self.playouts_ns += time.thread_time_ns() - begun
        return outcomes.as_tried(drawn)

    def doubt(self, answers: Sequence[int], deals: int) -> Doubt:
        """Try these answers with the plain numbers on a number of new deals."""
        drawn = self._sampler.draw(deals)
        rows, outcomes = self._room(answers, drawn)
        pad = scratchpad_for(self._pad.position, PLAIN)
        try_answers(self._position, pad, drawn, self._answers, rows, outcomes)
        return Doubt(outcomes.as_tried(drawn).played, perfect=False)

    def _room(self, answers: Sequence[int], drawn: Deals) -> tuple[Words, Outcomes]:
        rows = np.array(answers, dtype=np.int64)
        return rows, outcomes_for(self._rules, self._seat, len(rows), len(drawn.hands))

    def _try(self, rows: Words, deals: Deals, outcomes: Outcomes) -> None:
        try_answers(self._position, self._pad, deals, self._answers, rows, outcomes)


def plays_only(plays: Matrix) -> Answers:
    """Make answers from plays."""
    number, decks = plays.shape
    nothing = np.zeros((number, decks), dtype=np.int64)
    return Answers(plays, nothing, nothing, np.zeros((number, 0, 2), dtype=np.int64))


def kitties_with_calls(kept: Matrix, kitties: Matrix, calls: Matrices) -> Answers:
    """Make answers from kitties, with the calls after each (without rows: none)."""
    return Answers(np.zeros_like(kept), kept, kitties, calls)


def calls_only(calls: Matrices, decks: int) -> Answers:
    """Make answers from calls of friends."""
    nothing = np.zeros((calls.shape[0], decks), dtype=np.int64)
    return Answers(nothing, nothing, nothing, calls)
