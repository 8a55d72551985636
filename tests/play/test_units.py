"""Units, and how cards are read (Z21 §4.1, §6.5)."""

from __future__ import annotations

from random import Random

import pytest

from shengji.play.readings import (
    MOST_READINGS,
    find_readings,
    named_reading,
    readings,
    tractors_among,
)
from shengji.play.space import space_of
from shengji.play.units import default_reading, read_units, unit_of
from shengji.rules import Rules
from tests.kit import cards, space, trump, written
from tests.play import positions

Z21_TRACTORS = [
    "4C 4C 5C 5C",
    "7S 7S 9S 9S",  # "since 8♠ is in the trump suit, not spades, making 7 and 9 adjacent"
    "10H 10H JH JH QH QH",
    "7H 7H 9H 9H",  # "since 8♥ ranks above all other hearts"
    "AH AH 8C 8C",  # "since 8♣ is also in the trump suit"
    "8C 8C 8H 8H",  # "the 8♥ is strictly higher than 8♣"
    "8H 8H SJ SJ",
    "SJ SJ BJ BJ",
    "AH AH 8C 8C 8H 8H SJ SJ BJ BJ",
]
Z21_NOT = [
    "4C 4C 5S 5S",
    "AD AD 2H 2H",  # "since the pairs are of different suits"
    "7S 7S 8S 8S",  # "since 8♠ is in the trump suit, not spades"
    "7H 7H 8H 8H",  # "8♥ ranks above all other hearts and is not adjacent to 7♥"
    "8C 8C 8D 8D",  # "the pairs are of the same rank, not distinct ranks"
]
PAG_TRACTORS = [  # fours and diamonds are trumps
    "8S 8S 9S 9S",
    "JH JH QH QH KH KH",
    "3C 3C 5C 5C",  # "When fours are trumps, threes and fives become consecutive."
    "3D 3D 5D 5D",
    "AD AD 4S 4S",  # "four in a suit other than diamonds is the next rank above ace"
    "4C 4C 4D 4D",  # "These ranks are also adjacent when fours and diamonds are trumps."
    "4D 4D SJ SJ",
    "SJ SJ BJ BJ",
]
PAG_NOT = [
    "5S 5S 7S 7S",  # "Ranks not adjacent (six missing)."
    "8S 8S 9H 9H",  # "Different suits."
    "4S 4S 5S 5S",  # "fours are trumps; fives are not"
    "3D 3D 4D 4D",  # "fours are high trumps; next rank above three is five"
    "4C 4C 4S 4S",  # "Ranks are equal, not adjacent."
]
W23_TRACTORS = [  # the table of consecutive doubles, W14 and W23: "the dominant card is 7♣"
    "5H 5H 4H 4H",
    "JS JS 10S 10S 9S 9S 8S 8S",
    "5C 5C 4C 4C 3C 3C",
    "8D 8D 6D 6D",  # "When 7 is dominant, 8 and 6 become consecutive"
    "7C 7C 7D 7D AC AC",
    "BJ BJ SJ SJ 7C 7C",  # "Most powerful three-pair combination in a 7♣-trump round."
]
W23_NOT = [
    "10H 10H 8H 8H",  # "10 and 8 are not consecutive when 7♣ is dominant"
    "9S 9S 8D 8D",  # "Different suits"
    "7H 7H 6H 6H",  # "The 7s are trumps so they not adjacent to (consecutive with) the 6s."
    "7C 7C 6C 6C",  # "The 7s are high trumps just below the jokers"
    "7S 7S 7D 7D",  # "The non-dominant suit 7s are of equal rank."
    "2C 2C AS AS",  # "Trumps are of a separate class of cards"
]


@pytest.mark.parametrize(
    ("made", "text"),
    [("8H", text) for text in Z21_TRACTORS]
    + [("4D", text) for text in PAG_TRACTORS]
    + [("7C", text) for text in W23_TRACTORS],
)
def test_z21_4_1_tractors(made: str, text: str) -> None:
    """ "Consecutive pairs (tractors) are defined as a set of two or more pairs such that the pairs
    are of adjacent and distinct rank." """
    unit = unit_of(space(made), cards(text))
    assert unit is not None
    assert unit.shape == (2, len(cards(text)) // 2)
    assert sorted(c.index for c in unit.cards) == sorted(c.index for c in cards(text))


@pytest.mark.parametrize(
    ("made", "text"),
    [("8H", text) for text in Z21_NOT]
    + [("4D", text) for text in PAG_NOT]
    + [("7C", text) for text in W23_NOT],
)
def test_z21_4_1_not_tractors(made: str, text: str) -> None:
    """ "The following examples are NOT consecutive pairs" """
    assert unit_of(space(made), cards(text)) is None


def test_z21_4_1_no_trump_suit() -> None:
    """ "types 3 and 4 are necessarily equivalent": below the small Joker all four are."""
    found = space("8")
    assert unit_of(found, cards("8C 8C SJ SJ")) is not None
    assert unit_of(found, cards("8H 8H SJ SJ BJ BJ")) is not None
    assert unit_of(found, cards("8C 8C 8H 8H")) is None
    assert unit_of(found, cards("AH AH 8H 8H")) is None
    assert unit_of(found, cards("7H 7H 9H 9H")) is not None


@pytest.mark.parametrize(
    ("text", "shape"), [("AS", (1, 1)), ("BJ", (1, 1)), ("3S 3S", (2, 1)), ("8C 8C", (2, 1))]
)
def test_z21_3_7_1_singles_and_pairs(text: str, shape: tuple[int, int]) -> None:
    unit = unit_of(space("8H"), cards(text))
    assert unit is not None
    assert unit.shape == shape


@pytest.mark.parametrize("text", ["8C 8S", "3S 4S", "SJ BJ", "8C 8H", "3S 3S 4S", "AS AC"])
def test_z21_3_7_1_identical_is_key(text: str) -> None:
    """ "when 8 is the trump rank and spades are the trump suit, 8♣-8♠ is not a pair because they
    are not identical cards" """
    assert unit_of(space("8H"), cards(text)) is None


def test_nothing_is_not_a_unit() -> None:
    assert unit_of(space("8H"), []) is None


def test_singles_are_never_consecutive() -> None:
    reading = default_reading(space("8H"), cards("3S 4S 5S"))
    assert [(unit.shape, written(unit.cards)) for unit in reading] == [
        ((1, 1), "5S"),
        ((1, 1), "4S"),
        ((1, 1), "3S"),
    ]


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("3S 3S 3S", (3, 1)),
        ("3S 3S 3S 3S", (4, 1)),
        ("3S 3S 3S 4S 4S 4S", (3, 2)),  # "airplanes" (飞机)
        ("3S 3S 3S 3S 4S 4S 4S 4S", (4, 2)),  # "space shuttles" (航天飞机)
        ("AH AH AH 8C 8C 8C 8H 8H 8H", (3, 3)),
    ],
)
def test_z21_6_5_tuples(text: str, shape: tuple[int, int]) -> None:
    """ "it is possible to have triples of three identical cards and, more generally, m-tuples" """
    unit = unit_of(space("8H", decks=4), cards(text))
    assert unit is not None
    assert unit.shape == shape


def test_z21_6_5_an_ambiguous_throw() -> None:
    """ "3♠-3♠-3♠-4♠-4♠ is a throw, as full houses do not exist ..., but is it a tractor plus a
    single or a triple plus a pair?" """
    found = space("8H", decks=3)
    named = [
        [(unit.shape, written(unit.cards)) for unit in reading]
        for reading in readings(found, cards("3S 3S 3S 4S 4S"))
    ]
    assert named == [
        [((2, 2), "4S 4S 3S 3S"), ((1, 1), "3S")],
        [((3, 1), "3S 3S 3S"), ((2, 1), "4S 4S")],
    ]
    # "a default interpretation may be applied (such as whichever interpretation contains the
    # longest unit)"
    assert default_reading(found, cards("3S 4S 3S 4S 3S"))[0].shape == (2, 2)


def test_z21_6_5_of_two_readings_the_longer_tuples() -> None:
    """ "If two units are of the same length, then the one containing the longer tuples is
    considered longer (e.g., two consecutive triples are higher than three consecutive pairs)." """
    found = space("8H", decks=3)
    reading = default_reading(found, cards("3S 3S 3S 4S 4S 4S 5S 5S"))
    assert [unit.shape for unit in reading] == [(3, 2), (2, 1)]
    shapes = [[u.shape for u in r] for r in readings(found, cards("3S 3S 3S 4S 4S 4S 5S 5S"))]
    assert [(2, 3), (1, 1), (1, 1)] in shapes


def test_two_readings_of_one_shape() -> None:
    """Either off-suit pair can stand beside the Ace: the reading chooses."""
    found = space("8H")
    both = readings(found, cards("AH AH 8C 8C 8D 8D"))
    assert [[unit.shape for unit in reading] for reading in both] == [[(2, 2), (2, 1)]] * 2
    assert {written(reading[1].cards) for reading in both} == {"8C 8C", "8D 8D"}


def test_one_pair_of_equals_between_does_not_break_a_tractor() -> None:
    found = space("8H")
    reading = default_reading(found, cards("AH AH 8C 8C 8D 8D 8H 8H SJ SJ"))
    assert [unit.shape for unit in reading] == [(2, 4), (2, 1)]


def test_the_longest_unit_comes_first() -> None:
    reading = default_reading(space("8H"), cards("AS KS KS 3S 3S 4S 4S 5S 5S 10S 10S JS JS"))
    assert [written(unit.cards) for unit in reading] == [
        "5S 5S 4S 4S 3S 3S",
        "JS JS 10S 10S",
        "KS KS",
        "AS",
    ]
    assert reading == readings(space("8H"), cards("AS KS KS 3S 3S 4S 4S 5S 5S 10S 10S JS JS"))[0]


@pytest.mark.parametrize("text", ["8C 8C 8D 8D", "AH AH 8C 8C 8D 8D 8S 8S", "8C 8C 8D 8S"])
def test_no_reading_is_listed_twice(text: str) -> None:
    found = [
        frozenset((unit.cards, reading.count(unit)) for unit in reading)
        for reading in readings(space("8H"), cards(text))
    ]
    assert len(found) == len(set(found))


def test_the_kernel_reads_units_in_the_order_of_a_reading() -> None:
    """The longest first, of equal ones high to low, singles last; picks aside (Z21 §6.5)."""
    rng = Random(1)
    several = 0
    for _ in range(400):
        house = positions.random_house(rng)
        suit = positions.random_suit(rng, house.space)
        held = positions.draw(rng, house.space, positions.cards_of(house.space, suit), 9)
        rows = read_units(house.space.table, suit, house.space.words(held)).tolist()
        order = [(width * length, width, top) for width, length, top, _ in rows]
        assert order == sorted(order, reverse=True)
        several += len({row[:2] for row in map(tuple, rows)}) < len(rows)
    assert several > 100


MANY = (
    "2C 2C 2C 2C 2H 2H 2H 2H 4S 4S 4S 4S 4S 4S 6S 6S 6S 7S 7S 7S 8S 8S 8S 8S 8S 9S 9S 9S 9S 9S 10S "
    "10S 10S 10S 10S 10S JS JS JS JS JS JS QS QS QS AS AS AS AS SJ SJ BJ BJ BJ KS KS KS KS KS KS "
    "2D 2D 2D 2D 2D 2D 5S 5S"
)
"""Trumps of six decks with thousands of readings (2♠ is trump; nothing must lie in between)."""


def test_a_search_that_is_cut_says_so_and_any_reading_can_be_named() -> None:
    rules = Rules(decks=6, consecutive="nothing-between")
    found, many = space_of(rules, trump("2S")), cards(MANY)
    listed, more = find_readings(found, many)
    assert more and len(listed) <= MOST_READINGS
    seen, others = set(listed), 0
    for tractor in tractors_among(found, many)[::20]:
        for reading in find_readings(found, many, [tractor.cards]).listed:
            assert tractor in reading
            others += reading not in seen
            units = [unit.cards for unit in reversed(reading)]
            assert named_reading(found, many, units) == reading
    assert others > 100
    # Every one of a listed reading's units is known, so that nothing is left to search.
    assert not find_readings(found, many, [unit.cards for unit in listed[-1]]).more


@pytest.mark.parametrize(
    "units",
    ["3S 3S,4S 4S,3S", "3S 3S 3S,4S 4S,3S", "3S 3S 3S,4S 3S", "3S 3S 3S", "3S 3S 3S,4H 4H", ""],
)
def test_units_that_are_no_reading(units: str) -> None:
    """Two that make up one, cards that are not there, what is no unit, and cards left over."""
    named = [cards(unit) for unit in units.split(",")]
    assert named_reading(space("8H", decks=3), cards("3S 3S 3S 4S 4S"), named) is None
