"""The net of the learned player: a small residual net, evaluated with NumPy alone.

It estimates the value of each play, in levels; only differences to the rule player's choice count.
A checkpoint is a NumPy file (`.npz`) that also has the fingerprint of the candidates and features
of its training, and is rejected when these have changed.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from shengji.bots.learned.fingerprint import fingerprint
from shengji.bots.learned.served import FEATURES, STEPS, Rows
from shengji.bots.policy.numbers import Floats, FloatTable

WIDE = 184
"""The width of the layers."""
MOST_BYTES = 8_000_000
"""Maximum size of a checkpoint in bytes; real ones take about 2 MB with all training state."""
FINGERPRINT, MARGIN = "fingerprint", "margin"
"""The names of a checkpoint's entries that are not weights."""


class CheckpointError(ValueError):
    """A checkpoint that cannot be used; the message gives the reason and the remedy."""


class Net(NamedTuple):
    """The weights: an input layer, a residual block of two layers, and the output sum.

    Attributes:
        enter, enter_bias: of the first layer; (FEATURES, WIDE) and (WIDE,).
        inner, inner_bias, outer, outer_bias: of the block; (WIDE, WIDE) and (WIDE,) each.
        total: the output weights; (WIDE,).
    """

    enter: FloatTable
    enter_bias: Floats
    inner: FloatTable
    inner_bias: Floats
    outer: FloatTable
    outer_bias: Floats
    total: Floats


def net_of(arrays: Iterable[Any]) -> Net:
    """Make a net from its arrays, in order."""
    return Net(*arrays)


class Layers(NamedTuple):
    """All intermediate values of a net for some plays.

    Attributes:
        given: the features; (plays, FEATURES).
        first: after the first layer; (plays, WIDE).
        middle: within the block; (plays, WIDE).
        last: after the block; (plays, WIDE).
        promises: the value of each play, in levels; (plays,).
    """

    given: FloatTable
    first: FloatTable
    middle: FloatTable
    last: FloatTable
    promises: Floats


SHAPES: tuple[tuple[int, ...], ...] = (
    (FEATURES, WIDE),
    (WIDE,),
    (WIDE, WIDE),
    (WIDE,),
    (WIDE, WIDE),
    (WIDE,),
    (WIDE,),
)
"""The shape of each array of a net."""


def judge(net: Net, rows: Rows) -> Layers:
    """Evaluate a net for plays, given by rows of features."""
    given = rows.astype(np.float32)
    given *= np.float32(1 / STEPS)
    first = np.maximum(given @ net.enter + net.enter_bias, np.float32(0))
    middle = np.maximum(first @ net.inner + net.inner_bias, np.float32(0))
    last = np.maximum(first + middle @ net.outer + net.outer_bias, np.float32(0))
    return Layers(given, first, middle, last, last @ net.total)


class Player(NamedTuple):
    """A net, with the margin for overriding the rule player.

    Attributes:
        margin: minimum lead over the rule player's choice, in levels.
    """

    net: Net
    margin: float

    def choose(self, rows: Rows) -> int:
        """The index of the play to make; 0 is the rule player's choice."""
        promises = judge(self.net, rows).promises
        best = int(np.argmax(promises))
        return best if promises[best] - promises[0] > self.margin else 0


@lru_cache(maxsize=8)
def read_player(path: Path) -> Player:
    """Read a player from a checkpoint.

    Raises:
        CheckpointError: when the file is missing or invalid, or was made for other candidates or
            features.
    """
    arrays = read_arrays(path)
    missing = {*Net._fields, MARGIN} - set(arrays)
    if missing:
        raise CheckpointError(f"{path} is no checkpoint of ours: it has no {min(missing)!r}")
    net = net_of(arrays[name].astype(np.float32) for name in Net._fields)
    for name, array, shape in zip(Net._fields, net, SHAPES, strict=True):
        if array.shape != shape or not np.isfinite(array).all():
            raise CheckpointError(
                f"{path}: {name!r} should have the shape {shape} and finite numbers; train again"
            )
    return Player(net, float(arrays[MARGIN]))


def read_arrays(path: Path) -> dict[str, Any]:
    """Read all arrays of a checkpoint, by name.

    Raises:
        CheckpointError: when the file is missing or invalid, or was made for other candidates or
            features.
    """
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise CheckpointError(f"{path} is larger than any checkpoint ({size} bytes)")
        with np.load(path, allow_pickle=False) as file:
            if sum(info.file_size for info in file.zip.infolist()) > MOST_BYTES:
                raise CheckpointError(f"{path} unpacks to more than any checkpoint has")
            arrays = {name: file[name] for name in file.files}
    except FileNotFoundError:
        raise CheckpointError(
            f"there is no checkpoint {path}: make one with shengji train"
        ) from None
    except (OSError, ValueError, EOFError, zipfile.BadZipFile) as error:
        if isinstance(error, CheckpointError):
            raise
        raise CheckpointError(f"{path} is no checkpoint of ours: {error}") from None
    found = str(arrays.pop(FINGERPRINT, ""))
    if found != fingerprint():
        raise CheckpointError(
            f"{path} was trained with other plays or descriptions of them "
            f"({found[:12] or 'unknown'}) than those served now ({fingerprint()[:12]}): train again"
        )
    return arrays


def write_arrays(path: Path, arrays: dict[str, Any]) -> None:
    """Write a checkpoint of arrays, atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(".new")
    with new.open("wb") as file:
        np.savez_compressed(file, **(arrays | {FINGERPRINT: np.array(fingerprint())}))
    new.replace(path)
