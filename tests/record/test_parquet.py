"""Hands as tables: what stands in them, and that they can be read again."""

from __future__ import annotations

import csv
import json
import sys
from collections import Counter
from pathlib import Path

import msgspec
import pyarrow.parquet
import pytest

from shengji.cards import Card
from shengji.extras import MissingExtraError
from shengji.game import HandEnded, Played, ThrowFailed, view
from shengji.record import Record, write_record
from shengji.record.arrow import ParquetError
from shengji.record.parquet import FILES, HANDS, PLAYS, export, load, rows
from shengji.record.reader import empty_match
from shengji.rules import rules_from
from tests.commandkit import Command
from tests.record.kit import FAMILY, lines
from tests.record.test_family import hands_of
from tests.record.test_notation import recorded


def record_of(name: str) -> Record:
    return recorded(*hands_of(name)[:2])


@pytest.mark.parametrize("name", FAMILY)
def test_every_hand_and_play_has_its_row(tmp_path: Path, name: str) -> None:
    """The tables agree with the events, and each hand with its deck."""
    record = record_of(name)
    over = [event for event in record.events if isinstance(event, HandEnded)]
    assert export(rows(record, name), tmp_path) == len(over)
    hands, plays = (table.to_pylist() for table in load(tmp_path))
    for row, ended in zip(hands, over, strict=True):
        assert (row["points"], row["winner"], row["won_levels"]) == (
            ended.points,
            ended.winner,
            ended.levels,
        )
        rules = rules_from(msgspec.json.decode(row["rules"]), stored=True)
        dealt = [card for own in row["dealt"] for card in own] + row["kitty"]
        assert Counter(map(Card, dealt)) == Counter(rules.deck)
        own = [play for play in plays if play["hand"] == row["hand"]]
        played = [card for play in own for card in play["cards"]]
        assert Counter(dealt) == Counter([*played, *row["buried"]])
        tricks = [play["trick"] for play in own if play["won"]]
        assert tricks == list(range(1, own[-1]["trick"] + 1))
        assert all(not Counter(play["cards"]) - Counter(play["held"]) for play in own)
        assert [play["place"] for play in own] == list(range(rules.players)) * len(tricks)
    failed = [event for event in record.events if isinstance(event, ThrowFailed)]
    unfinished = sum(isinstance(event, Played) for event in record.events) > len(plays)
    if not unfinished:
        assert [tuple(p["thrown"]) for p in plays if p["thrown"]] == [
            tuple(card.value for card in event.thrown) for event in failed
        ]


def test_csv_says_the_same_and_needs_no_package(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A missing value is empty; lists stand as JSON."""
    header, events, _ = hands_of("friends")
    own = tuple(view(event, 1) for event in events)
    path = tmp_path / "match.jsonl"
    path.write_bytes(b"\n".join(lines(msgspec.structs.replace(header, seen_by=1), own)) + b"\n")
    command("record", "find", tmp_path, "--parquet", tmp_path / "tables")
    tables = dict(zip(("hands", "plays"), load(tmp_path / "tables"), strict=True))
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    ran = command("record", "find", tmp_path, "--csv", tmp_path / "tables")
    assert (ran.status, ran.out) == (0, f"2 hands written to {tmp_path / 'tables'}\n")
    for name, table in tables.items():
        with (tmp_path / "tables" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        assert list(rows[0]) == table.schema.names
        assert [[_value(text) for text in row.values()] for row in rows] == [
            [_value("" if v is None else v if isinstance(v, str) else json.dumps(v)) for v in row]
            for row in (one.values() for one in table.to_pylist())
        ]


def _value(text: str) -> object:
    return json.loads(text) if text.startswith(("[", "{")) else text


def test_what_one_seat_did_not_see_is_missing(tmp_path: Path) -> None:
    header, events, _ = hands_of("tractor")
    own = msgspec.structs.replace(header, seen_by=1, seed=None)
    seen = tuple(view(event, 1) for event in events)
    match = empty_match(own, record_of("tractor").rules)
    for event in seen:
        match.apply(event)
    export(rows(Record(own, match.rules, seen, match), "own"), tmp_path)
    hands, plays = (table.to_pylist() for table in load(tmp_path))
    assert {row["dealt"] for row in hands} == {None}
    assert {play["seat"] for play in plays if play["held"] is not None} == {1}


def test_only_hands_that_are_found_are_written(command: Command, tmp_path: Path) -> None:
    write_record(tmp_path / "a.jsonl", record_of("tractor"))
    write_record(tmp_path / "b.jsonl", record_of("friends"))
    out = tmp_path / "out"
    ran = command("record", "find", tmp_path, "--players", "6", "--parquet", out)
    hands, plays = load(out)
    assert (ran.status, ran.out) == (0, f"{hands.num_rows} hands written to {out}\n")
    assert set(hands["record"].to_pylist()) == set(plays["record"].to_pylist()) == {"b.jsonl"}
    ran = command("record", "find", tmp_path, "--parquet", tmp_path / "a.jsonl")
    assert (ran.status, ran.err.partition(":")[2]) == (
        2,
        f" cannot write {tmp_path / 'a.jsonl'}: File exists\n",
    )


def test_what_cannot_be_read_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ParquetError, match="write it with shengji record find --parquet"):
        load(tmp_path)
    (tmp_path / HANDS).write_bytes(b"no")
    with pytest.raises(ParquetError, match="is not a Parquet file"):
        load(tmp_path)
    other = pyarrow.table({"hand": [1]})
    pyarrow.parquet.write_table(other, tmp_path / HANDS)
    with pytest.raises(ParquetError, match="is none of ours; export it again"):
        load(tmp_path)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'shengji\[parquet\]'"):
        load(tmp_path)


def test_an_export_that_fails_leaves_the_one_before(tmp_path: Path) -> None:
    record = record_of("one deck")
    export(rows(record, "first"), tmp_path)
    before = (tmp_path / HANDS).read_bytes(), (tmp_path / PLAYS).read_bytes()

    def broken() -> object:
        yield from rows(record, "second")
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        export(broken(), tmp_path)  # type: ignore[arg-type]
    assert ((tmp_path / HANDS).read_bytes(), (tmp_path / PLAYS).read_bytes()) == before


def test_the_columns_stand_on_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "data.md").read_text("utf-8")
    section = page.partition("## Hands and plays")[2].partition("\n## ")[0]
    named = [line.split("`")[1] for line in section.splitlines() if line.startswith("| `")]
    assert named == [name for _, shape in FILES for name in shape.schema.names]
