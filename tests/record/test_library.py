"""A folder of records: an index of what happened in them, and hands found by it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from shengji.cards import Rank, Suit
from shengji.game import ThrowFailed, TrickTaken
from shengji.record import Record, library, read_record, write_record
from shengji.record.features import PATTERNS, Feature, HandSummary, found_in, summaries
from shengji.record.library import (
    INDEX,
    Entry,
    Query,
    WantedPattern,
    read_folder,
    read_pattern,
    search,
)
from shengji.terminal.commands.find import result_words
from shengji.words import texts
from tests.commandkit import Command
from tests.game.kit import position
from tests.record.kit import FAMILY
from tests.record.test_family import hands_of
from tests.record.test_notation import recorded

SYSTEMS = ("tractor", "friends", "one deck")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in SYSTEMS:
        header, events, _ = hands_of(name)
        (tmp_path / "in").mkdir(exist_ok=True)
        write_record(tmp_path / "in" / f"{name}.jsonl", recorded(header, events))
    return tmp_path


def of_tricks(hands: list[str], *plays: str, trump: str = "2S") -> list[Feature]:
    """The features of a trick of these plays, from seat 0 on."""
    game = position(hands, trump)
    found: list[Feature] = []
    for seat, cards in enumerate(plays):
        for event in game.play(seat, cards):
            if isinstance(event, TrickTaken | ThrowFailed):
                found += found_in(game.hand, event)
    return found


def test_a_tractor_that_was_ruffed() -> None:
    hands = ["3H 3H 4H 4H 5H 5H", "6H 7H 8H 9H JH QH", "6S 6S 7S 7S 8S 8S", "6D 7D 8D 9D JD QD"]
    found = of_tricks(hands, *hands)
    assert Feature("tractor", 3, 1) in found and Feature("tractor-ruffed", 3, 1) in found
    assert Feature("ruffed", 10, 1) in found and Feature("trick", 10, 1) in found
    beaten = ["3H 3H 4H 4H", "6H 6H 7H 7H", "6D 7D 8D 9D", "6C 7C 8C 9C"]
    found = of_tricks(beaten, *beaten)
    assert found == [Feature("tractor", 2, 1), Feature("tractor-beaten", 2, 1)]
    held = ["3S 3S 4S 4S", "6S 7S 8S 9S", "6D 7D 8D 9D", "6C 7C 8C 9C"]
    assert of_tricks(held, *held) == [Feature("tractor", 2, 1)]


def test_throws() -> None:
    hands = ["AH KH KH", "3H 4H 6H", "6D 7D 8D", "6C 7C 8C"]
    found = of_tricks(hands, *hands)
    assert found == [Feature("throw", 2, 1), Feature("trick", 20, 1)]
    ruffed = of_tricks(
        ["AH KH KH", "3S 4S 4S", "6D 7D 8D", "6C 7C 8C"], "AH KH KH", "3S 4S 4S", *hands[2:]
    )
    assert Feature("throw-ruffed", 2, 1) in ruffed and Feature("ruffed", 20, 1) in ruffed
    failed = of_tricks(["QH 3H", "KH 4H", "6D 7D", "6C 7C"], "QH 3H")
    assert failed == [Feature("throw-failed", 2, 1)]


@pytest.mark.parametrize("name", FAMILY)
def test_every_hand_has_its_summary(name: str) -> None:
    header, events, match = hands_of(name)
    found = list(summaries(recorded(header, events)))
    assert [hand.number for hand in found] == list(range(1, match.hands + 1))
    last, hand = found[-1], match.hand
    assert hand is not None and hand.trump is not None
    if hand.result is not None:
        assert (last.points, last.levels) == (hand.result.points, hand.result.levels)
        assert last.winner == hand.result.winner
        assert ("declarers" if hand.dealer in last.winners else "opponents") == last.winner
    assert (last.rank, last.suit, last.dealer) == (hand.trump.rank, hand.trump.suit, hand.dealer)
    throws = sum(isinstance(event, ThrowFailed) for event in events)
    kinds = [feature.pattern for hand in found for feature in hand.features]
    assert kinds.count("throw-failed") == throws


def test_every_pattern_has_its_words_and_happens() -> None:
    named = {key[8:] for key in texts("library") if key.startswith("pattern.")}
    assert named == set(PATTERNS)
    happened = {
        feature.pattern
        for name in FAMILY
        for hand in summaries(recorded(*hands_of(name)[:2]))
        for feature in hand.features
    }
    by_tricks = {"tractor-ruffed", "tractor-beaten", "throw", "throw-ruffed"}  # tested above
    assert set(PATTERNS) - happened <= {*by_tricks, "no-points"}


def test_opponents_without_a_point() -> None:
    *_, match = hands_of("tractor")
    hand = match.hand
    assert hand is not None and hand.result is not None
    ended = replace(hand.result, points=0, tricks=0, factor=0)
    assert list(found_in(hand, ended)) == [Feature("no-points")]


def test_a_folder_is_read_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "no.jsonl").write_text("{}\n")
    entries = read_folder(folder)
    assert [entry.path for entry in entries] == [
        *(f"in/{n}.jsonl" for n in sorted(SYSTEMS)),
        "no.jsonl",
    ]
    assert "this is not a record" in entries[-1].fault and not entries[-1].hands
    read: list[Path] = []

    def reading(path: Path) -> Record:
        read.append(path)
        return read_record(path)

    monkeypatch.setattr(library, "read_record", reading)
    assert read_folder(folder) == entries and not read
    changed = folder / "in" / "tractor.jsonl"
    changed.write_bytes(b"".join(changed.read_bytes().splitlines(keepends=True)[:150]))
    (folder / "no.jsonl").unlink()
    again = read_folder(folder)
    assert read == [changed] and len(again) == 3
    assert again[-1].hands[-1].winner is None
    (folder / INDEX).write_bytes(b"[]")
    assert read_folder(folder) == again and len(read) == 4


def test_hands_are_found(folder: Path) -> None:
    entries = read_folder(folder)
    everything = list(search(entries, Query()))
    assert len(everything) == sum(len(entry.hands) for entry in entries)

    def found(**given: object) -> set[tuple[str, int]]:
        query = Query(**given)  # type: ignore[arg-type]
        return {(entry.path, hand.number) for entry, hand in search(entries, query)}

    cases: list[tuple[dict[str, object], Callable[[Entry, HandSummary], object]]] = [
        ({"players": 6}, lambda e, h: e.players == 6),
        ({"decks": 1}, lambda e, h: e.decks == 1),
        ({"rules": "finding-friends"}, lambda e, h: e.rules["preset"] == "finding-friends"),
        ({"player": "BOT 5"}, lambda e, h: e.players == 6),
        ({"outcome": "opponents"}, lambda e, h: h.winner == "opponents"),
        ({"outcome": "won", "player": "bot 1"}, lambda e, h: 1 in h.winners),
        ({"outcome": "lost", "player": "bot 1"}, lambda e, h: h.winner and 1 not in h.winners),
        ({"suit": Suit.CLUBS}, lambda e, h: h.suit is Suit.CLUBS),
        ({"suit": "none"}, lambda e, h: h.suit is None),
        ({"rank": Rank.TWO}, lambda e, h: h.rank is Rank.TWO),
        (
            {"patterns": (WantedPattern("trick", 50), WantedPattern("throw-failed"))},
            lambda e, h: (
                any(f.pattern == "trick" and f.size >= 50 for f in h.features)
                and any(f.pattern == "throw-failed" for f in h.features)
            ),
        ),
    ]
    for given, holds in cases:
        right = {(e.path, h.number) for e, h in everything if holds(e, h)}
        assert found(**given) == right, given
        assert right
    with pytest.raises(ValueError, match="needs the name of a player"):
        found(outcome="won")


@pytest.mark.parametrize("text", ["tractr", "tractor:", "tractor:x", "", "tractor:-1", ":3"])
def test_what_is_no_pattern(text: str) -> None:
    with pytest.raises(ValueError, match="there is no pattern"):
        read_pattern(text)


def test_the_patterns_stand_on_the_page() -> None:
    page = Path(__file__).parents[2] / "docs" / "record-format.md"
    section = page.read_text("utf-8").partition("## Finding hands")[2].partition("\n## ")[0]
    for pattern in PATTERNS:
        assert f"| `{pattern}` |" in section


def test_the_command(command: Command, folder: Path) -> None:
    ran = command("record", "find", folder, "--pattern", "throw-failed", "--trump", "2C")
    assert (ran.status, ran.err) == (0, "")
    assert "tractor.jsonl" in ran.out and "friends.jsonl" not in ran.out
    assert "failed (trick " in ran.out and "hands in 3 records" in ran.out
    ran = command("record", "find", folder, "--player", "bot 5", "--json")
    assert {found["file"] for found in json.loads(ran.out)} == {"in/friends.jsonl"}
    assert "符合" in command("record", "find", folder, "--lang", "zh").out
    (folder / "no.jsonl").write_text("{}\n")
    assert "no.jsonl is left out" in command("record", "find", folder).err
    for wrong in (
        ("--pattern", "tractr"),
        ("--result", "draw"),
        ("--result", "won"),
        ("--trump", "11H"),
    ):
        ran = command("record", "find", folder, *wrong)
        assert ran.status == 2 and ran.out == "" and ran.err.startswith("shengji: ")
    assert command("record", "find", folder / "none").status == 2


def test_who_wins_a_hand_and_no_level_takes_over() -> None:
    for levels, en, zh in (
        (0, "Opponents take over", "闲家上台"),
        (2, "Opponents +2", "闲家升 2 级"),
    ):
        hand = HandSummary(number=1, players=("",) * 4, winner="opponents", levels=levels)
        assert (result_words(hand, "en"), result_words(hand, "zh")) == (en, zh)
