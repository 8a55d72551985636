"""The table of a season: each rule against a naive computation, and ranges of places."""

from __future__ import annotations

from random import Random
from typing import get_args

import pytest

from shengji.nights.season import (
    MemberNight,
    SeasonBy,
    SeasonRuling,
    SeasonStanding,
    place_ranges,
    season_standings,
)
from shengji.nights.standings import NightStanding


def row(member: str, night: str, score: int, **more: int) -> MemberNight:
    given = {"rounds": 2, "hands": 4, "won": 2, "matches": 0, "penalty": 0, **more}
    nights = int(given["hands"] > 0)
    found = NightStanding(
        place=1,
        person=member,
        name=member.upper(),
        account=member,
        team="",
        nights=nights,
        levels=score + given["penalty"],
        score=score,
        final=None,
        rating=1.5,
        **given,
    )
    return MemberNight(member, night, found)


def table(*rows: MemberNight, by: SeasonBy = "sum", best: int = 2, least: int = 1) -> list[str]:
    """The lines of a table, each as `place name value`."""
    ratings = {"a": 1600.0, "b": 1500.0}
    lines = season_standings(rows, SeasonRuling(by, best, least, ratings))
    return [f"{line.place} {line.name} {line.value:g}" for line in lines if line.value is not None]


def some_season(random: Random) -> list[MemberNight]:
    """Rows of a season, some people twice in a night, some with a penalty only."""
    rows = []
    for night in range(random.randint(1, 8)):
        for member in random.sample("abcdefgh", random.randint(0, 8)):
            for _ in range(random.choice((1, 1, 1, 2))):
                more = {
                    "hands": random.choice((0, 3, 4)),
                    "won": random.randint(0, 2),
                    "matches": random.randint(0, 1),
                    "penalty": random.choice((0, 0, 1)),
                }
                rows.append(row(member, f"n{night}", random.randint(-4, 4), **more))
    return rows


def naive_value(by: str, best: int, ratings: dict[str, float], own: list[MemberNight]) -> float:
    nights = sorted({at.night for at in own})
    scores = [sum(at.row.score for at in own if at.night == night) for night in nights]
    if by == "sum":
        return sum(scores)
    if by == "best":
        while len(scores) > best:
            scores.remove(min(scores))
        return sum(scores)
    if by == "mean":
        return sum(scores) / len({at.night for at in own if at.row.hands > 0})
    return ratings[own[0].member]


@pytest.mark.parametrize("by", get_args(SeasonBy))
def test_each_rule_agrees_with_a_naive_computation(by: SeasonBy) -> None:
    random = Random(7)
    for _ in range(150):
        rows, best, least = some_season(random), random.randint(1, 5), random.randint(1, 4)
        ratings = {member: 1400.0 + 10 * random.randint(0, 9) for member in "abcdef"}
        found = season_standings(rows, SeasonRuling(by, best, least, ratings))
        counted = [at for at in rows if at.row.hands or at.row.penalty]
        assert sorted(line.person for line in found) == sorted({at.member for at in counted})
        keys: dict[str, tuple[float, int, int, int]] = {}
        for line in found:
            own = [at for at in counted if at.member == line.person]
            nights = {at.night for at in own if at.row.hands}
            assert line.nights == len(nights)
            assert line.missing == max(0, least - len(nights))
            has = line.missing == 0 and (by != "rating" or line.person in ratings)
            assert (line.place is not None) == has
            if has:
                value = naive_value(by, best, ratings, own)
                assert line.value == pytest.approx(value, abs=0.006)
                won, matches = (sum(getattr(at.row, n) for at in own) for n in ("won", "matches"))
                penalty = sum(at.row.penalty for at in own)
                keys[line.person] = (value, matches, won, -penalty)
        for line in found:
            if line.place is not None:
                ahead = [key for key in keys.values() if key > keys[line.person]]
                assert line.place == 1 + len(ahead)
        placed: list[SeasonStanding] = [line for line in found if line.place is not None]
        assert list(found[: len(placed)]) == sorted(placed, key=lambda line: line.place or 0)


def test_the_best_nights_count_and_their_number_is_said() -> None:
    rows = [row("a", f"n{at}", score) for at, score in enumerate((5, -3, 4))]
    rows += [row("b", "n0", 8)]
    assert table(*rows, by="best") == ["1 A 9", "2 B 8"]
    assert table(*rows, by="mean") == ["1 B 8", "2 A 2"]
    assert table(*rows, by="rating") == ["1 A 1600", "2 B 1500"]
    first, other = season_standings(rows, SeasonRuling("best", 2, 3, {}))
    assert (first.counts, first.nights, first.score, first.rating) == (2, 3, 6, 4.5)
    assert (other.place, other.missing) == (None, 2)


def test_one_night_under_two_ids_is_one_night() -> None:
    rows = [row("a", "n0", 2), row("a", "n0", 1), row("b", "n0", 2)]
    (line, _) = season_standings(rows, SeasonRuling("mean", 8, 1, {}))
    assert (line.person, line.nights, line.value) == ("a", 1, 3)


def test_ranges_of_places_say_who_is_not_told_apart() -> None:
    random = Random(3)
    for _ in range(100):
        lows = [random.randint(0, 20) for _ in range(random.randint(0, 9))]
        found = [(float(low), float(low + random.randint(0, 9))) for low in lows]
        assert place_ranges(found) == [
            (
                1 + sum(other[0] > own[1] for other in found),
                len(found) - sum(other[1] < own[0] for other in found),
            )
            for own in found
        ]
