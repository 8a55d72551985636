"""The networks that evaluate plays for the compiled player, fitted by `benchmarks/distil`.

They are text files beside this module. The kernels take all of them as one array.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from shengji.bots.policy.numbers import Floats, FloatTable
from shengji.bots.policy.vectors import HIDDEN, WIDTH

HERE = Path(__file__).parent
"""The folder of the default networks."""
DESCRIBED = 44
"""Number of marks that describe a play."""
KINDS = WIDTH - HIDDEN
"""Number of kinds of plays that a network distinguishes."""
OFFSETS = DESCRIBED * WIDTH
COUNTS = OFFSETS + KINDS * HIDDEN
NETWORK = COUNTS + HIDDEN
"""The size of a network. It has, for each mark, the weights to the HIDDEN units and to the output
for each kind; from OFFSETS, for each kind, the biases of the hidden units; from COUNTS the output
weights of the hidden units."""
DECLARERS, OPPONENTS = range(2)
WITH_FRIENDS, TO_BE_FOUND = 2, 4
"""The index of a network: in fixed teams for the Declarers or the Opponents; plus WITH_FRIENDS
among friends who have all been found, plus TO_BE_FOUND while one is still to be found."""
VIEWS = 6
"""Number of networks for each sort of play."""

LEADS, SINGLES, SEVERAL = (place * VIEWS * NETWORK for place in range(3))
"""The offsets of the networks for leads, follows of one card and follows of several cards; VIEWS
networks each."""
NAMES = ("leads", "singles", "several")
"""The names of the networks' files."""


class Network(NamedTuple):
    """The numbers of a network, in the order of a file.

    Attributes:
        hidden: the weights of the marks to the hidden units; (DESCRIBED, HIDDEN).
        offsets: the biases of the hidden units, for each kind of play; (KINDS, HIDDEN).
        counts: the output weights of the hidden units; (HIDDEN,).
        direct: the output weights of the marks, for each kind of play; (KINDS, DESCRIBED).
    """

    hidden: FloatTable
    offsets: FloatTable
    counts: Floats
    direct: FloatTable


def path_of(name: str, folder: Path = HERE) -> Path:
    """The file of the networks for one sort of play."""
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
    """The numbers of a network in the layout of `choose_best`."""
    rows = np.hstack([network.hidden, network.direct.T])
    return np.concatenate([rows.reshape(-1), network.offsets.reshape(-1), network.counts])


def read_networks(folder: Path = HERE) -> Floats:
    """All networks, one after another, in the layout of `choose_best`; a new array."""
    files = (networks_in(name, folder) for name in NAMES)
    return np.concatenate([row_of(each) for file in files for each in file])


DEFAULT: Floats = read_networks()
"""The default networks."""
