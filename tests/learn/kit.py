"""Nets for tests, which nobody has trained."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from shengji.bots.learned.net import MARGIN, Net, write_arrays
from shengji.learn.fitting import new_net


def wild_net(seed: int = 0) -> Net:
    """A net that promises something else of every play."""
    chance = np.random.default_rng(seed)
    net = new_net(chance)
    net.outer[...] = chance.standard_normal(net.outer.shape) * 0.05
    return net


def written_net(folder: Path, margin: float = 0.0) -> Path:
    """A checkpoint of such a net."""
    path = folder / "net.npz"
    write_arrays(path, {**wild_net()._asdict(), MARGIN: np.array(margin)})
    return path
