"""Value of a hand (Z21 §3.8, §6.1.1, §6.3, §6.5)."""

from __future__ import annotations

import pytest

from shengji.play.score import kitty_factor, outcome
from shengji.play.units import Unit
from shengji.rules import Rules, rules_from


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
    most = kitty_factor(Rules(), (Unit(2, 12, ()),))
    assert most == 2**13
    assert outcome(Rules(), 120 + 80 * most) == (True, 16_385)


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
    assert outcome(Rules(), -40) == outcome(Rules(), -400) == (False, 3)


@pytest.mark.parametrize(
    ("low", "high", "levels"),
    [
        (40, 75, 1),
        (5, 35, 2),
        (0, 0, 3),
        (-35, -5, 4),  # "below 0: Declarers +4"
        (-75, -40, 5),  # "+1 more when Declarers had 40 more points below 0 per time"
        (-115, -80, 6),
    ],
)
def test_w23_below_zero(low: int, high: int, levels: int) -> None:
    """W23, Scoring: the row "below 0", counted as "200 or above [...] +1 more" is: 240 gives 4."""
    check(Rules(negative_scores=True), low, high, False, levels)


def test_w23_two_hundred_and_above() -> None:
    """W23, Scoring: "200 or above: Opponents +3, +1 more when Declarers had 40 more points above
    200"; W14: "200 or above: Opponents +3", and no more.
    """
    check(Rules(), 200, 235, True, 3)
    check(Rules(), 240, 275, True, 4)
    capped = Rules(most_levels=3)
    for points in (200, 240, 1000):
        assert outcome(capped, points) == (True, 3)
    assert outcome(capped, 195) == (True, 2)
    assert outcome(Rules(most_levels=2), 0) == (False, 2)
    assert outcome(Rules(most_levels=3, negative_scores=True), -100) == (False, 3)


def test_w23_objective_only_declarers_go_up() -> None:
    """W23, Players and objective: "the 'declarers' score is incremented by one"; "If the
    'opponents' take 80 points in tricks during a round, the 'opponents' score is not incremented".
    """
    rules = Rules(results="declarers-only")
    check(rules, 0, 75, False, 1)
    check(rules, 80, 400, True, 0)


def test_z21_6_5_auto_level() -> None:
    """Z21 §6.5: "allows the Opponents to advance an extra level"."""
    rules = Rules(players=6, teams="friends", auto_level=True)
    for points in range(0, 400, 5):
        plain = outcome(Rules(players=6, teams="friends"), points)
        assert outcome(rules, points) == (plain[0], plain[1] + plain[0])


def test_a_given_threshold_and_step() -> None:
    """Z21 §6.1.1 and the house rules: both can be set."""
    rules = Rules(threshold=100, step=50)
    check(rules, 55, 95, False, 1)
    check(rules, 5, 45, False, 2)
    check(rules, 0, 0, False, 3)
    check(rules, 100, 145, True, 0)
    check(rules, 150, 195, True, 1)


# The kitty


def factor(text: str, *shapes: tuple[int, int], decks: int = 2) -> int:
    """The factor under a `kitty_factor`, for a lead of units of (width, length), longest first."""
    rules = rules_from({"kitty_factor": text, "decks": decks})
    return kitty_factor(rules, tuple(Unit(width, length, ()) for width, length in shapes))


@pytest.mark.parametrize(
    ("width", "length", "wanted"),
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
def test_z21_3_8_and_6_5_kitty_factor(width: int, length: int, wanted: int) -> None:
    assert factor("pairs", (width, length)) == wanted


def test_z21_3_8_the_largest_unit_of_a_throw() -> None:
    """Z21 §3.8: "the number of pairs in the largest unit [...]. (This unit may be part of a
    combination of highest singles and (consecutive) pairs in a suit".
    """
    assert factor("pairs", (2, 2), (2, 1), (1, 1), (1, 1)) == 8
    assert factor("pairs", (1, 1), (1, 1), (1, 1)) == 2
    assert factor("pairs", (3, 1), (2, 1), decks=3) == 6


@pytest.mark.parametrize(
    ("width", "length", "power", "twice"),
    [(1, 1, 2, 2), (2, 1, 4, 4), (2, 2, 16, 8), (3, 1, 8, 6), (2, 3, 64, 12), (4, 1, 16, 8)],
)
def test_z21_footnote_3_other_factors(width: int, length: int, power: int, twice: int) -> None:
    """Z21 footnote 3: "Other common variants of this rule use 2n or 2^n where n is the number of
    *cards* in the largest unit." W14: "with doubles, the points would be quadrupled, [...] three
    cards, [...] sixfold".
    """
    for rest in ((), ((1, 1),)):
        assert factor("power-of-cards", (width, length), *rest) == power
        assert factor("twice-cards", (width, length), *rest) == twice


def test_z16_5_7_the_power_of_the_cards() -> None:
    """Z16 §5.7 footnote 7: 24 cards as consecutive pairs and 80 points in the kitty are
    "80 * 2^24 = 1,342,177,280 points", for "a total of 1,342,177,400 points. They would then
    advance [...] 33,554,433 levels".
    """
    power = factor("power-of-cards", (2, 12))
    assert 80 * power == 1_342_177_280
    assert outcome(Rules(), 120 + 80 * power) == (True, 33_554_433)


def test_the_power_of_very_many_cards() -> None:
    """With six decks a unit may have more cards than a machine word has bits."""
    power = factor("power-of-cards", (6, 12), decks=6)
    assert power >= 2**50
    assert outcome(Rules(decks=6), 600 * power).opponents_win


@pytest.mark.parametrize(
    ("shapes", "wanted"),
    [
        ([(1, 1)], 2),  # "twice the value of these cards if the last trick was a single card trick"
        ([(2, 1)], 4),
        ([(2, 2)], 8),  # "if the last trick is a tractor trick (four cards) [...] eight times"
        ([(2, 1), (1, 1)], 6),
        ([(1, 1), (1, 1), (1, 1)], 6),
        ([(2, 3), (1, 1)], 14),
    ],
)
def test_pag_twice_the_cards_led(shapes: list[tuple[int, int]], wanted: int) -> None:
    """PAG, Scoring: "If the last trick was a multiple trick, then the value of the discards is
    multiplied by twice the number of cards led to the last trick."
    """
    assert factor("twice-cards-led", *shapes) == wanted


@pytest.mark.parametrize(
    ("shapes", "wanted"),
    [
        ([(1, 1)], 2),  # "single: 2"
        ([(2, 1)], 4),  # "2 × (length + 1)", the length being "the pairs count"
        ([(2, 2)], 6),
        ([(2, 4), (1, 1)], 10),  # "A 8-8-7-7-6-6-5-5 tractor would count as a length of 4"
        ([(1, 1), (1, 1)], 3),  # "combination [...] for only single cards: [...] 2. 3"
        ([(2, 1), (1, 1)], 4),  # "if had pair or tractor, follow the rule of these two"
        # "A-10-10-8-8-5-5-4-4-3-3, then it would only count the multiplier of 5-5-4-4-3-3"
        ([(2, 3), (2, 1), (2, 1), (1, 1)], 8),
    ],
)
def test_w23_the_table_of_multipliers(shapes: list[tuple[int, int]], wanted: int) -> None:
    """W23, Scoring: the table of multipliers has two types for pairs and two for throws of single
    cards. The second of both; the first of both is always 2; and of each the other.
    """
    assert factor("pairs-plus-one", *shapes) == wanted
    assert factor("two", *shapes) == 2
    singles = all(width == 1 for width, _ in shapes)
    assert factor("two-or-three", *shapes) == (wanted if singles else 2)
    assert factor("pairs-plus-one-or-two", *shapes) == (2 if singles else wanted)
