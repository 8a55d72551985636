"""A ladder: every bot against every other on the same deals, and a rating for each."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from statistics import fmean

import numpy as np

from shengji.arena.clock import joined
from shengji.arena.contest import Contest
from shengji.arena.duel import Contender, Duel
from shengji.arena.figures import Figures, clocks_of, cpu_figures, failures, plain
from shengji.arena.plan import OnFailure
from shengji.arena.ratings import ratings
from shengji.arena.stopping import interval
from shengji.bots.outside import Limits
from shengji.rules import Rules, describe_rules

GAMES = 2
"""Each deal is played twice."""


def pairings(bots: Sequence[str]) -> list[tuple[int, int]]:
    """Who meets whom, by number.

    >>> pairings("abc")
    [(0, 1), (0, 2), (1, 2)]
    """
    return list(combinations(range(len(bots)), 2))


def duels(
    bots: Sequence[str],
    rules: Rules,
    seed: int,
    on_failure: OnFailure = "forfeit",
    limits: Limits | None = None,
) -> list[Duel]:
    """The duels of a ladder, in the order of `pairings`; all are played on the same deals."""
    return [
        Duel(
            rules,
            (bots[one], bots[other]),
            seed=seed,
            on_failure=on_failure,
            limits=limits or Limits(),
        )
        for one, other in pairings(bots)
    ]


def ladder_figures(bots: Sequence[str], contests: Sequence[Contest], seed: int) -> Figures:
    """The figures of a ladder.

    Args:
        bots: the bots.
        contests: their duels, in the order of `pairings`, all played to the end.
        seed: what chance started from.

    Returns:
        Plain data. `bots` has them from the strongest down: `levels` is what each gains, a hand,
        against all others taken together, `rating` its points on Elo's scale, each with its 95 %
        interval over deals, and `against` the same levels against each other bot.
    """
    number, deals = len(bots), len(contests[0].lines)
    levels = np.zeros((deals, number, number))
    wins = np.zeros((deals, number, number))
    for (one, other), contest in zip(pairings(bots), contests, strict=True):
        levels[:, one, other] = contest.levels
        levels[:, other, one] = -levels[:, one, other]
        wins[:, one, other] = [_share(*score.won) for score in contest.scores]
        wins[:, other, one] = 1 - wins[:, one, other]
    rated = ratings(wins, GAMES, seed)
    field = levels.sum(axis=2) / (number - 1)
    rows: list[Figures] = []
    for one, name in enumerate(bots):
        own = [
            (contest, contender)
            for pair, contest in zip(pairings(bots), contests, strict=True)
            for contender in _place(pair, one)
        ]
        clocks = joined(clocks_of(c.duel, c.lines, contender) for c, contender in own)
        rows.append(
            {
                "bot": name,
                "levels": plain(interval(field[:, one].tolist())),
                "win_rate": round(
                    fmean(c.scores[d].won[k] for c, k in own for d in range(deals)), 4
                ),
                "rating": plain(rated[one], digits=1),
                "against": {
                    str(other): plain(interval(levels[:, one, other].tolist()))
                    for other in range(number)
                    if other != one
                },
                "failures": failures((c.duel, c.lines, k) for c, k in own),
                "cpu": cpu_figures(clocks),
                "number": one,
            }
        )
    rows.sort(key=lambda row: -rated[row["number"]].mean)
    return {
        "settings": {
            "rules": describe_rules(contests[0].duel.rules),
            "bots": list(bots),
            "deals": deals,
            "seed": seed,
            "on_failure": contests[0].duel.on_failure,
        },
        "bots": rows,
    }


def _share(won: float, lost: float) -> float:
    """The share of wins of one of two, where both may win as many seats, or few."""
    return (1 + won - lost) / 2


def _place(pair: tuple[int, int], bot: int) -> list[Contender]:
    """In which place a bot stands in a duel, if it does."""
    return [0] if pair[0] == bot else [1] if pair[1] == bot else []
