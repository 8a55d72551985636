"""The draw of a round (Z16 §3), compared with all draws where there are few people."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shengji.nights import (
    Draw,
    DrawError,
    Meetings,
    RoundSeats,
    Table,
    Weights,
    Wishes,
    draw_round,
    meetings_of,
)
from shengji.nights.meetings import pair_of
from shengji.words import texts
from tests.seeds import examples

NAMES = [f"p{index:03}" for index in range(120)]


def night(people: int, rounds: int, seed: int = 0, **given: object) -> list[Draw]:
    """The rounds of a night at which all are there from the beginning to the end."""
    drawn: list[Draw] = []
    for number in range(rounds):
        met = meetings_of(one.seating for one in drawn)
        drawn.append(draw_round(NAMES[:people], seed=seed + number, met=met, **given))  # type: ignore[arg-type]
    return drawn


def all_fours(people: Sequence[str]) -> Iterator[list[Table]]:
    """All ways to seat people at tables of four."""
    if not people:
        yield []
        return
    first = people[0]
    for three in combinations(people[1:], 3):
        rest = [one for one in people if one not in (first, *three)]
        for partner in three:
            a, b = (one for one in three if one != partner)
            for others in all_fours(rest):
                yield [Table((first, a, partner, b)), *others]


def cost_of(tables: Sequence[Table], met: Meetings) -> int:
    again = sum(met.partnered.get(two, 0) for table in tables for two in table.partners)
    against = sum(met.opposed.get(two, 0) for table in tables for two in table.opponents)
    return 4 * again + against


@st.composite
def seatings(draw: st.DrawFn, people: Sequence[str]) -> RoundSeats:
    order = draw(st.permutations(people))
    seated = len(order) - len(order) % 4
    tables = tuple(Table(tuple(order[i : i + 4])) for i in range(0, seated, 4))
    return RoundSeats(tables, tuple(order[seated:]))


@st.composite
def evenings(draw: st.DrawFn) -> tuple[list[str], list[tuple[str, str]], Meetings]:
    """Some people, with fixed pairs, after some rounds of which not all were drawn well."""
    people = NAMES[: draw(st.integers(4, 17))]
    pairs = draw(st.integers(0, len(people) // 2))
    fixed = [(people[2 * i], people[2 * i + 1]) for i in range(pairs)]
    earlier = draw(st.lists(seatings(people), max_size=5))
    return people, fixed, meetings_of(earlier)


@settings(deadline=None, max_examples=examples(40))
@given(evenings(), st.sampled_from(["sit-out", "either"]), st.integers(0, 9))
def test_everybody_is_somewhere_once_and_pairs_are_together(
    evening: tuple[list[str], list[tuple[str, str]], Meetings], remainder: str, seed: int
) -> None:
    people, pairs, met = evening
    wishes = Wishes(remainder=remainder)  # type: ignore[arg-type]
    drawn = draw_round(people, seed=seed, met=met, pairs=pairs, wishes=wishes)
    assert sorted(drawn.seating.people) == people
    for one, other in pairs:
        out = {one, other} & set(drawn.seating.out)
        tables = [table for table in drawn.seating.tables if one in table.seats]
        if out:
            assert out == {one, other}
        elif tables[0].sort == "friends":
            assert other in tables[0].seats
        else:
            assert pair_of(one, other) in tables[0].partners
    assert drawn.gap >= 0
    assert drawn.repeats == 4 * drawn.cost.partners + drawn.cost.opponents


@settings(deadline=None, max_examples=examples(30))
@given(evenings(), st.integers(0, 9))
def test_who_sits_out_has_done_so_least(
    evening: tuple[list[str], list[tuple[str, str]], Meetings], seed: int
) -> None:
    people, _, met = evening
    drawn = draw_round(people, seed=seed, met=met)
    assert len(drawn.seating.out) == len(people) % 4
    out = [met.sat_out.get(one, 0) for one in drawn.seating.out]
    seated = [met.sat_out.get(one, 0) for table in drawn.seating.tables for one in table.seats]
    assert not out or max(out) <= min(seated)
    assert drawn.cost.unfair_out == 0


@settings(deadline=None, max_examples=examples(25))
@given(st.lists(seatings(NAMES[:8]), max_size=5), st.integers(0, 9))
def test_repeats_are_as_few_as_in_the_best_of_all_draws_of_eight(
    earlier: list[RoundSeats], seed: int
) -> None:
    met = meetings_of(earlier)
    drawn = draw_round(NAMES[:8], seed=seed, met=met)
    least = min(cost_of(tables, met) for tables in all_fours(NAMES[:8]))
    assert (drawn.repeats, drawn.bound) == (least, least)


def test_nobody_sits_out_twice_before_everybody_has_once() -> None:
    rounds = night(7, 7)
    met = meetings_of(one.seating for one in rounds)
    assert met.sat_out == dict.fromkeys(NAMES[:7], 3)
    for number in range(1, 8):
        times = meetings_of(one.seating for one in rounds[:number]).sat_out
        assert max(times.values()) - min(times.get(one, 0) for one in NAMES[:7]) <= 1


def test_nobody_sits_out_in_two_rounds_running_if_avoidable() -> None:
    rounds = night(6, 9)
    assert [one.cost.again_out for one in rounds] == [0] * 9


def test_of_five_in_three_rounds_all_meet_new_partners() -> None:
    rounds = night(5, 5)
    assert [one.cost.partners for one in rounds] == [0] * 5
    assert sorted(out for one in rounds for out in one.seating.out) == NAMES[:5]


def test_sixteen_play_five_rounds_without_any_repeat() -> None:
    """Five rounds use ten opponents of each, of fifteen; a sixth may be too many, and says so."""
    rounds = night(16, 8)
    assert [one.repeats for one in rounds[:4]] == [0] * 4
    assert [one.gap for one in rounds] == [0] * 8


def test_the_same_seed_draws_the_same_in_any_order_and_process() -> None:
    met = meetings_of(one.seating for one in night(13, 3))
    first = draw_round(NAMES[:13], seed=7, met=met)
    assert draw_round(NAMES[12::-1], seed=7, met=met) == first
    others = {draw_round(NAMES[:13], seed=seed).seating for seed in range(5)}
    assert len(others) == 5
    script = (
        "from shengji.nights import draw_round\n"
        "print(draw_round([f'p{i:03}' for i in range(13)], seed=7))"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout == f"{draw_round(NAMES[:13], seed=7)}\n"


def test_a_tenth_round_of_a_hundred_and_twenty_has_no_repeats() -> None:
    """Rounds that were given, not drawn: everybody has met 27 of the others."""
    earlier = []
    for step in range(9):
        order = sorted(range(120), key=lambda one: (one * (7 + 4 * step) % 121, one))
        tables = tuple(
            Table(tuple(NAMES[one] for one in order[i : i + 4])) for i in range(0, 120, 4)
        )
        earlier.append(RoundSeats(tables))
    drawn = draw_round(NAMES, seed=1, met=meetings_of(earlier))
    assert (drawn.repeats, drawn.bound) == (0, 0)
    assert drawn.cost.partners == drawn.cost.opponents == 0


def test_late_arrivals_and_leavers_are_there_or_not() -> None:
    met = meetings_of([draw_round(NAMES[:12], seed=1).seating])
    drawn = draw_round([*NAMES[2:12], "late", "later"], seed=2, met=met)
    assert {"late", "later"} <= set(drawn.seating.people)
    assert NAMES[0] not in drawn.seating.people
    assert drawn.gap == 0


# Larger tables


def test_ten_play_at_a_four_and_a_six_or_at_two_fives() -> None:
    larger = Wishes(remainder="larger-tables")
    (six,) = [t for t in draw_round(NAMES[:10], seed=1, wishes=larger).seating.tables if t.larger]
    assert (len(six.seats), six.sort) == (6, "teams")
    fives = Wishes(remainder="larger-tables", larger={5: "friends"})
    tables = draw_round(NAMES[:10], seed=1, wishes=fives).seating.tables
    assert [(len(table.seats), table.sort) for table in tables] == [(5, "friends")] * 2


def test_all_play_at_a_larger_table_once_before_anybody_does_twice() -> None:
    rounds = night(9, 9, wishes=Wishes(remainder="larger-tables"))
    for number in range(1, 10):
        times = meetings_of(one.seating for one in rounds[:number]).larger
        assert max(times.values()) - min(times.get(one, 0) for one in NAMES[:9]) <= 1
    assert [one.gap for one in rounds] == [0] * 9


def test_two_pairs_of_a_six_in_teams_are_in_a_team_each_or_together() -> None:
    pairs = [(NAMES[0], NAMES[1]), (NAMES[2], NAMES[3])]
    wishes = Wishes(remainder="larger-tables")
    (table,) = draw_round(NAMES[:6], seed=1, pairs=pairs, wishes=wishes).seating.tables
    assert set(pairs) <= set(table.partners)


def test_seven_with_either_play_at_a_six_and_one_sits_out() -> None:
    drawn = draw_round(NAMES[:7], seed=1, wishes=Wishes(remainder="either"))
    assert [len(table.seats) for table in drawn.seating.tables] == [6]
    assert len(drawn.seating.out) == 1


def test_few_tables_let_more_sit_out_in_turn() -> None:
    rounds = night(20, 5, wishes=Wishes(tables=2))
    assert [len(one.seating.out) for one in rounds] == [12] * 5
    assert meetings_of(one.seating for one in rounds).sat_out == dict.fromkeys(NAMES[:20], 3)


# Standings


def test_neighbours_in_the_standings_meet_at_the_first_table() -> None:
    places = {one: place for place, one in enumerate(NAMES[:16], 1)}
    drawn = draw_round(NAMES[:16], seed=1, places=places)
    tables = [sorted(table.seats) for table in drawn.seating.tables]
    assert tables == [NAMES[i : i + 4] for i in range(0, 16, 4)]
    assert (drawn.cost.spread, drawn.spread_bound) == (12, 12)


def test_standings_never_cost_a_repeat_unless_they_are_given_weight() -> None:
    places = {one: place for place, one in enumerate(NAMES[:16], 1)}
    met = meetings_of([draw_round(NAMES[:16], seed=1, places=places).seating])
    drawn = draw_round(NAMES[:16], seed=2, met=met, places=places)
    assert drawn.repeats == 0
    assert drawn.cost.spread >= drawn.spread_bound > 12
    heavy = Wishes(weights=Weights(places=100))
    close = draw_round(NAMES[:16], seed=2, met=met, places=places, wishes=heavy)
    assert (close.cost.spread, close.cost.opponents, close.cost.partners) == (12, 8, 0)
    assert close.gap == 0


def test_who_has_no_place_comes_last() -> None:
    places = {one: place for place, one in enumerate(NAMES[1:8], 1)}
    drawn = draw_round(NAMES[:8], seed=1, places=places)
    assert sorted(drawn.seating.tables[0].seats) == NAMES[1:5]


# What cannot be


@pytest.mark.parametrize(
    ("people", "given", "code", "said"),
    [
        (3, {}, "too-few", "Wait for 1 more"),
        (3, {"pairs": [("p000", "p001")]}, "too-few", "3 people are here, and a table needs 4"),
        (8, {"pairs": [("p000", "p099")]}, "absent-partner", "check p099 in"),
        (8, {"pairs": [("p000", "p000")]}, "own-partner", "A pair is two people"),
        (8, {"pairs": [("p000", "p001"), ("p001", "p002")]}, "two-partners", "p001 is in two"),
        (8, {"wishes": Wishes(tables=0)}, "no-table", "Allow at least one"),
        (8, {"wishes": Wishes(larger={7: "friends"})}, "no-larger", "5 or 6"),
        (
            7,
            {"wishes": Wishes(remainder="larger-tables")},
            "no-division",
            "cannot be divided into tables of 4, 5, 6 without somebody sitting out. Let 1 ",
        ),
        (
            25,
            {"wishes": Wishes(remainder="larger-tables", tables=4)},
            "no-room",
            "25 people are here, 4 tables have 24 seats",
        ),
        (
            6,
            {
                "pairs": [("p000", "p001"), ("p002", "p003"), ("p004", "p005")],
                "wishes": Wishes(remainder="larger-tables"),
            },
            "pairs-in-the-way",
            "not with 3 pairs",
        ),
    ],
)
def test_what_cannot_be_drawn_says_why_and_what_to_do(
    people: int, given: dict[str, object], code: str, said: str
) -> None:
    with pytest.raises(DrawError) as caught:
        draw_round(NAMES[:people], seed=1, **given)  # type: ignore[arg-type]
    assert caught.value.code == code
    assert said in str(caught.value)
    chinese = caught.value.sentence("zh")
    form = re.sub(r"\\{\w+\\}", ".+", re.escape(texts("draw")[code].zh))
    assert re.fullmatch(form, chinese)
    assert not set("{}<>") & set(chinese) and ", " not in chinese


def test_who_is_here_twice_is_named() -> None:
    with pytest.raises(DrawError, match="p002 is on the list twice"):
        draw_round([*NAMES[:8], "p002"], seed=1)


def test_every_reason_can_be_met() -> None:
    codes = {"too-few", "absent-partner", "own-partner", "two-partners", "no-table", "no-larger"}
    codes |= {"apart-partners", "stays-online", "limits-in-the-way", "final-limits", "final-stays"}
    codes |= {"no-division", "no-room", "pairs-in-the-way", "twice", "no-cards", "no-card-tables"}
    assert set(texts("draw")) == codes


def test_drawing_writes_nothing() -> None:
    script = "from shengji.nights import draw_round; draw_round([*'abcdefghi'], seed=1)"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert (ran.stdout, ran.stderr) == ("", "")
