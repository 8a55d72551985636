"""The baseline: gradient-boosted trees over the same descriptions, fitted in a few minutes.

If trees find no signal in the descriptions, a net is unlikely to. Requires `pip install
'shengji[train]'`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from shengji.bots.policy.numbers import Floats
from shengji.extras import require
from shengji.learn.samples import Samples

SETTINGS = {
    "objective": "regression",
    "learning_rate": 0.06,
    "num_leaves": 31,
    "min_data_in_leaf": 400,
    "feature_fraction": 0.5,
    "bagging_fraction": 0.5,
    "bagging_freq": 1,
    "lambda_l2": 20.0,
    "verbosity": -1,
}
MOST_TREES = 300
MOST_PLAYS = 1_000_000
"""Maximum number of plays; more make the baseline slower, but no better."""


def fit_trees(
    samples: Samples, seconds: float, seed: int, jobs: int
) -> Callable[[Samples], Floats]:
    """Fit trees to the gain of each play over the rule player's choice.

    Args:
        samples: the training data.
        seconds: the time limit for adding trees.
        seed: the random seed.
        jobs: the number of threads.

    Returns:
        A function that returns the promise for each play of other samples.

    Raises:
        MissingExtraError: LightGBM is not installed.
    """
    trees = _lightgbm()
    until = time.monotonic() + seconds
    most = int(np.searchsorted(np.cumsum(samples.sizes), MOST_PLAYS, side="right"))
    samples = samples.of(np.arange(min(most, len(samples.sizes))))
    others = _others(samples)
    data = trees.Dataset(_compared(samples)[others], samples.gains[others])

    def in_time(state: Any) -> None:
        if time.monotonic() > until:
            raise trees.callback.EarlyStopException(state.iteration, [])

    settings = SETTINGS | {"seed": seed, "num_threads": jobs}
    model = trees.train(settings, data, MOST_TREES, callbacks=[in_time])

    def promises(asked: Samples) -> Floats:
        found = np.zeros(len(asked.rows), dtype=np.float32)
        others = _others(asked)
        found[others] = model.predict(_compared(asked)[others], num_threads=jobs)
        return found

    return promises


def _others(samples: Samples) -> npt.NDArray[np.bool_]:
    chosen = np.ones(len(samples.rows), dtype=np.bool_)
    chosen[samples.firsts] = False
    return chosen


def _compared(samples: Samples) -> npt.NDArray[np.int16]:
    """The description of each play, and its difference from the rule player's choice."""
    rows = samples.rows.astype(np.int16)
    return np.hstack([rows, rows - rows[samples.firsts][samples.owners]])


def _lightgbm() -> Any:
    require("train", "lightgbm")
    return import_module("lightgbm")
