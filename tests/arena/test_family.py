"""Simulations of every system: played to the end, recorded, and told by role where teams change."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from shengji.arena.games import HandLine
from shengji.arena.plan import Plan, around_the_table, start_of
from shengji.arena.sim import simulate
from shengji.arena.summary import summary
from shengji.cards import Rank
from shengji.record import read_record, validate
from shengji.rules import PRESETS, Rules, rules_from

FRIENDS = rules_from({"preset": "finding-friends", "players": 5, "kitty": 48})
OTHERS: dict[str, dict[str, object]] = {
    "own ranks": {"later_dealer": "draw", "kitty": 60},
    "land": {"land": True, "players": 6, "redeal_points": 20},
    "twelve friends": {"preset": "finding-friends", "players": 12, "land": True},
    "dealt again": {"decks": 1, "no_bid": "first-card", "no_bid_joker": "deal-again"},
    "hooked": {"hooks": ["J", "Q", "A"], "first_level": "10", "after_last_level": "wrap"},
}


def plan_of(rules: Rules, number: int, *names: str, **options: Any) -> Plan:
    return Plan(rules, around_the_table(names or ("random",), rules.players), number, **options)


@pytest.mark.parametrize("rules", [*PRESETS, *OTHERS])
def test_every_system_is_played(tmp_path: Path, rules: str) -> None:
    chosen = rules_from(OTHERS.get(rules, rules))
    plan = plan_of(chosen, 3, seed=4, record=str(tmp_path))
    lines = simulate(plan)
    assert len(lines) == 3
    assert summary(plan, lines)["hands"] == 3
    for line in lines:
        assert sum(line.tricks) > 0
        assert line.dealer in line.declarers
        assert 1 <= len(line.declarers) <= chosen.declarer_count
    for file in tmp_path.iterdir():
        assert validate(file).ok


def test_levels_of_single_hands_go_through_all_that_can_be_reached() -> None:
    """A hook takes the Declarers below the first level."""
    plan = plan_of(rules_from(OTHERS["hooked"]), 4 * 13)
    starts = [start_of(plan, number) for number in range(plan.number)]
    assert set(Counter((start.rank, start.dealer) for start in starts).values()) == {1}
    assert len({start.rank for start in starts}) == 13


def test_the_draw_decides_who_deals_where_it_does() -> None:
    plan = plan_of(rules_from(OTHERS["own ranks"]), 12)
    assert {start_of(plan, number).dealer for number in range(12)} == {None}
    assert len({line.dealer for line in simulate(plan)}) > 1


def test_where_a_match_is_a_single_hand_it_is_the_first() -> None:
    plan = plan_of(rules_from("botzone"), 12, "basic")
    assert {start_of(plan, number).dealer for number in range(12)} == {None}
    lines = simulate(plan)
    assert len({line.dealer for line in lines}) > 1
    assert all(line.dealer == line.declared for line in lines if line.declared is not None)


def test_games_of_a_deal_until_everyone_has_sat_everywhere() -> None:
    def rotations(players: int, *names: str, teams: str = "friends") -> int:
        rules = rules_from({"players": players, "teams": teams})
        return len(plan_of(rules, 1, *names, duplicate=True).rotations)

    assert rotations(6, "a", "b") == 2
    assert rotations(6, "a", "b", "c") == 3
    assert rotations(5, "a", "b") == 5
    assert rotations(6, "a") == 1
    assert rotations(6, "a", "b", "c", teams="fixed") == 2
    assert len(plan_of(FRIENDS, 1, "a", "b").rotations) == 1


def test_every_game_of_a_deal_has_the_same_cards(tmp_path: Path) -> None:
    names = ("random", "basic")
    plan = plan_of(FRIENDS, 1, *names, seed=3, duplicate=True, record=str(tmp_path))
    lines = simulate(plan)
    assert [line.rotation for line in lines] == [0, 1, 2, 3, 4]
    for seat in range(5):
        assert Counter(line.seats[seat] for line in lines) == {"random": 3, "basic": 2}
    decks = {read_record(file).events[0].deck for file in tmp_path.iterdir()}  # type: ignore[union-attr]
    assert len(decks) == 1


def friends() -> tuple[Plan, list[HandLine], dict[str, Any]]:
    plan = plan_of(FRIENDS, 30, seed=2)
    lines = simulate(plan)
    return plan, lines, summary(plan, lines)


def test_figures_by_role() -> None:
    _, lines, found = friends()
    bot = found["bots"]["random"]
    assert (
        bot["hands"]
        == 5 * 30
        == sum(bot[role]["hands"] for role in ("dealer", "friend", "opponent"))
    )
    assert bot["dealer"]["hands"] == 30
    assert bot["friend"]["hands"] == sum(len(line.declarers) - 1 for line in lines)
    assert bot["wins"] == sum(line.won_by(seat) for line in lines for seat in range(5))
    levels = sum(line.levels_of(seat) for line in lines for seat in range(5))
    assert bot["levels"] == pytest.approx(levels / 150, abs=1e-4)
    low, high = bot["interval"]
    assert low < bot["win_rate"] < high


def test_levels_of_a_seat() -> None:
    """The Dealer's bonus for missing friends is the Dealer's alone (Z21 §6.5)."""
    none = [0] * 5
    line = HandLine(
        deal=0,
        rotation=0,
        hand=1,
        seats=("random",) * 5,
        dealer=1,
        declarers=(1, 4),
        rank=Rank.TWO,
        suit=None,
        declared=None,
        winner="declarers",
        points=0,
        levels=3,
        dealer_levels=6,
        factor=0,
        kitty_points=0,
        tricks=none,
        throws=none,
        failed=none,
        by_throw=none,
        clocks=[],
    )
    assert [line.role_of(seat) for seat in range(5)] == [
        "opponent", "dealer", "opponent", "opponent", "friend"
    ]  # fmt: skip
    assert [line.levels_of(seat) for seat in range(5)] == [-3, 6, -3, -3, 3]


def test_the_number_of_processes_does_not_matter_among_friends() -> None:
    plan = plan_of(FRIENDS, 4, "random", "basic", seed=5, duplicate=True)
    one, two = (simulate(plan, jobs) for jobs in (1, 2))
    for line in (*one, *two):
        line.clocks = []
    assert one == two
    assert len(one) == 20


def test_duplicate_deals_among_friends() -> None:
    plan = plan_of(FRIENDS, 6, "random", "basic", seed=5, duplicate=True)
    found: Any = summary(plan, simulate(plan))["duplicate"]
    assert (found["deals"], found["games_each"]) == (6, 5)
    basic, other = (found["bots"][name] for name in ("basic", "random"))
    assert basic["ahead"]["mean"] == pytest.approx(-other["ahead"]["mean"])
    low, high = basic["ahead"]["interval"]
    assert low < basic["ahead"]["mean"] < high


def test_matches_of_friends() -> None:
    rules = rules_from({"preset": "finding-friends", "players": 4, "kitty": 60, "first_level": "K"})
    plan = plan_of(rules, 4, seed=1, matches=True)
    lines = simulate(plan)
    found: Any = summary(plan, lines)["matches"]
    ends = [line for line in lines if line.match_winners]
    assert found["played"] == 4 == len(ends)
    wins = sum(len(line.match_winners) for line in ends)
    assert found["bots"]["random"]["wins"] == wins
    assert found["bots"]["random"]["seats"] == 16
    assert found["winners_each"] == wins / 4
