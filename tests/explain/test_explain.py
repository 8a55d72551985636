"""`shengji explain`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from shengji.cards import write_cards
from shengji.explain import Explanation, explain_decision
from shengji.explain.decision import decided_by
from shengji.game import (
    CardDrawn,
    Event,
    FriendsCalled,
    KittyBuried,
    LandBid,
    LandPassed,
    Played,
    RedealAnswered,
    Shown,
    ThrowFailed,
    TrickTaken,
    TrumpMade,
)
from shengji.record import read_record
from shengji.rules import rules_from
from tests.commandkit import Command
from tests.record.kit import FAMILY, played, seen, some_hands, write
from tests.record.test_changes import DIED, with_changes, written

KINDS: dict[type, str] = {
    Shown: "show",
    RedealAnswered: "redeal",
    KittyBuried: "bury",
    LandBid: "land",
    LandPassed: "land",
    FriendsCalled: "call",
    ThrowFailed: "lead",
    Played: "lead follow",
}
"""The events that somebody decides, and what was to be decided."""
NOTHING = ("could bid nothing", "could not claim")
"""How a refusal says that there was nothing to choose."""


def numbers(events: Sequence[Event], kind: type) -> list[int]:
    """The numbers of all events of a kind."""
    return [number for number, event in enumerate(events, 1) if isinstance(event, kind)]


def first_lead(events: Sequence[Event]) -> int:
    """The number of the first lead, or of the throw that it is left of."""
    return next(n for n, e in enumerate(events, 1) if isinstance(e, Played | ThrowFailed))


def recorded(folder: Path, system: str) -> tuple[Path, list[Event]]:
    """A record of a match of random bots, and its events."""
    header, events, _ = played(system)
    return write(folder / system, header, events), list(events)


def test_every_kind_of_decision_is_made_again(tmp_path: Path) -> None:
    """Over the whole family the first events of each kind that somebody decides."""
    found: set[tuple[type, str]] = set()
    hands = [(played(system), 2) for system in FAMILY]
    # Random bots can seldom bid for the land; with these seeds one bids, and one passes.
    hands += [(some_hands(rules_from(FAMILY["land for all"]), seed, 1), 9) for seed in (5, 11)]
    for number, ((header, events, _), most) in enumerate(hands):
        record = read_record(write(tmp_path / str(number), header, events))
        for kind, decisions in KINDS.items():
            decided = [n for n in numbers(events, kind) if decided_by(events, n) is not None]
            for at in decided[:most]:
                event: Any = events[at - 1]
                try:
                    told = explain_decision(record, at, "medium")
                except ValueError as error:
                    assert any(words in str(error) for words in NOTHING), (number, at)
                    continue
                found.add((kind, told.decision))
                assert (told.event, told.seat) == (at, event.seat)
                assert told.name == header.seats[told.seat]
                assert told.decision in decisions.split()
                assert (told.decision == "follow") == bool(told.trick)
                same_as_recorded(told, event)
                assert told.thought is not None
                best = told.thought.options[0]
                assert (best.cards, best.calls) == (told.answer.cards, told.answer.calls)
    assert found == {(kind, name) for kind, names in KINDS.items() for name in names.split()}


def same_as_recorded(told: Explanation, event: Any) -> None:
    """Check that the told decision is the recorded one, with cards that were held."""
    held, recorded_cards = list(told.held), list(told.played.cards)
    for card in recorded_cards:
        held.remove(card)
    if isinstance(event, ThrowFailed):
        assert sorted(recorded_cards, key=str) == sorted(event.thrown, key=str)
    elif isinstance(event, FriendsCalled):
        assert told.played.calls == event.calls
    elif not isinstance(event, LandPassed):
        assert sorted(recorded_cards, key=str) == sorted(event.cards or (), key=str)


def test_search_shows_what_it_considered(command: Command, tmp_path: Path) -> None:
    path, events = recorded(tmp_path, "tractor")
    at = numbers(events, Played)[84]
    ran = command("explain", path, "--at", at)
    assert ran.status == 0, ran.err
    for words in ("To decide", "Holds", "Record", "chosen", "by rule", "levels", "(strong)"):
        assert words in ran.out
    as_json = command("explain", path, "--at", at, "--json").out
    found = msgspec.json.decode(as_json, type=Explanation)
    assert found.thought is not None
    best = found.thought.options[0]
    assert best.levels is not None and best.points is not None
    assert best.levels.low <= best.levels.mean <= best.levels.high
    assert 0 < best.deals <= found.thought.deals
    assert f"{found.thought.deals} considered" in ran.out
    assert f"{best.levels.mean:+.2f} [{best.levels.low:+.2f}, {best.levels.high:+.2f}]" in ran.out
    assert write_cards(found.answer.cards) in ran.out
    # The same seed and the same events, the same thought.
    assert command("explain", path, "--at", at, "--json").out == as_json
    less = command("explain", path, "--at", at, "--bot", "strong@0.1")
    assert "(strong@0.1)" in less.out


def test_it_speaks_both_languages(command: Command, tmp_path: Path) -> None:
    path, events = recorded(tmp_path, "friends")
    for at in (numbers(events, FriendsCalled)[0], numbers(events, KittyBuried)[0]):
        ran = command("explain", path, "--at", at, "--bot", "medium", "--lang", "zh")
        assert ran.status == 0
        assert "主牌" in ran.out and "选定、按规则" in ran.out
        assert not {"Trump", "chosen", "nothing", "number"} & set(ran.out.split())


def test_a_bot_that_does_not_say(command: Command, tmp_path: Path) -> None:
    path, events = recorded(tmp_path, "tractor")
    ran = command("explain", path, "--at", first_lead(events), "--bot", "random")
    assert "this bot does not say" in ran.out


def test_a_program_of_somebody_else(command: Command, tmp_path: Path) -> None:
    path, events = recorded(tmp_path, "tractor")
    common = ("explain", path, "--at", first_lead(events), "--bot")
    ours = command(*common, "exec:shengji bot random").out.split()
    name = "(exec:shengji bot random)"
    assert ours == command(*common, "random").out.replace("(random)", name).split()
    ran = command(*common, "exec:shengji nothing")
    assert (ran.status, ran.out) == (2, "")
    assert "exec:shengji nothing in seat" in ran.err and "has failed" in ran.err


def test_a_declaration_that_was_not_made(command: Command, tmp_path: Path) -> None:
    path, events = recorded(tmp_path, "tractor")
    record, told = read_record(path), []
    for at in (*numbers(events, CardDrawn)[:40], numbers(events, TrumpMade)[0]):
        try:
            told.append(explain_decision(record, at, "medium", seat=1))
        except ValueError as error:
            assert "could declare nothing" in str(error)
    assert told
    assert all(found.decision == "show" and not found.played.cards for found in told)
    ran = command("explain", path, "--at", told[0].event, "--bot", "medium", "--seat", 1)
    answer = write_cards(told[0].answer.cards) or "wait"
    assert f"Answer     {answer} (medium)" in ran.out and "Record     wait" in ran.out


def test_what_cannot_be_explained(command: Command, tmp_path: Path) -> None:
    path, events = recorded(tmp_path, "three decks")
    at = numbers(events, Played)[0]
    seat = getattr(events[at - 1], "seat", 0)
    drawn, failed = numbers(events, CardDrawn)[0], numbers(events, ThrowFailed)[0]
    taken = numbers(events, TrickTaken)[0]
    wrong: list[tuple[tuple[object, ...], str]] = [
        ((len(events) + 1,), f"no event {len(events) + 1}; the record has {len(events)}"),
        ((taken,), f"nobody decided; the next decision is event {taken + 1}"),
        ((len(events),), "which nobody decided\n"),
        ((failed + 1,), f"what is left of the throw of event {failed}"),
        ((drawn,), "--seat says which"),
        ((drawn, "--seat", 9), "no seat 9"),
        ((drawn, "--seat", 1), "could declare nothing"),
        ((at, "--seat", (seat + 1) % 4), f"which seat {seat} decided"),
        ((at, "--bot", "nobody"), "there is no bot 'nobody'"),
    ]
    for options, words in wrong:
        ran = command("explain", path, "--at", *options)
        assert (ran.status, ran.out) == (2, ""), ran
        assert words in ran.err
    assert "cannot be read" in command("explain", tmp_path / "none", "--at", 1).err
    foreign = tmp_path / "foreign"
    foreign.write_text(json.dumps({"format": "pgn"}), encoding="utf-8")
    assert "line 1" in command("explain", foreign, "--at", 1).err


def test_a_seat_explains_only_its_own(tmp_path: Path) -> None:
    header, events = seen(2)
    record = read_record(write(tmp_path / "r", header, events))
    plays = {getattr(events[at - 1], "seat", -1): at for at in numbers(events, Played)[:8]}
    assert explain_decision(record, plays[2], "medium").seat == 2
    with pytest.raises(ValueError, match="does not show what seat 1 saw"):
        explain_decision(record, plays[1], "medium")


def test_who_has_taken_a_seat_is_named(command: Command, tmp_path: Path) -> None:
    header, events, _ = played("tractor")
    mine = [n for n in numbers(events, Played) if events[n - 1].seat == DIED.seat]  # type: ignore[union-attr]
    told = with_changes(events, (mine[2] - 1, DIED))
    path = written(tmp_path / "r", header, told)
    record = read_record(path)
    assert explain_decision(record, mine[1], "basic").name == header.seats[DIED.seat]
    explained = explain_decision(record, mine[2], "basic")
    assert explained.name == "medium"
    plain = explain_decision(read_record(write(tmp_path / "p", header, events)), mine[2], "basic")
    assert msgspec.structs.replace(explained, name=plain.name) == plain
    assert "medium" in command("explain", path, "--at", mine[2], "--bot", "basic").out
