"""The baseline: gradient-boosted trees over the same descriptions, in a few minutes.

Where these find nothing in the descriptions, a net hardly will. This wants
`pip install 'shengji[train]'`.
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
"""More plays do not make the baseline better, but slower."""


def fit_trees(
    samples: Samples, seconds: float, seed: int, jobs: int
) -> Callable[[Samples], Floats]:
    """Fit trees to how much more than the rule player's choice each play brings.

    Args:
        samples: what they are fitted to.
        seconds: after so long no more trees are added.
        seed: what chance starts from.
        jobs: by so many threads.

    Returns:
        What tells how much each play of other samples promises.

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
    """Whether plays are not the rule player's choice."""
    chosen = np.ones(len(samples.rows), dtype=np.bool_)
    chosen[samples.firsts] = False
    return chosen


def _compared(samples: Samples) -> npt.NDArray[np.int16]:
    """The description of each play, and how it differs from that of the rule player's choice."""
    rows = samples.rows.astype(np.int16)
    return np.hstack([rows, rows - rows[samples.firsts][samples.owners]])


def _lightgbm() -> Any:
    require("train", "lightgbm")
    return import_module("lightgbm")
