"""Decisions as a dataset: what stands in it, that it is true, and that it is read back."""

from __future__ import annotations

import csv
import json
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pyarrow.parquet
import pytest

from shengji.arena.plan import Plan, around_the_table
from shengji.bots.search import StrongBot
from shengji.learn.dataset import CARD, DECISIONS, SHAPE, export, load
from shengji.learn.decisions import decisions
from shengji.record.arrow import ParquetError
from shengji.rules import PRESETS, Rules, rules_from
from tests.commandkit import Command

RULES = {"tractor": Rules(), "friends": PRESETS["finding-friends"].rules}


def plan_of(rules: Rules, *bots: str, number: int = 2) -> Plan:
    return Plan(rules=rules, bots=around_the_table(bots, rules.players), number=number, seed=4)


@pytest.mark.parametrize("name", RULES)
def test_a_dataset_says_what_was_played(tmp_path: Path, name: str) -> None:
    plan = plan_of(RULES[name], "medium", "basic")
    number = export((decisions(plan, deal) for deal in range(2)), plan, tmp_path)
    rows = load(tmp_path).to_pylist()
    assert len(rows) == number
    assert {row["deal"] for row in rows} == {0, 1}
    for deal in range(2):
        own = [row for row in rows if row["deal"] == deal]
        assert [row["number"] for row in own] == list(range(len(own)))
        plays = [row for row in own if row["decision"] in ("lead", "follow")]
        for row, after in pairwise(plays):
            _follows(row, after)
        assert Counter(row["bot"] for row in own).keys() == {"medium", "basic"}
        assert len({row["final_points"] for row in own}) == 1
        sides = {(row["seat"], row["won"], row["levels"]) for row in own}
        assert len(sides) == plan.rules.players
    assert rules_from(msgspec.json.decode(rows[0]["rules"]), stored=True) == plan.rules


def _follows(row: dict[str, Any], after: dict[str, Any]) -> None:
    """The chosen play is the next play that the others saw, unless a throw failed."""
    chosen = row["options"][row["chosen"]]["cards"]
    assert not Counter(chosen) - Counter(row["held"])
    assert 0 <= row["rule"] < len(row["options"])
    if len(after["thrown"]) == len(row["thrown"]):
        assert after["played"][len(row["played"])] == {"seat": row["seat"], "cards": chosen}
        assert len(after["played"]) == len(row["played"]) + 1


def test_the_thoughts_of_a_search_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = tuple(e._replace(tricks=600, bury=600, first=4, sweeps=1) for e in StrongBot.efforts)
    monkeypatch.setattr(StrongBot, "efforts", few)
    plan = plan_of(Rules(), "strong", number=1)
    export([decisions(plan, 0)], plan, tmp_path)
    rows = [row for row in load(tmp_path).to_pylist() if row["decision"] == "lead"]
    tried = [option for row in rows for option in row["options"] if option["levels"] is not None]
    assert len(tried) > 20 and all(each["low"] <= each["levels"] <= each["high"] for each in tried)
    assert {row["decided"] for row in rows} <= {"forced", "anchor", "search"}


def test_the_command_writes_a_dataset_and_its_card(command: Command, tmp_path: Path) -> None:
    out = tmp_path / "out"
    ran = command("data", "make", out, "--hands", 2, "--bots", "random", "--seed", 9, "--jobs", 1)
    table = load(out)
    assert (ran.status, ran.out) == (0, f"{table.num_rows} decisions of 2 hands written to {out}\n")
    card = (out / CARD).read_text("utf-8")
    assert "--hands 2 --seed 9" in card and "`random`" in card and DECISIONS in card
    again = tmp_path / "again"
    command("data", "make", again, "--hands", 2, "--bots", "random", "--seed", 9, "--jobs", 1)
    assert load(again).equals(table)
    ran = command("data", "make", out, "--hands", 0)
    assert ran.status == 2 and "--hands must be from 1" in ran.err
    ran = command("data", "make", out, "--bots", "nobody")
    assert ran.status == 2


def test_csv_has_the_same_rows(command: Command, tmp_path: Path) -> None:
    make = ("data", "make", tmp_path, "--hands", 1, "--bots", "random", "--jobs", 1)
    command(*make)
    ran = command(*make, "--csv")
    rows = load(tmp_path).to_pylist()
    assert (ran.status, ran.out) == (0, f"{len(rows)} decisions of 1 hands written to {tmp_path}\n")
    with (tmp_path / "decisions.csv").open(encoding="utf-8", newline="") as file:
        found = list(csv.DictReader(file))
    assert [json.loads(row["held"]) for row in found] == [row["held"] for row in rows]
    assert [json.loads(row["options"]) for row in found] == [row["options"] for row in rows]
    assert "data_files: decisions.csv" in (tmp_path / CARD).read_text("utf-8")


def test_what_is_no_dataset_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ParquetError, match="write it with shengji data make"):
        load(tmp_path)
    pyarrow.parquet.write_table(pyarrow.table({"deal": [1]}), tmp_path / DECISIONS)
    with pytest.raises(ParquetError, match="none of ours"):
        load(tmp_path)


def test_an_export_that_fails_leaves_the_one_before(tmp_path: Path) -> None:
    plan = plan_of(Rules(), "random", number=1)
    export([decisions(plan, 0)], plan, tmp_path)
    before = (tmp_path / DECISIONS).read_bytes()

    def broken() -> Any:
        yield decisions(plan, 0)
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        export(broken(), plan, tmp_path)
    assert (tmp_path / DECISIONS).read_bytes() == before


def test_every_column_has_its_place() -> None:
    assert SHAPE.schema.names[0] == "deal" and len(set(SHAPE.schema.names)) == len(SHAPE.schema)
