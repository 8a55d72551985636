"""Logs of other programs become records: each hand is replayed, and every result compared."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from shengji.game import Shown, ThrowFailed
from shengji.record import Record, read_record, validate
from shengji.record.imports import LogError, godot, jerryyyu
from tests.commandkit import Command

LOGS = Path(__file__).parents[1] / "data" / "imports"
ROOM, SESSION = LOGS / "jerryyyu.jsonl", LOGS / "godot.json"

Steps = list[dict[str, Any]]


def steps() -> Steps:
    """The lines of a room: a hand with a failed throw and its Dealer by the draw, and another."""
    return [json.loads(line) for line in ROOM.read_text(encoding="utf-8").splitlines()]


def session() -> Any:
    return json.loads(SESSION.read_text(encoding="utf-8"))


def of_room(lines: Steps) -> Iterator[Record | LogError]:
    return jerryyyu.records_of("\n".join(map(json.dumps, lines)).encode())


def of_session(log: object) -> Iterator[Record | LogError]:
    return godot.records_of(json.dumps(log).encode())


def first(found: Iterator[Record | LogError]) -> str:
    """The first error."""
    return next(str(one) for one in found if isinstance(one, LogError))


@pytest.mark.parametrize(("name", "log"), [("jerryyyu", ROOM), ("godot", SESSION)])
def test_a_log_becomes_records(command: Command, tmp_path: Path, name: str, log: Path) -> None:
    ran = command("record", f"from-{name}", log, tmp_path / "out")
    assert (ran.status, ran.err) == (0, "")
    for number in (1, 2):
        path = tmp_path / "out" / f"{number}.jsonl"
        assert validate(path).ok
        hand = read_record(path).match.hand
        assert hand is not None and hand.result is not None


def test_a_room_keeps_what_it_tells() -> None:
    opened, later = of_room(steps())
    assert isinstance(opened, Record) and isinstance(later, Record)
    assert opened.header.seats == ("Ann", "Bot 1", "Bot 2", "Bot 3")
    assert (opened.header.dealer, later.header.dealer) == (None, 2)
    assert [level.value for level in later.header.levels or ()] == ["5", "2", "5", "2"]
    assert any(isinstance(event, ThrowFailed) for event in opened.events)
    assert any(isinstance(event, Shown) for event in opened.events)
    assert opened.rules.kitty_factor == "twice-cards-led"


def test_rules_of_a_session() -> None:
    for record in of_session(session()):
        assert isinstance(record, Record)
        rules = record.rules
        assert (rules.decks, rules.threshold, rules.auto_level) == (1, 60, True)
        assert rules.kitty_factor == "cards"


def _at(lines: Steps, kind: str) -> dict[str, Any]:
    return next(line for line in lines if line["e"] == kind)


ROOMS: dict[str, tuple[Callable[[Steps], object], str]] = {
    "winner": (lambda log: _at(log, "trick").update(winner=9), "Expected `int` <= 3"),
    "other winner": (
        lambda log: _at(log, "trick").update(winner=(_at(log, "trick")["winner"] + 1) % 4),
        "the winner of the trick is ",
    ),
    "points": (lambda log: _at(log, "trick").update(points=95), "the points of the trick is 95"),
    "trump": (lambda log: _at(log, "trump").update(suit="X"), "the trump suit is X in the log"),
    "rank": (lambda log: _at(log, "round_start").update(trump_rank="3"), "the trump rank is 3"),
    "card": (lambda log: _at(log, "play").update(cards=["S1"]), "'S1' is no card"),
    "not held": (lambda log: _at(log, "bury").update(cards=["LJ"] * 8), "You do not hold"),
    "deck": (lambda log: _at(log, "round_start")["deck"].pop(), "The deck is not "),
    "points at the end": (
        lambda log: _at(log, "round_end").update(attacker_points=5),
        "the Opponents' points is 5 in the log, by the rules ",
    ),
    "levels": (lambda log: _at(log, "round_end").update(level_change=8), "the number of levels"),
    "missing play": (lambda log: log.remove(_at(log, "play")), "line "),
    "no field": (lambda log: _at(log, "bury").pop("cards"), "missing required field `cards`"),
}


@pytest.mark.parametrize("change", ROOMS)
def test_the_first_difference_of_a_room_is_named(change: str) -> None:
    lines = steps()
    spoil, message = ROOMS[change]
    spoil(lines)
    assert message in first(of_room(lines))
    assert first(of_room(lines)).startswith("line ")


def test_a_room_that_broke_off() -> None:
    (broken,) = of_room(steps()[:60])
    assert isinstance(broken, Record) and broken.match.hand is not None
    assert broken.match.hand.result is None
    assert list(of_room([{"e": "chat", "text": "hello"}])) == []


def _round(log: Any) -> Any:
    return log["rounds"][0]


SESSIONS: dict[str, tuple[Callable[[Any], object], str]] = {
    "counter": (
        lambda log: _round(log).update(counter_bid_history=[{}]),
        "round 1: trump was changed after the burial",
    ),
    "nobody": (
        lambda log: _round(log).update(bid={"type": "NO_BID"}),
        "round 1: nobody declared",
    ),
    "mode": (lambda log: log["rule_config"].update(trump_mode=3), "trump_mode"),
    "threshold": (lambda log: log["rule_config"].update(upgrade_threshold=75), "80, 100, 60"),
    "jokers": (lambda log: log["rule_config"].update(joker_always_trump=False), "joker_always"),
    "winner": (
        lambda log: _round(log)["tricks"][2].update(
            winner=(_round(log)["tricks"][2]["winner"] + 1) % 4
        ),
        "round 1, trick 3: the winner of the trick is ",
    ),
    "score": (lambda log: _round(log)["settlement"].update(final_score=300), "round 1: the Opp"),
    "hands": (
        lambda log: _round(log)["debug"]["initial_hands"].pop(),
        "round 1: 12 cards each are dealt to 4",
    ),
}


@pytest.mark.parametrize("change", SESSIONS)
def test_the_first_difference_of_a_session_is_named(change: str) -> None:
    log = session()
    spoil, message = SESSIONS[change]
    spoil(log)
    assert message in first(of_session(log))


def test_a_session_in_the_middle_of_a_trick() -> None:
    log = session()
    log["rounds"][1]["tricks"][3:] = [{**log["rounds"][1]["tricks"][3], "winner": -1}]
    log["rounds"][1]["tricks"][3]["plays"] = log["rounds"][1]["tricks"][3]["plays"][:2]
    log["rounds"][1]["settlement"] = {}
    _, later = of_session(log)
    assert isinstance(later, Record) and later.match.hand is not None
    assert later.match.hand.trick is not None and len(later.match.hand.trick.plays) == 2


@pytest.mark.parametrize("text", [b"", b"[]", b"\xff", b'{"rounds": [1]}', b"{", b"nonsense\n"])
def test_what_is_no_log(text: bytes, tmp_path: Path, command: Command) -> None:
    for module in (godot, jerryyyu):
        assert all(isinstance(one, LogError) for one in module.records_of(text))
    path = tmp_path / "log"
    path.write_bytes(text)
    ran = command("record", "from-jerryyyu", path, tmp_path / "out")
    assert ran.status == 2 and ran.err.startswith("shengji: ")
