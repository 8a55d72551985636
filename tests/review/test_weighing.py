"""How work is spent on a decision: what is scanned, and what is compared in the end."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from shengji.bots.search.verdict import Doubt, Tried
from shengji.review.weighing import KEPT, THERE, TOLD, weigh


class Known:
    """Answers whose worth is known; counts the deals on which they are tried.

    Args:
        levels: what playouts say.
        doubted: what the second way says.
        perfect: whether that is perfect play.
        solved: perfect play is found in time of so many answers at most.
    """

    cost = 10
    playouts_ns = 0

    def __init__(
        self,
        *levels: float,
        doubted: Sequence[float] = (),
        perfect: bool = True,
        solved: int = 1000,
    ) -> None:
        self._levels = np.array(levels)
        self._doubted = np.array(doubted or levels)
        self._perfect = perfect
        self._solved = solved
        self.runs: list[tuple[int, int]] = []

    def run(self, answers: Sequence[int], deals: int) -> Tried:
        self.runs.append((len(answers), deals))
        luck = np.where(np.arange(deals) % 2, 1.0, -1.0)
        levels = self._levels[list(answers), None] + luck * (1 + np.array(answers)[:, None])
        return Tried(levels, np.zeros_like(levels))

    def doubt(self, answers: Sequence[int], deals: int) -> Doubt:
        worth = self._doubted if len(answers) <= self._solved else self._levels
        found = self._perfect and len(answers) <= self._solved
        unsolved = self._perfect and not found
        return Doubt(worth[list(answers), None] + np.zeros(deals), found, unsolved)


def none() -> Known:
    raise AssertionError("nothing is to be told")


def test_the_best_of_all_is_found_and_compared_with_what_was_done() -> None:
    trials = Known(0.0, 0.5, *[-1.0] * 10, 2.0)
    weighed = weigh(trials, lambda: trials, 13, 40_000)
    assert weighed.kept[:3] == (0, 12, 1) and len(weighed.kept) == KEPT + 1
    assert abs(weighed.ahead[0].mean - 2.0) < 0.1 and weighed.ahead[0].sure
    assert weighed.weight == weighed.cost == weighed.ahead[0].mean


def test_half_of_the_work_is_left_for_the_end_however_many_answers_there_are() -> None:
    work = 40_000
    for number in (5, 60, 400):
        trials = Known(0.0, 1.0, *[-1.0] * (number - 2))
        weigh(trials, lambda: Known(*[0.0] * 400), number, work)
        first, second = trials.runs[-2:]
        assert first[0] == second[0] == KEPT + 1
        assert first[1] + second[1] >= work // 2 // (trials.cost * (KEPT + 1))


def test_how_much_better_is_told_by_other_deals_than_those_that_chose() -> None:
    chose, told = Known(0.0, 2.0, 0.1), Known(0.0, 0.5, 3.0)
    weighed = weigh(chose, lambda: told, 3, 40_000)
    assert weighed.kept[1] == 1, "what the other deals say is not chosen from"
    assert abs(weighed.weight - 2.0) < 0.1 and abs(weighed.cost - 0.5) < 0.1
    nothing = weigh(chose, lambda: Known(0.0, -0.5, 0.0), 3, 40_000)
    assert nothing.weight > 0 and nothing.cost == 0
    little = weigh(chose, lambda: Known(0.0, TOLD - 0.01, 0.0), 3, 40_000)
    assert little.ahead[0].mean > 0 and little.cost == 0, "nobody is told of 0.0 levels"


def test_a_gain_counts_as_far_as_both_ways_of_playing_on_agree() -> None:
    doubted = Known(0.0, 2.0, 1.0, doubted=[0.0, -0.2, 0.4])
    weighed = weigh(doubted, lambda: doubted, 3, 40_000)
    assert weighed.kept[:2] == (0, 2) and abs(weighed.cost - 0.4) < 1e-9
    assert weighed.ahead[1].mean == 0.0
    # Two playouts that promise the same make the same mistakes.
    playouts = Known(0.0, 2.0, 1.0, doubted=[0.0, -0.2, 0.4], perfect=False)
    assert abs(weigh(playouts, lambda: playouts, 3, 40_000).cost - THERE * 0.4) < 1e-9
    refused = weigh(Known(0.0, 2.0, doubted=[0.0, -1.0]), none, 2, 40_000)
    assert (refused.weight, refused.cost, refused.ahead[0].mean) == (0.0, 0.0, 0.0)


def test_perfect_play_is_asked_of_the_best_alone_where_that_of_all_takes_too_long() -> None:
    slow = Known(0.0, 2.0, 1.0, doubted=[0.0, 0.5, 0.8], solved=2)
    weighed = weigh(slow, lambda: slow, 3, 40_000)
    assert weighed.kept[:2] == (0, 1) and not weighed.unsolved
    assert abs(weighed.cost - 0.5) < 1e-9, "nothing is taken off where perfect play agrees"
    denied = Known(0.0, 2.0, 1.0, doubted=[0.0, -0.5, 0.8], solved=2)
    assert weigh(denied, none, 3, 40_000).cost == 0


def test_a_review_knows_where_playouts_stand_in_for_perfect_play() -> None:
    found = [Known(0.0, 2.0, 1.0, perfect=True, solved=solved) for solved in (3, 2, 1)]
    weighed = [weigh(one, lambda one=one: one, 3, 40_000) for one in found]  # type: ignore[misc]
    assert [one.unsolved for one in weighed] == [False, False, True]
    assert abs(weighed[-1].cost - THERE * weighed[0].cost) < 0.1
    playouts = Known(0.0, 2.0, 1.0, perfect=False)
    assert not weigh(playouts, lambda: playouts, 3, 40_000).unsolved, "nothing was looked for"
