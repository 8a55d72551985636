"""`shengji record show` and `shengji record validate`."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from shengji.game import (
    FriendsCalled,
    HandStarted,
    KittyBuried,
    LandBid,
    MatchEnded,
    Played,
    RedealAnswered,
    Shown,
    ThrowFailed,
    TrickTaken,
)
from shengji.record import PlayerChanged
from tests.commandkit import Command
from tests.record.kit import SYSTEMS, played, seen, write
from tests.record.test_changes import BACK, DIED, GONE, with_changes, written


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_record_is_told(command: Command, tmp_path: Path, system: str, lang: str) -> None:
    header, events, match = played(system)
    ran = command("record", "show", write(tmp_path / "r", header, events), "--lang", lang)
    assert ran.status == 0
    assert ran.err == ""
    for name in header.seats:
        assert name in ran.out
    assert match.hand is not None
    assert match.hand.result is not None
    assert str(match.hand.result.points) in ran.out


@pytest.mark.parametrize("system", SYSTEMS)
def test_seats_of_one_name_are_told_apart(command: Command, tmp_path: Path, system: str) -> None:
    header, events, _ = played(system)
    same = msgspec.structs.replace(header, seats=("basic",) * len(header.seats))
    ran = command("record", "show", write(tmp_path / "r", same, events))
    for seat in range(len(header.seats)):
        assert f"{seat} basic" in ran.out
    assert ran.out.count("basic") == len(re.findall(r"\d basic", ran.out))
    assert "1 levels" not in ran.out


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_was_decided_stands_with_its_number(
    command: Command, tmp_path: Path, system: str
) -> None:
    header, events, _ = played(system)
    path = write(tmp_path / "r", header, events)
    decided = []
    for number, event in enumerate(events, 1):
        match event:
            case Played() if isinstance(events[number - 2], ThrowFailed):
                pass
            case Shown() | LandBid() | KittyBuried() | FriendsCalled() | Played() | ThrowFailed():
                decided.append(number)
            case RedealAnswered() if event.wanted:
                decided.append(number)
    told = re.findall(r"#(\d+) ", command("record", "show", path, "--numbers").out)
    assert sorted(map(int, told)) == decided
    assert "#" not in command("record", "show", path).out


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "The match is won by 0 a, 2 c: 1 b, 3 d concede."),
        ("zh", "1 b、3 d 认输，0 a、2 c 赢下整场。"),
    ],
)
def test_a_concession_is_told_by_names(
    command: Command, tmp_path: Path, lang: str, words: str
) -> None:
    header, events, _ = played("tractor")
    named = msgspec.structs.replace(header, seats=("a", "b", "c", "d"))
    path = write(tmp_path / "r", named, (*events, MatchEnded((0, 2), "conceded")))
    told = command("record", "show", path, "--lang", lang).out
    assert words in told.replace("\n", " ").replace("  ", " ")


def test_one_hand_of_a_record(command: Command, tmp_path: Path) -> None:
    header, events, _ = played("tractor")
    path = write(tmp_path / "r", header, events)
    both, second = command("record", "show", path), command("record", "show", path, "--hand", 2)
    assert "Hand 1," in both.out
    assert "Hand 1," not in second.out
    assert "Hand 2," in second.out
    for number in (0, 3):
        ran = command("record", "show", path, "--hand", number)
        assert ran.status == 2
        assert "there is no hand" in ran.err


@pytest.mark.parametrize("count", [0, 1, 40, 103, 104, 105, 107, 120])
def test_a_record_of_part_of_a_hand_is_told(command: Command, tmp_path: Path, count: int) -> None:
    header, events, _ = played("tractor")
    assert command("record", "show", write(tmp_path / "r", header, events[:count])).status == 0


def test_what_is_hidden_is_shown_as_hidden(command: Command, tmp_path: Path) -> None:
    for seat in (1, None):
        header, events = seen(seat)
        ran = command("record", "show", write(tmp_path / f"r{seat}", header, events))
        assert ran.status == 0
        assert "25 hidden cards" in ran.out
        assert ("onlooker" in ran.out) == (seat is None)


def test_names_cannot_steer_the_terminal(command: Command, tmp_path: Path) -> None:
    header, events, _ = played("tractor")
    bad = msgspec.structs.replace(header, seats=("\x1b[2Jx", "[red]b[/]", "c\r", "d[/x]\u202e"))
    ran = command("record", "show", write(tmp_path / "r", bad, events[:110]))
    assert ran.status == 0
    assert "\x1b" not in ran.out
    assert "\u202e" not in ran.out
    assert "[red]b[/] drew" in ran.out and "d[/x]" in ran.out


def test_a_torn_record_is_shown_and_said_to_be_torn(command: Command, tmp_path: Path) -> None:
    header, events, _ = played("tractor")
    path = write(tmp_path / "r", header, events[:130])
    path.write_bytes(path.read_bytes()[:-5])
    ran = command("record", "show", path)
    assert ran.status == 0
    assert "cut short in line 131" in ran.err
    ran = command("record", "validate", path)
    assert ran.status == 0
    assert "valid, 129 events; the record is cut short in line 131" in ran.out
    ran = command("verify", path)
    assert ran.status == 0 and "as far as it goes: the record is cut short in line 131." in ran.out


def test_changes_of_players_are_told(command: Command, tmp_path: Path) -> None:
    header, events, _ = played("tractor")
    tricks = [n for n, event in enumerate(events, 1) if isinstance(event, TrickTaken)]
    second = [n for n, event in enumerate(events) if isinstance(event, HandStarted)][1]
    last = len(events) - 40
    asked = PlayerChanged(0, "easy", "asked")
    told = with_changes(events[:last], (30, asked), (tricks[1], DIED), (second, BACK), (last, GONE))
    path = written(tmp_path / "r", header, told)
    assert "valid, " in command("record", "validate", path).out
    ran = command("record", "show", path)
    assert "Before the first lead: easy plays for 0 bot 0." in ran.out
    assert "Trick 3: 1 bot 1 has failed (it ended); medium plays on." in ran.out
    assert "Before the first lead: the match is taken up again, and easy plays for 2 bot 2." in (
        ran.out
    )
    assert ": 2 easy has failed (it did not answer in time), and nobody plays on." in ran.out
    first = command("record", "show", path, "--hand", 1, "--lang", "zh").out
    assert "第 3 轮：1 bot 1 出错（已退出），由 medium 接着打。" in first
    assert "1 medium" not in first and "接着打时" not in first
    then = command("record", "show", path, "--hand", 2).out
    assert "1 medium drew" in then and "bot 1" not in then and "2 easy drew" in then


def test_a_valid_record(command: Command, tmp_path: Path) -> None:
    header, events, _ = played("tractor")
    path = write(tmp_path / "r", header, events)
    ran = command("record", "validate", path)
    assert ran.status == 0
    assert f"valid, {len(events)} events" in ran.out


def test_faults_are_told_with_what_was_expected(command: Command, tmp_path: Path) -> None:
    header, events, _ = played("tractor")
    good = write(tmp_path / "good", header, events)
    bad = tmp_path / "bad"
    text = good.read_text(encoding="utf-8").splitlines(keepends=True)
    start = text[5].index('"card":"')
    text[5] = text[5][:start] + '"card":"' + ("3S" if '"3D"' in text[5] else "3D") + '"}\n'
    bad.write_text("".join(text), encoding="utf-8")
    ran = command("record", "validate", good, bad)
    assert ran.status == 1
    assert "good: valid" in ran.out
    assert "bad: not valid" in ran.out
    assert "line 6: wrong: card" in ran.out
    assert "expected: {" in ran.out
    assert "found:    {" in ran.out


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"{}\n", b"[" * 70_000, b'{"format":1}\n'])
def test_files_that_are_no_records(command: Command, tmp_path: Path, data: bytes) -> None:
    (tmp_path / "r").write_bytes(data)
    ran = command("record", "show", tmp_path / "r")
    assert ran.status == 2
    assert "line 1" in ran.err
    assert "Traceback" not in ran.err
    assert command("record", "validate", tmp_path / "r").status == 2
    assert command("verify", tmp_path / "r").status == 2


def test_files_that_cannot_be_read(command: Command, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing"):
        for ask in ("show", "validate"):
            ran = command("record", ask, path)
            assert ran.status == 2
            assert "cannot be read" in ran.err
