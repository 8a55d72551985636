"""Decisions and what their plays are worth, in files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shengji.bots.policy.networks import DESCRIBED
from shengji.bots.policy.numbers import Floats

Whole = npt.NDArray[np.int64]


class Samples(NamedTuple):
    """Plays that were weighed, in the order of the decisions that they belong to.

    Attributes:
        marks: the description of each play; (plays, DESCRIBED).
        kinds: of what kind each is.
        views: which network judges it (`judge.view_of`).
        decisions: the number of its decision.
        worth: what came of it, in levels.
    """

    marks: Floats
    kinds: Whole
    views: Whole
    decisions: Whole
    worth: Floats

    def where(self, chosen: npt.NDArray[np.bool_]) -> Samples:
        """Some of the plays, with the decisions numbered anew from 0."""
        _, numbers = np.unique(self.decisions[chosen], return_inverse=True)
        return Samples(
            self.marks[chosen],
            self.kinds[chosen],
            self.views[chosen],
            numbers.astype(np.int64),
            self.worth[chosen],
        )


def joined(parts: Sequence[Samples]) -> Samples:
    """Samples of several files, their decisions numbered on."""
    numbers, first = [], 0
    for part in parts:
        numbers.append(part.decisions + first)
        first += 0 if len(part.decisions) == 0 else int(part.decisions.max()) + 1
    return Samples(
        np.concatenate([part.marks for part in parts]),
        np.concatenate([part.kinds for part in parts]),
        np.concatenate([part.views for part in parts]),
        np.concatenate(numbers),
        np.concatenate([part.worth for part in parts]),
    )


def write(path: Path, samples: Samples) -> None:
    """Write samples to a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez(path, **samples._asdict())


def read(path: Path) -> Samples:
    """The samples in a file.

    Raises:
        SystemExit: when plays were described otherwise when it was written.
    """
    with np.load(path) as file:
        found = Samples(**{name: file[name] for name in Samples._fields})
    if found.marks.shape[1] != DESCRIBED:
        raise SystemExit(
            f"{path} describes plays by {found.marks.shape[1]} numbers, the player by {DESCRIBED}: "
            "remove it and collect again"
        )
    return found
