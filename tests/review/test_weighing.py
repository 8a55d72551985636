"""How work is spent on a decision: what is scanned, and what is compared in the end."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from shengji.bots.search.verdict import Tried
from shengji.review.weighing import KEPT, weigh


class Known:
    """Answers whose worth is known; counts the deals on which they are tried."""

    cost = 10

    def __init__(self, *levels: float) -> None:
        self._levels = np.array(levels)
        self.runs: list[tuple[int, int]] = []

    def run(self, answers: Sequence[int], deals: int) -> Tried:
        self.runs.append((len(answers), deals))
        luck = np.where(np.arange(deals) % 2, 1.0, -1.0)
        levels = self._levels[list(answers), None] + luck * (1 + np.array(answers)[:, None])
        return Tried(levels, np.zeros_like(levels))


def test_the_best_of_all_is_found_and_compared_with_what_was_done() -> None:
    trials = Known(0.0, 0.5, *[-1.0] * 10, 2.0)
    weighed = weigh(trials, 13, 40_000)
    assert weighed.kept[:3] == (0, 12, 1) and len(weighed.kept) == KEPT + 1
    ahead = weighed.ahead(1)
    assert abs(ahead.mean - 2.0) < 0.1 and ahead.sure


def test_half_of_the_work_is_left_for_the_end_however_many_answers_there_are() -> None:
    work = 40_000
    for number in (5, 60, 400):
        trials = Known(0.0, 1.0, *[-1.0] * (number - 2))
        weigh(trials, number, work)
        first, second = trials.runs[-2:]
        assert first[0] == second[0] == KEPT + 1
        assert first[1] + second[1] >= work // 2 // (trials.cost * (KEPT + 1))
