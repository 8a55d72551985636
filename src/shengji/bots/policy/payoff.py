"""The value of a hand at its end: the signed levels that a side gains, by the points."""

from __future__ import annotations

import numpy as np

from shengji.bots.policy.numbers import NUMBERS, Numbers
from shengji.play.jit import FLOAT, INT, compiled_lean
from shengji.play.position import POSITION, Position, opponents_points, plays_for_declarers
from shengji.play.score import outcome
from shengji.rules import Rules

Payoff = Numbers
"""The Declarers' signed levels by the Opponents' points in fives, from LOWEST on."""

UNIT = 5
"""All points of the game are multiples of this."""
LOWEST, HIGHEST = -1000, 4000
"""The range of points of the table; values beyond are clamped to it."""


def payoff_of(rules: Rules) -> Payoff:
    """The value of the Opponents' points to the Declarers, in levels, as a table.

    It is the levels that they gain, or minus the Opponents' levels.

    >>> table = payoff_of(Rules())
    >>> [float(table[(points - LOWEST) // UNIT]) for points in (0, 35, 75, 80, 120)]
    [3.0, 2.0, 1.0, 0.0, -1.0]
    """
    table = np.empty((HIGHEST - LOWEST) // UNIT + 1, dtype=np.float64)
    for number in range(len(table)):
        points = LOWEST + UNIT * number
        found = outcome(rules, points)
        table[number] = -found.levels if found.opponents_win else found.levels
    return table


@compiled_lean(FLOAT, NUMBERS, INT)
def levels_for_declarers(payoff: Payoff, points: int) -> float:
    """The value of the Opponents' points to the Declarers, in levels."""
    number = (min(max(points, LOWEST), HIGHEST) - LOWEST) // UNIT
    return float(payoff[number])


@compiled_lean(FLOAT, POSITION, NUMBERS, INT)
def value_for(position: Position, payoff: Payoff, seat: int) -> float:
    """The value of a finished hand to the side of a seat, in levels."""
    value = levels_for_declarers(payoff, opponents_points(position))
    return value if plays_for_declarers(position, seat) else -value
