"""Decisions and what their plays brought, in memory and in files."""

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
    """Plays that were served, decision by decision; of each the rule player's choice is the first.

    Attributes:
        rows: the description of each play (`shengji.bots.learned.served`); (plays, FEATURES).
        sizes: how many plays each decision has; (decisions,).
        worth: what came of each play, in levels for the side of the seat; (plays,).
    """

    rows: Rows
    sizes: Whole
    worth: Floats

    @property
    def firsts(self) -> Whole:
        """The number of the first play of each decision."""
        return np.cumsum(self.sizes) - self.sizes

    @property
    def owners(self) -> Whole:
        """The number of the decision of each play."""
        return np.repeat(np.arange(len(self.sizes)), self.sizes)

    @property
    def gains(self) -> Floats:
        """How much more than the rule player's choice each play brought on the same deal."""
        return self.worth - self.worth[self.firsts][self.owners]

    def of(self, chosen: Whole) -> Samples:
        """Some decisions, in this order."""
        sizes, owners = self.sizes[chosen], np.repeat(np.arange(len(chosen)), self.sizes[chosen])
        before = np.cumsum(sizes) - sizes
        plays = np.arange(len(owners)) + (self.firsts[chosen] - before)[owners]
        return Samples(self.rows[plays], sizes, self.worth[plays])


def joined(parts: Sequence[Samples]) -> Samples:
    """The samples of several, one after the other."""
    return Samples(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def write(path: Path, samples: Samples, fingerprint: str) -> None:
    """Write samples to a file, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(".new")
    with new.open("wb") as file:
        np.savez(file, fingerprint=np.array(fingerprint), **samples._asdict())
    new.replace(path)


def read(path: Path, fingerprint: str) -> Samples:
    """The samples of a file.

    Raises:
        CheckpointError: when plays were served or described otherwise when it was written.
    """
    with np.load(path, allow_pickle=False) as file:
        if str(file["fingerprint"]) != fingerprint:
            raise CheckpointError(
                f"{path} was collected with plays that were served or described otherwise: "
                "remove it, or train in another folder"
            )
        return Samples(**{name: file[name] for name in Samples._fields})
