"""Trials of the last plays: each answer on deals played on by rule, and perfectly, to the end.

The others do not see all hands, as who plays perfectly does; nor do they play as the rule policy.
So perfect play is the second way of playing on near the end: what playouts promise counts as far
as it agrees. With few cards left it is looked for on every deal.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from shengji.bots.deals.sampler import Deals
from shengji.bots.endings.solver import SOLVED, TOO_LARGE, solve_plays
from shengji.bots.endings.workspace import LEFT, own_workspace
from shengji.bots.policy.numbers import NumberTable
from shengji.bots.policy.payoff import levels_for_declarers
from shengji.bots.search.effort import Effort
from shengji.bots.search.estimates import table_of_levels
from shengji.bots.search.supposed import Supposed
from shengji.bots.search.trials import Draws, PlayoutTrials, plays_only
from shengji.bots.search.verdict import SLOPE, Doubt, Tried
from shengji.cards import points_of
from shengji.play.jit import Matrix, Words
from shengji.play.position import plays_for_declarers

UNSOLVED = 4
"""The number of unsolved deals after which no more are tried, unless more were solved."""
DOUBTED, PART, LEAST_DOUBTED = 24, 8, 8
"""The share of deals, one in PART but DOUBTED at least, that is solved where a gain is to be
doubted, since that takes long; on fewer than LEAST_DOUBTED that could be solved perfect play says
nothing."""
MOST_NODES = 1_000_000
"""A doubt may take so many nodes, about a second."""
DRAWING, NODE = 500, 3
"""The costs of drawing a deal and of looking at a node, in cards of a playout."""


class EndingTrials(PlayoutTrials):
    """Tries plays by playouts, and in doubt by perfect play.

    Where perfect play takes too long to find, or it is open who plays on which side, the doubt is
    that of other playouts.

    Args:
        supposed: the hand in which the play is made.
        plays: the words of the plays, in rows.
        seat: whose decision it is.
        sampler: draws the deals.
        effort: how many nodes perfect play may take.
    """

    def __init__(
        self, supposed: Supposed, plays: Matrix, seat: int, sampler: Draws, effort: Effort
    ) -> None:
        super().__init__(supposed, plays_only(plays), seat, sampler)
        self._sign = 1 if plays_for_declarers(self._position, seat) else -1
        self._nodes, self._insists = effort.nodes, effort.insists
        self._solved = self._unsolved = 0
        self._too_large = False

    def doubt(self, answers: Sequence[int], deals: int) -> Doubt:
        """Try these answers by perfect play on so many fresh deals at most."""
        number = min(deals, max(DOUBTED, deals // PART))
        for times in sorted({1, self._insists if len(answers) == 2 else 1}):
            self._solved = self._unsolved = 0
            self._too_large = False
            drawn, nodes = self._sampler.draw(number), self._nodes * times
            perfect = self.solve(answers, drawn, nodes, MOST_NODES * times)
            known = perfect[:, ~np.isnan(perfect[0])]
            if known.shape[1] >= LEAST_DOUBTED:
                return Doubt(known, perfect=True)
            if not self._too_large:
                break
        return super().doubt(answers, deals)._replace(unsolved=self._too_large)

    def solve(
        self, answers: Sequence[int], drawn: Deals, nodes: int, most: int | None = None
    ) -> NumberTable:
        """The values of these answers on these deals under perfect play, as `Tried.perfect`.

        Args:
            answers: the answers.
            drawn: the deals.
            nodes: maximum nodes of one deal.
            most: after so many nodes no more deals are looked at; `None`: all are.
        """
        payoff, total = table_of_levels(self._rules), points_of(self._rules.deck)
        plays = self._answers.plays[np.array(answers, dtype=np.int64)]
        found = np.full((len(answers), len(drawn.hands)), np.nan)
        spent = 0
        for deal in range(len(drawn.hands)):
            if most is not None and spent >= most:
                break
            values, taken = self._solve(drawn, deal, plays, nodes)
            spent += taken
            if values is not None:
                levels = np.array([levels_for_declarers(payoff, points) for points in values])
                found[:, deal] = self._sign * (levels + SLOPE * (total - 2 * values))
        return found

    def _solve(
        self, drawn: Deals, deal: int, plays: Matrix, nodes: int
    ) -> tuple[Words | None, int]:
        """The Opponents' points in the end after each of these plays, if found; the nodes taken."""
        if self._unsolved >= UNSOLVED and self._unsolved > self._solved:
            return None, 0
        position = self._position
        position.hands[:], position.kitty[:] = drawn.hands[deal], drawn.kitties[deal]
        values = np.zeros(len(plays), dtype=np.int64)
        work = own_workspace(*position.hands.shape)
        why = solve_plays(position, self._desk.position, plays, nodes, work, values)
        found = why == SOLVED
        self._solved += found
        self._unsolved += not found
        self._too_large |= why == TOO_LARGE
        return (values if found else None), nodes - int(work.numbers[LEFT])


class PerfectTrials(EndingTrials):
    """Tries plays by playouts and by perfect play of the same sampled deals; as `EndingTrials`."""

    def __init__(
        self, supposed: Supposed, plays: Matrix, seat: int, sampler: Draws, effort: Effort
    ) -> None:
        super().__init__(supposed, plays, seat, sampler, effort)
        # Four cards more take about four times as many nodes.
        self.cost = DRAWING + NODE * 2 ** (sum(supposed.hand.sizes) // 2 - 1)

    def run(self, answers: Sequence[int], deals: int) -> Tried:
        """Try these answers on so many fresh deals, the same for all."""
        drawn = self._sampler.draw(deals)
        found = self.play_out(answers, drawn)
        return found._replace(perfect=self.solve(answers, drawn, self._nodes))
