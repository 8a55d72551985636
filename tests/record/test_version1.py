"""Records of version 1, kept as its code wrote them, are read and checked as those of today."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from shengji.game import HandEnded
from shengji.record import read_record, validate

KEPT = Path(__file__).parents[1] / "data" / "version1"

ENDS = {
    "match-to-its-end": ((0, 2), "3 3 3 3", [0, 0, 0, 0], [1, 3]),
    "laps": ((1, 3), "3 2 3 2", [1, 1, 1, 1], [0, 1, 2, 3]),
    "friends-at-must-play": ((1,), "3 4 3 3 3", [0, 0, 0, 0, 0], [0, 4]),
    "friends-at-must-play-seat-1": ((1,), "3 4 3 3 3", [0, 0, 0, 0, 0], [0, 4]),
    "red-fives-and-hooks": (None, "2 A 2 A", [0, 0, 0, 0], [0, 2]),
}
"""Winners, levels, laps, and who has tried its level, as version 1 had them after the last hand."""


@pytest.mark.parametrize("name", ENDS)
def test_a_kept_record(name: str) -> None:
    winners, levels, laps, tried = ENDS[name]
    record = read_record(KEPT / f"{name}.jsonl")
    assert record.header.version == 1
    match = record.match
    assert match.winners == winners
    assert " ".join(at.level.value for at in match.standings) == levels
    assert [at.lap for at in match.standings] == laps
    assert [seat for seat, at in enumerate(match.standings) if at.tried] == tried
    ends = [event for event in record.events if isinstance(event, HandEnded)]
    assert ends[-1].winners == (winners or ())
    assert list(ends[-1].tried_after) == tried
    assert validate(KEPT / f"{name}.jsonl").ok


def test_none_is_left_out() -> None:
    kept = {path.stem for path in KEPT.glob("*.jsonl")} - {"table"}
    assert kept == set(ENDS)


@pytest.mark.parametrize("name", ["match-to-its-end", "friends-at-must-play-seat-1"])
def test_what_a_record_says_is_believed_and_the_checker_tells(tmp_path: Path, name: str) -> None:
    """A rule that is mended later must not turn an old match into another."""
    lines = (KEPT / f"{name}.jsonl").read_text().splitlines()
    at = max(n for n, line in enumerate(lines) if '"hand_ended"' in line)
    ended = json.loads(lines[at])
    ended["levels_after"] = ["K"] * len(ended["levels_after"])
    path = tmp_path / "other.jsonl"
    path.write_text("\n".join([*lines[:at], json.dumps(ended)]) + "\n")
    assert {at.level.value for at in read_record(path).match.standings} == {"K"}
    fault = validate(path).faults[0]
    assert fault.line == at + 1
    assert "levels_after" in fault.message
