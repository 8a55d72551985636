"""The benchmark measures every system, with the cards that it is played with."""

from __future__ import annotations

import json
from typing import Any

import pytest

from shengji.arena import bench
from shengji.arena.beginnings import at_first_lead
from shengji.arena.bench import (
    against_random,
    legality,
    play_hands,
    record_speed,
    sides_of,
    table_speed,
)
from shengji.arena.bench_playouts import playouts_per_second, share_of_decisions
from shengji.arena.bench_systems import bench_systems, systems
from shengji.cards import Rank
from shengji.rules import PRESETS, Rules, rules_from
from tests.bots.search.players import QuickBot
from tests.commandkit import Command


def test_a_row_for_every_system_and_text() -> None:
    rows = list(bench_systems(2_000, 1))
    assert [row.name for row in rows] == list(systems())
    assert {*PRESETS} <= {row.name for row in rows}
    assert rows[0].name == "tractor"
    assert rows[0].per_card_against_tractor == 1
    for row in rows:
        rules = systems()[row.name]
        assert row.cards == rules.hand_size * rules.players
        assert row.hands_per_second > 0
        assert 0 < row.legality_median_us <= row.legality_p99_us


@pytest.mark.parametrize(
    ("given", "places"),
    [
        ({}, {0, 2}),
        ({"players": 6}, {0, 2, 4}),
        ({"teams": "friends", "players": 5}, {0, 2}),
        ({"teams": "friends", "players": 7, "friends_called": 0}, {0}),
        ({"teams": "friends", "players": 6, "friends_called": 3}, {0, 1, 2, 4}),
    ],
)
def test_who_plays_with_the_dealer(given: dict[str, object], places: set[int]) -> None:
    sides = sides_of(rules_from(given))
    assert {place for place in range(12) if sides >> place & 1} == places


def test_all_points_of_a_hand_are_played_for() -> None:
    """With every seat an Opponent but the Dealer, most of the points are theirs."""
    alone = play_hands(rules_from({"teams": "friends", "players": 5, "friends_called": 0}), 200, 3)
    half = play_hands(Rules(), 200, 3)
    assert alone["points"] > 1.3 * half["points"]


def test_hard_positions_of_one_deck() -> None:
    assert legality(20, 1, [Rules(decks=1)]).worst_us > 0


def test_all_systems_on_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    command = Command(monkeypatch)
    done = command("bench", "--all", "--hands", "100", "--json")
    assert done.status == 0, done.err
    rows = json.loads(done.out)
    assert {row["name"] for row in rows} == set(systems())
    refused = command("bench", "--all", "--rules", "pagat")
    assert refused.status == 2
    assert "--rules and --set exclude it" in refused.err


def test_a_slow_moment_of_the_machine_counts_for_both(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each round has random hands right beside it, and the middle round counts."""
    slow = {5: 1.0, 6: 3.0, 7: 1.0, 8: 1.5, 9: 1.0}
    monkeypatch.setattr(
        bench, "play_hands", lambda _, number, seed: {"cpu": 2e-6 * number * slow[seed]}
    )
    cpu, multiple = against_random(Rules(), 5, 5, lambda seed: 8e-4 * slow[seed])
    assert multiple == pytest.approx(400)
    assert cpu == pytest.approx(8e-4)


def test_hands_at_a_table_are_measured_in_short_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[tuple[int, int]] = []

    def cpu_of_hand(_rules: Rules, _bot: str, hands: int, seed: int) -> float:
        measured.append((hands, seed))
        return 2e-3

    monkeypatch.setattr(bench, "cpu_of_hand", cpu_of_hand)
    monkeypatch.setattr(bench, "play_hands", lambda *_: {"cpu": 1e-5 * bench.ROUND})
    row = {"bot": "random", "hands_per_cpu_second": 500.0, "random_hands": 200.0}
    assert table_speed(Rules(), "random", 3) == row
    assert measured == [(1, 3), *((bench.HANDS, 3 + number) for number in range(bench.ROUNDS))]


def test_playouts_are_timed_on_threads() -> None:
    for threads in (1, 2):
        a_second, cpu = playouts_per_second(Rules(decks=1), 1, 1, threads)
        assert a_second > 0 and cpu > 0


def test_the_share_of_playouts_in_decisions() -> None:
    assert 0 < share_of_decisions(Rules(decks=1), 1, QuickBot) < 1


def test_a_hand_at_its_first_lead_is_always_the_same() -> None:
    hands = [at_first_lead(Rules(), 1, number).match.hand for number in (0, 0, 1)]
    first, again, other = [hand.hands if hand is not None else None for hand in hands]
    assert first == again != other


def test_reading_records_is_measured_beside_json() -> None:
    """Results are read in less than twice the time of `json.loads`."""
    speeds: Any = record_speed(Rules(decks=1, last_level=Rank.TWO), 1)
    assert set(speeds) == {"json_loads", "results", "match", "validated"}
    assert speeds["json_loads"]["against_json_loads"] == 1
    assert speeds["results"]["against_json_loads"] < 2
