"""Measure steps a second: our environments against the bare kernel, RLCard and OpenSpiel.

All are measured in turn, round after round; a ratio is the middle one of those of the rounds. Every
row that is offered is chosen as often, so that many leads are throws, of which most fail and others
ask for follows of many cards; so hands without throws are measured as well.

    python -m benchmarks.environments --others /tmp/others/bin/python
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import Literal, NamedTuple

import numpy as np

from benchmarks.environments import others
from docs.marked import Marked, table_of
from shengji.arena.bench import play_hands
from shengji.env import shengji_v0
from shengji.env.vector import Hands
from shengji.rules import rules_from

TABLE = Marked(
    Path(__file__).parents[2] / "docs" / "environments.md",
    "<!-- The speeds: made by `python -m benchmarks.environments --write --others PYTHON`. -->\n",
    "<!-- End of the speeds. -->\n",
)
OURS = "`Hands`, with observations"
REFERENCE = "rlcard/doudizhu"
DRAWN = 64
"""The actions of so many steps are drawn beforehand."""


class Speed(NamedTuple):
    """Steps in a second of CPU time, and of wall time."""

    cpu: float
    wall: float


class Played:
    """Hands in lock step, played at random."""

    def __init__(
        self, rules: Mapping[str, object], lanes: int, threads: int = 1, *, observe: bool = True
    ) -> None:
        self._hands = Hands(rules, lanes, 1, threads=threads, observe=observe)
        self._chances = np.random.default_rng(1).random((DRAWN, lanes))

    def measure(self, seconds: float) -> Speed:
        """Play for so long; only the steps themselves count."""
        cpu = wall = 0.0
        steps = 0
        while wall < seconds:
            for chances in self._chances:
                actions = (chances * self._hands.counts).astype(np.int64)
                begun = time.perf_counter(), time.process_time()
                self._hands.step(actions)
                wall += time.perf_counter() - begun[0]
                cpu += time.process_time() - begun[1]
                steps += self._hands.lanes
        return Speed(steps / cpu, steps / wall)


class Agents:
    """The PettingZoo environment, played at random: what is due is asked by `last`, as users do."""

    def __init__(self, rules: Mapping[str, object], encoding: Literal["rows", "steps"]) -> None:
        self._env = shengji_v0.env(rules, encoding=encoding)
        self._chance = Random(1)

    def measure(self, seconds: float) -> Speed:
        """Play hands for so long; dealing counts as time and not as steps."""
        env, chance, steps = self._env, self._chance, 0
        begun = time.perf_counter(), time.process_time()
        while time.process_time() - begun[1] < seconds:
            env.reset(seed=chance.getrandbits(32))
            for _ in env.agent_iter():
                observation, _, termination, truncation, _ = env.last()
                if termination or truncation:
                    env.step(None)
                    continue
                env.step(chance.choice(np.flatnonzero(observation["action_mask"]).tolist()))
                steps += 1
        return Speed(
            steps / (time.process_time() - begun[1]), steps / (time.perf_counter() - begun[0])
        )


def bare_kernel(rules: Mapping[str, object], seconds: float) -> Speed:
    """Whole hands of random legal play, of which nothing is listed or told."""
    played = play_hands(rules_from(rules), int(100_000 * seconds), 1)
    plays = int(100_000 * seconds) * played["tricks"] * rules_from(rules).players
    return Speed(plays / played["cpu"], plays / played["wall"])


def other(python: str, name: str, seconds: float) -> Speed:
    """A game of another library."""
    done = subprocess.run(
        [python, str(Path(others.__file__)), name, str(seconds)],
        capture_output=True,
        text=True,
        check=True,
    )
    told = json.loads(done.stdout.splitlines()[-1])
    speed = told["steps"] / told["seconds"]
    return Speed(speed, speed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--preset", default="tractor")
    parser.add_argument("--lanes", type=int, default=1024)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each in each round")
    parser.add_argument("--write", action="store_true", help="write the table into the page")
    parser.add_argument("--others", help="a Python that has rlcard and open_spiel")
    given = parser.parse_args()
    rules: dict[str, object] = {"preset": given.preset}
    plain = {**rules, "throws": False}
    measures: dict[str, Callable[[float], Speed]] = {
        OURS: Played(rules, given.lanes).measure,
        "... two threads": Played(rules, given.lanes, 2).measure,
        "... without observations": Played(rules, given.lanes, observe=False).measure,
        "... without throws": Played(plain, given.lanes).measure,
        "... without throws and observations": Played(plain, given.lanes, observe=False).measure,
        "PettingZoo, `rows`": Agents(rules, "rows").measure,
        "PettingZoo, `steps`": Agents(rules, "steps").measure,
        "bare kernel, without throws": partial(bare_kernel, plain),
    }
    for name in others.GAMES if given.others else ():
        measures[name] = partial(other, given.others, name)
    rounds: dict[str, list[Speed]] = {name: [] for name in measures}
    bare_kernel(plain, 0.01)
    for _ in range(given.rounds):
        for name, measure in measures.items():
            rounds[name].append(measure(given.seconds))
    against = [REFERENCE] if given.others else [OURS]
    bases = [rounds[name] for name in against]
    rows = []
    for name, speeds in rounds.items():
        cpu, wall = median(s.cpu for s in speeds), median(s.wall for s in speeds)
        ratios = [median(s.cpu / one.cpu for one, s in zip(o, speeds, strict=True)) for o in bases]
        rows.append([name, f"{cpu:,.0f}", f"{wall:,.0f}", *(f"{ratio:.4g}" for ratio in ratios)])
    heads = ["", "a CPU second", "a second", *(f"against {name}" for name in against)]
    table = f"\n`{given.preset}`, {given.lanes:,} lanes:\n\n" + table_of(heads, rows) + "\n"
    print(table)
    if given.write:
        TABLE.write(table)


if __name__ == "__main__":
    main()
