"""Trials whose playouts end with perfect play of the last tricks as well.

As in `perfect` what counts is the mean of both: of the hand played by rule to its end, and of its
last tricks played perfectly, from the same cards on.
"""

from __future__ import annotations

from shengji.bots.endings.solver import perfect_points, sides_are_known
from shengji.bots.endings.workspace import LEFT, WORKSPACE, Workspace, ask, own_workspace
from shengji.bots.policy.desk import DESK, Desk
from shengji.bots.policy.numbers import FLOATS, NUMBER_TABLE, NUMBERS, Floats, NumberTable
from shengji.bots.policy.payoff import Payoff, levels_for_declarers, value_for
from shengji.bots.policy.playout import play_on
from shengji.bots.search.estimates import ANSWERS, Answers, give_answer
from shengji.bots.search.supposed import Supposed
from shengji.bots.search.trials import Draws, PlayoutTrials
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
)
from shengji.play.position import (
    POSITION,
    Position,
    copy_position,
    plays_for_declarers,
    side_points,
    twin_of,
)

NODES = 5_000
"""Perfect play of the last tricks of a deal may take so many nodes; else only the rule counts."""


@compiled(
    NOTHING,
    POSITION,
    DESK,
    POSITION,
    MATRICES,
    MATRIX,
    ANSWERS,
    WORDS,
    INT,
    INT,
    NUMBERS,
    FLOATS,
    INT,
    INT,
    WORKSPACE,
    NUMBER_TABLE,
    NUMBER_TABLE,
)
def try_with_leaves(
    start: Position,
    desk: Desk,
    leaf: Position,
    hands: Matrices,
    kitties: Matrix,
    answers: Answers,
    rows: Words,
    seat: int,
    total: int,
    payoff: Payoff,
    weights: Floats,
    left: int,
    nodes: int,
    work: Workspace,
    levels: NumberTable,
    points: NumberTable,
) -> None:
    """Try the answers in `rows` on each deal, as `try_answers` does.

    The last `left` cards of each hand are also played perfectly, if that takes no more than `nodes`
    plays to look at and all sides are known. `leaf` has the sizes of `start` and is overwritten.
    """
    scratch = desk.position
    for deal in range(hands.shape[0]):
        for number in range(rows.shape[0]):
            give_answer(start, scratch, hands[deal], kitties[deal], answers, rows[number], seat)
            play_on(desk, weights, left)
            solved = sides_are_known(scratch)
            exact = 0
            if solved:
                copy_position(scratch, leaf)
                ask(work, nodes)
                exact = perfect_points(leaf, work)
                solved = work.numbers[LEFT] >= 0
            play_on(desk, weights, 0)
            levels[number, deal] = value_for(scratch, payoff, seat)
            points[number, deal] = side_points(scratch, seat, total)
            if solved:
                sign = 1 if plays_for_declarers(scratch, seat) else -1
                perfect = sign * levels_for_declarers(payoff, exact)
                levels[number, deal] = (levels[number, deal] + perfect) / 2
                points[number, deal] = (points[number, deal] + sign * (total - 2 * exact)) / 2


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
        players = supposed.hand.players
        self._left = left
        self._leaf = twin_of(self._position)
        # Four cards more take about four times as many nodes.
        self.cost += 2 ** (self._left * players // 2)

    def _try(
        self,
        rows: Words,
        hands: Matrices,
        kitties: Matrix,
        levels: NumberTable,
        points: NumberTable,
    ) -> None:
        try_with_leaves(
            self._position,
            self._desk,
            self._leaf,
            hands,
            kitties,
            self._answers,
            rows,
            self._seat,
            self._total,
            self._payoff,
            self._weights,
            self._left,
            NODES,
            own_workspace(*self._position.hands.shape),
            levels,
            points,
        )
