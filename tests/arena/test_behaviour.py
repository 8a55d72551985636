"""Habits counted in records are those that the simulation counted while it played."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from shengji.arena.behaviour import HABITS
from shengji.arena.duel import Duel, play_duel_deal
from shengji.arena.games import HandLine
from shengji.arena.plan import Plan, around_the_table
from shengji.arena.sim import simulate
from shengji.game import Event, LandBid, LandPassed, land_bids, view
from shengji.record import RecordError, RecordWriter, header_of, read_record, validate
from shengji.record.reader import empty_match
from shengji.rules import rules_from
from tests.arena.kit import behaviour_of, seat_failing_bots
from tests.record.kit import FAMILY

SYSTEMS: dict[str, dict[str, object]] = {
    "tractor": {"preset": "tractor"},
    "friends": {"preset": "finding-friends", "kitty": 54},
    "land": {"land": True},
}


def played(folder: Path, rules: dict[str, object], number: int = 4) -> list[HandLine]:
    chosen = rules_from(rules)
    bots = around_the_table(["basic", "random"], chosen.players)
    return simulate(Plan(chosen, bots, number, seed=2, record=str(folder)))


def counted(habit: dict[str, Any]) -> tuple[int, int]:
    """How often something was done, and could have been."""
    return habit["number"], habit["of"]


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
            # Nothing is known from a single hand.
            low, high = habit["interval"] or (0, 1)
            assert 0 <= low <= habit["share"] <= high <= 1
        at_opponents = [(line, s) for line, s in at if line.side_of(s) == "opponents"]
        taken = sum(line.factor > 0 for line, _ in at_opponents)
        if at_opponents:
            assert counted(whole["takes_the_kitty"]) == (taken, len(at_opponents))
        kept = sum(not line.factor for line, s in at if line.side_of(s) == "declarers")
        if len(at) > len(at_opponents):
            assert counted(whole["keeps_the_kitty"]) == (kept, len(at) - len(at_opponents))
        assert "takes_the_kitty" not in parts.get("dealer", {"habits": {}})["habits"]
        assert "keeps_the_kitty" not in parts.get("opponent", {"habits": {}})["habits"]
    players = found["players"].values()
    points = sum(parts["all"]["habits"]["wastes_points"]["of"] for parts in players)
    chosen = rules_from(SYSTEMS[rules])
    assert points == sum(chosen.total_points - line.kitty_points for line in lines)


def test_bids_for_the_land(tmp_path: Path) -> None:
    lines = played(tmp_path, FAMILY["land"], 20)
    bids: Counter[str] = Counter()
    passes: Counter[str] = Counter()
    for path, line in zip(sorted(tmp_path.iterdir()), lines, strict=True):
        record = read_record(path)
        match = empty_match(record.header, record.rules)
        for event in record.events:
            hand = match.hand
            if isinstance(event, LandBid | LandPassed) and hand is not None:
                able = land_bids(hand.rank, hand.last_bid, hand.hands[event.seat])
                kind = bids if isinstance(event, LandBid) else passes
                kind[line.seats[event.seat]] += bool(able)
            match.apply(event)
    assert bids.total() and passes.total()
    found: Any = behaviour_of(sorted(tmp_path.iterdir())).figures()
    for name, parts in found["players"].items():
        if times := bids[name] + passes[name]:
            assert counted(parts["all"]["habits"]["bids_land"]) == (bids[name], times)


def test_a_game_without_the_land_has_no_bids(tmp_path: Path) -> None:
    played(tmp_path, {})
    players = behaviour_of(tmp_path.iterdir()).figures()["players"]
    assert all("bids_land" not in parts["all"]["habits"] for parts in players.values())


def test_what_a_stand_in_plays_is_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot fails in the first hand of each match, and `basic` plays on for it."""
    seat_failing_bots(monkeypatch)
    rules = rules_from({"first_level": "K"})
    duel = Duel(rules, ("fainting", "random"), matches=True, record=str(tmp_path))
    line = play_duel_deal(msgspec.structs.replace(duel, on_failure="stand-in"), 0)
    hands = len(line.hands)
    assert hands > 2
    for path in tmp_path.iterdir():
        assert validate(path).ok
        record = read_record(path)
        assert sorted(record.header.seats) == ["fainting", "fainting", "random", "random"]
        assert sorted(map(str, record.players())) == ["basic", "basic", "random", "random"]
        assert {change.line.why for change in record.changes} == {"illegal"}
    found: Any = behaviour_of(tmp_path.iterdir()).figures()
    # In the first hand of each of the two games two seats are left out.
    assert (found["hands"], found["left_out"]) == (hands, 4)
    assert set(found["players"]) == {"basic", "random"}
    assert found["players"]["basic"]["all"]["hands"] == 2 * (hands - 2)
    assert found["players"]["random"]["all"]["hands"] == 2 * hands


def test_a_forfeited_hand_says_why_it_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat_failing_bots(monkeypatch)
    duel = Duel(rules_from({}), ("fainting", "random"), record=str(tmp_path))
    assert len(play_duel_deal(duel, 0).forfeits) == 2
    for path in tmp_path.iterdir():
        assert validate(path).ok
        record = read_record(path)
        (change,) = record.changes
        assert change.after == len(record.events)
        assert (change.line.name, change.line.why) == (None, "illegal")
        assert record.header.seats[change.line.seat] == "fainting"
    found = behaviour_of(tmp_path.iterdir())
    assert (found.hands, found.unfinished, found.failed) == (0, 2, 2)


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
    assert (found["hands"], found["unfinished"], found["failed"]) == (0, 1, 0)
