"""Scoring of a hand: the kitty's factor and the table of levels (Z21 §3.8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from shengji.cards import Card
from shengji.play.jit import (
    BOOL,
    INT,
    MATRIX,
    WORDS,
    Matrix,
    Words,
    compiled,
    compiled_lean,
    plain,
)
from shengji.play.space import MASK, OPTIONS, SIDE_SUIT_HALVES, TRUMP, Space
from shengji.play.units import Reading
from shengji.rules import Rules

(
    PAIRS,
    POWER_OF_CARDS,
    TWICE_CARDS,
    TWICE_CARDS_LED,
    ONE,
    TWO,
    TWO_OR_THREE,
    PAIRS_PLUS_ONE,
    PAIRS_PLUS_ONE_OR_TWO,
    CARDS,
    CARDS_LED,
    NONE,
) = range(12)
FACTOR_RULES = {
    "pairs": PAIRS,
    "power-of-cards": POWER_OF_CARDS,
    "twice-cards": TWICE_CARDS,
    "twice-cards-led": TWICE_CARDS_LED,
    "one": ONE,
    "two": TWO,
    "two-or-three": TWO_OR_THREE,
    "pairs-plus-one": PAIRS_PLUS_ONE,
    "pairs-plus-one-or-two": PAIRS_PLUS_ONE_OR_TWO,
    "cards": CARDS,
    "cards-led": CARDS_LED,
    "none": NONE,
}
"""Number of each rule of the kitty's factor, for kernels."""


@compiled(INT, INT, INT, INT, INT)
def factor_of(rule: int, width: int, length: int, led: int) -> int:
    """The kitty's factor when the Opponents win the last trick.

    `width` and `length` belong to the longest unit led, `led` is the number of all cards led.
    """
    if rule == POWER_OF_CARDS:
        # Larger than any practical need, and small enough for 64 bits when multiplied by points.
        return 1 << min(width * length, 50)
    if rule == TWICE_CARDS:
        return 2 * width * length
    if rule == TWICE_CARDS_LED:
        return 2 * led
    if rule == ONE:
        return 1
    if rule in (TWO, TWO_OR_THREE, PAIRS_PLUS_ONE, PAIRS_PLUS_ONE_OR_TWO):
        # W23's table: two types of pairs and two of throws of single cards, in any mix.
        if width == 1:
            return 3 if led > 1 and rule in (TWO_OR_THREE, PAIRS_PLUS_ONE) else 2
        return 2 if rule in (TWO, TWO_OR_THREE) else 2 * (length + 1)
    if rule == CARDS:
        return led if led == width * length else 2 * width * length
    if rule == CARDS_LED:
        return led
    if rule == NONE:
        return 0
    return (2 * width) << (length - 1)


@compiled(INT, INT, INT, BOOL)
def bonus_of(points: int, factor: int, halved: bool) -> int:
    """The bonus for points in the kitty with a factor, possibly halved.

    Points are multiples of 5, and so is the bonus: a half is rounded down.
    """
    bonus = points * factor
    return bonus // 10 * 5 if halved else bonus


@compiled_lean(BOOL, MATRIX, WORDS)
def halves(space: Matrix, play: Words) -> bool:
    """Whether the kitty counts half when this play, of a side suit, wins the last trick."""
    return bool(space[OPTIONS, SIDE_SUIT_HALVES] != 0 and play[0] & space[MASK, TRUMP] == 0)


@compiled(BOOL, INT, INT)
def opponents_win(points: int, threshold: int) -> bool:
    """Whether the Opponents win the hand."""
    return points >= threshold


@compiled(INT, INT, INT, INT)
def levels_won(points: int, threshold: int, step: int) -> int:
    """Number of levels that the winning side goes up (Z21 §3.8, §6.1.1).

    Below the threshold the Declarers gain a level for each started step, and one more when the
    Opponents have no points. Below zero they gain one more again, and one for each full step (W23,
    Scoring). From the threshold up the Opponents gain a level for each full step.
    """
    if points >= threshold:
        return (points - threshold) // step
    if points < 0:
        return (threshold + step - 1) // step + 2 + -points // step
    held = (threshold - points + step - 1) // step
    return held + 1 if points == 0 else held


def kitty_factor(rules: Rules, lead: Reading) -> int:
    """The kitty's factor when the last trick was led with this reading (Z21 §3.8).

    >>> from shengji.play.units import Unit
    >>> def factor(*shapes, **options):
    ...     return kitty_factor(Rules(**options), tuple(Unit(w, n, ()) for w, n in shapes))
    >>> [factor((w, n)) for w, n in [(1, 1), (2, 1), (2, 2), (2, 3)]]
    [2, 4, 8, 16]
    >>> [factor((w, n)) for w, n in [(3, 1), (3, 2), (4, 1), (4, 2)]]
    [6, 12, 8, 16]
    >>> factor((2, 1), (1, 1), kitty_factor="twice-cards-led")
    6
    """
    led = sum(unit.width * unit.length for unit in lead)
    return shape_factor(rules, lead[0].width, lead[0].length, led)


def shape_factor(rules: Rules, width: int, length: int, led: int) -> int:
    """The kitty's factor when the last trick was led with a longest unit of this shape.

    `led` is the number of all cards led.

    >>> shape_factor(Rules(), 2, 3, 6)
    16
    """
    return plain(factor_of)(FACTOR_RULES[rules.kitty_factor], width, length, led)


def halves_kitty(rules: Rules, space: Space, play: Sequence[Card]) -> bool:
    """Whether the kitty counts half when this play, of a side suit, wins the last trick."""
    return rules.side_suit_halves and space.suit(play[0]) != TRUMP


def kitty_bonus(points: int, factor: int, *, halved: bool) -> int:
    """The bonus for points in the kitty with this factor.

    >>> kitty_bonus(15, 2, halved=False), kitty_bonus(15, 2, halved=True)
    (30, 15)
    >>> kitty_bonus(15, 3, halved=True), kitty_bonus(5, 1, halved=True)
    (20, 0)
    """
    return plain(bonus_of)(points, factor, halved)


class Outcome(NamedTuple):
    """The winner of a hand, and the number of levels gained."""

    opponents_win: bool
    levels: int


def outcome(rules: Rules, points: int) -> Outcome:
    """The outcome of a hand in which the Opponents have `points` (Z21 §3.8).

    >>> [outcome(Rules(), points).levels for points in (0, 5, 35, 40, 75)]
    [3, 2, 2, 1, 1]
    >>> [outcome(Rules(), points).levels for points in (80, 115, 120, 200)]
    [0, 0, 1, 3]
    >>> [outcome(Rules(negative_scores=True), points).levels for points in (-5, -35, -40, -80)]
    [4, 4, 5, 6]
    >>> [outcome(Rules(auto_level=True), points).levels for points in (0, 75, 80, 120)]
    [3, 1, 1, 2]
    """
    if not rules.negative_scores:
        points = max(0, points)
    threshold, step = rules.threshold_points, rules.step_points
    won = plain(opponents_win)(points, threshold)
    if rules.results == "declarers-only":
        levels = 0 if won else 1
    else:
        levels = plain(levels_won)(points, threshold, step)
    if won and rules.auto_level:
        levels += 1
    return Outcome(won, at_most(rules, levels))


def at_most(rules: Rules, levels: int) -> int:
    """The levels, limited to the maximum for one hand (W14)."""
    return levels if rules.most_levels is None else min(levels, rules.most_levels)


class ScaleStep(NamedTuple):
    """A range of the Opponents' points with one outcome.

    Attributes:
        points: its minimum; for the first range the lowest possible score.
        levels: number of levels that the winners go up.
    """

    points: int
    opponents_win: bool
    levels: int


def scale(rules: Rules, most: int) -> tuple[ScaleStep, ...]:
    """The outcomes for the Opponents' points from 0 to `most`, in ranges of one outcome.

    >>> [tuple(step) for step in scale(Rules(), 200)][:4]
    [(0, False, 3), (5, False, 2), (40, False, 1), (80, True, 0)]
    """
    found: list[ScaleStep] = []
    for points in range(0, most + 1, 5):
        reached = outcome(rules, points)
        if not found or found[-1][1:] != reached:
            found.append(ScaleStep(points, *reached))
    return tuple(found)
