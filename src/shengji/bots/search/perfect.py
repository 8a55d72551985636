"""Trials of the last plays: each answer on deals played to the end by rule, and perfectly.

Real players do not see all hands, as perfect play does; nor do they play as the rule policy. So
near the end perfect play is the second way of playing on: a gain of playouts counts as far as it
agrees. With few cards left it is computed on every deal.
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
from shengji.bots.search.hypothetical import Hypothetical
from shengji.bots.search.trials import Draws, PlayoutTrials, plays_only
from shengji.bots.search.verdict import SLOPE, Doubt, Tried
from shengji.cards import points_of
from shengji.play.jit import Matrix, Words
from shengji.play.position import plays_for_declarers

UNSOLVED = 4
"""The number of unsolved deals that ends the attempts, unless more deals were solved."""
DOUBTED, PART, LEAST_DOUBTED = 24, 8, 8
"""The share of deals to solve for checking a gain is one in PART, at least DOUBTED, since that
takes long. With fewer than LEAST_DOUBTED solved deals perfect play gives no answer."""
MOST_NODES = 1_000_000
"""Maximum number of nodes for checking a gain, about a second."""
DRAWING, NODE = 500, 3
"""The costs of drawing a deal and of a node, in cards of a playout."""


class EndingTrials(PlayoutTrials):
    """Tries plays by playouts, and checks gains by perfect play.

    When perfect play takes too many nodes, or the sides are still open, other playouts check the
    gain.

    Args:
        plays: the words of the plays, in rows.
        effort: the limits of nodes.
    """

    def __init__(
        self, hypothetical: Hypothetical, plays: Matrix, seat: int, sampler: Draws, effort: Effort
    ) -> None:
        super().__init__(hypothetical, plays_only(plays), seat, sampler)
        self._sign = 1 if plays_for_declarers(self._position, seat) else -1
        self._nodes, self._insists = effort.nodes, effort.insists
        self._solved = self._unsolved = 0
        self._too_large = False

    def doubt(self, answers: Sequence[int], deals: int) -> Doubt:
        """Check these answers by perfect play on at most a number of new deals."""
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
            most: the total number of nodes after which no more deals are solved; `None`: no limit.
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
        """The Opponents' final points after each of these plays, if found; and the nodes used."""
        if self._unsolved >= UNSOLVED and self._unsolved > self._solved:
            return None, 0
        position = self._position
        position.hands[:], position.kitty[:] = drawn.hands[deal], drawn.kitties[deal]
        values = np.zeros(len(plays), dtype=np.int64)
        work = own_workspace(*position.hands.shape)
        why = solve_plays(position, self._pad.position, plays, nodes, work, values)
        found = why == SOLVED
        self._solved += found
        self._unsolved += not found
        self._too_large |= why == TOO_LARGE
        return (values if found else None), nodes - int(work.numbers[LEFT])


class PerfectTrials(EndingTrials):
    """Tries plays by playouts and by perfect play of the same sampled deals; as `EndingTrials`."""

    def __init__(
        self, hypothetical: Hypothetical, plays: Matrix, seat: int, sampler: Draws, effort: Effort
    ) -> None:
        super().__init__(hypothetical, plays, seat, sampler, effort)
        # Four more cards take about four times as many nodes.
        self.cost = DRAWING + NODE * 2 ** (sum(hypothetical.hand.sizes) // 2 - 1)

    def run(self, answers: Sequence[int], deals: int) -> Tried:
        """Try these answers on a number of new deals, the same for all."""
        drawn = self._sampler.draw(deals)
        found = self.play_out(answers, drawn)
        return found._replace(perfect=self.solve(answers, drawn, self._nodes))
