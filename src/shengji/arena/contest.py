"""Play of a duel, deal by deal over processes, until its end or an early stop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from statistics import fmean

from shengji.arena.duel import DealLine, Duel, play_duel_deal
from shengji.arena.intervals import Stopping
from shengji.arena.scores import Score, score_of
from shengji.arena.spread import Spread, alone


class Contest:
    """The deals of a duel so far.

    Args:
        stopping: the maximum number of deals, and the condition of an early stop.
        done: deals played in an earlier run.

    Attributes:
        lines: the deals, in order.
        scores: the score of each deal.
        levels: the signed levels of the first bot in each deal.
    """

    def __init__(self, duel: Duel, stopping: Stopping, done: Sequence[DealLine] = ()) -> None:
        self.duel = duel
        self.stopping = stopping
        self.lines: list[DealLine] = []
        self.scores: list[Score] = []
        self.levels: list[float] = []
        for line in done:
            if self.over:
                break
            self.add(line)

    @property
    def mean(self) -> float:
        """The mean of the levels; needs at least one deal."""
        return fmean(self.levels)

    @property
    def over(self) -> bool:
        """Whether the duel is finished."""
        return self.stopping.stops(self.levels)

    def play(
        self, spread: Spread = alone, on_deal: Callable[[DealLine], None] = lambda line: None
    ) -> None:
        """Play to the end; `on_deal` receives each deal, in order.

        The result does not depend on how the work is spread.

        Raises:
            BotError: a bot failed, and the duel's `on_failure` is `stop`.
            HelperEndedError: a worker process ended.
        """
        if self.over:
            return
        work = range(len(self.lines), self.stopping.looks[-1])
        with closing(spread(partial(play_duel_deal, self.duel), work)) as lines:
            for line in lines:
                self.add(line)
                on_deal(line)
                if self.over:
                    return

    def add(self, line: DealLine) -> None:
        """Add the next deal."""
        self.lines.append(line)
        score = score_of(self.duel, line)
        self.scores.append(score)
        self.levels.append(score.levels)
