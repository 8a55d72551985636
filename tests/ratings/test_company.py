"""With whom results come about: how far the same people move a rating, and whom that slows down."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count, islice, pairwise

import pytest

from benchmarks import ratings_farm as farm
from benchmarks.ratings import page, semester
from shengji.ratings import (
    Bot,
    Company,
    Drift,
    Meeting,
    Pool,
    Rating,
    Ratings,
    Result,
    hand_scale,
    match_scale,
)
from shengji.ratings.company import KNOWN_AFTER, MOST, MOST_AGAINST, MOST_BESIDE
from shengji.ratings.scale import worth
from shengji.rules import Rules
from tests.ratings.kit import HAND, MATCH, result

POOL: Pool = "two-decks"
MANY = 60
"""So many matches are enough to come to every bound."""


def share(ratings: Ratings, one: Result, person: str) -> float:
    """The part of a result that would count for somebody."""
    seasons = ratings.seasons.get(one.pool, [one.season])
    return ratings.company.at(one, seasons).bounds()[person].share


@pytest.mark.parametrize("name", farm.WAYS)
def test_friends_gain_no_more_than_the_bound_however_they_are_let_win(name: str) -> None:
    for known in (False, True):
        ledger = farm.Ledger(Company(), known=known)
        before = ledger.gained
        # They let each other win twice after they have met.
        for _ in range(MANY // 2 if "before" in name else MANY):
            farm.WAYS[name](ledger)
        bound = MOST_BESIDE if "before" in name or name.startswith("(") else MOST_AGAINST
        assert abs(ledger.gained - before) <= bound, name


def test_what_was_farmed_before_is_far_above_it() -> None:
    *_, new, known = farm.gains(farm.WAYS["lose every hand"], MANY)
    assert new > 10 * MOST_AGAINST and known > 5 * MOST_AGAINST


def test_however_many_known_people_lose_a_season_has_its_bound() -> None:
    ledger = farm.Ledger(Company(), known=True)
    others = [f"known {number}" for number in range(400)]
    ledger.introduce(others)
    seats = iter(others)
    for four in zip(seats, seats, seats, strict=False):
        ledger.match((farm.FRIENDS[0], four[0]), four[1:], [3] * 5)
    assert MOST_BESIDE < ledger.gained <= MOST


def test_one_who_is_lifted_is_lifted_down_as_slowly() -> None:
    """The weight is that of both directions, so that it draws nobody anywhere."""
    ratings = Ratings()
    numbers = count()

    def play(score: float) -> float:
        number = next(numbers)
        sides = (("a", "b"), ("c", "d"))
        (change, *_) = ratings.add(
            result(*sides, scores=(score, 1 - score), match=f"{number:03}", scale=HAND)
        )
        return change.points

    ups = [play(1.0) for _ in range(40)]
    assert all(later < earlier for earlier, later in pairwise(ups[:10]))
    assert 0.9 * MOST_AGAINST < sum(ups) <= MOST_AGAINST
    assert 0 <= -play(0.0) < ups[0] / 20


def test_a_bound_is_never_passed_however_large_the_step() -> None:
    company = Company(
        {("a", POOL): Drift(500, "spring", MOST - 1), ("b", POOL): Drift(500, "spring", 1 - MOST)}
    )
    known = {(one, POOL): Rating(1500, 200, 500, "spring") for one in "abcd"}
    ratings = Ratings(known, {POOL: ["spring"]}, company)
    ratings.add(result(("a", "c"), ("b", "d"), scale=MATCH))
    assert ratings.company.drifts["a", POOL].moved <= MOST
    assert ratings.company.drifts["b", POOL].moved >= -MOST


def test_who_has_played_enough_with_others_is_no_stranger() -> None:
    seasons = {POOL: ["spring"]}
    for hands, strangers in ((KNOWN_AFTER - 1, True), (KNOWN_AFTER, False)):
        company = Company(
            {("a", POOL): Drift(500, "spring", against=MOST_AGAINST)}
            | {(one, POOL): Drift(hands + 7, "spring") for one in "bcd"},
            {("a", one, POOL): Meeting(7, "spring") for one in "bcd"},
        )
        ratings = Ratings(None, seasons, company)
        assert (share(ratings, result(("a", "b"), ("c", "d")), "a") == 0) == strangers
        # Strangers beside somebody are another matter.
        assert share(ratings, result(("a", "c"), (Bot("medium"),)), "a") == 1


def test_each_season_leaves_half() -> None:
    ratings = Ratings(
        None,
        {POOL: ["autumn", "winter", "spring"]},
        Company(
            {("a", POOL): Drift(99, "autumn", 400.0, 200.0, 100.0)},
            {("a", "b", POOL): Meeting(9, "winter", (200.0, -100.0), (40.0, 20.0))},
        ),
    )
    seasons = ratings.seasons[POOL]
    drift = ratings.company.drift("a", POOL, seasons)
    assert (drift.moved, drift.against, drift.beside) == (100.0, 50.0, 25.0)
    met = ratings.company.meeting("a", "b", POOL, seasons)
    assert (met.against, met.beside) == ((100.0, -50.0), (20.0, 10.0))
    ratings.add(result(("a",), ("b",), season="spring"))
    assert ratings.company.meetings["a", "b", POOL].season == "spring"


def test_bots_are_known_and_never_met() -> None:
    ratings = Ratings()
    bots = (Bot("medium"), Bot("basic"))
    ratings.add(result(("a", Bot("medium")), bots, scale=HAND))
    assert ratings.company.meetings == {}
    assert share(ratings, result(("a", Bot("medium")), bots), "a") > 0.98


def test_a_match_is_worth_the_hands_that_tell_as_much() -> None:
    assert worth(hand_scale(Rules())) == worth(hand_scale(Rules(), "hands")) == 1
    assert worth(match_scale(Rules(), 7)) == 10
    ratings = Ratings()
    ratings.add(result(("a", "b"), ("c", "d"), scale=match_scale(Rules(), 7)))
    assert ratings.company.drifts["a", POOL].hands == 10
    # That somebody has left tells nothing of anybody.
    ratings.add(result(("a", "b"), ("c", "d"), scores=(1, 0), match="n", left=("c",)))
    assert ratings.company.drifts["a", POOL].hands == 10
    assert ratings.company.meetings["a", "b", POOL].hands == 10


@pytest.mark.parametrize(("name", "slower"), [("6", 1.2), ("8", 1.1), ("40", 1.05)])
def test_ratings_of_those_who_meet_often_come_about_as_near_to_strengths(
    name: str, slower: float
) -> None:
    club = farm.CLUBS[name]
    now, before = (
        [*islice(farm.play(club, bounded=bounded, people=240, seed=3), 3)]
        for bounded in (True, False)
    )
    for bounded, whole in zip(now[1:], before[1:], strict=True):
        assert bounded.error <= slower * whole.error
        assert bounded.order >= whole.order - 0.02


def test_the_page_says_what_farms_bring_and_clubs_lose() -> None:
    table = page.place("ratings_farm", "farms").read()
    named: tuple[tuple[str, Callable[[farm.Ledger], None]], ...] = tuple(farm.WAYS.items())
    for name, way in named[1:3]:
        ledger = farm.Ledger(Company(), known=False)
        for _ in range(farm.MATCHES):
            way(ledger)
        assert f"| {name} | {ledger.gained:+.0f} |" in table
    whole, bounded = (
        [*islice(farm.play(farm.CLUBS["8"], bounded=bounded), 2)] for bounded in (False, True)
    )
    errors = [f"{a.error:.0f} → {b.error:.0f}" for a, b in zip(whole, bounded, strict=True)]
    assert f"| 8 | {' | '.join(errors)} |" in page.place("ratings_farm", "clubs").read()


@pytest.mark.campaign
def test_the_page_says_how_honest_the_uncertainty_is() -> None:
    """Twelve semesters; the table of clubs, which is looked at each time, changes with them."""
    (*_, row) = semester.rows({"14": semester.CLUBS["14"]})
    assert f"| {' | '.join(row)} |\n" in page.place("ratings_farm", "semesters").read()
