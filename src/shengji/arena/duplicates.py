"""Figures of deals that were played several times, with everyone in other seats.

The unit is the deal: the mean over its games, so that the luck of the cards cancels out.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from statistics import fmean

from shengji.arena.figures import POINTS, plain
from shengji.arena.plan import Plan
from shengji.arena.playing import HandLine
from shengji.arena.stopping import interval, share


def sides_on_duplicate_deals(plan: Plan, lines: Sequence[HandLine]) -> dict[str, object]:
    """How the first side (seats 0, 2 ...) of fixed teams fares when both have played each deal."""
    deals = [_for_first_side(hands) for hands in _by_deal(lines)]
    found: dict[str, object] = {
        "deals": len(deals),
        "first_side": list(plan.bots[::2]),
        "second_side": list(plan.bots[1::2]),
        "win_rate": plain(share([deal[0] for deal in deals]), 0, 1),
        "levels": plain(interval([deal[1] for deal in deals])),
    }
    if not plan.matches:
        # In a match the winners are Declarers more often, which their points would be blamed for.
        found["points"] = plain(interval([deal[2] for deal in deals], unit=POINTS))
    return found


def _for_first_side(hands: list[HandLine]) -> tuple[float, float, float]:
    """For the first side: wins, levels and points more than the other's, for each hand of a deal.

    The points that the Opponents take count for them and against the Declarers.
    """
    wins = levels = points = 0.0
    for line in hands:
        # The first side sits in seat 0, and in seat 1 where the sides were swapped.
        seat = 1 if line.rotation else 0
        wins += line.won_by(seat)
        levels += line.levels if line.won_by(seat) else -line.levels
        points += line.points if line.side_of(seat) == "opponents" else -line.points
    return wins / len(hands), levels / len(hands), points / len(hands)


def bots_on_duplicate_deals(lines: Sequence[HandLine], games: int) -> dict[str, object]:
    """How each bot fares when all have sat in every seat of each deal; `games` are those of one.

    `ahead` is how many levels a seat of the bot gains more than a seat of the others, a hand.
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
    """Of a bot's seats in a deal: the share that won, the levels, and those more than others'."""
    own = [(line, s) for line in hands for s, bot in enumerate(line.seats) if bot == name]
    others = [(line, s) for line in hands for s, bot in enumerate(line.seats) if bot != name]
    levels = fmean(line.levels_of(seat) for line, seat in own)
    wins = fmean(line.won_by(seat) for line, seat in own)
    if not others:
        return wins, levels, None
    return wins, levels, levels - fmean(line.levels_of(seat) for line, seat in others)


def _by_deal(lines: Sequence[HandLine]) -> list[list[HandLine]]:
    return [list(hands) for _, hands in groupby(lines, key=lambda line: line.deal)]
