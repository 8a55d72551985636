"""Simulations: reproducible, independent of the number of processes, and right in their figures."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from shengji.arena.clock import merge_clocks, whole
from shengji.arena.games import HandLine
from shengji.arena.plan import Plan, around_the_table, start_of
from shengji.arena.sim import TOGETHER, pieces_of, simulate
from shengji.arena.summary import summary
from shengji.cards import Rank
from shengji.record import read_record, validate
from shengji.rules import Rules

BASIC_RANDOM = around_the_table(["basic", "random"], 4)


def without_cpu(lines: list[HandLine]) -> list[HandLine]:
    for line in lines:
        line.clocks = []
    return lines


def test_the_number_of_processes_does_not_matter() -> None:
    plan = Plan(Rules(), BASIC_RANDOM, 7, seed=5, duplicate=True)
    one, three = (without_cpu(simulate(plan, jobs)) for jobs in (1, 3))
    assert one == three
    assert len(one) == 14
    assert summary(plan, one) == summary(plan, three)


def test_deals_of_quick_bots_are_handed_over_together() -> None:
    """In order, none left out; one by one where a bot thinks, or whole matches are played."""
    quick = pieces_of(Plan(Rules(), BASIC_RANDOM, 1000), 2)
    assert [deal for piece in quick for deal in piece] == list(range(1000))
    assert max(map(len, quick)) == TOGETHER
    assert len(pieces_of(Plan(Rules(), BASIC_RANDOM, 40), 2)) == 20
    for plan in (
        Plan(Rules(), around_the_table(["basic", "strong"], 4), 1000),
        Plan(Rules(), around_the_table(["basic", "exec:club"], 4), 1000),
        Plan(Rules(), BASIC_RANDOM, 1000, matches=True),
    ):
        assert pieces_of(plan, 2) == [range(deal, deal + 1) for deal in range(1000)]


def test_the_seed_matters() -> None:
    first, other = (simulate(Plan(Rules(), BASIC_RANDOM, 3, seed=s)) for s in (1, 2))
    assert without_cpu(first) != without_cpu(other)


def test_hands_go_around() -> None:
    plan = Plan(Rules(first_level=Rank.TEN), BASIC_RANDOM, 40)
    starts = [start_of(plan, number) for number in range(plan.number)]
    assert Counter(start.dealer for start in starts) == {0: 10, 1: 10, 2: 10, 3: 10}
    assert {start.rank for start in starts} == {Rank("10"), *map(Rank, "JQKA")}
    both = Counter((start.dealer, start.rank) for start in starts)
    assert set(both.values()) == {2}


def test_lines_tell_what_was_planned() -> None:
    plan = Plan(Rules(), BASIC_RANDOM, 6, seed=2, duplicate=True)
    for line in simulate(plan):
        start = start_of(plan, line.deal)
        assert (line.dealer, line.rank) == (start.dealer, start.rank)
        assert line.seats == plan.seats(line.rotation)
        assert whole(merge_clocks(line.clocks)).number > 25
        assert all(a >= b for a, b in zip(line.throws, line.failed, strict=True))


def test_basic_beats_random_on_duplicate_deals() -> None:
    plan = Plan(Rules(), BASIC_RANDOM, 60, seed=1, duplicate=True)
    found = summary(plan, simulate(plan))
    basic = found["bots"]["basic"]  # type: ignore[index]
    assert basic["win_rate"] > 0.9
    assert basic["failed_throws"] == 0
    assert basic["hands"] == 120 == basic["wins"] + found["bots"]["random"]["wins"]  # type: ignore[index]
    assert found["duplicate"]["levels"]["interval"][0] > 0  # type: ignore[index]


def test_a_bot_on_both_sides_wins_half() -> None:
    plan = Plan(Rules(), ("basic",) * 4, 4, duplicate=True)
    found = summary(plan, simulate(plan))
    assert found["bots"]["basic"]["win_rate"] == 0.5  # type: ignore[index]
    # The bot does not use chance, so that both games of a deal are the same.
    assert found["duplicate"]["win_rate"]["mean"] == 0.5  # type: ignore[index]
    assert found["duplicate"]["levels"]["mean"] == 0  # type: ignore[index]


@pytest.mark.parametrize("matches", [False, True])
def test_records_are_valid(tmp_path: Path, matches: bool) -> None:
    rules = Rules(first_level=Rank.KING)
    plan = Plan(rules, BASIC_RANDOM, 2, seed=3, matches=matches, record=str(tmp_path))
    lines = simulate(plan)
    files = sorted(tmp_path.iterdir())
    assert len(files) == 2
    for number, file in enumerate(files):
        assert validate(file).ok
        match = read_record(file).match
        assert match.hands == sum(line.deal == number for line in lines)
        assert (match.winners is not None) >= matches


def test_matches() -> None:
    plan = Plan(Rules(first_level=Rank.KING), BASIC_RANDOM, 3, seed=3, matches=True, duplicate=True)
    lines = simulate(plan)
    found = summary(plan, lines)["matches"]
    assert found["played"] == 6  # type: ignore[index]
    assert found["wins"] == [6, 0]  # type: ignore[index]
    assert sum(1 for line in lines if line.match_winners) == 6
