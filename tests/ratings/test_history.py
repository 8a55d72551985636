"""Folding results into ratings: in their order, by seasons, without what was annulled."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shengji.ratings import Bot, Change, Rating, RatingError, Ratings, Result, rebuild
from tests.ratings.kit import HAND, result


def some_results(seed: int, number: int = 30) -> list[Result]:
    """Hands of eight people and bots in two pools and two seasons."""
    chance = Random(seed)
    found = []
    for minute in range(number):
        seats = chance.sample([*"abcdefgh", Bot("medium")], 4)
        gained = chance.randrange(7)
        found.append(
            result(
                tuple(seats[:2]),
                tuple(seats[2:]),
                scores=(gained / 6, 1 - gained / 6),
                match=f"m{minute // 3}",
                number=minute % 3 + 1,
                minutes=minute // 6,  # two matches end at the same time
                pool=chance.choice(("two-decks", "one-deck")),
                season="spring" if minute < number // 2 else "summer",
                scale=HAND,
            )
        )
    return found


@given(st.integers(0, 1000), st.randoms(use_true_random=False))
def test_a_rebuild_does_not_depend_on_the_order_in_which_results_come(
    seed: int, chance: Random
) -> None:
    results = some_results(seed)
    shuffled = results.copy()
    chance.shuffle(shuffled)
    told: list[tuple[Change, ...]] = []
    told_shuffled: list[tuple[Change, ...]] = []
    one, other = rebuild(results, told=told.append), rebuild(shuffled, told=told_shuffled.append)
    assert one.current == other.current and one.seasons == other.seasons
    assert told == told_shuffled


def test_a_rebuild_gives_what_was_rated_one_by_one() -> None:
    results = sorted(some_results(1), key=lambda one: one.order)
    ratings = Ratings()
    for number, one in enumerate(results):
        if number == 17:  # kept elsewhere, and read again
            ratings = Ratings(ratings.current, ratings.seasons, ratings.company)
        ratings.add(one)
    assert rebuild(results).current == ratings.current
    assert rebuild(results).company.drifts == ratings.company.drifts
    assert rebuild(results).company.meetings == ratings.company.meetings


def test_who_has_nothing_to_do_with_a_result_is_not_touched_by_it() -> None:
    first = result(("a", "b"), ("c", "d"), match="1")
    second = result(("e", "f"), ("g", "h"), match="2", minutes=1)
    swapped = [
        result(("a", "b"), ("c", "d"), match="1", minutes=1),
        result(("e", "f"), ("g", "h"), match="2"),
    ]
    assert rebuild([first, second]).current == rebuild(swapped).current


def test_pools_are_rated_apart() -> None:
    ratings = rebuild([result(("a", "b"), ("c", "d"), pool="friends")])
    assert ratings.of("a", "friends").value > 1500
    assert ratings.of("a", "two-decks") == Rating()


def test_annulled_matches_are_left_out() -> None:
    results = some_results(2)
    without = [one for one in results if one.match != "m4"]
    told: list[tuple[Change, ...]] = []
    assert rebuild(results, {"m4"}, told.append).current == rebuild(without).current
    assert len(told) == len(without)
    assert rebuild(results).current != rebuild(without).current


def test_a_season_that_somebody_sits_out_makes_them_less_certain() -> None:
    spring = [
        result(("a",), (Bot("medium"),), match=f"{n}", minutes=n, scores=(n % 2, 1 - n % 2))
        for n in range(40)
    ]
    others = ("e", "f"), ("g", "h")
    summer = result(*others, match="s", minutes=50, season="summer")
    autumn = result(*others, match="t", minutes=60, season="autumn")
    ratings = rebuild(spring)
    before = ratings.of("a", "two-decks")
    assert not before.provisional
    ratings.add(summer)
    ratings.add(autumn)
    assert ratings.of("a", "two-decks") == before.after_seasons(2)
    (change, *_) = ratings.add(
        result(("a", "b"), ("c", "d"), match="u", minutes=70, season="autumn")
    )
    assert change.before == before.after_seasons(2)
    assert change.after.season == "autumn"
    # Within the season nothing is added again.
    assert ratings.of("a", "two-decks") == change.after


def test_what_cannot_be_rated_changes_nothing() -> None:
    ratings = rebuild([result(("a", "b"), ("c", "d"))])
    current, seasons = dict(ratings.current), dict(ratings.seasons)
    strange = result(("a", Bot("mystery")), ("c", "d"), match="n", season="summer")
    with pytest.raises(RatingError):
        ratings.add(strange)
    assert (ratings.current, ratings.seasons) == (current, seasons)


def test_ratings_are_whole_thousandths() -> None:
    ratings = rebuild(some_results(3)).current.values()
    assert all(one.value == round(one.value, 3) for one in ratings)
    assert all(one.deviation == round(one.deviation, 3) for one in ratings)


def test_the_numbers_are_the_same_everywhere() -> None:
    """The numbers that every machine must come to; others here are a change of the formulas."""
    ratings = rebuild(some_results(4)).current
    assert {
        person: (one.value, one.deviation)
        for (person, pool), one in sorted(ratings.items())
        if pool == "two-decks"
    } == {
        "a": (1456.517, 193.91),
        "b": (1503.042, 195.32),
        "c": (1614.476, 195.192),
        "d": (1511.919, 195.602),
        "e": (1440.213, 197.634),
        "f": (1579.229, 195.89),
        "g": (1337.447, 195.358),
        "h": (1560.735, 195.19),
    }
