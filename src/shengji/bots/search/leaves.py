"""Trials whose playouts end with perfect play of the last tricks as well.

As in `perfect` what counts is the mean of both: of the hand played by rule to its end, and of its
last tricks played perfectly, from the same cards on.
"""

from __future__ import annotations

from typing import NamedTuple

from shengji.bots.deals.sampler import DEALS, Deals
from shengji.bots.endings.solver import perfect_points, sides_are_known
from shengji.bots.endings.workspace import LEFT, WORKSPACE, Workspace, ask, own_workspace
from shengji.bots.policy.desk import DESK, Desk
from shengji.bots.policy.payoff import levels_for_declarers
from shengji.bots.policy.playout import play_on
from shengji.bots.search.estimates import (
    ANSWERS,
    OUTCOMES,
    Answers,
    Outcomes,
    give_answer,
    note_outcome,
)
from shengji.bots.search.supposed import Supposed
from shengji.bots.search.trials import Draws, PlayoutTrials
from shengji.play.jit import INT, NOTHING, WORDS, Words, bundle, compiled, compiled_part
from shengji.play.position import POSITION, Position, copy_position, plays_for_declarers, twin_of

NODES = 5_000
"""Perfect play of the last tricks of a deal may take so many nodes; else only the rule counts."""


class Leaf(NamedTuple):
    """Where and how the last tricks are played perfectly.

    Attributes:
        position: a position of the sizes of all others; it is overwritten.
        left: so many cards of each hand are played so, ...
        nodes: ... if that takes no more than so many plays to look at.
        work: room for the solver.
    """

    position: Position
    left: int
    nodes: int
    work: Workspace


LEAF = bundle((POSITION, INT, INT, WORKSPACE), Leaf)
"""The type of a leaf, for the signature of a kernel."""


UNKNOWN = -(1 << 60)
"""Instead of points: perfect play was not found."""


@compiled_part(INT, DESK, LEAF)
def perfect_end(desk: Desk, leaf: Leaf) -> int:
    """Play the position of a desk on to its last tricks, and look for perfect play of these.

    Returns the Opponents' points in the end; UNKNOWN where it takes too long to find them, or it is
    open who plays on which side. The position stays where the last tricks begin.
    """
    position = desk.position
    play_on(desk, leaf.left)
    if not sides_are_known(position):
        return UNKNOWN
    copy_position(position, leaf.position)
    ask(leaf.work, leaf.nodes)
    exact = int(perfect_points(leaf.position, leaf.work))
    return exact if leaf.work.numbers[LEFT] >= 0 else UNKNOWN


@compiled(NOTHING, POSITION, DESK, LEAF, DEALS, ANSWERS, WORDS, OUTCOMES)
def try_with_leaves(
    start: Position,
    desk: Desk,
    leaf: Leaf,
    deals: Deals,
    answers: Answers,
    rows: Words,
    outcomes: Outcomes,
) -> None:
    """Try the answers in `rows` on each deal, as `try_answers` does.

    The last cards are also played perfectly, where that can be and all sides are known.
    """
    scratch, levels, points = desk.position, outcomes.levels, outcomes.points
    for deal in range(deals.hands.shape[0]):
        for number in range(rows.shape[0]):
            give_answer(start, scratch, deals, deal, answers, rows[number], outcomes.seat)
            exact = perfect_end(desk, leaf)
            play_on(desk, 0)
            note_outcome(scratch, outcomes, number, deal)
            if exact != UNKNOWN:
                sign = 1 if plays_for_declarers(scratch, outcomes.seat) else -1
                perfect = sign * levels_for_declarers(outcomes.payoff, exact)
                levels[number, deal] = (levels[number, deal] + perfect) / 2
                ahead = sign * (outcomes.total - 2 * exact)
                points[number, deal] = (points[number, deal] + ahead) / 2


class LeafTrials(PlayoutTrials):
    """Tries answers by playouts whose last tricks are played perfectly as well.

    Args:
        supposed: the hand in which the answer is given, at a lead or a follow.
        answers: the answers.
        seat: whose decision it is.
        sampler: draws the deals.
        left: with no more cards than these in any hand the rest is played perfectly.
    """

    def __init__(
        self, supposed: Supposed, answers: Answers, seat: int, sampler: Draws, left: int
    ) -> None:
        super().__init__(supposed, answers, seat, sampler)
        work = own_workspace(*self._position.hands.shape)
        self._leaf = Leaf(twin_of(self._position), left, NODES, work)
        # Four cards more take about four times as many nodes.
        self.cost += 2 ** (left * supposed.hand.players // 2)

    def _try(self, rows: Words, deals: Deals, outcomes: Outcomes) -> None:
        try_with_leaves(
            self._position, self._desk, self._leaf, deals, self._answers, rows, outcomes
        )
