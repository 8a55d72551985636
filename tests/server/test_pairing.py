"""Parties for rated games: who is seated together."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from shengji.server.pairing.parties import NEAR, WIDENING, Party, grouped, seating


def _alone(name: str, rating: float, since: float = 0.0) -> Party:
    return Party((name,), rating, since)


def test_four_of_about_the_same_rating_are_seated_at_once() -> None:
    waiting = [_alone(name, 1500 + 30 * at) for at, name in enumerate("ABCD")]
    (group,) = grouped(waiting, 4, now=0.0)
    assert {party.people[0] for party in group} == set("ABCD")


def test_what_is_too_far_is_accepted_after_a_while() -> None:
    waiting = [_alone(name, 1500) for name in "ABC"] + [_alone("D", 1500 + NEAR + 50, since=10.0)]
    assert grouped(waiting, 4, now=0.0) == []
    # Both sides must accept: the others have waited for longer, but the last one has not.
    assert grouped(waiting, 4, now=10.0 + 49 / WIDENING) == []
    assert len(grouped(waiting, 4, now=10.0 + 50 / WIDENING)) == 1


def test_the_nearest_are_taken_around_who_waits_longest() -> None:
    first = _alone("first", 1500, since=0.0)
    near = [_alone(f"near{at}", 1500 + at, since=5.0) for at in range(3)]
    far = [_alone(f"far{at}", 1420 - at, since=1.0) for at in range(3)]
    (group,) = grouped([*far, *near, first], 4, now=6.0)
    assert set(group) == {first, *near}


def test_partners_stay_partners() -> None:
    pair = Party(("A", "B"), 1500, 0.0)
    (group,) = grouped([pair, _alone("C", 1560), _alone("D", 1470)], 4, now=0.0)
    seats = seating(group)
    assert abs(seats.index("A") - seats.index("B")) == 2
    other = Party(("C", "D"), 1510, 1.0)
    ((first, second),) = grouped([pair, other], 4, now=1.0)
    seats = seating((first, second))
    assert abs(seats.index("C") - seats.index("D")) == 2


def test_six_make_two_teams_in_which_partners_stay_together() -> None:
    three = Party(("A", "B", "C"), 1500, 0.0)
    two = Party(("D", "E"), 1530, 1.0)
    (group,) = grouped([three, two, _alone("F", 1540)], 6, now=1.0)
    assert set(seating(group)[::2]) == {"A", "B", "C"}
    # With a pair in each team, of single people the strongest goes with the weaker pair.
    pairs = Party(("A", "B"), 1500, 0.0), Party(("C", "D"), 1520, 0.0)
    seats = seating((*pairs, _alone("E", 1490), _alone("F", 1540)))
    assert (set(seats[::2]), set(seats[1::2])) == ({"A", "B", "F"}, {"C", "D", "E"})


def test_three_pairs_are_not_seated_since_one_would_be_parted() -> None:
    pairs = [Party((f"{name}1", f"{name}2"), 1500, 0.0) for name in "ABC"]
    assert grouped(pairs, 6, now=0.0) == []
    (group,) = grouped([*pairs, _alone("D", 1500), _alone("E", 1500)], 6, now=0.0)
    assert sorted(len(party.people) for party in group) == [1, 1, 2, 2]


_PARTIES = st.lists(
    st.tuples(st.integers(1, 3), st.integers(800, 2200), st.integers(0, 60)), max_size=16
)


@given(_PARTIES, st.sampled_from((4, 6, 5)), st.integers(0, 100))
def test_whoever_is_seated_is_near_enough_and_seated_once(
    given_parties: list[tuple[int, int, int]], players: int, now: int
) -> None:
    waiting = [
        Party(tuple(f"{at}-{which}" for which in range(size)), float(rating), float(since))
        for at, (size, rating, since) in enumerate(given_parties)
    ]
    groups = grouped(waiting, players, float(now))
    seated = [party for group in groups for party in group]
    assert len(seated) == len(set(seated))
    for group in groups:
        assert sum(len(party.people) for party in group) == players
        for one, other in combinations(group, 2):
            apart = abs(one.rating - other.rating)
            assert apart <= min(one.reach(now), other.reach(now))
        if players != 5:
            seats = seating(group)
            assert sorted(seats) == sorted(person for party in group for person in party.people)
            for party in group:
                assert len({seats.index(person) % 2 for person in party.people}) == 1


@given(st.lists(st.integers(1000, 2000), min_size=4, max_size=4))
def test_of_single_people_no_other_teams_are_more_even(ratings: list[int]) -> None:
    group = tuple(_alone(str(at), float(rating)) for at, rating in enumerate(ratings))
    seats = seating(group)
    worth = {str(at): rating for at, rating in enumerate(ratings)}
    total = sum(ratings)
    found = abs(total - 2 * (worth[seats[0]] + worth[seats[2]]))
    assert found == min(abs(total - 2 * (worth["0"] + worth[other])) for other in "123")
