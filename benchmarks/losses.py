"""The cost in levels of answers that `medium` thinks are behind, with `strong` as the judge.

`python -m benchmarks.losses` plays hands of `medium`, and asks the estimates of `strong` for the
answers that it weighed at some of its leads and follows: on common deals, played on. The cost of an
answer beside the best is fitted by its distance (`Option.behind`, comparable only within a
decision), with two slopes, for each kind of decision and number of cards held. 3,000 decisions take
about 5 minutes of CPU. It prints the numbers of `shengji.bots.ruled.losses`, each with the error of
the fit: of the mean costs of eight parts of the answers, by their distance.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shengji.bots import Table
from shengji.bots.bot import LeadChoice
from shengji.bots.ruled import RememberingBot
from shengji.bots.ruled.losses import HELD, KNEE
from shengji.bots.search import StrongBot
from shengji.bots.search.problems import Answer, Problem
from shengji.bots.thought import Option
from shengji.cards import Card
from shengji.game import Decision
from shengji.rules import Rules, rules_from

EFFORT = StrongBot.efforts[0]._replace(endings=0, doubted=0)
Numbers = npt.NDArray[np.float64]

SHARE, DEALS, MOST = 0.1, 128, 10
"""The share of decisions that are judged, the number of deals, and the maximum number of
answers."""
LEAST = 0.03
"""The least slope: where the judge sees no difference, the order of the rules still counts."""
SCATTER = 0.1
"""The standard deviation of the true cost of answers that are equally far behind, in levels."""
NAMES = {"lead": "LEADS", "single": "SINGLES", "several": "SEVERAL"}


class Judged(NamedTuple):
    """An answer beside the best by the rules: its cost in levels, and the standard error of
    that."""

    hand: int
    kind: str
    left: int
    behind: float
    cost: float
    error: float


class JudgedBot(RememberingBot):
    """Plays as `medium`, and lets `strong` judge some of its decisions."""

    found: list[Judged]
    number = 0

    def lead(self) -> LeadChoice:
        choice = super().lead()
        self._judge("lead")
        return choice

    def follow(self) -> tuple[Card, ...]:
        choice = super().follow()
        self._judge("follow")
        return choice

    def _judge(self, decision: Decision) -> None:
        thought = self.explain()
        if thought is None or self.chance.random() > SHARE:
            return
        options = [option for option in thought.options if option.behind is not None]
        if len(options) < 2:
            return
        best, *others = options
        chosen = [best, *self.chance.sample(others, min(len(others), MOST - 1))]
        self.found += self._costs(decision, chosen)

    def _costs(self, decision: Decision, options: Sequence[Option]) -> Iterator[Judged]:
        problem = Problem(self, decision, [Answer(option.cards) for option in options])
        trials = problem.trials(EFFORT, self.chance.getrandbits(60))
        worth = trials.run(range(len(options)), DEALS).worth
        kind = (
            decision if decision == "lead" else "several" if len(options[0].cards) > 1 else "single"
        )
        for row, option in enumerate(options[1:], 1):
            apart = worth[0] - worth[row]
            error = float(apart.std() / np.sqrt(DEALS))
            assert option.behind is not None
            cost = float(apart.mean())
            yield Judged(self.number, kind, len(self.cards), option.behind, cost, error)


def judged(rules: Rules, decisions: int, seed: int, keep: Path | None = None) -> list[Judged]:
    """Judge at least a number of decisions."""
    found: list[Judged] = []
    number = 0
    while len({(one.hand, one.kind, one.left) for one in found}) < decisions:
        bots = {s: JudgedBot(rules, s, seed + 100 * number + s) for s in range(rules.players)}
        for bot in bots.values():
            bot.found, bot.number = found, number
        table = Table(rules, bots, Random(seed + number))
        table.play_hand()
        number += 1
        if keep and number % 5 == 0:
            keep.write_text(json.dumps(found))
    return found


def _slopes(parts: Numbers, cost: Numbers) -> tuple[float, float]:
    """The two slopes that fit best, each at least LEAST."""
    first, second = (float(slope) for slope in np.linalg.lstsq(parts, cost, rcond=None)[0])
    return max(LEAST, first), max(LEAST, second)


def fitted(found: Sequence[Judged]) -> list[str]:
    """The fit of each kind of decision, as the lines of the module, and how well it fits."""
    lines = []
    for kind in ("lead", "single", "several"):
        fits, errors = [], []
        for low, high in zip((0, *HELD), (*HELD, 1000), strict=True):
            ones = [one for one in found if one.kind == kind and low < one.left <= high]
            behind = np.array([one.behind for one in ones])
            cost = np.array([one.cost for one in ones])
            weights = 1 / np.sqrt(np.array([one.error for one in ones]) ** 2 + SCATTER**2)
            parts = np.stack([np.minimum(behind, KNEE), np.maximum(0, behind - KNEE)], axis=1)
            slopes = _slopes(parts * weights[:, None], cost * weights)
            fits.append(f"Fit({slopes[0]:.3f}, {slopes[1]:.3f})")
            order = np.array_split(np.argsort(behind), 8)
            apart = [float((cost - parts @ slopes)[some].mean()) for some in order]
            errors.append(f"{np.sqrt(np.mean(np.square(apart))):.3f}")
        lines += [f"{NAMES[kind]} = ({', '.join(fits)})  # error {', '.join(errors)}"]
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=73001)
    parser.add_argument("--rules", default="zhang-2021")
    parser.add_argument("--keep", type=Path, help="file of the judged answers")
    given = parser.parse_args()
    if given.keep and given.keep.exists() and not given.decisions:
        found = [Judged(*one) for one in json.loads(given.keep.read_text())]
    else:
        found = judged(rules_from(given.rules), given.decisions, given.seed, given.keep)
    number = len({(one.hand, one.kind, one.left) for one in found})
    print(f"# {number} decisions, {len(found)} answers")
    print("\n".join(fitted(found)))


if __name__ == "__main__":
    main()
