"""Habits counted in records are those that the simulation counted while it played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from shengji.arena.behaviour import HABITS, behaviour_of
from shengji.arena.plan import Plan, around_the_table
from shengji.arena.playing import HandLine
from shengji.arena.sim import simulate
from shengji.game import Event, view
from shengji.record import RecordError, RecordWriter, header_of, read_record
from shengji.rules import rules_from

SYSTEMS: dict[str, dict[str, object]] = {
    "tractor": {"preset": "tractor"},
    "friends": {"preset": "finding-friends", "kitty": 54},
    "land": {"land": True},
}


def played(folder: Path, rules: dict[str, object]) -> list[HandLine]:
    chosen = rules_from(rules)
    bots = around_the_table(["basic", "random"], chosen.players)
    return simulate(Plan(chosen, bots, 4, seed=2, record=str(folder)))


@pytest.mark.parametrize("rules", SYSTEMS)
def test_counts(tmp_path: Path, rules: str) -> None:
    lines = played(tmp_path, SYSTEMS[rules])
    found: Any = behaviour_of(sorted(tmp_path.iterdir())).figures()
    assert (found["hands"], found["unfinished"]) == (4, 0)
    for name, parts in found["players"].items():
        whole = parts["all"]["habits"]
        at = [(line, s) for line in lines for s, bot in enumerate(line.seats) if bot == name]
        assert parts["all"]["hands"] == len(at)
        assert whole["throws"]["number"] == sum(line.throws[s] for line, s in at)
        if "fails_throws" in whole:
            assert whole["fails_throws"]["number"] == sum(line.failed[s] for line, s in at)
            assert whole["fails_throws"]["of"] == whole["throws"]["number"]
        assert whole["wins_tricks"]["number"] == sum(line.tricks[s] for line, s in at)
        for part in ("dealer", "opponent"):
            hands = sum((line.role_of(s) == part) for line, s in at)
            assert parts.get(part, {"hands": 0})["hands"] == hands
        assert set(whole) <= set(HABITS)
        for habit in whole.values():
            low, high = habit["interval"]
            assert 0 <= low <= habit["share"] <= high <= 1
    players = found["players"].values()
    last = sum(parts["all"]["habits"]["takes_the_last"]["number"] for parts in players)
    assert last == 4
    points = sum(parts["all"]["habits"]["wastes_points"]["of"] for parts in players)
    chosen = rules_from(SYSTEMS[rules])
    assert points == sum(chosen.total_points - line.kitty_points for line in lines)


def test_records_that_hide_cards_are_refused(tmp_path: Path) -> None:
    played(tmp_path, {})
    record = read_record(tmp_path / "hand-000000.jsonl")
    path = tmp_path / "masked.jsonl"
    levels, dealer = record.header.levels, record.header.dealer
    header = header_of(record.rules, record.header.seats, seen_by=0, levels=levels, dealer=dealer)
    events: list[Event] = [view(event, 0) for event in record.events]
    with RecordWriter(path, header) as writer:
        for event in events:
            writer.write(event)
    with pytest.raises(RecordError, match="hides cards"):
        behaviour_of([path])


def test_a_hand_that_is_not_over_is_left_out(tmp_path: Path) -> None:
    played(tmp_path, {})
    path = tmp_path / "hand-000001.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-5]))
    found = behaviour_of([path]).figures()
    assert (found["hands"], found["unfinished"]) == (0, 1)
