"""The networks that judge the plays of the compiled player, fitted by `benchmarks/distil`.

They stand in text files beside this module. The kernels take them as one row of numbers.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from shengji.bots.policy.numbers import Floats, FloatTable
from shengji.bots.policy.vectors import HIDDEN, WIDTH

HERE = Path(__file__).parent
"""The folder of the networks to play with."""
DESCRIBED = 44
"""How many numbers describe a play."""
KINDS = WIDTH - HIDDEN
"""How many kinds of plays a network knows."""
OFFSETS = DESCRIBED * WIDTH
COUNTS = OFFSETS + KINDS * HIDDEN
NETWORK = COUNTS + HIDDEN
"""The numbers of a network. First, of each number that describes a play, what it adds to each of
the HIDDEN numbers, and what it counts itself for each kind; from OFFSETS, of each kind, what each
hidden number begins with; from COUNTS what each hidden number counts."""
DECLARERS, OPPONENTS = range(2)
WITH_FRIENDS, TO_BE_FOUND = 2, 4
"""The index of the network that judges: in fixed teams, for the Declarers or the Opponents; so many
further on among friends who have all been found, and while one is still to be found."""
VIEWS = 6
"""How many networks there are for each sort of play."""

LEADS, SINGLES, SEVERAL = (place * VIEWS * NETWORK for place in range(3))
"""Where those begin that judge leads, follows of one card and follows of several cards; there are
VIEWS of each."""
NAMES = ("leads", "singles", "several")
"""The files that they stand in."""


class Network(NamedTuple):
    """The numbers of a network, in the order in which they stand in a file.

    Attributes:
        hidden: what each number that describes a play adds to each hidden number;
            (DESCRIBED, HIDDEN).
        offsets: what each hidden number begins with, for each kind of play; (KINDS, HIDDEN).
        counts: what each hidden number counts; (HIDDEN,).
        direct: what each number that describes a play counts itself, for each kind of play;
            (KINDS, DESCRIBED).
    """

    hidden: FloatTable
    offsets: FloatTable
    counts: Floats
    direct: FloatTable


def path_of(name: str, folder: Path = HERE) -> Path:
    """The file in which the networks for one sort of play stand."""
    return folder / f"{name}.txt"


def networks_in(name: str, folder: Path = HERE) -> list[Network]:
    """The networks of a file."""
    rows = np.loadtxt(path_of(name, folder), dtype=np.float32).reshape(VIEWS, NETWORK)
    return [_network(row) for row in rows]


def _network(row: Floats) -> Network:
    ends = np.cumsum([DESCRIBED * HIDDEN, KINDS * HIDDEN, HIDDEN])
    hidden, offsets, counts, direct = np.split(row, ends)
    return Network(
        hidden.reshape(DESCRIBED, HIDDEN),
        offsets.reshape(KINDS, HIDDEN),
        counts,
        direct.reshape(KINDS, DESCRIBED),
    )


def row_of(network: Network) -> Floats:
    """The numbers of a network as `choose_best` takes them."""
    rows = np.hstack([network.hidden, network.direct.T])
    return np.concatenate([rows.reshape(-1), network.offsets.reshape(-1), network.counts])


def read_networks(folder: Path = HERE) -> Floats:
    """All networks, one after another, as `choose_best` takes them; a fresh array."""
    files = (networks_in(name, folder) for name in NAMES)
    return np.concatenate([row_of(each) for file in files for each in file])


DEFAULT: Floats = read_networks()
"""The networks to play with."""
