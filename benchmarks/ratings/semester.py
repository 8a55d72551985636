"""A club's semester, simulated: is the uncertainty shown honest, and do ratings predict who wins?

People of known strength play a night a week, some rounds a night, a round being some hands between
the same two pairs. At the end their ratings are compared with their strengths, person by person;
in the second half of the semester the winner of each round is predicted from the ratings before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

import numpy as np

from benchmarks.ratings.model import LEVELS, Floats, Ints, distribution
from benchmarks.ratings.simulating import Crowd, Played, hands_between
from docs.marked import table_of
from shengji.ratings.elo import START
from shengji.ratings.scale import MOST_LEVELS, hand_scale
from shengji.rules import Rules

WEEKS = 12
ROUNDS = 4
HANDS = 8
SEEDS = range(1, 13)
_GRID: Floats = np.arange(-1500.0, 1501.0, 25.0)
"""Differences in points for which the chances of a round are worked out; between them, linearly."""


class Club(NamedTuple):
    """A club that plays a semester.

    Attributes:
        size: number of members, of whom those too many for tables of four sit out by lot.
        spread: standard deviation of their true strengths, in points.
        pairs: whether partners stay together for the semester.
    """

    size: int
    spread: float = 200.0
    pairs: bool = False


CLUBS: dict[str, Club] = {
    "40, partners drawn each round": Club(40),
    "40, with the same partner always": Club(40, pairs=True),
    "40, a wide club (350)": Club(40, spread=350.0),
    "14": Club(14),
}


class Semester(NamedTuple):
    """The outcome of a semester.

    Attributes:
        errors: rating minus strength of each person.
        deviations: the deviations shown, in points.
        loss: log loss of the predicted winners of rounds, in nats.
    """

    errors: Floats
    deviations: Floats
    loss: float


def play(club: Club, seed: int) -> Semester:
    """Play a semester."""
    chance = np.random.default_rng(seed)
    crowd = Crowd(chance.normal(START, club.spread, club.size))
    losses: list[Floats] = []
    for week in range(WEEKS):
        for _ in range(ROUNDS):
            tables = _drawn(club, chance)
            means = crowd.values[tables].mean(axis=2)
            predicted = np.interp(means[:, 0] - means[:, 1], _GRID, _chances())
            won = _play_round(crowd, tables, chance)
            if week >= WEEKS // 2:
                losses.append(-won * np.log(predicted) - (1 - won) * np.log(1 - predicted))
    loss = float(np.concatenate(losses).mean())
    return Semester(crowd.values - crowd.strengths, crowd.deviations, loss)


def _drawn(club: Club, chance: np.random.Generator) -> Ints:
    """The tables of a round, by side and place."""
    if club.pairs:
        first = 2 * chance.permutation(club.size // 2)
        seats: Ints = np.stack([first, first + 1], axis=1)
    else:
        seats = chance.permutation(club.size)[: club.size // 4 * 4]
    return seats.reshape(-1, 2, 2)


def _play_round(crowd: Crowd, tables: Ints, chance: np.random.Generator) -> Floats:
    """Play and rate a round: 1 where the first side gained more levels, 1/2 where equal."""
    dealer, ahead = chance.integers(0, 2, len(tables)), np.zeros(len(tables))
    every, scale = np.arange(len(tables)), hand_scale(Rules())
    for _ in range(HANDS):
        seats = np.stack([tables[every, dealer], tables[every, 1 - dealer]], axis=1)
        gained = hands_between(crowd.strengths[seats].mean(axis=2), chance)
        crowd.rate(Played(seats, 0.5 + gained / (2 * MOST_LEVELS)), scale)
        ahead += np.where(dealer == 0, gained, -gained)
        dealer = np.where(gained > 0, dealer, 1 - dealer)
    won: Floats = np.sign(ahead) / 2 + 0.5
    return won


@cache
def _chances() -> Floats:
    """The expected outcome of a round for a side that is `_GRID` points ahead.

    The distribution of the levels ahead is carried from hand to hand, by who deals.
    """
    most = HANDS * MOST_LEVELS
    levels = np.arange(-most, most + 1)
    by_dealer = np.zeros((2, len(_GRID), len(levels)))
    by_dealer[:, :, most] = 0.5
    shares = distribution(_GRID), distribution(-_GRID)
    for _ in range(HANDS):
        after = np.zeros_like(by_dealer)
        for dealer in (0, 1):
            for gained, share in zip(LEVELS, shares[dealer].T, strict=True):
                moved = np.roll(by_dealer[dealer], gained if dealer == 0 else -gained, axis=1)
                after[dealer if gained > 0 else 1 - dealer] += share[:, None] * moved
        by_dealer = after
    found: Floats = by_dealer.sum(axis=0) @ (np.sign(levels) / 2 + 0.5)
    return found


def table() -> str:
    """The table of docs/figures.md: each club over all seeds."""
    heads = ["people", "error", "shown", "within two", "within two, of 1500", "log loss"]
    return table_of(heads, list(rows(CLUBS)))


def rows(clubs: Mapping[str, Club]) -> Iterator[list[str]]:
    """The rows of some clubs: errors within the club, and on the scale."""
    for name, club in clubs.items():
        found = [play(club, seed) for seed in SEEDS]
        errors = np.stack([one.errors for one in found])
        deviations = np.stack([one.deviations for one in found])
        within = errors - errors.mean(axis=1, keepdims=True)
        yield [
            name,
            f"{np.sqrt((within**2).mean()):.0f}",
            f"{deviations.mean():.0f}",
            f"{(np.abs(within) <= 2 * deviations).mean():.1%}",
            f"{(np.abs(errors) <= 2 * deviations).mean():.1%}",
            f"{np.mean([one.loss for one in found]):.4f}",
        ]
