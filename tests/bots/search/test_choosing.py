"""Spending work on answers whose worth is known."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from shengji.bots.search.effort import Effort
from shengji.bots.search.verdict import RULE, SLOPE, Doubt, Tried, choose, estimate

EFFORT = Effort(tricks=0, bury=0, calls=0, bids=0)


class Known:
    """Trials of answers with known means, and luck that all of them share in part."""

    cost = 10
    playouts_ns = 0

    def __init__(self, means: Sequence[float], seed: int, noise: float = 1.0) -> None:
        self.means = np.array(means)
        self.noise = noise
        self.chance = np.random.default_rng(seed)
        self.work = 0

    def run(self, answers: Sequence[int], deals: int) -> Tried:
        self.work += self.cost * len(answers) * deals
        luck = self.chance.normal(size=deals)
        own = self.noise * self.chance.normal(size=(len(answers), deals))
        return Tried(self.means[list(answers)][:, None] + luck + own, np.zeros(own.shape))

    def doubt(self, answers: Sequence[int], deals: int) -> Doubt:
        return Doubt(self.run(answers, deals).worth, perfect=False)


def test_one_answer_needs_no_work() -> None:
    trials = Known([0.0], 1)
    verdict = choose(trials, 1, EFFORT, 10_000)
    assert (verdict.chosen, verdict.decided, verdict.work, trials.work) == (RULE, "forced", 0, 0)


@pytest.mark.parametrize("seed", range(5))
def test_what_is_much_better_is_found(seed: int) -> None:
    means = [0.0] * 20
    means[13] = 1.0
    verdict = choose(Known(means, seed), 20, EFFORT, 100_000)
    assert (verdict.chosen, verdict.decided) == (13, "search")
    tried = verdict.tried[13]
    assert tried is not None
    found = estimate(tried.levels)
    assert found.low < 1.0 < found.high or abs(found.mean - 1.0) < 0.5


@pytest.mark.parametrize("seed", range(5))
def test_what_is_best_stays_and_costs_little(seed: int) -> None:
    trials = Known([2.0, *[0.0] * 9], seed)
    verdict = choose(trials, 10, EFFORT, 1_000_000)
    assert (verdict.chosen, verdict.decided) == (RULE, "anchor")
    assert trials.work < 200_000


def test_the_best_of_many_equals_is_seldom_trusted() -> None:
    """Among equals the nominee looks better than it is; fresh deals say so."""
    effort = EFFORT._replace(confidence=2.0)
    chosen = [choose(Known([0.0] * 20, seed), 20, effort, 50_000).chosen for seed in range(60)]
    assert sum(answer != RULE for answer in chosen) <= 8


def test_a_little_better_is_not_worth_the_work() -> None:
    """As soon as so much is out of reach the comparison ends; what is far better is still found."""
    little, least = Known([0.0, 0.02], 5), EFFORT._replace(least=0.2, first=128)
    patient = choose(Known([0.0, 0.02], 5), 2, EFFORT._replace(first=128), 1_000_000)
    assert choose(little, 2, least, 1_000_000).chosen == RULE
    assert little.work < patient.work / 5
    assert choose(Known([0.0, 0.5], 5), 2, least, 1_000_000).chosen == 1


@pytest.mark.parametrize("seed", range(5))
def test_what_was_found_before_is_given_up_only_for_better(seed: int) -> None:
    equals, better, worse = [0.0] * 6, [0.0] * 5 + [1.0], [1.0, 0.0, 0.0, -1.0, 0.0, 0.0]
    effort = EFFORT._replace(confidence=3.0)
    known = [choose(Known(m, seed), 6, effort, 50_000, anchor=3) for m in (equals, better, worse)]
    assert [verdict.chosen for verdict in known] == [3, 5, RULE]
    assert [verdict.decided for verdict in known] == ["search", "search", "anchor"]


def test_two_searches_are_told_as_one() -> None:
    effort = EFFORT._replace(first=2)
    first = choose(Known([0.0, 0.3, -0.3], 1), 3, effort, 2_000)
    second = choose(Known([0.0, 0.3, -0.3], 2), 3, effort, 4_000, first.chosen)
    both = second.after(first)
    assert (both.chosen, both.decided) == (second.chosen, second.decided)
    assert both.deals == first.deals + second.deals
    assert both.work == first.work + second.work
    none = second._replace(tried=[second.tried[0], None, second.tried[2]]).after(first)
    assert none.tried[1] is first.tried[1]
    assert none.tried[2] is second.tried[2]


@pytest.mark.parametrize("number", [2, 3, 40])
@pytest.mark.parametrize("work", [5_000, 50_000])
def test_work_is_bounded_and_counted(number: int, work: int) -> None:
    trials = Known([0.1 * answer for answer in range(number)], 3)
    verdict = choose(trials, number, EFFORT, work)
    assert verdict.work == trials.work
    # Every answer is tried on some deals, however little work there is.
    least = trials.cost * (number * EFFORT.first // 2 + 64)
    assert trials.work <= work + least


@pytest.mark.parametrize(("chains", "deals"), [(1, 200), (4, 250), (10, 1000)])
def test_an_interval_is_no_narrower_than_chains_of_deals_allow(chains: int, deals: int) -> None:
    """Where each deal of a chain is much like the one before."""
    chance = np.random.default_rng(1)
    keeps = 0.6 if chains > 1 else 0.0
    inside = plain = 0
    for _ in range(400):
        luck = chance.standard_normal((-(-deals // chains), chains))
        for row in range(1, len(luck)):
            luck[row] = keeps * luck[row - 1] + (1 - keeps**2) ** 0.5 * luck[row]
        values = luck.reshape(1, -1)[:, :deals]
        found = estimate(values, chains)
        inside += found.low < 0 < found.high
        plain += abs(float(values.mean())) < 1.96 * float(values.std()) / deals**0.5
    assert inside >= 0.88 * 400
    assert chains == 1 or plain < 0.8 * 400


def test_of_few_deals_an_interval_comes_too() -> None:
    for deals in range(1, 40):
        found = estimate(np.arange(deals, dtype=float)[None], 6)
        assert found.mean == (deals - 1) / 2 and found.low < found.mean < found.high


def test_what_is_hardly_ahead_is_not_chosen() -> None:
    """A margin is asked for beyond that the nominee is surely ahead."""
    for ahead, chosen in ((0.05, 1), (0.01, 0)):
        assert choose(Known([0.0, ahead], 1, noise=0.0), 2, EFFORT, 100_000).chosen == 1
        trials = Known([0.0, ahead], 1, noise=0.0)
        assert choose(trials, 2, EFFORT, 100_000, margin=0.03).chosen == chosen


def test_what_another_way_of_playing_on_denies_is_not_chosen() -> None:
    class Denied(Known):
        def doubt(self, answers: Sequence[int], deals: int) -> Doubt:
            return Doubt(-self.run(answers, deals).worth, perfect=False)

    for doubts, chosen in ((0, 1), (16, 0)):
        effort = EFFORT._replace(doubts=doubts)
        trials = Denied([0.0, 1.0], 1)
        verdict = choose(trials, 2, effort, 100_000)
        assert verdict.chosen == chosen and verdict.work == trials.work


@pytest.mark.parametrize(
    ("gain", "perfect", "chosen"),
    [(-0.1, False, 1), (-0.5, False, 0), (-0.1, True, 0), (0.1, True, 1)],
)
def test_playouts_deny_only_what_is_behind_by_a_standard_error(
    gain: float, perfect: bool, chosen: int
) -> None:
    class Doubting(Known):
        def doubt(self, answers: Sequence[int], deals: int) -> Doubt:
            gains = gain + np.resize([-1.0, 1.0], deals)  # a standard error of 0.26
            return Doubt(np.stack([np.zeros(deals), gains]), perfect)

    assert choose(Doubting([0.0, 1.0], 1), 2, EFFORT._replace(doubts=16), 10_000).chosen == chosen


def test_deals_of_one_chain_are_not_independent() -> None:
    runs = np.repeat(np.random.default_rng(1).standard_normal(60), 8)[None]
    alone, chained = estimate(runs), estimate(runs, chains=1)
    assert chained.mean == alone.mean
    assert chained.high - chained.low > 2 * (alone.high - alone.low)


def test_points_count_a_little() -> None:
    tried = Tried(np.array([[1.0, 0.0]]), np.array([[50.0, -10.0]]))
    assert tried.worth.tolist() == [[1.0 + 50 * SLOPE, -10 * SLOPE]]
