"""The pages about ratings say what the data and the simulation say; the bots' ratings too."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.ratings import page
from benchmarks.ratings.declaring import gain, points, text
from benchmarks.ratings.measuring import TABLES
from benchmarks.ratings.model import LEVELS, distribution
from benchmarks.ratings.simulating import Crowd, Played, simulate
from shengji.arena.duel import Duel
from shengji.bots import BOTS
from shengji.ratings import POOLS, Pool, Ratings, bot_rating, hand_scale
from shengji.ratings.bots import FILE
from shengji.rules import Rules, rules_from
from tests.ratings.kit import HAND, result


def test_the_tables_of_what_was_measured_are_fresh() -> None:
    for name, table in page.scale_tables().items():
        assert page.place("ratings scale", name).read() == table, (
            "run `python -m benchmarks.ratings scale`"
        )


@pytest.mark.campaign
def test_the_declared_ratings_are_fresh() -> None:
    assert FILE.read_text(encoding="utf-8") == text(), "run `python -m benchmarks.ratings bots`"
    (table,) = page.bots_tables().values()
    assert page.place("ratings bots", "bots").read() == table, (
        "run `python -m benchmarks.ratings bots`"
    )


def test_the_page_says_what_the_simulation_gives() -> None:
    (game, counted, hands), *_ = page.WAYS
    checks = list(simulate(page.PEOPLE, page.SEED, counted, hands=hands))
    table = page.place("ratings simulate", "simulation").read()
    for row in page.simulation_rows(game, counted, checks):
        assert f"| {' | '.join(row)} |\n" in table, "run `python -m benchmarks.ratings simulate`"


@pytest.mark.parametrize("pool", POOLS)
def test_medium_is_where_new_people_begin(pool: Pool) -> None:
    assert bot_rating("medium", pool) == 1500
    ordered = [bot_rating(name, pool) or 0 for name in ("basic", "medium", "strong", "master")]
    assert ordered == sorted(ordered) and ordered[0] > 0
    assert bot_rating("mystery", pool) is None


def test_random_is_measured_with_two_decks_alone() -> None:
    """Where a pool has no measurement the rating is missing instead of guessed."""
    missing = {(pool, name) for pool in POOLS for name in BOTS if bot_rating(name, pool) is None}
    assert missing == {(pool, "random") for pool in POOLS if pool != "two-decks"}


@pytest.mark.parametrize(
    ("rules", "alone"),
    [
        ({}, False),
        ({"preset": "finding-friends", "players": 5}, False),
        ({"preset": "finding-friends"}, True),
    ],
)
def test_points_are_those_that_give_the_levels(rules: dict[str, object], alone: bool) -> None:
    duel = Duel(rules_from(rules), ("strong", "medium"), alone=alone)
    assert gain(duel, 0) == pytest.approx(0, abs=1e-5)
    assert points(duel, gain(duel, 240)) == pytest.approx(240, abs=0.5)


def test_every_table_is_played_from_a_seed_of_its_own() -> None:
    assert len({table.seed for table in TABLES}) == len(TABLES)


def test_stronger_declarers_get_more_and_chances_are_chances() -> None:
    shares = distribution(np.array([-400.0, -100.0, 0.0, 100.0, 400.0]))
    assert shares.shape == (5, len(LEVELS)) and (shares >= 0).all()
    assert shares.sum(axis=1) == pytest.approx(1)
    means = shares @ LEVELS
    assert (np.diff(means) > 0).all()
    # Among equals it is what was measured, and near equality scores rise as the scale says.
    assert 0.5 + means[2] / 6 == pytest.approx(0.602, abs=0.001)
    assert 0.5 + means[3] / 6 == pytest.approx(1 / (1 + 10 ** (-460 / 2000)), abs=0.002)


def test_the_simulation_rates_as_the_room_does() -> None:
    chance = np.random.default_rng(1)
    crowd, ratings = Crowd(chance.normal(1500, 200, 8)), Ratings()
    for minute in range(30):
        tables = chance.permutation(8).reshape(2, 2, 2)
        scores = chance.integers(0, 7, 2) / 6
        crowd.rate(Played(tables, scores), hand_scale(Rules()))
        for table, score in zip(tables.tolist(), scores.tolist(), strict=True):
            one, other = (tuple(map(str, side)) for side in table)
            ratings.add(result(one, other, scores=(score, 1 - score), minutes=minute, scale=HAND))
    for person in range(8):
        rating = ratings.of(str(person), "two-decks")
        assert rating.value == pytest.approx(crowd.values[person], abs=0.1)
        assert rating.deviation == pytest.approx(crowd.deviations[person], abs=0.1)


def test_more_games_tell_more() -> None:
    few, many = simulate(200, 3, "levels", checks=(5, 40))
    assert many.rank > few.rank > 0
    assert many.error < few.error
    assert many.within > 0.85
