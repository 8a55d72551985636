"""Decisions with the results of their plays, in memory and in files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shengji.bots.learned.net import CheckpointError
from shengji.bots.learned.served import Rows
from shengji.bots.policy.numbers import Floats

Whole = npt.NDArray[np.int64]


class Samples(NamedTuple):
    """Served plays, grouped by decision; the first of each decision is the rule player's choice.

    Attributes:
        rows: the description of each play (`shengji.bots.learned.served`); (plays, FEATURES).
        sizes: the number of plays of each decision; (decisions,).
        worth: the result of each play, in levels for the side of the seat; (plays,).
    """

    rows: Rows
    sizes: Whole
    worth: Floats

    @property
    def firsts(self) -> Whole:
        """The index of the first play of each decision."""
        return np.cumsum(self.sizes) - self.sizes

    @property
    def owners(self) -> Whole:
        """The index of the decision of each play."""
        return np.repeat(np.arange(len(self.sizes)), self.sizes)

    @property
    def gains(self) -> Floats:
        """The gain of each play over the rule player's choice on the same deal, in levels."""
        return self.worth - self.worth[self.firsts][self.owners]

    def of(self, chosen: Whole) -> Samples:
        """Some decisions, in the given order."""
        sizes, owners = self.sizes[chosen], np.repeat(np.arange(len(chosen)), self.sizes[chosen])
        before = np.cumsum(sizes) - sizes
        plays = np.arange(len(owners)) + (self.firsts[chosen] - before)[owners]
        return Samples(self.rows[plays], sizes, self.worth[plays])


def concatenate_samples(parts: Sequence[Samples]) -> Samples:
    """Concatenate samples."""
    return Samples(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def write(path: Path, samples: Samples, fingerprint: str) -> None:
    """Write samples to a file, atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(".new")
    with new.open("wb") as file:
        np.savez(file, fingerprint=np.array(fingerprint), **samples._asdict())
    new.replace(path)


def read(path: Path, fingerprint: str) -> Samples:
    """Read the samples of a file.

    Raises:
        CheckpointError: it was written with another selection or description of plays.
    """
    with np.load(path, allow_pickle=False) as file:
        if str(file["fingerprint"]) != fingerprint:
            raise CheckpointError(
                f"{path} was collected with plays that were served or described otherwise: "
                "remove it, or train in another folder"
            )
        return Samples(**{name: file[name] for name in Samples._fields})
