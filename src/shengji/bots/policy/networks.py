"""The networks that judge the plays of the compiled player, fitted by `benchmarks/distil`.

They stand in text files beside this module. The kernels take them as one row of numbers.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from shengji.bots.policy.judging import KINDS, NETWORK
from shengji.bots.policy.position import DESCRIBED, Floats
from shengji.bots.policy.vectors import HIDDEN

LEADS, SINGLES, SEVERAL = (2 * place * NETWORK for place in range(3))
"""Where those begin that judge leads, follows of one card and follows of several cards; of each
first that for the Declarers, then that for the Opponents."""
NAMES = ("leads", "singles", "several")
"""The files that they stand in."""
NEGLIGIBLE = 1e-9
"""Fitting leaves some numbers that are nearly 0; a processor is slow with the smallest of them."""


def path_of(name: str) -> Path:
    """The file in which two networks stand.

    Of each there are, one after another: of each number that describes a play, what it adds to
    each hidden number; of each kind, what each of these begins with; what each counts; and of each
    kind what each number that describes a play counts itself.
    """
    return Path(__file__).parent / f"{name}.txt"


def read_networks() -> Floats:
    """All networks, one after another, as `choose_best` takes them; a fresh array."""
    read = np.concatenate([np.loadtxt(path_of(name)).reshape(2, NETWORK) for name in NAMES])
    ends = np.cumsum([DESCRIBED * HIDDEN, KINDS * HIDDEN, HIDDEN])
    parts = []
    for network in np.where(np.abs(read) < NEGLIGIBLE, 0.0, read):
        hidden, offsets, counts, direct = np.split(network, ends)
        rows = [hidden.reshape(DESCRIBED, HIDDEN), direct.reshape(KINDS, DESCRIBED).T]
        parts += [np.hstack(rows).reshape(-1), offsets, counts]
    return np.concatenate(parts).astype(np.float32)


DEFAULT: Floats = read_networks()
"""The networks to play with."""
