"""The networks that judge the plays of the compiled player, fitted by `benchmarks/distil`.

They stand in text files beside this module. The kernels take them as one row of numbers.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from shengji.bots.policy.judging import NETWORK
from shengji.bots.policy.position import Numbers

LEADS, SINGLES, SEVERAL = (2 * place * NETWORK for place in range(3))
"""Where those begin that judge leads, follows of one card and follows of several cards; of each
first that for the Declarers, then that for the Opponents."""
NAMES = ("leads", "singles", "several")
"""The files that they stand in."""


def path_of(name: str) -> Path:
    """The file in which two networks stand."""
    return Path(__file__).parent / f"{name}.txt"


def read_networks() -> Numbers:
    """All networks, one after another; a fresh array."""
    return np.concatenate([np.loadtxt(path_of(name)).reshape(-1) for name in NAMES])


DEFAULT: Numbers = read_networks()
"""The networks to play with."""
