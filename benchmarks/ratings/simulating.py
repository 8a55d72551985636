"""People of known strength play each other, and their ratings are compared with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from benchmarks.ratings.acquaintance import Acquaintance
from benchmarks.ratings.model import LEVELS, Floats, Ints, distribution
from shengji.ratings.elo import LEAST_DEVIATION, MOST_CORRELATION, START, START_DEVIATION
from shengji.ratings.scale import (
    LN10,
    MOST_LEVELS,
    Counted,
    Scale,
    hand_scale,
    match_scale,
    worth,
)
from shengji.rules import Rules

STRENGTHS = (1500.0, 200.0)
"""The mean of the true strengths, and their standard deviation."""
FIRST_LEVEL = 7
"""Matches have so many levels to pass: they begin at 8 (Z16 §3)."""
CHECKS = (20, 50, 200)
"""The numbers of games after which ratings are looked at."""


class Played(NamedTuple):
    """Results of a round that are rated at the same time, one a table.

    Attributes:
        seats: the people, by table, side and place; the Declarers first.
        scores: the first side's scores.
    """

    seats: Ints
    scores: Floats


class Check(NamedTuple):
    """The findings after so many games.

    Attributes:
        games: how many games each person has played.
        results: how many results that is for each, on average.
        rank: the rank correlation of ratings and strengths (Spearman's).
        error: how far ratings are from strengths, the root of the mean square.
        within: the share of ratings that are within twice their deviation.
        deviation: the mean deviation that is shown.
        deciles: the results since the check before by what was expected, from low to high: how
            many, the mean of what was expected, and the mean of what was scored.
    """

    games: int
    results: float
    rank: float
    error: float
    within: float
    deviation: float
    deciles: list[tuple[int, float, float]]


class Crowd:
    """The people: what they are, and what their ratings say, by the formulas of `shengji.ratings`.

    They are worked out for all tables at once, without rounding; a test compares them.

    Args:
        strengths: the true strengths.
        bounded: whether results with the same people count the less, as they do.
    """

    def __init__(self, strengths: Floats, *, bounded: bool = True) -> None:
        self.strengths = strengths
        self.values = np.full(len(strengths), START)
        self.deviations = np.full(len(strengths), START_DEVIATION)
        self._company = Acquaintance(len(strengths)) if bounded else None
        self._correlations = np.eye(len(strengths))

    def rate(self, played: Played, scale: Scale) -> Floats:
        """Rate results, none of which shares a person with another.

        Returns:
            What was expected of the first sides.
        """
        people = played.seats.reshape(len(played.seats), -1)
        pairs = people[:, :, None], people[:, None, :]
        values, deviations = self.values[played.seats], self.deviations[people]
        means = values.mean(axis=2)
        ahead = means[:, 0] - means[:, 1] + scale.lead
        chance: Floats = 1 / (1 + np.exp(-ahead * LN10 / scale.spread))
        open_share = chance * (1 - chance)
        signs = np.repeat([1.0, -1.0], played.seats.shape[2])
        leans = (LN10 / scale.spread * open_share / played.seats.shape[2])[:, None] * signs
        covariances = self._correlations[pairs] * deviations[:, :, None] * deviations[:, None, :]
        along = (covariances * leans[:, None, :]).sum(axis=2)
        doubt = np.maximum(0.0, (leans * along).sum(axis=1))
        share = np.ones(people.shape)
        if self._company is not None:
            share = self._company.shares(played.seats).reshape(people.shape)
        seen = np.maximum(0.0, signs * along)
        with np.errstate(divide="ignore"):
            chances = (scale.noise * open_share)[:, None] / share
        k = seen / (chances + doubt[:, None])
        points = k * signs * (played.scores - chance)[:, None]
        if self._company is not None:
            self._company.note(played.seats, points.reshape(played.seats.shape), worth(scale))
        self.values[people] += points
        learnt = signs * np.minimum(np.sqrt(k * seen), deviations)
        left = np.maximum(LEAST_DEVIATION, np.sqrt(deviations**2 - learnt**2))
        covariances -= learnt[:, :, None] * learnt[:, None, :]
        correlations = covariances / (left[:, :, None] * left[:, None, :])
        self._correlations[pairs] = np.clip(correlations, -MOST_CORRELATION, MOST_CORRELATION)
        self._correlations[people, people] = 1.0
        self.deviations[people] = left
        return chance


def simulate(
    people: int,
    seed: int,
    counted: Counted,
    *,
    hands: bool = False,
    checks: tuple[int, ...] = CHECKS,
) -> Iterator[Check]:
    """Let people play games with partners drawn anew for each, and look now and then.

    Args:
        people: how many; whoever is too many for tables of four sits out by turns.
        seed: what chance starts from.
        counted: what counts.
        hands: whether a game is a single hand, with a Dealer drawn by lot, instead of a match.
        checks: after how many games is looked.
    """
    chance = np.random.default_rng(seed)
    crowd = Crowd(chance.normal(*STRENGTHS, people))
    expected: list[Floats] = []
    scored: list[Floats] = []
    results = 0
    for game in range(1, checks[-1] + 1):
        tables = chance.permutation(people)[: people // 4 * 4].reshape(-1, 2, 2)
        for played, scale in _game(crowd.strengths, tables, counted, chance, hands):
            expected.append(crowd.rate(played, scale))
            scored.append(played.scores)
            results += played.seats.size
        if game in checks:
            found = np.concatenate(expected), np.concatenate(scored)
            yield _check(crowd, game, results / people, *found)
            expected, scored = [], []


def _game(
    strengths: Floats, tables: Ints, counted: Counted, chance: np.random.Generator, hands: bool
) -> Iterator[tuple[Played, Scale]]:
    """One game at every table; of matches, the first hands of all, the second ones, and so on."""
    rules = Rules()
    by_hand = hand_scale(rules, "levels" if counted == "matches" else counted)
    going = np.arange(len(tables))
    dealer = chance.integers(0, 2, len(tables))
    levels = np.zeros((len(tables), 2), dtype=np.int64)
    won = np.zeros(len(tables))
    while len(going):
        deals, opposes = dealer[going], 1 - dealer[going]
        seats = np.stack([tables[going, deals], tables[going, opposes]], axis=1)
        gained = hands_between(strengths[seats].mean(axis=2), chance)
        if counted != "matches":
            by_levels: Floats = 0.5 + gained / (2 * MOST_LEVELS)
            won_or_lost = (gained > 0).astype(np.float64)
            yield Played(seats, by_levels if counted == "levels" else won_or_lost), by_hand
        if hands:
            return
        held = gained > 0
        over = held & (levels[going, deals] == FIRST_LEVEL - 1)  # the last is won by the Declarers
        won[going[over]] = deals[over] == 0
        side = np.where(held, deals, opposes)
        levels[going, side] = np.minimum(FIRST_LEVEL - 1, levels[going, side] + abs(gained))
        dealer[going] = side
        going = going[~over]
    if counted == "matches":
        yield Played(tables, won), match_scale(rules, FIRST_LEVEL)


def hands_between(means: Floats, chance: np.random.Generator) -> Ints:
    """The signed levels of the Declarers of hands between sides that are so strong."""
    shares = distribution(means[:, 0] - means[:, 1]).cumsum(axis=1)
    drawn = (chance.random(len(means))[:, None] > shares).sum(axis=1)
    found: Ints = LEVELS[np.minimum(drawn, len(LEVELS) - 1)]
    return found


def _check(crowd: Crowd, games: int, results: float, expected: Floats, scored: Floats) -> Check:
    off = crowd.values - crowd.strengths
    by_chance = np.argsort(expected, kind="stable")
    deciles = [
        (len(part), float(expected[part].mean()), float(scored[part].mean()))
        for part in np.array_split(by_chance, 10)
    ]
    return Check(
        games,
        results,
        float(np.corrcoef(_ranks(crowd.values), _ranks(crowd.strengths))[0, 1]),
        float(np.sqrt((off**2).mean())),
        float((np.abs(off) <= 2 * crowd.deviations).mean()),
        float(crowd.deviations.mean()),
        deciles,
    )


def _ranks(values: Floats) -> Ints:
    """The rank of each value; those that are equal, which hardly occur, in their order."""
    ranks: Ints = np.argsort(np.argsort(values, kind="stable"), kind="stable")
    return ranks
