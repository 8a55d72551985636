"""Fitting the net to what plays brought, compared with the rule player's choice.

First it learns how much more than that choice each play brings; then to choose: what counts is what
its choices bring, whatever it says of plays that it would not choose.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from shengji.bots.learned.net import SHAPES, Layers, Net, judge, net_of
from shengji.bots.policy.numbers import Floats
from shengji.learn.samples import Samples, Whole

DOUBT = 0.03
"""While it learns to choose, a play that promises so many levels less than another is chosen a
third as often as that."""


class Errors(Protocol):
    """A way to find fault with promises."""

    def __call__(self, promises: Floats, gains: Floats, owners: Whole, firsts: Whole, /) -> Floats:
        """How much too much is promised of each play.

        Args:
            promises: of each play.
            gains: how much more than the first of its decision each brought.
            owners: the number of the decision of each play.
            firsts: the number of the first play of each decision.
        """


def new_net(chance: np.random.Generator) -> Net:
    """A net that promises nothing of any play."""
    net = net_of(np.zeros(shape, dtype=np.float32) for shape in SHAPES)
    for weights in (net.enter, net.inner):
        spread = np.sqrt(2 / weights.shape[0])
        weights[...] = chance.standard_normal(weights.shape) * spread
    net.total[...] = chance.standard_normal(net.total.shape) * 0.02
    return net


def misjudged(promises: Floats, gains: Floats, owners: Whole, firsts: Whole) -> Floats:
    """How far the difference that is promised is from the one that was found."""
    wrong = promises - promises[firsts][owners] - gains
    wrong[firsts] -= np.bincount(owners, wrong).astype(np.float32)
    return np.asarray(wrong)


def mischosen(promises: Floats, gains: Floats, owners: Whole, firsts: Whole) -> Floats:
    """The loss by choosing plays, the oftener, the more is promised of them."""
    most = np.maximum.reduceat(promises, firsts)
    often = np.exp((promises - most[owners]) / DOUBT)
    often /= np.bincount(owners, often)[owners]
    brought = np.bincount(owners, often * gains)[owners]
    return np.asarray(often * (brought - gains) / DOUBT, dtype=np.float32)


def slopes(net: Net, layers: Layers, errors: Floats) -> Net:
    """The slope of the error by each weight, when so much too much is promised of each play."""
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
    """The slope of the mean error over some decisions by each weight of the net."""
    layers = judge(net, samples.rows)
    wrong = errors(layers.promises, samples.gains, samples.owners, samples.firsts)
    return slopes(net, layers, wrong / np.float32(len(samples.sizes)))


def promises_of(net: Net, samples: Samples, most: int = 20_000) -> Floats:
    """The promises of a net for each play, worked out for so many at a time."""
    parts = range(0, len(samples.rows), most)
    return np.concatenate(
        [judge(net, samples.rows[begin : begin + most]).promises for begin in parts]
    )


def gained(samples: Samples, promises: Floats, margin: float) -> Floats:
    """How much more than the rule player's choice the best promised play brings, by decision.

    That choice is kept where no play promises more than `margin` beyond it.
    """
    firsts = samples.firsts
    ahead = promises - promises[firsts][samples.owners]
    most = np.maximum.reduceat(ahead, firsts)
    best = np.flatnonzero(ahead == most[samples.owners])
    _, place = np.unique(samples.owners[best], return_index=True)
    return np.asarray(np.where(most > margin, samples.gains[best[place]], 0.0))
