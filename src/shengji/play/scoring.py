"""What a hand is worth: the kitty's factor and the table of levels (Z21 §3.8)."""

from __future__ import annotations

from typing import NamedTuple

from shengji.play.jit import BOOL, INT, compiled
from shengji.play.units import Unit
from shengji.rules import Rules

PAIRS, POWER_OF_CARDS, TWICE_CARDS = 0, 1, 2
_FACTORS = {"pairs": PAIRS, "power-of-cards": POWER_OF_CARDS, "twice-cards": TWICE_CARDS}


@compiled(INT, INT, INT, INT)
def factor_of(rule: int, width: int, length: int) -> int:
    """What the kitty counts when the Opponents win the last trick, by the longest unit led."""
    if rule == POWER_OF_CARDS:
        return 1 << min(width * length, 60)
    if rule == TWICE_CARDS:
        return 2 * width * length
    return (2 * width) << (length - 1)


@compiled(BOOL, INT, INT)
def opponents_win(points: int, threshold: int) -> bool:
    """Whether the Opponents win the hand."""
    return points >= threshold


@compiled(INT, INT, INT, INT)
def levels_won(points: int, threshold: int, step: int) -> int:
    """How many levels the side that wins the hand goes up (Z21 §3.8, §6.1.1).

    From the threshold down the Declarers gain a level for each step begun, and one more when the
    Opponents have nothing; from there up the Opponents gain one for each full step.
    """
    if points >= threshold:
        return (points - threshold) // step
    if points <= 0:
        return threshold // step + 1
    return (threshold - points + step - 1) // step


def kitty_factor(rules: Rules, unit: Unit) -> int:
    """The factor for the kitty when the last trick was decided by this unit of its lead.

    >>> from shengji.cards import Card
    >>> [kitty_factor(Rules(), Unit(w, n, ())) for w, n in [(1, 1), (2, 1), (2, 2), (2, 3)]]
    [2, 4, 8, 16]
    >>> [kitty_factor(Rules(), Unit(w, n, ())) for w, n in [(3, 1), (3, 2), (4, 1), (4, 2)]]
    [6, 12, 8, 16]
    """
    return int(factor_of(_FACTORS[rules.kitty_factor], unit.width, unit.length))


class Outcome(NamedTuple):
    """Who wins a hand, and by how many levels."""

    opponents_win: bool
    levels: int


def outcome(rules: Rules, points: int) -> Outcome:
    """The outcome of a hand in which the Opponents have `points` (Z21 §3.8).

    >>> [outcome(Rules(), points).levels for points in (0, 5, 35, 40, 75)]
    [3, 2, 2, 1, 1]
    >>> [outcome(Rules(), points).levels for points in (80, 115, 120, 200)]
    [0, 0, 1, 3]
    """
    threshold, step = rules.threshold_points, rules.step_points
    return Outcome(bool(opponents_win(points, threshold)), int(levels_won(points, threshold, step)))
