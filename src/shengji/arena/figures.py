"""Statistics of a duel, as plain data, from its deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import inf, isfinite
from typing import Any

import msgspec

from shengji.arena.clock import Clock, Clocks, merge_clocks, whole
from shengji.arena.contest import Contest
from shengji.arena.duel import Contender, DealLine, Duel
from shengji.arena.games import BotFault, Forfeit, HandLine
from shengji.arena.intervals import Interval, share
from shengji.arena.scores import CONTENDERS
from shengji.rules import describe_rules

POINTS = 10.0
"""The usual smallest difference of two results, in points."""

Figures = dict[str, Any]
"""Figures as plain data."""


def figures(contest: Contest) -> Figures:
    """All figures of a duel; figures by bot are lists of two, the first bot first.

    `levels` and `points` are the first bot's per hand, signed (see `shengji.arena.scores`).
    `seat_levels`, where friends are called, is the gain of one of its seats. Intervals are over
    deals, at 95 %, for all checkpoints together where there are several. `over` is whether the duel
    is finished.
    """
    duel, lines, scores = contest.duel, contest.lines, contest.scores
    found: Figures = {
        "settings": {
            "rules": describe_rules(duel.rules),
            "bots": list(duel.bots),
            "deals": contest.stopping.looks[-1],
            "seed": duel.seed,
            "matches": duel.matches,
            "on_failure": duel.on_failure,
            "limits": msgspec.to_builtins(duel.limits),
            "alone": duel.alone,
            "bounds": list(contest.stopping.bounds),
            "checkpoints": list(contest.stopping.looks) if contest.stopping.bounds else [],
        },
        "deals": len(lines),
        "hands": sum(len(line.hands) + len(line.forfeits) for line in lines),
        "over": contest.over,
        "stopped_early": contest.over and len(lines) < contest.stopping.looks[-1],
    }

    z = contest.stopping.z(len(lines))

    def shares(each: Sequence[Sequence[float]]) -> list[Figures | None]:
        return [plain(share(values, z), 0, 1) if values else None for values in each]

    found["levels"] = plain(contest.stopping.interval(contest.levels))
    if duel.rules.teams == "friends":
        found["seat_levels"] = seat_levels(found["levels"], alone=duel.alone)
    points = [score.points for score in scores]
    found["points"] = plain(contest.stopping.interval(points, POINTS))
    found["win_rate"] = shares([[score.won[one] for score in scores] for one in CONTENDERS])
    if duel.rules.teams == "fixed":
        found["win_rate_as_declarers"] = shares(
            [[won for s in scores if (won := s.declared[one]) is not None] for one in CONTENDERS]
        )
    if duel.matches:
        found["match_win_rate"] = shares(
            [[s.matches[one] for s in scores if s.matches is not None] for one in CONTENDERS]
        )
    if duel.alone and duel.rules.teams == "fixed":
        # At its own tables the second bot wins exactly half.
        for rates in (found["win_rate"], found.get("match_win_rate", [None, None])):
            if rates[1] is not None:
                rates[1] = rates[1] | {"interval": None}
    found["titles"] = [title([(duel, lines, one)]) for one in CONTENDERS]
    found["failures"] = [failures([(duel, lines, one)]) for one in CONTENDERS]
    found["cpu"] = [cpu_figures(clocks_of(duel, lines, one)) for one in CONTENDERS]
    return found


def seat_levels(levels: Figures, *, alone: bool) -> Figures:
    """The first bot's advantage per seat, in levels, from its advantage per side.

    With exchanged seats, the advantage per side is half of it. For a bot that sat alone both are
    equal: the gain of its seat over the second bot in that seat.

    >>> seat_levels({"mean": 0.05, "interval": [0.01, 0.09]}, alone=False)
    {'mean': 0.1, 'interval': [0.02, 0.18]}
    """
    times, interval = 1 if alone else 2, levels["interval"]
    return {
        "mean": round(times * levels["mean"], 4),
        "interval": interval and [round(times * bound, 4) for bound in interval],
    }


def plain(interval: Interval, least: float = -inf, most: float = inf, digits: int = 4) -> Figures:
    """A mean with its interval, limited to possible values; the interval is `None` if unknown."""
    low, high = max(interval.low, least), min(interval.high, most)
    known = isfinite(interval.low) and isfinite(interval.high)
    return {
        "mean": round(interval.mean, digits),
        "interval": [round(low, digits), round(high, digits)] if known else None,
    }


Part = tuple[Duel, Sequence[DealLine], Contender]
"""A duel, its deals, and the bot's position in it."""


def title(parts: Iterable[Part]) -> str:
    """The name that an external bot gives itself; empty for a built-in bot."""
    for duel, lines, one in parts:
        for line in lines:
            for seat, played in _seats_held(duel, line, one):
                if isinstance(played, HandLine) and played.titles and played.titles[seat]:
                    return played.titles[seat]
    return ""


def failures(parts: Iterable[Part]) -> Figures:
    """A bot's failures by kind, its forfeited hands, and its first failure.

    `refused` counts refused answers of an external bot, which is asked once more before it fails.
    """
    own: list[tuple[int, BotFault]] = []
    forfeited = refused = 0
    for duel, lines, one in parts:
        for line in lines:
            for lost in line.forfeits:
                if duel.holder(line.deal, lost.rotation, lost.fault.seat) == one:
                    own.append((line.deal, lost.fault))
                    forfeited += 1
            for hand in line.hands:
                for fault in hand.faults:
                    if duel.holder(line.deal, hand.rotation, fault.seat) == one:
                        own.append((line.deal, fault))
            for seat, played in _seats_held(duel, line, one):
                refused += played.refused[seat]
    return {
        "number": len(own),
        "kinds": dict(sorted(Counter(fault.kind for _, fault in own).items())),
        "forfeited": forfeited,
        "refused": refused,
        "first": own[0][1].reason if own else None,
        "first_deal": own[0][0] if own else None,
    }


def clocks_of(duel: Duel, lines: Sequence[DealLine], one: Contender) -> Clocks:
    """The CPU time of all decisions of a contender."""
    return merge_clocks(
        played.clocks[seat] for line in lines for seat, played in _seats_held(duel, line, one)
    )


def _seats_held(
    duel: Duel, line: DealLine, one: Contender
) -> Iterator[tuple[int, HandLine | Forfeit]]:
    """A contender's seats in each hand of a deal, also in forfeited ones."""
    games: list[HandLine | Forfeit] = [*line.hands, *line.forfeits]
    for played in games:
        for seat in duel.seats_of(one, line.deal, played.rotation):
            yield seat, played


def cpu_figures(clocks: Clocks) -> Figures:
    """Figures by kind of decision, and for `all`: number, and mean and 95th percentile of time."""
    parts: dict[str, Clock] = {str(kind): clock for kind, clock in clocks.items()}
    parts["all"] = whole(clocks)
    return {
        name: {
            "decisions": clock.number,
            "mean_us": round(clock.mean / 1000, 1),
            "p95_us": round(clock.quantile(0.95) / 1000, 1),
        }
        for name, clock in parts.items()
    }
