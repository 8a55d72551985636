"""Fitting a network to what plays are worth.

A new one first learns what each play is worth; then, as one that is there already, to choose: what
counts is what the choices bring, whatever the network says of plays that it would not choose. That
needs no numbers of its own to be right, and what was found by luck does not lead it astray.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from benchmarks.distil.samples import Samples, Whole
from benchmarks.distil.steps import Steps
from shengji.bots.policy.networks import DESCRIBED, KINDS, Network
from shengji.bots.policy.numbers import Floats
from shengji.bots.policy.vectors import HIDDEN

JUDGING, CHOOSING = 3, 12
"""How often all decisions are gone through, to learn what plays are worth and then to choose."""
BATCH = 256
"""The number of decisions taken at a time; for choosing twice as many are."""
JUDGING_PACE, CHOOSING_PACE, LEAST_PACE = 3e-3, 1e-3, 1e-5
"""How far a step goes at first, when it judges and when it chooses, and in the end."""
DECAY = 1e-4
"""The pull of every number towards 0, a tenth as strong in choosing."""
NEAR = 0.3
"""A play so many levels behind the best counts a third of the best: it is enough to know that it is
bad. None counts less than LEAST_COUNT."""
LEAST_COUNT = 0.05
DOUBT = 0.03
"""While it learns to choose, a play judged so many levels behind another is chosen a third as
often as that."""
KEPT_OUT = 10
"""One part in so many is kept out, to see how a network judges what it has not seen: the last of
all, so that no other decision of their hands is seen."""


def new_network(chance: np.random.Generator) -> Network:
    """A network that judges nearly nothing yet."""
    spread = np.sqrt(1 / DESCRIBED)
    return Network(
        (chance.standard_normal((DESCRIBED, HIDDEN)) * spread).astype(np.float32),
        np.zeros((KINDS, HIDDEN), dtype=np.float32),
        (chance.standard_normal(HIDDEN) * 0.05).astype(np.float32),
        np.zeros((KINDS, DESCRIBED), dtype=np.float32),
    )


def judge(network: Network, marks: Floats, kinds: Floats) -> tuple[Floats, Floats]:
    """The promises of plays, and their hidden numbers; `kinds` are rows with a 1 for the kind."""
    hidden = np.maximum(marks @ network.hidden + kinds @ network.offsets, 0.0)
    return hidden @ network.counts + ((kinds @ network.direct) * marks).sum(axis=1), hidden


class Fit(NamedTuple):
    """A network, and what its choices bring beyond the average play, in levels a decision."""

    network: Network
    seen: float
    kept_out: float


def fit(samples: Samples, seed: int, begin: Network | None) -> Fit:
    """Fit a network to the samples of one side: one that there is, or else a new one."""
    chance = np.random.default_rng(seed)
    network = begin or new_network(chance)
    sizes = np.bincount(samples.decisions)
    starts = np.concatenate(([0], np.cumsum(sizes)))
    usual = np.bincount(samples.decisions, samples.worth) / sizes
    wanted = (samples.worth - usual[samples.decisions]).astype(np.float32)
    every = np.arange(len(sizes))
    seen, out = np.split(every, [len(every) - len(every) // KEPT_OUT])

    def learn(rounds: int, batch: int, pace: float, decay: float, errors: Errors) -> None:
        steps = Steps(network, decay)
        for number in range(rounds):
            chance.shuffle(seen)
            for first in range(0, len(seen), batch):
                chosen = seen[first : first + batch]
                owners = np.repeat(np.arange(len(chosen)), sizes[chosen])
                before = np.cumsum(sizes[chosen]) - sizes[chosen]
                rows = np.arange(len(owners)) + (starts[chosen] - before)[owners]
                marks = samples.marks[rows].astype(np.float32)
                of_kinds = _of_kinds(samples.kinds[rows])
                promised, hidden = judge(network, marks, of_kinds)
                error = errors(promised, wanted[rows], owners) / len(chosen)
                slopes = _slopes(network, marks, of_kinds, hidden, error.astype(np.float32))
                steps.step(slopes, pace * (1 - number / rounds) + LEAST_PACE)

    if begin is None:
        learn(JUDGING, BATCH, JUDGING_PACE, DECAY, _misjudged)
    learn(CHOOSING, 2 * BATCH, CHOOSING_PACE, DECAY / 10, _mischosen)
    brought = [_brought(network, samples, wanted, each) for each in (seen[: len(out)], out)]
    return Fit(network, *brought)


Errors = Callable[[Floats, Floats, Whole], Floats]
"""For plays, what is promised and what is wanted of each and its decision: how much too much it is
that is promised."""


def _misjudged(promised: Floats, wanted: Floats, owners: Whole) -> Floats:
    """How far plays are judged too high; only differences between those of a decision count."""
    sizes = np.bincount(owners)
    judged = promised - (np.bincount(owners, promised) / sizes)[owners]
    counts = np.exp(-(_most(wanted, owners) - wanted) / NEAR) + LEAST_COUNT
    ahead = (judged - wanted) * counts
    return np.asarray(ahead - (np.bincount(owners, ahead) / sizes)[owners])


def _mischosen(promised: Floats, wanted: Floats, owners: Whole) -> Floats:
    """The loss by choosing plays, the oftener, the more is promised of them."""
    often = np.exp((promised - _most(promised, owners)) / DOUBT)
    often /= np.bincount(owners, often)[owners]
    brought = np.bincount(owners, often * wanted)[owners]
    return np.asarray(often * (brought - wanted) / DOUBT)


def _most(values: Floats, owners: Whole) -> Floats:
    """For each play the highest value of its decision."""
    most = np.full(owners[-1] + 1, -np.inf)
    np.maximum.at(most, owners, values)
    return np.asarray(most[owners])


def _slopes(
    network: Network, marks: Floats, kinds: Floats, hidden: Floats, error: Floats
) -> Network:
    """The slope of the error of the promises by each number of the network."""
    inner = np.outer(error, network.counts) * (hidden > 0)
    return Network(
        marks.T @ inner,
        kinds.T @ inner,
        hidden.T @ error,
        kinds.T @ (marks * error[:, None]),
    )


def _brought(network: Network, samples: Samples, wanted: Floats, decisions: Whole) -> float:
    """The average result of the network's choices in some decisions."""
    mine = np.isin(samples.decisions, decisions)
    marks, owners = samples.marks[mine].astype(np.float32), samples.decisions[mine]
    promised, _ = judge(network, marks, _of_kinds(samples.kinds[mine]))
    order = np.lexsort((-promised, owners))
    first = order[np.concatenate(([True], np.diff(owners[order]) > 0))]
    return float(wanted[mine][first].mean())


def _of_kinds(kinds: Whole) -> Floats:
    """Rows with a 1 for the kind."""
    return np.asarray(np.eye(KINDS, dtype=np.float32)[kinds])
