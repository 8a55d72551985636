"""Rewards: the value of a finished hand for each seat."""

from __future__ import annotations

from typing import Final, Literal

from shengji.game import HandEnded
from shengji.rules import Rules

Rewards = Literal["levels", "points", "both"]
"""The measure of rewards.

`levels`: the levels that the winning side goes up; negative for the other side. `points`: the
Opponents' points minus their threshold, for the Opponents; the negative of it for the Declarers.
`both`: the sum of these, with points in units of one level's step.
"""
REWARDS: Final[tuple[Rewards, ...]] = ("levels", "points", "both")


def rewards_of(rules: Rules, measure: Rewards, ended: HandEnded) -> list[float]:
    """The reward of each seat for a hand, by seat; equal for all seats of a side.

    >>> from shengji.cards import Rank
    >>> ended = HandEnded(
    ...     dealer=0,
    ...     declarers=(0, 2),
    ...     tricks=120,
    ...     factor=0,
    ...     points=120,
    ...     winner="opponents",
    ...     levels=1,
    ...     levels_after=(Rank.TWO,) * 4,
    ...     next_dealer=1,
    ...     next_first=1,
    ...     buried_by=0,
    ... )
    >>> [rewards_of(Rules(), measure, ended) for measure in REWARDS]
    [[-1.0, 1.0, -1.0, 1.0], [-40.0, 40.0, -40.0, 40.0], [-2.0, 2.0, -2.0, 2.0]]
    """
    levels = float(ended.levels if ended.winner == "opponents" else -ended.levels)
    points = float(ended.points - rules.threshold_points)
    gain = {"levels": levels, "points": points, "both": levels + points / rules.step_points}[
        measure
    ]
    return [-gain if seat in ended.declarers else gain for seat in range(rules.players)]
