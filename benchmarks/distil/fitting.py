"""Fitting a network to what plays are worth."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from benchmarks.distil.samples import Floats, Samples, Whole
from shengji.bots.policy.judging import HIDDEN, KINDS
from shengji.bots.policy.position import DESCRIBED

ROUNDS, BATCH = 15, 64
"""How often all decisions are gone through, and how many are taken at a time."""
PACE, LEAST_PACE = 3e-3, 1e-5
"""How far a step goes at first, and in the end."""
DECAY = 1e-4
"""What pulls every number towards 0."""
NEAR = 0.3
"""A play so many levels behind the best counts a third of the best: it is enough to know that it is
bad. None counts less than LEAST_COUNT."""
LEAST_COUNT = 0.05
KEPT_OUT = 6
"""Of so many decisions one is kept out, to see how a network judges what it has not seen."""


class Network(NamedTuple):
    """The numbers of a network, in the order in which a kernel reads them (`judging.NETWORK`)."""

    hidden: Floats
    offsets: Floats
    counts: Floats
    direct: Floats

    def judge(self, marks: Floats, kinds: Floats) -> tuple[Floats, Floats]:
        """What plays promise, and their hidden numbers; `kinds` are rows with a 1 for the kind."""
        hidden = np.maximum(marks @ self.hidden + kinds @ self.offsets, 0.0)
        return hidden @ self.counts + ((kinds @ self.direct) * marks).sum(axis=1), hidden

    def row(self) -> npt.NDArray[np.float64]:
        """All numbers in one row."""
        return np.concatenate([part.reshape(-1) for part in self]).astype(np.float64)


class Fit(NamedTuple):
    """A network, and what is lost with it against the best play found, in levels a decision."""

    network: Network
    seen: float
    kept_out: float


def fit(samples: Samples, seed: int) -> Fit:
    """Fit a network to the samples of one side."""
    chance = np.random.default_rng(seed)
    network = Network(
        (chance.standard_normal((DESCRIBED, HIDDEN)) * np.sqrt(1 / DESCRIBED)).astype(np.float32),
        np.zeros((KINDS, HIDDEN), dtype=np.float32),
        (chance.standard_normal(HIDDEN) * 0.05).astype(np.float32),
        np.zeros((KINDS, DESCRIBED), dtype=np.float32),
    )
    kinds = np.eye(KINDS, dtype=np.float32)[samples.kinds]
    sizes = np.bincount(samples.decisions)
    starts = np.concatenate(([0], np.cumsum(sizes)))
    wanted = samples.worth.mean(axis=1)
    wanted = wanted - (np.bincount(samples.decisions, wanted) / sizes)[samples.decisions]
    out = np.arange(len(sizes)) % KEPT_OUT == 0
    seen = np.flatnonzero(~out)
    means = [np.zeros_like(part) for part in network]
    squares = [np.zeros_like(part) for part in network]
    step = 0
    for number in range(ROUNDS):
        chance.shuffle(seen)
        pace = PACE * (1 - number / ROUNDS) + LEAST_PACE
        for first in range(0, len(seen), BATCH):
            chosen = seen[first : first + BATCH]
            rows = np.concatenate([np.arange(starts[one], starts[one + 1]) for one in chosen])
            owners = np.repeat(np.arange(len(chosen)), sizes[chosen])
            slopes = _slopes(network, samples.marks[rows], kinds[rows], wanted[rows], owners)
            step += 1
            for part, slope, mean, square in zip(network, slopes, means, squares, strict=True):
                pull = slope + DECAY * part
                mean[...] = 0.9 * mean + 0.1 * pull
                square[...] = 0.999 * square + 0.001 * pull * pull
                height = mean / (1 - 0.9**step)
                part[...] = part - pace * height / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    lost = _lost(network, samples, kinds)
    return Fit(network, float(lost[~out].mean()), float(lost[out].mean()))


def _slopes(
    network: Network, marks: Floats, kinds: Floats, wanted: Floats, owners: Whole
) -> tuple[Floats, Floats, Floats, Floats]:
    """Which way each number of the network leads away from what is wanted.

    Only differences between the plays of a decision count; `owners` numbers the decisions.
    """
    sizes = np.bincount(owners)
    promised, hidden = network.judge(marks, kinds)
    judged = promised - (np.bincount(owners, promised) / sizes)[owners]
    best = np.full(len(sizes), -np.inf)
    np.maximum.at(best, owners, wanted)
    counts = np.exp(-(best[owners] - wanted) / NEAR) + LEAST_COUNT
    ahead = (judged - wanted) * counts
    ahead = ahead - (np.bincount(owners, ahead) / sizes)[owners]
    error = (ahead / len(sizes)).astype(np.float32)
    inner = np.outer(error, network.counts) * (hidden > 0)
    return (
        marks.T @ inner,
        kinds.T @ inner,
        hidden.T @ error,
        kinds.T @ (marks * error[:, None]),
    )


def _lost(network: Network, samples: Samples, kinds: Floats) -> Floats:
    """For each decision what the network's choice loses against the best.

    The best on one half of the deals is valued on the other, so that luck does not make it better.
    """
    judged, _ = network.judge(samples.marks, kinds)
    owners, worth = samples.decisions, samples.worth
    chosen = _best(judged, owners)
    one, other = _best(worth[:, 0], owners), _best(worth[:, 1], owners)
    best = (worth[one, 1] + worth[other, 0]) / 2
    return np.asarray(best - worth[chosen].mean(axis=1))


def _best(values: Floats, owners: Whole) -> Whole:
    """The row with the highest value of each decision."""
    order = np.lexsort((-values, owners))
    return order[np.concatenate(([True], np.diff(owners[order]) > 0))]
