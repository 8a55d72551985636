"""Meetings of people, from the rounds as they were played."""

from __future__ import annotations

import pytest

from shengji.nights import MeetingsError, RoundSeats, Table, meetings_of
from shengji.nights.meetings import pair_of


def test_partners_sit_opposite() -> None:
    table = Table(("a", "b", "c", "d"))
    assert sorted(table.partners) == [("a", "c"), ("b", "d")]
    assert sorted(table.opponents) == [("a", "b"), ("a", "d"), ("b", "c"), ("c", "d")]


def test_teams_of_three_sit_alternately() -> None:
    table = Table(("a", "x", "b", "y", "c", "z"))
    assert sorted(table.partners) == [
        ("a", "b"),
        ("a", "c"),
        ("b", "c"),
        ("x", "y"),
        ("x", "z"),
        ("y", "z"),
    ]
    assert len(list(table.opponents)) == 9


def test_friends_all_meet_as_opponents() -> None:
    table = Table(("a", "b", "c", "d", "e"), "friends")
    assert not list(table.partners)
    assert len(set(table.opponents)) == 10


def test_rounds_add_up() -> None:
    rounds = [
        RoundSeats((Table(("a", "b", "c", "d")),), ("e",)),
        RoundSeats((Table(("e", "c", "b", "a", "d"), "friends"),)),
        RoundSeats((Table(("c", "e", "a", "b")),), ("d",)),
    ]
    met = meetings_of(rounds)
    assert met.partnered == {("a", "c"): 2, ("b", "d"): 1, ("b", "e"): 1}
    assert met.opposed[pair_of("c", "b")] == 3
    assert met.sat_out == {"e": 1, "d": 1}
    assert met.larger == dict.fromkeys("abcde", 1)
    assert met.out_last == {"d"}


def test_nobody_is_in_two_places() -> None:
    with pytest.raises(MeetingsError, match="a cannot be in two places"):
        RoundSeats((Table(("a", "b", "c", "d")),), ("a",))
