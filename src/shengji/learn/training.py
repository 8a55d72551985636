"""Training from scratch to a checkpoint, within a time budget.

The time is divided between collecting decisions, fitting a baseline, and fitting the net. All state
is in a folder, so that a training can be resumed: shards of decisions, the last checkpoint with the
optimizer's state, the time spent on each part, and curves for TensorBoard.

Some shards are held out. One part of them is used to choose the margin by which a play must beat
the rule player's choice; the other to measure the gain of the choices.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import count, takewhile
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from shengji.arena.intervals import Interval, interval
from shengji.arena.spread import Spread, over_processes
from shengji.bots.learned.fingerprint import fingerprint
from shengji.bots.learned.net import MARGIN, CheckpointError, Net, net_of, read_arrays, write_arrays
from shengji.bots.policy.numbers import Floats
from shengji.extras import MissingExtraError
from shengji.learn.collecting import HANDS, shard
from shengji.learn.fitting import (
    gained,
    mischosen,
    misjudged,
    new_net,
    promises_of,
    slopes_for,
)
from shengji.learn.samples import Samples, concatenate_samples, read, write
from shengji.learn.scalars import Scalars
from shengji.learn.steps import Steps
from shengji.learn.trees import fit_trees
from shengji.rules import Rules

NET, PROGRESS, SHARDS, CURVES = "net.npz", "progress.json", "shards", "curves"
"""The files and folders of a training."""

COLLECTING, BASELINE = 0.5, 0.1
"""Fractions of the time for collecting and for the baseline; the net gets the rest."""
JUDGING = 0.3
"""Fraction of the fitting in which the net learns to judge, before it learns to choose."""
TURN = 8
"""Number of shards of which one is held out to choose the margin and one to measure the gain."""
TOGETHER = 12
"""Number of shards that are in memory and shuffled together."""
BATCH = 512
"""Decisions per step."""
PACE, LEAST_PACE = 1e-3, 2e-5
"""Learning rates at first and in the end."""
CHOOSING_PACE = 3e-4
"""Learning rate when the net begins to learn to choose."""
DECAY = 1e-3
"""Weight decay."""
MARGINS = (0.0, 0.005, 0.01, 0.02, 0.04, 0.08)
"""The candidates for the margin, in levels."""
MOST_SHARDS = 2000
"""Maximum number of shards; they take about 25 MB each."""


class Progress(msgspec.Struct):
    """The progress of a training.

    Attributes:
        collected, compared, fitted: the seconds spent on each part.
    """

    seed: int
    hands: int
    collected: float = 0.0
    compared: float = 0.0
    fitted: float = 0.0
    shards: int = 0


class FittedGain(NamedTuple):
    """The gain of choices on held-out decisions.

    Attributes:
        name: the model.
        margin: the promised gain over the rule player's choice, in levels, above which a play is
            chosen.
        left: the fraction of decisions in which another play was chosen.
        gain: the mean gain per decision over the rule player's choice, in levels.
    """

    name: str
    decisions: int
    margin: float
    left: float
    gain: Interval


class Training:
    """A training in a folder, new or resumed.

    Args:
        jobs: the number of processors for the baseline and for collecting.
        told: called with each line of the progress report.
        hands: the hands of a shard.
        spread: a replacement for local processes in collecting, such as a cluster.

    Raises:
        CheckpointError: the folder's training has another seed, or cannot be used.
    """

    def __init__(
        self,
        folder: Path,
        rules: Rules,
        seed: int,
        jobs: int,
        told: Callable[[str], None],
        hands: int = HANDS,
        spread: Spread | None = None,
    ) -> None:
        self._folder, self._rules, self._jobs, self._told = folder, rules, jobs, told
        self._spread = spread or over_processes(jobs)
        self._progress = self._read_progress(Progress(seed, hands))
        self._curves = Scalars(folder / CURVES)

    def run(self, minutes: float) -> list[FittedGain]:
        """Train until the total time of this training reaches a number of minutes.

        Returns:
            The gains of the baseline, if it was fitted, and of the net.
        """
        seconds = 60.0 * minutes
        self.collect(COLLECTING * seconds)
        found = []
        with_trees = self.compare(BASELINE * seconds)
        if with_trees is not None:
            found.append(with_trees)
        self.fit((1.0 - COLLECTING) * seconds - self._progress.compared)
        return [*found, self.finish()]

    def collect(self, seconds: float) -> None:
        """Collect shards until the time is spent, and there is one of each sort."""
        progress, begun = self._progress, time.monotonic()
        before = progress.collected
        make = partial(_make, self._rules, progress.seed, progress.hands)

        def wanted(number: int) -> bool:
            spent = before + time.monotonic() - begun
            return number < TURN or (spent < seconds and number < MOST_SHARDS)

        numbers = takewhile(wanted, count(progress.shards))
        decisions = 0
        with closing(self._spread(make, numbers)) as made:
            for samples in made:
                write(_path(self._folder, progress.shards), samples, fingerprint())
                decisions += len(samples.sizes)
                progress.shards += 1
                progress.collected = before + time.monotonic() - begun
                self._keep_progress()
                self._told(f"{progress.shards} shards, {decisions} decisions more")

    def compare(self, seconds: float) -> FittedGain | None:
        """Fit the baseline; `None` if LightGBM is not installed, or it was fitted before."""
        begun = time.monotonic()
        if self._progress.compared > 0:
            return None
        fitted = next(self._groups(np.random.default_rng(self._progress.seed)))
        try:
            promises = fit_trees(fitted, seconds / 2, self._progress.seed, self._jobs)
        except MissingExtraError as error:
            self._told(str(error))
            return None
        found = self._judged("trees", promises)
        self._progress.compared = time.monotonic() - begun
        self._keep_progress()
        return found

    def fit(self, seconds: float) -> None:
        """Fit the net from the last checkpoint until the time is spent."""
        progress, begun = self._progress, time.monotonic()
        before = progress.fitted
        chance = np.random.default_rng([progress.seed, 1 + int(before)])
        net, steps = self._last_net(chance)
        while progress.fitted < seconds:
            for samples in self._groups(chance):
                order = chance.permutation(len(samples.sizes))
                done = progress.fitted / seconds
                for first in range(0, len(order), BATCH):
                    errors = misjudged if done < JUDGING else mischosen
                    batch = samples.of(np.sort(order[first : first + BATCH]))
                    steps.step(slopes_for(net, batch, errors), _pace(done))
                    progress.fitted = before + time.monotonic() - begun
                    done = progress.fitted / seconds
                    if done >= 1.0:
                        break
                self._tell_curves(net, steps.number, samples.of(order[:20_000]))
                self._keep_net(net, steps, 0.0)
                if done >= 1.0:
                    break

    def finish(self) -> FittedGain:
        """Choose the margin, write the final checkpoint, and measure its gain."""
        net, steps = self._last_net(np.random.default_rng(0))
        found = self._judged("net", partial(promises_of, net))
        self._keep_net(net, steps, found.margin)
        return found

    @property
    def net_path(self) -> Path:
        """Path of the final checkpoint."""
        return self._folder / NET

    def _judged(self, name: str, promises: Callable[[Samples], Floats]) -> FittedGain:
        choosing, telling = (self._kept_out(place) for place in (3, 7))
        promised = promises(choosing)
        margin = max(MARGINS, key=lambda each: float(gained(choosing, promised, each).mean()))
        promised = promises(telling)
        gains = gained(telling, promised, margin)
        firsts, owners = telling.firsts, telling.owners
        most = np.maximum.reduceat(promised - promised[firsts][owners], firsts)
        left = float((most > margin).mean())
        return FittedGain(name, len(gains), margin, left, interval(gains.tolist()))

    def _groups(self, chance: np.random.Generator) -> Iterator[Samples]:
        numbers = [n for n in range(self._progress.shards) if n % TURN not in (3, 7)]
        chance.shuffle(numbers)
        for first in range(0, len(numbers), TOGETHER):
            yield self._read(numbers[first : first + TOGETHER])

    def _kept_out(self, place: int) -> Samples:
        return self._read(range(place, self._progress.shards, TURN))

    def _read(self, numbers: Sequence[int]) -> Samples:
        return concatenate_samples(
            [read(_path(self._folder, number), fingerprint()) for number in numbers]
        )

    def _tell_curves(self, net: Net, step: int, seen: Samples) -> None:
        kept_out = self._read([3])
        told = {"seconds": self._progress.fitted}
        for name, samples in (("seen", seen), ("kept out", kept_out)):
            promises = promises_of(net, samples)
            wrong = promises - promises[samples.firsts][samples.owners] - samples.gains
            told[f"{name}/error"] = float((wrong**2).mean())
            told[f"{name}/gain"] = float(gained(samples, promises, 0.0).mean())
        self._curves.add(step, told)
        values = ", ".join(f"{name} {value:.4f}" for name, value in told.items())
        self._told(f"step {step}: {values}")

    def _last_net(self, chance: np.random.Generator) -> tuple[Net, Steps]:
        """The last checkpoint with its optimizer, or a new net."""
        if not self.net_path.exists():
            net = new_net(chance)
            return net, Steps(net, DECAY)
        arrays = read_arrays(self.net_path)
        try:
            net = net_of(arrays[name].astype(np.float32) for name in Net._fields)
            steps = Steps(net, DECAY)
            for name, mean, square in zip(Net._fields, steps.means, steps.squares, strict=True):
                mean[...], square[...] = arrays[f"mean {name}"], arrays[f"square {name}"]
            steps.number = int(arrays["steps"])
        except KeyError as error:
            raise CheckpointError(
                f"{self.net_path} has no {error}: one cannot go on with it; train in a new folder"
            ) from None
        return net, steps

    def _keep_net(self, net: Net, steps: Steps, margin: float) -> None:
        arrays = {**net._asdict(), MARGIN: np.array(margin), "steps": np.array(steps.number)}
        for name, mean, square in zip(Net._fields, steps.means, steps.squares, strict=True):
            arrays |= {f"mean {name}": mean, f"square {name}": square}
        write_arrays(self.net_path, arrays)
        self._keep_progress()

    def _read_progress(self, new: Progress) -> Progress:
        path = self._folder / PROGRESS
        if not path.exists():
            return new
        try:
            found = msgspec.json.decode(path.read_bytes(), type=Progress)
        except msgspec.DecodeError as error:
            raise CheckpointError(f"{path} is no progress of a training: {error}") from None
        if (found.seed, found.hands) != (new.seed, new.hands):
            raise CheckpointError(
                f"{self._folder} has a training with the seed {found.seed} and {found.hands} hands "
                f"a shard, not {new.seed} and {new.hands}: name another folder, or remove it"
            )
        return found

    def _keep_progress(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / PROGRESS
        new = path.with_suffix(".new")
        new.write_bytes(msgspec.json.encode(self._progress))
        new.replace(path)


def _pace(done: float) -> float:
    if done < JUDGING:
        return PACE * (1.0 - done / JUDGING) + LEAST_PACE
    return CHOOSING_PACE * (1.0 - done) / (1.0 - JUDGING) + LEAST_PACE


def _path(folder: Path, number: int) -> Path:
    return folder / SHARDS / f"{number:05}.npz"


def _make(rules: Rules, seed: int, hands: int, number: int) -> Samples:
    """Collect a shard; runs in any process."""
    return shard(rules, seed, number, hands)
