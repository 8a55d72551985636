"""From the hands of a simulation to its figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from math import inf

from shengji.arena.plan import Plan
from shengji.arena.playing import HandLine
from shengji.arena.statistics import mean_interval, share_interval
from shengji.game.events import Side
from shengji.rules import describe_rules

SIDES: tuple[Side, ...] = ("declarers", "opponents")
DIGITS = 4


def summary(plan: Plan, lines: Sequence[HandLine]) -> dict[str, object]:
    """All figures of a simulation that do not depend on a clock, as plain data.

    A bot that sits on both sides of a hand counts for both, so that it wins half of its hands.
    """
    found: dict[str, object] = {
        "settings": {
            "rules": describe_rules(plan.rules),
            "bots": list(plan.bots),
            "matches" if plan.matches else "hands": plan.number,
            "seed": plan.seed,
            "duplicate": plan.duplicate,
        },
        "hands": len(lines),
        "bots": {name: _bot(name, lines) for name in dict.fromkeys(plan.bots)},
    }
    if plan.matches:
        found["matches"] = _matches(plan, lines)
    if plan.duplicate:
        found["duplicate"] = _duplicate(plan, lines)
    return found


def cpu_by_bot(lines: Iterable[HandLine]) -> dict[str, dict[str, float]]:
    """For each bot how often it had to lead, follow or bury, and the CPU time that one took."""
    decisions: dict[str, int] = {}
    cpu: dict[str, int] = {}
    for line in lines:
        for seat, name in enumerate(line.seats):
            decisions[name] = decisions.get(name, 0) + line.decisions[seat]
            cpu[name] = cpu.get(name, 0) + line.cpu[seat]
    return {
        name: {
            "decisions": decisions[name],
            "cpu_us_per_decision": round(cpu[name] / 1000 / max(1, decisions[name]), 1),
        }
        for name in decisions
    }


def _bot(name: str, lines: Sequence[HandLine]) -> dict[str, object]:
    """The figures of one bot: of all its hands, and of those on each side."""
    sat = {side: [line for line in lines if _seats(line, name, side)] for side in SIDES}
    both = [(line, side) for side in SIDES for line in sat[side]]
    return {
        **_figures(name, both),
        **{side: _figures(name, [(line, side) for line in sat[side]]) for side in SIDES},
    }


def _seats(line: HandLine, name: str, side: Side) -> list[int]:
    """The seats of a bot on one side."""
    return [
        seat for seat, bot in enumerate(line.seats) if bot == name and line.side_of(seat) == side
    ]


def _figures(name: str, hands: Sequence[tuple[HandLine, Side]]) -> dict[str, object]:
    """The figures of a bot in some hands, each with the side on which it sat."""
    wins = sum(line.winner == side for line, side in hands)
    found: dict[str, object] = {"hands": len(hands), "wins": wins}
    if not hands:
        return found
    seats = [(line, seat) for line, side in hands for seat in _seats(line, name, side)]
    low, high = share_interval(wins, len(hands))

    def mean(total: float) -> float:
        return round(total / len(hands), DIGITS)

    return found | {
        "win_rate": mean(wins),
        "interval": [round(low, DIGITS), round(high, DIGITS)],
        "opponents_points": mean(sum(line.points for line, _ in hands)),
        "levels": mean(sum(_signed(line.levels, line.winner == side) for line, side in hands)),
        "tricks": mean(sum(line.tricks[seat] for line, seat in seats)),
        "tricks_by_throw": mean(sum(line.by_throw[seat] for line, seat in seats)),
        "throws": mean(sum(line.throws[seat] for line, seat in seats)),
        "failed_throws": mean(sum(line.failed[seat] for line, seat in seats)),
        "kitty_taken": mean(sum(line.factor > 0 for line, _ in hands)),
        "kitty_points": mean(sum(line.kitty_points for line, _ in hands)),
        "declared": mean(sum(line.declared == seat for line, seat in seats)),
    }


def _signed(value: float, won: bool) -> float:
    return value if won else -value


def _matches(plan: Plan, lines: Sequence[HandLine]) -> dict[str, object]:
    """How many matches each side won; the sides are named by the bots of seats 0 and 1."""
    ends = [line for line in lines if line.match_winners]
    wins = sum((0 in line.match_winners) != line.swapped for line in ends)
    low, high = share_interval(wins, len(ends))
    return {
        "played": len(ends),
        "hands_each": round(len(lines) / max(1, len(ends)), DIGITS),
        "first_side": list(plan.bots[::2]),
        "second_side": list(plan.bots[1::2]),
        "wins": [wins, len(ends) - wins],
        "win_rate": round(wins / max(1, len(ends)), DIGITS),
        "interval": [round(low, DIGITS), round(high, DIGITS)],
    }


def _duplicate(plan: Plan, lines: Sequence[HandLine]) -> dict[str, object]:
    """How the first side (seats 0, 2 ...) fares on deals that both sides have played.

    The unit is the deal: the mean over its hands, so that the luck of the deal cancels out.
    """
    deals = [_deal(list(hands)) for _, hands in groupby(lines, key=lambda line: line.deal)]

    def interval(entry: int, least: float = -inf, most: float = inf) -> dict[str, object]:
        mean, low, high = mean_interval([deal[entry] for deal in deals])
        low, high = max(low, least), min(high, most)
        bounds = None if len(deals) == 1 else [round(low, DIGITS), round(high, DIGITS)]
        return {"mean": round(mean, DIGITS), "interval": bounds}

    found: dict[str, object] = {
        "deals": len(deals),
        "first_side": list(plan.bots[::2]),
        "second_side": list(plan.bots[1::2]),
        "win_rate": interval(0, least=0.0, most=1.0),
        "levels": interval(1),
    }
    if not plan.matches:
        # In a match the winners are Declarers more often, which their points would be blamed for.
        found["points"] = interval(2)
    return found


def _deal(hands: list[HandLine]) -> tuple[float, float, float]:
    """For the first side: wins, levels and points more than the other's, for each hand of a deal.

    The points that the Opponents take count for them and against the Declarers.
    """
    wins = levels = points = 0.0
    for line in hands:
        # The first side sits in seat 0, and in seat 1 where the sides were swapped.
        side = line.side_of(1 if line.swapped else 0)
        wins += line.winner == side
        levels += _signed(line.levels, line.winner == side)
        points += _signed(line.points, side == "opponents")
    return wins / len(hands), levels / len(hands), points / len(hands)
