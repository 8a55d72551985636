"""Logs of Botzone's games become records by being played again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from shengji.bots import RandomBot
from shengji.bots.outside.botzone.logs import record_of, records_of
from shengji.game import Event, HandEnded, HandStarted, Shown, ThrowFailed
from shengji.record import read_record, validate, write_record
from shengji.record.imports import LogError
from shengji.rules import Rules
from tests.bots.botzone.kit import RULES, play
from tests.bots.botzone.referee import Referee
from tests.commandkit import Command

SEEDS = range(8)


@cache
def events_of(seed: int, rules: Rules = RULES) -> tuple[Event, ...]:
    """A hand of three who play at random, and so throw now and then in vain, and one of ours."""
    seats = [seat for seat in range(4) if seat != seed % 4]
    return tuple(play(seed, {seat: RandomBot(rules, seat, seed) for seat in seats}, rules))


def log_of(events: Sequence[Event], order: str = "now") -> dict[str, Any]:
    return Referee(order).write(events)


def found(log: dict[str, Any]) -> tuple[Event, ...]:
    """The events of the record of a log, without what a log does not tell: the secret salt."""
    record = record_of(json.dumps(log).encode())
    return tuple(record.events)


def same(events: Sequence[Event]) -> list[Event]:
    return [
        replace(event, salt="", commitment="") if isinstance(event, HandStarted) else event
        for event in events
    ]


@pytest.mark.parametrize("order", ["now", "early"])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_log_becomes_the_hand_that_was_played(seed: int, order: str) -> None:
    events = events_of(seed)
    assert any(isinstance(event, Shown) for event in events), "which tells the order of suits"
    assert same(found(log_of(events, order))) == same(events)


def test_failed_throws_are_among_them() -> None:
    assert any(isinstance(event, ThrowFailed) for seed in SEEDS for event in events_of(seed))


def test_the_early_referee_led_the_whole_unit() -> None:
    """Its record says so in its rules."""
    early = replace(RULES, failed_throw="lowest-led")
    hands = (events_of(seed, early) for seed in range(100))
    events = next(
        hand
        for hand in hands
        if any(
            isinstance(failed, ThrowFailed) and len(getattr(led, "cards", ())) > 1
            for failed, led in pairwise(hand)
        )
    )
    record = record_of(json.dumps(log_of(events)).encode())
    assert record.rules.failed_throw == "lowest-led"
    assert record_of(json.dumps(log_of(events_of(0))).encode()).rules == RULES


def nobody_declared() -> tuple[Event, ...]:
    for seed in range(200, 400):
        bots = {seat: RandomBot(RULES, seat) for seat in range(4)}
        for bot in bots.values():
            bot.show = lambda options: None  # type: ignore[method-assign]
        events = tuple(play(seed, dict(bots)))
        if isinstance(events[0], HandStarted) and events[0].first:
            return events
    raise AssertionError


def test_where_nobody_declared_dealer_and_trump_are_those_of_the_lot() -> None:
    """On Botzone player 0 draws first, whoever then deals."""
    events = nobody_declared()
    log = log_of(events)
    dealt, rest = log["log"][:200], log["log"][200:]
    turns = sorted((dealt[at : at + 2] for at in range(0, 200, 2)), key=lambda turn: min(turn[1]))
    rows = [turns[25 * seat : 25 * seat + 25] for seat in range(4)]
    in_turn = [entry for turn in zip(*rows, strict=True) for one in turn for entry in one]
    assert same(found({**log, "log": in_turn + rest})) == same(events)


def test_a_game_lost_by_a_fault_ends_there() -> None:
    log = log_of(events_of(1))
    log["log"] = log["log"][:260]
    seat = next(iter(log["log"][-2]["output"]["content"]))
    log["log"][-1] = {seat: {"verdict": "TLE"}}
    scores = {str(other): -3 if other == int(seat) else 1 for other in range(4)}
    log["log"].append({"output": {"command": "finish", "content": scores}})
    events = found(log)
    assert not any(isinstance(event, HandEnded) for event in events)
    assert same(events_of(1))[: len(events)] == same(events)


def _spoilt(log: dict[str, Any], how: str) -> dict[str, Any]:
    entries: list[dict[str, Any]] = log["log"]
    match how:
        case "order":
            del entries[6]
        case "player":
            content = entries[6]["output"]["content"]
            content["4"] = content.pop(next(iter(content)))
        case "card":
            request = next(iter(entries[6]["output"]["content"].values()))
            request["deliver"] = [
                next(iter(entries[4]["output"]["content"].values()))["deliver"][0]
            ]
        case "short":
            del entries[150:]
        case "foreign":
            reply = next(iter(entries[-2].values()))
            reply["response"] = [0 if reply["response"] != [0] else 1]
        case "scores":
            entries[-1]["output"]["content"]["0"] += 1
        case "banker":
            content = entries[200]["output"]["content"]
            ((seat, request),) = content.items()
            other = str((int(seat) + 1) % 4)
            entries[200]["output"]["content"] = {other: request}
            entries[201] = {other: entries[201][seat]}
    return log


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("order", "entry 7: an answer of the player who was asked was expected"),
        ("player", "entry 7: one of the players 0 to 3 is asked at a time"),
        ("card", "not two whole decks"),
        ("short", "the log ends after 75 of 100 cards"),
        ("foreign", r"entry \d+, player \d: You do not hold"),
        ("scores", "the scores are"),
        ("banker", "by the rules player"),
    ],
)
def test_what_cannot_have_happened_is_named(how: str, message: str) -> None:
    log = json.loads(json.dumps(log_of(events_of(2))))
    with pytest.raises(LogError, match=message):
        record_of(json.dumps(_spoilt(log, how)).encode())


@pytest.mark.parametrize("text", [b"", b"[]", b"\xff", b"{", b'{"log": [1]}', b'{"log": [{}]}'])
def test_what_is_no_log(text: bytes) -> None:
    for one in records_of(text):
        assert isinstance(one, LogError)


def test_the_command(command: Command, tmp_path: Path) -> None:
    log = tmp_path / "game.json"
    log.write_text(json.dumps({**log_of(events_of(3)), "players": [{"name": "Ann"}]}))
    ran = command("record", "from-botzone", log, tmp_path / "game.jsonl")
    assert (ran.status, ran.err) == (0, "")
    record = read_record(tmp_path / "game.jsonl")
    assert record.header.seats == ("Ann", "player 1", "player 2", "player 3")
    assert validate(tmp_path / "game.jsonl").ok
    again = command("record", "from-botzone", log, tmp_path / "game.jsonl")
    assert again.status == 2 and "is not empty" in again.err


def test_many_games_become_a_folder(command: Command, tmp_path: Path) -> None:
    lines = [json.dumps(log_of(events_of(seed))) for seed in (1, 2)]
    log = tmp_path / "games.jsonl"
    log.write_text("\n".join([lines[0], '{"log": []}', lines[1]]))
    ran = command("record", "from-botzone", log, tmp_path / "out")
    assert ran.status == 1
    assert ran.err == f"shengji: {log}, game 2: the log ends after 0 of 100 cards\n"
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["1.jsonl", "3.jsonl"]
    assert all(validate(path).ok for path in (tmp_path / "out").iterdir())
    write_record(tmp_path / "again.jsonl", read_record(tmp_path / "out" / "3.jsonl"))
