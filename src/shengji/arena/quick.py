"""A duel in one call, in this process."""

from __future__ import annotations

from statistics import fmean
from typing import NamedTuple

from shengji.arena.clock import whole
from shengji.arena.contest import Contest
from shengji.arena.duel import Contender, Duel, play_duel_deal
from shengji.arena.figures import clocks_of
from shengji.arena.games import BotMaker
from shengji.arena.intervals import Interval, stopping
from shengji.rules import RulesLike, rules_from


class DuelResult(NamedTuple):
    """The result of a duel.

    Attributes:
        levels: levels that the first bot's side gains a hand, less those that it loses; the mean
            over deals with its 95 % interval.
        points: its points beyond the threshold, likewise.
        won: for each bot, the share of hands that its side won.
        cpu: for each bot, the CPU seconds of its decisions.
        deals: number of deals; each is played twice, with the bots in each other's seats.

    >>> result = duel("basic", "random", "tractor", deals=2)
    >>> result.deals, result.won[0] > 0.5
    (2, True)
    """

    levels: Interval
    points: Interval
    won: tuple[float, float]
    cpu: tuple[float, float]
    deals: int

    def __str__(self) -> str:
        low, high = self.levels.low, self.levels.high
        return f"{self.levels.mean:+.3f} levels a hand ({low:+.3f} to {high:+.3f}, 95 %)"


def duel(
    one: str | BotMaker,
    other: str | BotMaker,
    rules: RulesLike = "zhang-2021",
    *,
    deals: int = 100,
    seed: int = 0,
) -> DuelResult:
    """Compare two bots on the same deals, each played twice with their seats exchanged.

    `shengji arena` does the same over all cores, with records and an early stop.

    Args:
        one: the name of a bot, or its class.
        other: the name of the bot that it is compared with, or its class.
        rules: the rules of the game.
        deals: number of deals, at least 1.
        seed: seed of the deals and of the bots.

    Raises:
        ValueError: there is no such bot, or no deal.
        BotError: a bot's answer is refused.

    >>> result = duel("basic", "random", "tractor", deals=4)
    >>> result.levels.mean > 0 and result.deals == 4
    True
    """
    if deals < 1:
        raise ValueError(f"a duel has at least one deal, not {deals}")
    makers: dict[str, BotMaker] = {}

    def title(bot: str | BotMaker) -> str:
        if isinstance(bot, str):
            return bot
        name = bot.__name__ if isinstance(bot, type) else f"bot {len(makers) + 1}"
        makers[name] = bot
        return name

    plan = Duel(
        rules=rules_from(rules), bots=(title(one), title(other)), seed=seed, on_failure="stop"
    )
    contest = Contest(plan, stopping(deals))
    for deal in range(deals):
        contest.add(play_duel_deal(plan, deal, makers))
    return DuelResult(
        levels=contest.stopping.interval(contest.levels),
        points=contest.stopping.interval([score.points for score in contest.scores]),
        won=(_won(contest, 0), _won(contest, 1)),
        cpu=(_cpu(contest, 0), _cpu(contest, 1)),
        deals=deals,
    )


def _won(contest: Contest, one: Contender) -> float:
    return fmean(score.won[one] for score in contest.scores)


def _cpu(contest: Contest, one: Contender) -> float:
    return whole(clocks_of(contest.duel, contest.lines, one)).total / 1e9
