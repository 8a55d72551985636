"""Changes by a result: bounded, monotone, the same for both sides, nothing for bots."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import exp, fsum, isclose, log, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from shengji.ratings import Bot, Player, Pool, Rating, RatingError, Ratings, Scale, expected, rate
from shengji.ratings.elo import (
    KNOWN_GAMES,
    LEAST_DEVIATION,
    START,
    START_DEVIATION,
    correlation_after,
)
from tests.ratings.kit import HAND, MATCH, result

VALUES = st.integers(0, 3_000_000).map(lambda thousandths: thousandths / 1000)
DEVIATIONS = st.integers(40_000, 200_000).map(lambda thousandths: thousandths / 1000)
RATINGS = st.builds(Rating, VALUES, DEVIATIONS)
SCALES = st.sampled_from([HAND, MATCH])
SCORES = st.integers(0, 6).map(lambda sixths: (sixths / 6, 1 - sixths / 6))

PAIRS = (("a", "b"), ("c", "d"))
POOL: Pool = "two-decks"


def rated(
    *sides: tuple[Player, ...],
    before: dict[str, Rating] | None = None,
    scores: tuple[float, ...] = (1.0, 0.0),
    scale: Scale = MATCH,
    left: tuple[str, ...] = (),
) -> dict[str, float]:
    """The points that each person gains, who are all new where nothing is said."""
    one = result(*sides, scores=scores, scale=scale, left=left)
    ratings = {person: Rating() for person in one.people} | (before or {})
    return {change.person: change.points for change in rate(one, ratings)}


# What is expected


def test_a_team_is_as_strong_as_the_mean_of_its_members() -> None:
    assert expected([1900, 1300], [1500, 1500], MATCH) == expected([1600], [1500], MATCH)
    assert expected([1500, 1500, 1500], [1600, 1400], MATCH) == 0.5


def test_a_spread_ahead_is_ten_of_eleven_parts() -> None:
    assert expected([1720], [1500], MATCH) == round(10 / 11, 6)
    assert expected([1280], [1500], MATCH) == round(1 / 11, 6)


@given(VALUES, VALUES, SCALES)
def test_expectations_are_those_of_the_logistic_curve(one: float, other: float, at: Scale) -> None:
    ahead = one - other + at.lead
    assert isclose(
        expected([one], [other], at), 1 / (1 + exp(-ahead * log(10) / at.spread)), abs_tol=1e-6
    )


@given(VALUES, VALUES, VALUES, SCALES)
def test_who_is_stronger_is_expected_to_do_better(a: float, b: float, c: float, at: Scale) -> None:
    low, high = sorted((a, b))
    assert expected([low], [c], at) <= expected([high], [c], at)
    assert expected([c], [low], at) >= expected([c], [high], at)


# What changes


@given(VALUES, VALUES, VALUES, VALUES, DEVIATIONS, SCALES, SCORES)
def test_between_people_who_are_known_as_well_nothing_is_made_or_lost(
    a: float, b: float, c: float, d: float, deviation: float, at: Scale, scores: tuple[float, float]
) -> None:
    before = {one: Rating(v, deviation) for one, v in zip("abcd", (a, b, c, d), strict=True)}
    changes = rated(*PAIRS, before=before, scores=scores, scale=at)
    assert fsum(changes.values()) == pytest.approx(0, abs=1e-9)
    assert changes["a"] == changes["b"] and changes["c"] == changes["d"]


@given(VALUES, VALUES, DEVIATIONS, SCORES)
def test_nothing_is_made_or_lost_between_sides_of_two_sizes(
    own: float, other: float, deviation: float, scores: tuple[float, float]
) -> None:
    before = {one: Rating(own if one in "ab" else other, deviation) for one in "abcde"}
    changes = rated(("a", "b"), ("c", "d", "e"), before=before, scores=scores, scale=HAND)
    # Each change is rounded to a thousandth.
    assert fsum(changes.values()) == pytest.approx(0, abs=0.0025)


@given(st.lists(RATINGS, min_size=4, max_size=4), SCORES)
def test_both_ways_of_telling_a_result_change_the_same(
    ratings: list[Rating], scores: tuple[float, float]
) -> None:
    before = dict(zip("abcd", ratings, strict=True))
    one = rated(*PAIRS, before=before, scores=scores)
    other = rated(*PAIRS[::-1], before=before, scores=scores[::-1])
    # 1 - p is rounded as p is, to a millionth.
    assert all(one[who] == pytest.approx(other[who], abs=0.002) for who in "abcd")


@given(st.lists(RATINGS, min_size=4, max_size=4), SCALES)
def test_a_better_score_is_worth_more(ratings: list[Rating], at: Scale) -> None:
    before = dict(zip("abcd", ratings, strict=True))
    gains = [
        rated(*PAIRS, before=before, scores=(sixths / 6, 1 - sixths / 6), scale=at)
        for sixths in range(7)
    ]
    for worse, better in pairwise(gains):
        assert all(worse[one] <= better[one] for one in "ab")
        assert all(worse[one] >= better[one] for one in "cd")
    assert all(gains[0][one] <= 0 <= gains[6][one] for one in "ab")


@given(st.lists(RATINGS, min_size=4, max_size=4), SCORES, SCALES)
def test_no_result_moves_anybody_far_nor_leaves_them_less_certain(
    ratings: list[Rating], scores: tuple[float, float], at: Scale
) -> None:
    before = dict(zip("abcd", ratings, strict=True))
    for change in rate(result(*PAIRS, scores=scores, scale=at), before):
        assert abs(change.points) < 190
        assert LEAST_DEVIATION <= change.after.deviation <= change.before.deviation
        assert 0 <= change.expected <= 1


def test_who_is_hardly_known_moves_more_than_their_partner() -> None:
    changes = rated(*PAIRS, before={"a": Rating(1500, 200), "b": Rating(1500, 50)})
    assert changes["a"] > 10 * changes["b"] > 0


def test_winning_where_it_was_certain_brings_nothing_and_tells_nothing() -> None:
    before = {one: Rating(2600 if one in "ab" else 1000) for one in "abcd"}
    for change in rate(result(*PAIRS), before):
        assert abs(change.points) < 0.001
        assert change.after.deviation == pytest.approx(200, abs=0.01)


def test_declarers_must_do_better_than_even_to_gain() -> None:
    even = {"a": Rating(), "b": Rating(), "c": Rating(), "d": Rating()}
    (first, *_) = rate(result(*PAIRS, scores=(0.5, 0.5), scale=HAND), even)
    assert first.expected == pytest.approx(0.602, abs=0.001) and first.points < 0


def test_six_players_share_what_they_do_by_threes() -> None:
    three = rated(("a", "b", "c"), ("d", "e", "f"))
    assert set(three.values()) == {three["a"], -three["a"]}
    # Of a team of three each is less to blame than of a team of two.
    assert 0 < three["a"] < rated(*PAIRS)["a"]


def test_new_people_are_provisional_until_they_are_known() -> None:
    assert Rating().provisional and Rating() == Rating(START, START_DEVIATION)
    assert not Rating(1500, 90).provisional
    # Of two who always play together results never tell who is better.
    assert Rating(1500, 145, KNOWN_GAMES - 1).provisional
    assert not Rating(1500, 145, KNOWN_GAMES).provisional


# Bots


def test_bots_play_at_their_declared_rating_and_keep_it() -> None:
    with_bots = rated(("a", Bot("medium")), (Bot("easy"), "d"))
    assert set(with_bots) == {"a", "d"}
    # The declared rating of `easy` is far below that of a new person, whose place it takes here.
    assert with_bots["a"] < rated(("a", Bot("medium")), ("c", "d"))["a"]


def test_a_bot_that_has_not_been_measured_cannot_be_rated() -> None:
    with pytest.raises(RatingError, match="'mystery' has no rating in the pool 'two-decks'"):
        rated(("a", Bot("mystery")), ("c", "d"))


# Leaving


def test_who_leaves_loses_the_match_and_the_partner_nothing() -> None:
    played = rated(*PAIRS, scores=(0.0, 1.0))
    left = rated(*PAIRS, scores=(0.0, 1.0), left=("a",))
    assert left == played | {"b": 0.0}
    assert left["a"] < 0 < left["c"]


def test_both_partners_may_leave_and_then_nobody_is_spared() -> None:
    assert rated(*PAIRS, scores=(0.0, 1.0), left=("a", "b")) == rated(*PAIRS, scores=(0.0, 1.0))


def test_where_somebody_of_each_side_leaves_only_they_lose() -> None:
    left = rated(*PAIRS, scores=(0.0, 0.0), left=("a", "c"))
    assert left["a"] < 0 and left["c"] < 0 and left["b"] == left["d"] == 0


def test_leaving_is_no_game() -> None:
    one = result(*PAIRS, scores=(0.0, 1.0), left=("a",))
    for change in rate(one, {person: Rating() for person in one.people}):
        assert (change.after.games, change.after.deviation) == (0, START_DEVIATION)


def test_among_friends_who_leaves_loses_against_everybody_and_the_others_not() -> None:
    seats = tuple((one,) for one in "abcde")
    left = rated(*seats, scores=(0.0, 1.0, 1.0, 1.0, 1.0), left=("a",))
    assert left["a"] < 0 < left["b"] == left["c"] == left["d"] == left["e"]
    assert fsum(left.values()) == pytest.approx(0, abs=0.003)


# Finding Friends


def test_among_friends_sides_of_two_sizes_meet_by_hand() -> None:
    dealers = rated(("a", "b"), ("c", "d", "e"), scale=HAND)
    assert dealers["a"] == dealers["b"] > 0 > dealers["c"] == dealers["d"] == dealers["e"]
    # The smaller side has done it with fewer.
    assert dealers["a"] > -dealers["c"]


def test_a_dealer_may_stand_alone() -> None:
    alone = rated(("a",), ("b", "c", "d", "e"), scale=HAND)
    assert alone["a"] == pytest.approx(-4 * alone["b"], abs=0.003)


def test_a_match_of_friends_is_won_from_those_who_have_not_won_it() -> None:
    seats = tuple((one,) for one in "abcde")
    changes = rated(*seats, scores=(1.0, 1.0, 0.0, 0.0, 0.0))
    assert changes["a"] == changes["b"] > 0 > changes["c"] == changes["d"] == changes["e"]
    assert fsum(changes.values()) == pytest.approx(0, abs=0.003)
    # Of two who have both won, who was expected to win less gains more.
    weaker = rated(*seats, scores=(1.0, 1.0, 0.0, 0.0, 0.0), before={"a": Rating(1400)})
    assert weaker["a"] > weaker["b"]


# Partners


def test_two_who_always_play_together_stay_as_uncertain_as_their_difference() -> None:
    """Results tell how strong a pair is: of each of the two half of the variance stays open."""
    known = {(f"{one}{n}", POOL): Rating(1500, 40, 500, "spring") for one in "cd" for n in range(5)}
    pairs, drawn = (Ratings(known, {POOL: ["spring"]}) for _ in range(2))
    even = replace(HAND, lead=0)

    def play(ratings: Ratings, number: int, one: tuple[str, ...], other: tuple[str, ...]) -> None:
        ratings.add(result(one, other, scores=(0.5, 0.5), match=f"{number:03}", scale=even))

    for number in range(300):
        three = ["b", *(f"{name}{number % 5}" for name in "cd")]
        play(pairs, number, ("a", "b"), tuple(three[1:]))
        play(drawn, number, ("a", three.pop(number % 3)), tuple(three))
    floor = START_DEVIATION / sqrt(2)
    assert floor < pairs.of("a", POOL).deviation < 1.06 * floor
    assert pairs.company.meetings["a", "b", POOL].correlation < -0.8
    assert drawn.of("a", POOL).deviation < 0.6 * floor
    # The pair itself is known as well as others, and moves no more than they do.
    surprise = result(("a", "b"), ("c0", "d0"), match="last", scale=HAND)
    assert 0 < pairs.add(surprise)[0].points < 12


def test_who_wins_with_a_partner_of_long_loses_nothing_by_it() -> None:
    before = {"a": Rating(1500, 190), "b": Rating(1500, 40), "c": Rating(), "d": Rating()}
    changes = rate(result(*PAIRS), before, correlations={("a", "b"): -0.99})
    points = {change.person: change.points for change in changes}
    assert points["a"] > 0 and points["b"] == 0
    assert changes[1].after.deviation == 40


@given(st.lists(RATINGS, min_size=4, max_size=4), st.floats(-1, 1), SCORES)
def test_a_correlation_stays_one(
    ratings: list[Rating], correlation: float, scores: tuple[float, float]
) -> None:
    before = dict(zip("abcd", ratings, strict=True))
    known = dict.fromkeys(combinations("abcd", 2), correlation)
    changes = rate(result(*PAIRS, scores=scores), before, correlations=known)
    for one, other in combinations(changes, 2):
        assert LEAST_DEVIATION <= one.after.deviation <= one.before.deviation
        assert -1 < correlation_after(one, other, correlation, 1.0) < 1


def test_a_season_leaves_less_of_what_partners_share() -> None:
    ratings = Ratings()
    for number in range(40):
        ratings.add(result(*PAIRS, match=f"{number:02}", minutes=number))
    spring = ratings.company.meetings["a", "b", POOL].correlation
    left = result(*PAIRS, match="s", season="summer", left=("c",))
    ratings.add(left)  # no game: nothing is learnt by it
    summer = ratings.company.meetings["a", "b", POOL].correlation
    assert spring < summer < 0


# Seasons


def test_seasons_that_go_by_make_a_rating_less_certain() -> None:
    rating = Rating(1650, 45)
    later = [rating.after_seasons(seasons).deviation for seasons in range(12)]
    assert later[0] == 45 and later[1] == 75
    assert later == sorted(later) and later[-1] == START_DEVIATION
    assert rating.after_seasons(3).value == 1650


# What cannot be


@pytest.mark.parametrize(
    ("sides", "scores", "left", "why"),
    [
        ((("a", "b"),), (1.0,), (), "fewer than two sides"),
        ((("a", "b"), ()), (1.0, 0.0), (), "fewer than two sides"),
        ((("a", "b"), ("a", "c")), (1.0, 0.0), (), "a person in two seats"),
        (PAIRS, (1.0,), (), "a score from 0 to 1 for each side"),
        (PAIRS, (1.5, -0.5), (), "a score from 0 to 1 for each side"),
        (PAIRS, (1.0, 0.5), (), "must add up to 1"),
        (PAIRS, (1.0, 0.0), ("z",), "left by somebody who did not play"),
    ],
)
def test_results_that_cannot_be_are_refused(
    sides: tuple[tuple[str, ...], ...], scores: tuple[float, ...], left: tuple[str, ...], why: str
) -> None:
    with pytest.raises(RatingError, match=why):
        result(*sides, scores=scores, left=left)
