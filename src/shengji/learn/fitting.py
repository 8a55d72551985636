"""Fitting the net to the gains of plays over the rule player's choice.

First the net learns the gain of each play; then it learns to choose, where only the gain of its
choices counts, not its promises for other plays.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from shengji.bots.learned.net import SHAPES, Layers, Net, judge, net_of
from shengji.bots.policy.numbers import Floats
from shengji.learn.samples import Samples, Whole

DOUBT = 0.03
"""Temperature of choosing, in levels.

A play that promises less by this amount is chosen a third as often.
"""


class Errors(Protocol):
    """A function that returns the errors of promises."""

    def __call__(self, promises: Floats, gains: Floats, owners: Whole, firsts: Whole, /) -> Floats:
        """The error of each play's promise; positive where it is too high.

        Args:
            promises: the promise of each play.
            gains: the gain of each play over the first of its decision.
            owners: the index of the decision of each play.
            firsts: the index of the first play of each decision.
        """


def new_net(chance: np.random.Generator) -> Net:
    """Create a net that promises 0 for all plays."""
    net = net_of(np.zeros(shape, dtype=np.float32) for shape in SHAPES)
    for weights in (net.enter, net.inner):
        spread = np.sqrt(2 / weights.shape[0])
        weights[...] = chance.standard_normal(weights.shape) * spread
    net.total[...] = chance.standard_normal(net.total.shape) * 0.02
    return net


def misjudged(promises: Floats, gains: Floats, owners: Whole, firsts: Whole) -> Floats:
    """The errors of the promised differences from the first play of each decision."""
    wrong = promises - promises[firsts][owners] - gains
    wrong[firsts] -= np.bincount(owners, wrong).astype(np.float32)
    return np.asarray(wrong)


def mischosen(promises: Floats, gains: Floats, owners: Whole, firsts: Whole) -> Floats:
    """The gradient of the loss of choosing plays at random, weighted by their promises."""
    most = np.maximum.reduceat(promises, firsts)
    often = np.exp((promises - most[owners]) / DOUBT)
    often /= np.bincount(owners, often)[owners]
    brought = np.bincount(owners, often * gains)[owners]
    return np.asarray(often * (brought - gains) / DOUBT, dtype=np.float32)


def slopes(net: Net, layers: Layers, errors: Floats) -> Net:
    """The gradient of the error by each weight, given the error of each promise."""
    last = errors[:, None] * net.total * (layers.last > 0)
    middle = (last @ net.outer.T) * (layers.middle > 0)
    first = (last + middle @ net.inner.T) * (layers.first > 0)
    return net_of(
        (
            layers.given.T @ first,
            first.sum(axis=0),
            layers.first.T @ middle,
            middle.sum(axis=0),
            layers.middle.T @ last,
            last.sum(axis=0),
            layers.last.T @ errors,
        )
    )


def slopes_for(net: Net, samples: Samples, errors: Errors) -> Net:
    """The gradient of the mean error over some decisions by each weight of the net."""
    layers = judge(net, samples.rows)
    wrong = errors(layers.promises, samples.gains, samples.owners, samples.firsts)
    return slopes(net, layers, wrong / np.float32(len(samples.sizes)))


def promises_of(net: Net, samples: Samples, most: int = 20_000) -> Floats:
    """The promises of a net for each play, computed in batches of `most`."""
    parts = range(0, len(samples.rows), most)
    return np.concatenate(
        [judge(net, samples.rows[begin : begin + most]).promises for begin in parts]
    )


def gained(samples: Samples, promises: Floats, margin: float) -> Floats:
    """The gain of the most promising play over the rule player's choice, by decision.

    The rule player's choice is kept where no play promises more than `margin` beyond it.
    """
    firsts = samples.firsts
    ahead = promises - promises[firsts][samples.owners]
    most = np.maximum.reduceat(ahead, firsts)
    best = np.flatnonzero(ahead == most[samples.owners])
    _, place = np.unique(samples.owners[best], return_index=True)
    return np.asarray(np.where(most > margin, samples.gains[best[place]], 0.0))
