"""People who can only play with real cards sit where there are some; repeats stay the fewest."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shengji.nights import (
    Draw,
    DrawError,
    Meetings,
    RoundSeats,
    Table,
    Wishes,
    draw_round,
    meetings_of,
)
from tests.cases import cases
from tests.nights.test_draw import NAMES, all_fours, cost_of, seatings
from tests.seeds import examples


def tied_tables(tables: list[Table], cards: set[str]) -> int:
    """At how many tables somebody sits who can only play with real cards."""
    return sum(bool(cards & set(table.seats)) for table in tables)


def fewest(people: Sequence[str], met: Meetings, cards: set[str], tables: int) -> int | None:
    """The fewest repeats of all draws in which these sit at so many tables; `None`: there is none.

    At each table those are partners who make the fewest there.
    """
    if tables < 0 or not people:
        return None if tables < 0 else 0
    found = []
    for three in combinations(people[1:], 3):
        four = (people[0], *three)
        rest = [one for one in people if one not in four]
        after = fewest(rest, met, cards, tables - bool(cards & set(four)))
        if after is not None:
            found.append(after + min(cost_of(seated, met) for seated in all_fours(four)))
    return min(found, default=None)


@settings(deadline=None, max_examples=examples(25))
@given(st.lists(seatings(NAMES[:8]), max_size=5), st.integers(1, 4), st.integers(0, 9))
def test_repeats_are_as_few_as_in_the_best_of_all_such_draws_of_eight(
    earlier: list[RoundSeats], tied: int, seed: int
) -> None:
    met, cards = meetings_of(earlier), set(NAMES[:tied])
    wishes = Wishes(cards=1)
    drawn = draw_round(NAMES[:8], seed=seed, met=met, wishes=wishes, cards=cards)
    assert tied_tables(list(drawn.seating.tables), cards) == 1
    assert drawn.repeats == drawn.bound == fewest(NAMES[:8], met, cards, 1)


@settings(deadline=None, max_examples=examples(4))
@given(st.lists(seatings(NAMES[:12]), min_size=6, max_size=8), st.integers(1, 8), st.integers(0, 9))
def test_repeats_are_as_few_as_in_the_best_of_all_such_draws_of_twelve(
    earlier: list[RoundSeats], tied: int, seed: int
) -> None:
    met, cards = meetings_of(earlier), set(NAMES[:tied])
    tables = 1 if tied <= 4 else 2
    wishes = Wishes(cards=tables)
    drawn = draw_round(NAMES[:12], seed=seed, met=met, wishes=wishes, cards=cards)
    assert tied_tables(list(drawn.seating.tables), cards) <= tables
    assert drawn.repeats == drawn.bound == fewest(NAMES[:12], met, cards, tables)


@pytest.mark.parametrize("people", cases([21, 34, 61, 100], 21, 61))
@pytest.mark.parametrize("remainder", ["sit-out", "either"])
def test_it_holds_for_many_people_with_pairs_and_larger_tables(people: int, remainder: str) -> None:
    chance, here = Random(people), NAMES[:people]
    pairs = [(here[2 * at], here[2 * at + 1]) for at in range(people // 8)]
    cards = set(chance.sample(here, people // 3))
    # A pair of which one has no phone is at real cards together.
    tied = {one for two in pairs for one in two if cards & set(two)} | cards
    tables = -(-len(tied) // 4) + 1
    done: list[Draw] = []
    for seed in range(3):
        met = meetings_of(one.seating for one in done)
        wishes = Wishes(remainder=remainder, cards=tables)  # type: ignore[arg-type]
        drawn = draw_round(here, seed=seed, met=met, pairs=pairs, wishes=wishes, cards=cards)
        assert sorted(drawn.seating.people) == here
        assert tied_tables(list(drawn.seating.tables), cards) <= tables
        assert drawn.gap >= 0
        done.append(drawn)
    assert (done[0].repeats, done[0].bound) == (0, 0)


def test_the_same_seed_draws_the_same() -> None:
    met = meetings_of([draw_round(NAMES[:34], seed=1).seating])
    one, other = (
        draw_round(people, seed=2, met=met, wishes=Wishes(cards=4), cards=cards)
        for people, cards in ((NAMES[:34], NAMES[:12]), (NAMES[33::-1], set(NAMES[11::-1])))
    )
    assert one == other


def test_where_everybody_can_play_anywhere_nothing_changes() -> None:
    for seed in range(5):
        plain = draw_round(NAMES[:18], seed=seed)
        for cards, tables in (((), 1), (NAMES[:9], None), (("nobody",), 0)):
            wishes = Wishes(cards=tables)
            assert draw_round(NAMES[:18], seed=seed, wishes=wishes, cards=cards) == plain


def test_more_of_them_than_seats_is_refused_with_what_to_do() -> None:
    for cards, tables, code in ((5, 1, "no-cards"), (1, 0, "no-card-tables"), (9, 2, "no-cards")):
        wishes = Wishes(cards=tables)
        with pytest.raises(DrawError) as error:
            draw_round(NAMES[:12], seed=1, wishes=wishes, cards=NAMES[:cards])
        assert (error.value.code, error.value.params["people"]) == (code, cards)
        assert error.value.params["room"] == 4 * tables
        assert error.value.sentence("en") != error.value.sentence("zh")
    # Partners take seats, too.
    pairs = [(NAMES[at], NAMES[at + 6]) for at in range(3)]
    wishes = Wishes(cards=1)
    with pytest.raises(DrawError) as error:
        draw_round(NAMES[:12], seed=1, pairs=pairs, wishes=wishes, cards=NAMES[:3])
    assert error.value.code == "no-cards"
    assert draw_round(NAMES[:12], seed=1, wishes=wishes, cards=NAMES[:3]).gap == 0


def test_who_sits_out_anyway_is_one_of_those_for_whom_there_is_no_seat() -> None:
    """Nine people, five of whom cannot play by phone, and one table with real cards."""
    out: list[str] = []
    done: list[Draw] = []
    for seed in range(6):
        met = meetings_of(one.seating for one in done)
        wishes = Wishes(cards=1)
        drawn = draw_round(NAMES[:9], seed=seed, met=met, wishes=wishes, cards=NAMES[:5])
        assert tied_tables(list(drawn.seating.tables), set(NAMES[:5])) == 1
        out += drawn.seating.out
        done.append(drawn)
    assert sorted(out[:5]) == NAMES[:5], "they take turns"
    assert [drawn.cost.unfair_out for drawn in done] == [0] * 5 + [1]


def test_a_larger_table_has_room_for_more_of_them() -> None:
    wishes = Wishes(remainder="larger-tables", larger={6: "friends"}, cards=1)
    drawn = draw_round(NAMES[:10], seed=1, wishes=wishes, cards=NAMES[:6])
    (six,) = [table for table in drawn.seating.tables if table.larger]
    assert sorted(six.seats) == NAMES[:6]
