"""Statistics of a simulation, from its hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from statistics import fmean
from typing import Any, NamedTuple

import msgspec

from shengji.arena.clock import Clock, whole
from shengji.arena.figures import POINTS, plain
from shengji.arena.games import HandLine, Role
from shengji.arena.intervals import clustered_interval, interval, share
from shengji.arena.plan import Plan
from shengji.game.events import Side
from shengji.rules import Rules, describe_rules

SIDES: tuple[Side, ...] = ("declarers", "opponents")
ROLES: tuple[Role, ...] = ("dealer", "friend", "opponent")
DIGITS = 4


class Sat(NamedTuple):
    """A hand, and the seats of a bot that count as one in it.

    With fixed teams these are the bot's seats on one side, which win or lose together. Where teams
    change, each seat counts on its own.
    """

    line: HandLine
    seats: tuple[int, ...]


def summary(plan: Plan, lines: Sequence[HandLine]) -> dict[str, object]:
    """All figures of a simulation that do not depend on a clock, as plain data.

    With fixed teams, a bot on both sides of a hand counts for both, so it wins half of its hands.
    In Finding Friends every seat counts: `hands` is the bot's number of seats, and the figures are
    those of a seat, in all hands and as Dealer, friend and Opponent.
    """
    found: dict[str, object] = {
        "settings": {
            "rules": describe_rules(plan.rules),
            "bots": list(plan.bots),
            "matches" if plan.matches else "hands": plan.number,
            "seed": plan.seed,
            "duplicate": plan.duplicate,
            "limits": msgspec.to_builtins(plan.limits),
        },
        "hands": len(lines),
    }
    found["bots"] = {name: _bot(name, lines, plan.rules) for name in dict.fromkeys(plan.bots)}
    if plan.matches:
        found["matches"] = _matches(plan, lines)
    if plan.duplicate and plan.rules.teams == "fixed":
        found["duplicate"] = _sides_on_duplicate_deals(plan, lines)
    elif plan.duplicate:
        found["duplicate"] = _bots_on_duplicate_deals(lines, len(plan.rotations))
    return found


def cpu_by_bot(lines: Iterable[HandLine]) -> dict[str, dict[str, float]]:
    """The number of decisions of each bot, and the mean CPU time of one."""
    found: dict[str, Clock] = {}
    for line in lines:
        for name, clocks in zip(line.seats, line.clocks, strict=True):
            found.setdefault(name, Clock()).join(whole(clocks))
    return {
        name: {"decisions": clock.number, "cpu_us_per_decision": round(clock.mean / 1000, 1)}
        for name, clock in found.items()
    }


# Bots


def _bot(name: str, lines: Sequence[HandLine], rules: Rules) -> dict[str, object]:
    """The figures of one bot: in all hands, and on each side or in each role."""
    parts: tuple[Side | Role, ...] = SIDES if rules.teams == "fixed" else ROLES
    sat: dict[Side | Role, list[Sat]] = {part: [] for part in parts}
    for line in lines:
        own = _seats(line, name)
        if rules.teams == "friends":
            for seat in own:
                sat[line.role_of(seat)].append(Sat(line, (seat,)))
            continue
        for side in SIDES:
            if seats := tuple(seat for seat in own if line.side_of(seat) == side):
                sat[side].append(Sat(line, seats))
    everywhere = [one for ones in sat.values() for one in ones]
    return {**_figures(everywhere), **{part: _figures(ones) for part, ones in sat.items()}}


def _seats(line: HandLine, name: str) -> list[int]:
    return [seat for seat, bot in enumerate(line.seats) if bot == name]


def _figures(sat: Sequence[Sat]) -> dict[str, object]:
    """The figures of a bot in some hands."""
    if not sat:
        return {"hands": 0, "wins": 0}
    seats = [(one.line, seat) for one in sat for seat in one.seats]

    def mean(total: float) -> float:
        return round(total / len(sat), DIGITS)

    return {
        "hands": len(sat),
        **_won([(one.line.deal, one.line.won_by(one.seats[0]), 1) for one in sat]),
        "opponents_points": mean(sum(one.line.points for one in sat)),
        "levels": mean(sum(one.line.levels_of(one.seats[0]) for one in sat)),
        "tricks": mean(sum(line.tricks[seat] for line, seat in seats)),
        "tricks_by_throw": mean(sum(line.by_throw[seat] for line, seat in seats)),
        "throws": mean(sum(line.throws[seat] for line, seat in seats)),
        "failed_throws": mean(sum(line.failed[seat] for line, seat in seats)),
        "kitty_taken": mean(sum(one.line.factor > 0 for one in sat)),
        "kitty_points": mean(sum(one.line.kitty_points for one in sat)),
        "declared": mean(sum(line.declared == seat for line, seat in seats)),
    }


def _won(trials: Sequence[tuple[int, int, int]]) -> dict[str, Any]:
    """The wins and their share, from the number, wins and trials of each deal.

    The interval is over deals, because the games of a deal or match depend on each other.
    """
    wins, number = Counter[int](), Counter[int]()
    for deal, won, of in trials:
        wins[deal] += won
        number[deal] += of
    clusters = [(wins[deal], number[deal]) for deal in number]
    return {
        "wins": wins.total(),
        "win_rate": round(wins.total() / max(1, number.total()), DIGITS),
        "interval": [round(bound, DIGITS) for bound in clustered_interval(clusters)],
    }


# Matches


def _matches(plan: Plan, lines: Sequence[HandLine]) -> dict[str, object]:
    """The matches won by each side; where teams change, by the seats of each bot.

    The sides are named by the bots of seats 0 and 1. Several bots may win a match together.
    """
    ends = [line for line in lines if line.match_winners]
    found: dict[str, object] = {
        "played": len(ends),
        "hands_each": round(len(lines) / max(1, len(ends)), DIGITS),
    }
    if plan.rules.teams == "fixed":
        won = [(line.deal, (0 in line.match_winners) != bool(line.rotation), 1) for line in ends]
        rate = _won(won)
        return found | _sides(plan) | rate | {"wins": [rate["wins"], len(ends) - rate["wins"]]}
    winners = sum(len(line.match_winners) for line in ends)
    bots: dict[str, object] = {}
    for name in dict.fromkeys(plan.bots):
        each = [
            (line.deal, sum(seat in line.match_winners for seat in seats), len(seats))
            for line in ends
            if (seats := _seats(line, name))
        ]
        bots[name] = {"seats": sum(sat for _, _, sat in each), **_won(each)}
    return found | {"winners_each": round(winners / max(1, len(ends)), DIGITS), "bots": bots}


def _sides(plan: Plan) -> dict[str, object]:
    return {"first_side": list(plan.bots[::2]), "second_side": list(plan.bots[1::2])}


# Deals played several times with other seats: the unit is the deal, with the mean over its games,
# so that the luck of the cards cancels out.


def _sides_on_duplicate_deals(plan: Plan, lines: Sequence[HandLine]) -> dict[str, object]:
    """The results of the first side (seats 0, 2 ...) of fixed teams over duplicate deals."""
    deals = [_for_first_side(hands) for hands in _by_deal(lines)]
    found: dict[str, object] = {
        "deals": len(deals),
        **_sides(plan),
        "win_rate": plain(share([deal[0] for deal in deals]), 0, 1),
        "levels": plain(interval([deal[1] for deal in deals])),
    }
    if not plan.matches:
        # The winners of a match are Declarers more often, which would distort the points.
        found["points"] = plain(interval([deal[2] for deal in deals], unit=POINTS))
    return found


def _for_first_side(hands: list[HandLine]) -> tuple[float, float, float]:
    """The first side's wins, levels and difference in points, per hand of a deal.

    The Opponents' points count for them and against the Declarers.
    """
    # The first side sits in seat 0, and in seat 1 where the sides are swapped.
    own = [(line, 1 if line.rotation else 0) for line in hands]
    return (
        fmean(line.won_by(seat) for line, seat in own),
        fmean(line.levels_of(seat) for line, seat in own),
        fmean(line.points if line.side_of(s) == "opponents" else -line.points for line, s in own),
    )


def _bots_on_duplicate_deals(lines: Sequence[HandLine], games: int) -> dict[str, object]:
    """The results of each bot that sat in every seat of each deal, in `games` games a deal.

    `ahead` is the gain of a seat of the bot over a seat of the other bots, in levels per hand.
    """
    deals = _by_deal(lines)
    bots: dict[str, dict[str, object]] = {}
    for name in dict.fromkeys(name for line in lines for name in line.seats):
        each = [_for_bot(name, hands) for hands in deals]
        bots[name] = {
            "win_rate": plain(share([wins for wins, _, _ in each]), 0, 1),
            "levels": plain(interval([levels for _, levels, _ in each])),
        }
        ahead = [more for _, _, more in each if more is not None]
        if ahead:
            bots[name]["ahead"] = plain(interval(ahead))
    return {"deals": len(deals), "games_each": games, "bots": bots}


def _for_bot(name: str, hands: list[HandLine]) -> tuple[float, float, float | None]:
    """A bot's seats in a deal: share won, levels, and levels ahead of other bots (or `None`)."""
    own = [(line, seat) for line in hands for seat in _seats(line, name)]
    others = [(line, s) for line in hands for s, bot in enumerate(line.seats) if bot != name]
    levels = fmean(line.levels_of(seat) for line, seat in own)
    wins = fmean(line.won_by(seat) for line, seat in own)
    if not others:
        return wins, levels, None
    return wins, levels, levels - fmean(line.levels_of(seat) for line, seat in others)


def _by_deal(lines: Sequence[HandLine]) -> list[list[HandLine]]:
    return [list(hands) for _, hands in groupby(lines, key=lambda line: line.deal)]
