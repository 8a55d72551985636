"""Lines that say who plays in a seat from there on: read, checked, and no part of the match."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import pytest

from shengji.bots.outside.failures import Kind
from shengji.game import Event, TrickTaken
from shengji.record import Header, PlayerChanged, RecordError, RecordWriter, read_record, validate
from shengji.record.changes import Change, Told, Why
from shengji.record.lines import encode
from tests.record.kit import played, seen, state, write

DIED = PlayerChanged(1, "medium", "died")
GONE = PlayerChanged(2, None, "late")
BACK = PlayerChanged(2, "easy", "resumed")


def with_changes(events: Sequence[Event], *changes: tuple[int, PlayerChanged]) -> list[Told]:
    """Events with changes after so many of them."""
    told: list[Told] = list(events)
    for after, change in reversed(changes):
        told.insert(after, change)
    return told


def written(path: Path, header: Header, told: Sequence[Told]) -> Path:
    with RecordWriter(path, header) as writer:
        for line in told:
            writer.write(line)
    return path


def test_changes_are_no_events(tmp_path: Path) -> None:
    header, events, match = played("tractor")
    half = len(events) // 2
    told = with_changes(events, (0, BACK), (half, DIED), (len(events), GONE))
    path = written(tmp_path / "r", header, told)
    record = read_record(path)
    assert record.events == events
    assert state(record.match) == state(match)
    assert record.changes == (Change(0, BACK), Change(half, DIED), Change(len(events), GONE))
    report = validate(path)
    assert report.ok and report.complete and report.events == len(events)


def test_who_plays(tmp_path: Path) -> None:
    header, events, _ = played("tractor")
    told = with_changes(events[:200], (50, DIED), (150, GONE), (150, BACK), (200, GONE))
    record = read_record(written(tmp_path / "r", header, told))
    a, b, c, d = header.seats
    assert record.players(49) == (a, b, c, d)
    assert record.players(50) == record.players(149) == (a, "medium", c, d)
    assert record.players(150) == record.players(199) == (a, "medium", "easy", d)
    assert record.players() == (a, "medium", None, d)


def test_what_an_onlooker_saw_may_have_them(tmp_path: Path) -> None:
    header, events = seen(None)
    path = written(tmp_path / "r", header, with_changes(events, (60, DIED)))
    assert validate(path).ok
    assert read_record(path).players()[1] == "medium"


def test_what_follows_a_wrong_change_is_not_blamed(tmp_path: Path) -> None:
    """Also where something must follow, as a trick is taken when its last card has been played."""
    header, events, _ = played("tractor")
    at = next(n for n, event in enumerate(events) if isinstance(event, TrickTaken))
    wrong = PlayerChanged(9, "medium", "died")
    report = validate(written(tmp_path / "r", header, with_changes(events, (at, wrong))))
    assert [(fault.line, fault.message) for fault in report.faults] == [
        (at + 2, "there is no seat 9")
    ]


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        (PlayerChanged(4, "medium", "died"), "there is no seat 4"),
        (PlayerChanged(-1, "medium", "died"), r"Expected `int` >= 0 - at `\$.seat`"),
        (b'{"event":"player_changed","seat":1,"name":"x","why":"bored"}\n', "bored"),
        (b'{"event":"player_changed","seat":1,"why":"died"}\n', "name"),
        (b'{"event":"player_changed","seat":1,"name":"x","why":"died","by":2}\n', "by"),
    ],
)
def test_what_is_no_change(tmp_path: Path, told: PlayerChanged | bytes, reason: str) -> None:
    header, events, _ = played("tractor")
    path = write(tmp_path / "r", header, events[:30])
    with path.open("ab") as file:
        file.write(told if isinstance(told, bytes) else encode(told))
    with pytest.raises(RecordError, match=reason) as caught:
        read_record(path)
    assert caught.value.line == 32
    assert validate(path).faults[0].line == 32


def test_nothing_is_played_in_a_seat_where_nobody_plays(tmp_path: Path) -> None:
    header, events, _ = played("tractor")
    path = written(tmp_path / "r", header, with_changes(events[:120], (110, GONE)))
    with pytest.raises(RecordError, match="line 113: nobody plays in seat 2 any more"):
        read_record(path)
    assert not validate(path).ok


def test_nobody_takes_a_seat_after_the_match(tmp_path: Path) -> None:
    header, events, match = played("one deck", hands=100)
    assert match.winners is not None
    path = written(tmp_path / "r", header, with_changes(events, (len(events), DIED)))
    with pytest.raises(RecordError, match="the match is over"):
        read_record(path)


def test_a_record_with_a_change_is_continued_and_its_lines_are_counted(tmp_path: Path) -> None:
    header, events, _ = played("tractor")
    at = next(n for n, event in enumerate(events) if isinstance(event, TrickTaken))
    path = written(tmp_path / "r", header, with_changes(events[:at], (110, DIED)))
    assert validate(path).faults[0].line == at + 3
    RecordWriter.resume(path).close()
    record = read_record(path)
    assert record.events == events[: at + 1]
    assert record.changes == (Change(110, DIED),)
    assert validate(path).ok


def test_a_change_that_was_cut_short_is_left_out(tmp_path: Path) -> None:
    header, events, _ = played("tractor")
    path = written(tmp_path / "r", header, with_changes(events[:40], (40, DIED)))
    path.write_bytes(path.read_bytes()[:-9])
    record = read_record(path)
    assert record.changes == () and record.torn is not None
    assert record.torn.render("en") == "the record is cut short in line 42"
    RecordWriter.resume(path).close()
    assert read_record(path).events == events[:40]


def test_every_way_to_fail_has_its_word() -> None:
    assert set(get_args(Kind)) < set(get_args(Why))
