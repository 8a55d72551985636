"""Trials with playouts whose last tricks are also played perfectly.

As in `perfect` the mean of both counts: the hand played by rule to its end, and its last tricks
played perfectly from the same cards on.
"""

from __future__ import annotations

from typing import NamedTuple

from shengji.bots.deals.sampler import DEALS, Deals
from shengji.bots.endings.solver import perfect_points, sides_are_known
from shengji.bots.endings.workspace import LEFT, WORKSPACE, Workspace, ask, own_workspace
from shengji.bots.policy.payoff import levels_for_declarers
from shengji.bots.policy.playout import play_on
from shengji.bots.policy.scratchpad import SCRATCHPAD, Scratchpad
from shengji.bots.search.estimates import (
    ANSWERS,
    OUTCOMES,
    Answers,
    Outcomes,
    give_answer,
    note_outcome,
)
from shengji.bots.search.hypothetical import Hypothetical
from shengji.bots.search.trials import Draws, PlayoutTrials
from shengji.play.jit import INT, NOTHING, WORDS, Words, bundle, compiled, compiled_part
from shengji.play.position import POSITION, Position, copy_position, plays_for_declarers, twin_of

NODES = 5_000
"""Maximum number of nodes for perfect play of a deal's last tricks; beyond it only the rule
counts."""


class Leaf(NamedTuple):
    """The settings and scratch space of perfect play at the end of a playout.

    Attributes:
        position: scratch of the same sizes as the position.
        left: number of cards in each hand from which perfect play starts.
        nodes: maximum number of plays to search.
    """

    position: Position
    left: int
    nodes: int
    work: Workspace


LEAF = bundle((POSITION, INT, INT, WORKSPACE), Leaf)
"""The type of a leaf, for the signature of a kernel."""


UNKNOWN = -(1 << 60)
"""A marker instead of points: perfect play was not found."""


@compiled_part(INT, SCRATCHPAD, LEAF)
def perfect_end(pad: Scratchpad, leaf: Leaf) -> int:
    """Play the position of a scratchpad on to its last tricks, and solve these.

    Returns the Opponents' final points; UNKNOWN when that takes too many nodes, or the sides are
    still open. The position stays at the start of the last tricks.
    """
    position = pad.position
    play_on(pad, leaf.left)
    if not sides_are_known(position):
        return UNKNOWN
    copy_position(position, leaf.position)
    ask(leaf.work, leaf.nodes)
    exact = int(perfect_points(leaf.position, leaf.work))
    return exact if leaf.work.numbers[LEFT] >= 0 else UNKNOWN


@compiled(NOTHING, POSITION, SCRATCHPAD, LEAF, DEALS, ANSWERS, WORDS, OUTCOMES)
def try_with_leaves(
    start: Position,
    pad: Scratchpad,
    leaf: Leaf,
    deals: Deals,
    answers: Answers,
    rows: Words,
    outcomes: Outcomes,
) -> None:
    """Try the answers in `rows` on each deal, as `try_answers` does.

    The last cards are also played perfectly, if that is feasible and all sides are known.
    """
    scratch, levels, points = pad.position, outcomes.levels, outcomes.points
    for deal in range(deals.hands.shape[0]):
        for number in range(rows.shape[0]):
            give_answer(start, scratch, deals, deal, answers, rows[number], outcomes.seat)
            exact = perfect_end(pad, leaf)
            play_on(pad, 0)
            note_outcome(scratch, outcomes, number, deal)
            if exact != UNKNOWN:
                sign = 1 if plays_for_declarers(scratch, outcomes.seat) else -1
                perfect = sign * levels_for_declarers(outcomes.payoff, exact)
                levels[number, deal] = (levels[number, deal] + perfect) / 2
                ahead = sign * (outcomes.total - 2 * exact)
                points[number, deal] = (points[number, deal] + ahead) / 2


class LeafTrials(PlayoutTrials):
    """Tries answers by playouts whose last tricks are also played perfectly.

    Args:
        hypothetical: the hand in which the answer is given, at a lead or a follow.
        left: maximum cards in any hand for perfect play of the rest.
    """

    def __init__(
        self, hypothetical: Hypothetical, answers: Answers, seat: int, sampler: Draws, left: int
    ) -> None:
        super().__init__(hypothetical, answers, seat, sampler)
        work = own_workspace(*self._position.hands.shape)
        self._leaf = Leaf(twin_of(self._position), left, NODES, work)
        # Four more cards take about four times as many nodes.
        self.cost += 2 ** (left * hypothetical.hand.players // 2)

    def _try(self, rows: Words, deals: Deals, outcomes: Outcomes) -> None:
        try_with_leaves(self._position, self._pad, self._leaf, deals, self._answers, rows, outcomes)
