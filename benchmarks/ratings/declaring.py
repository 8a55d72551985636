"""The declared ratings of bots: from levels a hand, as docs/strength.md tells them, to points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import sqrt
from typing import NamedTuple

import numpy as np

from benchmarks.strength.keeping import Figures, Kept
from benchmarks.strength.plan import Match, read
from shengji.arena.duel import Duel
from shengji.arena.scores import CONTENDERS
from shengji.bots import BOTS
from shengji.ratings.bots import FILE
from shengji.ratings.elo import START, expected
from shengji.ratings.pools import POOLS, Pool, pool_of
from shengji.ratings.scale import MOST_LEVELS, hand_scale

ANCHOR = "medium"
"""Its rating is that of a person of whom nothing is known."""
_WIDEST = 2500.0


class Step(NamedTuple):
    """How far the first bot is ahead of the second, in points, and the standard error of that."""

    first: str
    second: str
    ahead: float
    error: float


def gain(duel: Duel, ahead: float) -> float:
    """The levels a hand by which a duel shows that its first bot is so many points stronger.

    With fixed teams it is the mean of both roles. Among friends it is the mean over all who may
    declare with the Dealer, each as likely as the other, and it is told as the arena tells it
    (`shengji.arena.scores`).
    """
    means = []
    games = list(product(range(duel.rules.players), range(duel.games)))
    gained = {which: _levels(duel, *which, ahead) for which in games}
    for one in CONTENDERS:
        own = [
            np.mean([gained[which][seat] for seat in seats])
            for which in games
            if (seats := duel.compared(one, *which))
        ]
        means.append(float(np.mean(own)))
    return (means[0] - means[1]) * (1.0 if duel.alone else 0.5)


def _levels(duel: Duel, deal: int, game: int, ahead: float) -> list[float]:
    """The gain of each seat in a hand, on average over who declares."""
    rules = duel.rules
    seats = range(rules.players)
    values = [START + (ahead if duel.holder(deal, game, seat) == 0 else 0.0) for seat in seats]
    levels = np.zeros(rules.players)
    teams = list(_declarers(rules.players, rules.declarer_count, rules.teams == "fixed"))
    for declarers in teams:
        others = [seat for seat in seats if seat not in declarers]
        chance = expected(
            [values[seat] for seat in declarers],
            [values[seat] for seat in others],
            hand_scale(rules),
        )
        won = 2 * MOST_LEVELS * (chance - 0.5)
        levels[list(declarers)] += won
        levels[others] -= won
    return list(levels / len(teams))


def _declarers(players: int, count: int, fixed: bool) -> Iterator[Sequence[int]]:
    if fixed:
        yield from (range(team, players, 2) for team in (0, 1))
    else:
        yield from combinations(range(players), count)


def points(duel: Duel, levels: float) -> float:
    """How many points stronger the first bot of a duel is that gains so many levels a hand."""
    low, high = -_WIDEST, _WIDEST
    while high - low > 0.01:
        middle = (low + high) / 2
        low, high = (middle, high) if gain(duel, middle) < levels else (low, middle)
    return (low + high) / 2


def steps(pool: Pool) -> list[Step]:
    """The results of docs/strength.md about bots in a pool."""
    kept, found = Kept(), []
    for match in read().matches:
        figures = kept.figures(match)
        if pool_of(match.duel.rules) == pool and set(match.bots) <= set(BOTS) and figures:
            found.append(_step(match, figures))
    return found


def _step(match: Match, figures: Figures) -> Step:
    mean, (low, high) = figures["levels"]["mean"], figures["levels"]["interval"]
    ends = points(match.duel, low), points(match.duel, high)
    return Step(*match.bots, points(match.duel, mean), (ends[1] - ends[0]) / (2 * 1.96))


def merged(found: list[Step]) -> list[Step]:
    """The steps with one for each two bots, by weighted means.

    Where several of the same two differ by more than their errors explain, as they do for other
    numbers of players, the error is widened by as much.
    """
    pairs = sorted({(step.first, step.second) for step in found})
    return [_mean([step for step in found if step[:2] == pair]) for pair in pairs]


def _mean(same: list[Step]) -> Step:
    weights = [1 / step.error**2 for step in same]
    mean = sum(step.ahead * weight for step, weight in zip(same, weights, strict=True))
    mean /= sum(weights)
    apart = sum(((step.ahead - mean) / step.error) ** 2 for step in same)
    wider = max(1.0, apart / max(1, len(same) - 1))
    return Step(same[0].first, same[0].second, mean, sqrt(wider / sum(weights)))


def declared(pool: Pool) -> dict[str, tuple[float, float]]:
    """The rating of each bot that has been measured in a pool, and its standard error.

    They fit the steps best, by weighted least squares.
    """
    found = merged(steps(pool))
    names = sorted({name for step in found for name in (step.first, step.second)} - {ANCHOR})
    rows, sides = np.zeros((len(found), len(names))), np.zeros(len(found))
    for number, step in enumerate(found):
        for name, sign in ((step.first, 1.0), (step.second, -1.0)):
            if name != ANCHOR:
                rows[number, names.index(name)] = sign / step.error
        sides[number] = step.ahead / step.error
    certain = np.linalg.inv(rows.T @ rows)
    best = certain @ rows.T @ sides
    fitted = {
        name: (START + float(value), float(np.sqrt(certain[at, at])))
        for at, (name, value) in enumerate(zip(names, best, strict=True))
    }
    return fitted | {ANCHOR: (START, 0.0)}


def text() -> str:
    """The text of the file of declared ratings."""
    lines = [
        "# The declared ratings of the bots in each pool, whose scale rests on `medium`.",
        "# Made by `python -m benchmarks.ratings bots` from benchmarks/strength/results. A bot",
        "# that does not stand in a pool has not been measured there, and is not rated with.",
    ]
    for pool in POOLS:
        lines += ["", f"[{pool}]"]
        found = declared(pool)
        for name in sorted(found, key=lambda name: found[name]):
            value, error = found[name]
            lines.append(
                f"{name} = {round(value)}" + (f" # ±{round(1.96 * error)}" if error else "")
            )
    return "\n".join([*lines, ""])


def declare() -> None:
    FILE.write_text(text(), encoding="utf-8")
