"""What a hand is worth (Z21 §3.8, §6.1.1, §6.3, §6.5)."""

from __future__ import annotations

import pytest

from shengji.play.scoring import kitty_factor, outcome
from shengji.play.units import Unit
from shengji.rules import Rules


def check(rules: Rules, low: int, high: int, opponents: bool, levels: int) -> None:
    for points in range(low, high + 1, 5):
        assert outcome(rules, points) == (opponents, levels), points


@pytest.mark.parametrize(
    ("low", "high", "opponents", "levels"),
    [
        (0, 0, False, 3),  # "Declarers advance +3 levels"
        (5, 35, False, 2),
        (40, 75, False, 1),
        (80, 115, True, 0),  # "No level change", "Opponents become Declarers"
        (120, 155, True, 1),
        (160, 195, True, 2),
        (200, 235, True, 3),
        (240, 275, True, 4),  # "[80 + 40n, 80 + 40(n + 1) − 5]"
        (280, 315, True, 5),
    ],
)
def test_z21_3_8_table(low: int, high: int, opponents: bool, levels: int) -> None:
    check(Rules(), low, high, opponents, levels)


def test_z21_3_8_general_row() -> None:
    for n in range(60):
        check(Rules(), 80 + 40 * n, 80 + 40 * (n + 1) - 5, True, n)


def test_z21_footnote_4() -> None:
    """ "80 × (2^13) = 655,360 points from the kitty, for a total of 655,480 points. They would then
    advance ... 16,385 levels" """
    factor = kitty_factor(Rules(), Unit(2, 12, ()))
    assert factor == 2**13
    assert outcome(Rules(), 120 + 80 * factor) == (True, 16_385)


@pytest.mark.parametrize(
    ("low", "high", "opponents", "levels"),
    [
        (0, 0, False, 3),
        (5, 15, False, 2),
        (20, 35, False, 1),
        (40, 55, True, 0),
        (60, 75, True, 1),
        (80, 95, True, 2),
        (100, 115, True, 3),
        (120, 135, True, 4),
        (140, 155, True, 5),
        (160, 160, True, 6),
    ],
)
def test_z21_6_3_forty_points(low: int, high: int, opponents: bool, levels: int) -> None:
    check(Rules(decks=1), low, high, opponents, levels)


@pytest.mark.parametrize(
    ("low", "high", "opponents", "levels"),
    [
        (0, 0, False, 3),
        (5, 55, False, 2),  # "if the opponents get 5 to 55 points the declarers go up two levels"
        (60, 115, False, 1),
        (120, 175, True, 0),  # "the opponents need at least 120 points to win"
        (180, 235, True, 1),  # "with 180 to 235 points the opponents ... go up a level"
        (240, 295, True, 2),
    ],
)
def test_pag_three_decks(low: int, high: int, opponents: bool, levels: int) -> None:
    """PAG: "each 60 points above or below this is an extra level"; Z21 §6.5: 20d."""
    check(Rules(decks=3), low, high, opponents, levels)


@pytest.mark.parametrize(
    ("low", "high", "opponents", "levels"),
    [
        (40, 55, False, 2),  # "with only 40-55 points the declarers gain two ranks and so on"
        (60, 75, False, 1),  # "When the opponents have 60-75 points the declarers gain a rank"
        (80, 95, True, 0),  # "The opponents still need 80 points to become the declarers"
        (100, 115, True, 1),  # "with 100-115 they also gain a rank"
        (120, 135, True, 2),  # "with 120-135 two ranks and so on"
        (20, 35, False, 3),
        (5, 15, False, 4),
    ],
)
def test_pag_twenty_points_per_rank(low: int, high: int, opponents: bool, levels: int) -> None:
    check(Rules(step=20), low, high, opponents, levels)


def test_z21_6_1_1_accelerated() -> None:
    """ "the Opponents still need 80 points to win, but can advance an extra level at 90 or 100
    points instead of needing 120, and the Declarers can advance an extra level at 55 or 65 points
    instead of 35" """
    assert outcome(Rules(step=10), 90) == outcome(Rules(step=20), 100) == (True, 1)
    assert outcome(Rules(step=10), 85) == outcome(Rules(step=20), 95) == (True, 0)
    assert outcome(Rules(step=20), 55) == outcome(Rules(step=10), 65) == (False, 2)
    assert outcome(Rules(step=20), 60) == outcome(Rules(step=10), 70) == (False, 1)


@pytest.mark.parametrize("step", [5, 10, 20, 40])
def test_z21_6_1_1_in_general(step: int) -> None:
    """ "round the number of points down to the nearest multiple of N, and divide the difference
    between this number and 80 points by N" """
    for points in range(5, 400, 5):
        expected = abs(points // step * step - 80) // step
        assert outcome(Rules(step=step), points) == (points >= 80, expected)


def test_fewer_points_are_never_worse_for_the_declarers() -> None:
    for decks in range(1, 7):
        rules = Rules(decks=decks)
        gains = [
            -levels - 1 if opponents else levels
            for opponents, levels in (outcome(rules, points) for points in range(-50, 900, 5))
        ]
        assert gains == sorted(gains, reverse=True)


def test_points_below_zero_are_no_points() -> None:
    """Z21 has no row for them; penalties for throws can lead there."""
    assert outcome(Rules(), -40) == (False, 3)


@pytest.mark.parametrize(
    ("width", "length", "factor"),
    [
        (1, 1, 2),  # "Single: 2"
        (2, 1, 4),  # "Pair: 4"
        (2, 2, 8),  # "Two consecutive pairs: 8"
        (2, 3, 16),  # "Three consecutive pairs: 16"
        (2, 4, 32),  # "and so on, doubling for each additional consecutive pair"
        (2, 12, 8192),
        # §6.5: "2m for an m-tuple and doubles for each additional m-tuple"
        (3, 1, 6),
        (3, 2, 12),
        (4, 1, 8),
        (4, 2, 16),
        (3, 3, 24),
        (5, 1, 10),
        (6, 2, 24),
    ],
)
def test_z21_3_8_and_6_5_kitty_factor(width: int, length: int, factor: int) -> None:
    assert kitty_factor(Rules(), Unit(width, length, ())) == factor


@pytest.mark.parametrize(
    ("width", "length", "power", "twice"),
    [(1, 1, 2, 2), (2, 1, 4, 4), (2, 2, 16, 8), (3, 1, 8, 6), (2, 3, 64, 12), (4, 1, 16, 8)],
)
def test_z21_footnote_3_other_factors(width: int, length: int, power: int, twice: int) -> None:
    """ "Other common variants of this rule use 2n or 2^n where n is the number of cards in the
    largest unit." PAG: "if the last trick is a tractor trick (four cards) ... eight times"; W14:
    "with doubles, the points would be quadrupled, ... three cards, ... sixfold"."""
    unit = Unit(width, length, ())
    assert kitty_factor(Rules(kitty_factor="power-of-cards"), unit) == power
    assert kitty_factor(Rules(kitty_factor="twice-cards"), unit) == twice
