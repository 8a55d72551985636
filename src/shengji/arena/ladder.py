"""A ladder: every bot against every other on the same deals, and a rating for each."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import combinations
from pathlib import Path
from statistics import fmean

import msgspec
import numpy as np

from shengji.arena.clock import merge_clocks
from shengji.arena.contest import Contest
from shengji.arena.duel import DealLine, Duel, play_duel_deal
from shengji.arena.figures import Figures, clocks_of, cpu_figures, failures, plain, title
from shengji.arena.intervals import interval
from shengji.arena.plan import OnFailure
from shengji.arena.ratings import ratings
from shengji.arena.scores import CONTENDERS
from shengji.arena.spread import Spread, alone
from shengji.bots.outside import Limits
from shengji.rules import Rules, describe_rules

GAMES = 2
"""Number of games of each deal."""


def pairings(bots: Sequence[str]) -> list[tuple[int, int]]:
    """The pairs of bots, by index, ordered by name within a pair, independent of other bots.

    >>> pairings("abc"), pairings("cab")
    ([(0, 1), (0, 2), (1, 2)], [(1, 2), (1, 0), (2, 0)])
    """
    return list(combinations(sorted(range(len(bots)), key=lambda one: bots[one]), 2))


def duels(
    bots: Sequence[str],
    rules: Rules,
    seed: int,
    on_failure: OnFailure = "forfeit",
    limits: Limits | None = None,
    record: Path | None = None,
) -> list[Duel]:
    """The duels of a ladder, in the order of `pairings`, all on the same deals.

    Each duel has a subfolder of `record`, named after the pair.
    """
    return [
        Duel(
            rules,
            (bots[one], bots[other]),
            seed=seed,
            record=None if record is None else str(record / pair_name(bots[one], bots[other])),
            on_failure=on_failure,
            limits=limits or Limits(),
        )
        for one, other in pairings(bots)
    ]


def pair_name(*bots: str) -> str:
    """The name of a pair's files and folders, independent of the other bots of the ladder.

    Names that are not valid in file names are shortened and get a digest.

    >>> pair_name("medium", "strong"), pair_name("strong", "exec:python club.py")
    ('medium-strong', 'strong-execpythonclubpy-459c008d')
    """
    names = ["".join(c for c in bot if c.isalnum())[:20] for bot in bots]
    if names != list(bots):
        names.append(hashlib.sha256("\n".join(bots).encode()).hexdigest()[:8])
    return "-".join(names)


def play_ladder(
    contests: Sequence[Contest],
    spread: Spread = alone,
    on_deal: Callable[[int, DealLine], None] = lambda number, line: None,
) -> None:
    """Play the contests of a ladder to their ends, one deal of each in turn.

    Args:
        contests: the contests of the duels, without an early stop; some may be further than the
            rest.
        spread: how the work of all contests is spread.
        on_deal: receives each deal in order, with the index of its contest.

    Raises:
        BotError: a bot failed, and the duel's `on_failure` is `stop`.
        HelperEndedError: a worker process ended.
    """
    left = [range(len(contest.lines), contest.stopping.looks[-1]) for contest in contests]
    play = partial(_play_deal, [contest.duel for contest in contests])
    with closing(spread(play, _in_turn(left))) as lines:
        for (_, number), line in zip(_in_turn(left), lines, strict=True):
            contests[number].add(line)
            on_deal(number, line)


def _in_turn(left: Sequence[range]) -> Iterator[tuple[int, int]]:
    """The remaining deals of the contests, one deal of each in turn.

    >>> list(_in_turn([range(2), range(1, 3)]))
    [(0, 0), (1, 0), (1, 1), (2, 1)]
    """
    last = max((deals.stop for deals in left), default=0)
    for deal in range(last):
        for number, deals in enumerate(left):
            if deal in deals:
                yield deal, number


def _play_deal(duels: Sequence[Duel], which: tuple[int, int]) -> DealLine:
    deal, number = which
    return play_duel_deal(duels[number], deal)


def coming(contests: Sequence[Contest]) -> tuple[int, int]:
    """The next deal of `play_ladder`: the numbers of the deal and of its contest."""
    return min(
        (len(contest.lines), number) for number, contest in enumerate(contests) if not contest.over
    )


def ladder_figures(bots: Sequence[str], contests: Sequence[Contest], seed: int) -> Figures:
    """The figures of a ladder.

    Args:
        bots: the names of the bots.
        contests: their finished contests, in the order of `pairings`.
        seed: the seed of the resampling.

    Returns:
        Plain data. `bots` is sorted from the strongest: `levels` is a bot's gain per hand against
            all other bots together, `rating` its points on Elo's scale, each with its 95 % interval
            over deals, and `against` the levels against each other bot, by name.
    """
    number, deals = len(bots), len(contests[0].lines)
    levels = np.zeros((deals, number, number))
    wins = np.zeros((deals, number, number))
    for (one, other), contest in zip(pairings(bots), contests, strict=True):
        levels[:, one, other] = contest.levels
        levels[:, other, one] = -levels[:, one, other]
        # Both bots may win many seats, or few; the share of the wins of both counts.
        wins[:, one, other] = [(1 + score.won[0] - score.won[1]) / 2 for score in contest.scores]
        wins[:, other, one] = 1 - wins[:, one, other]
    rated = ratings(wins, GAMES, seed)
    field = levels.sum(axis=2) / (number - 1)
    rows: list[Figures] = []
    for one, name in enumerate(bots):
        own = [
            (contest, contender)
            for pair, contest in zip(pairings(bots), contests, strict=True)
            for contender in CONTENDERS
            if pair[contender] == one
        ]
        parts = [(c.duel, c.lines, contender) for c, contender in own]
        rows.append(
            {
                "bot": name,
                "title": title(parts),
                "levels": plain(interval(field[:, one].tolist())),
                "win_rate": round(
                    fmean(c.scores[d].won[k] for c, k in own for d in range(deals)), 4
                ),
                "rating": plain(rated[one], digits=1),
                "against": {
                    other: plain(interval(levels[:, one, column].tolist()))
                    for column, other in enumerate(bots)
                    if column != one
                },
                "failures": failures(parts),
                "cpu": cpu_figures(merge_clocks(clocks_of(*part) for part in parts)),
            }
        )
    order = sorted(range(number), key=lambda one: -rated[one].mean)
    return {
        "settings": {
            "rules": describe_rules(contests[0].duel.rules),
            "bots": list(bots),
            "deals": deals,
            "seed": seed,
            "on_failure": contests[0].duel.on_failure,
            "limits": msgspec.to_builtins(contests[0].duel.limits),
        },
        "bots": [rows[one] for one in order],
    }
