"""`shengji sim` on the command line."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.commandkit import Command, Ran

Sim = Callable[..., Ran]


@pytest.fixture
def sim(monkeypatch: pytest.MonkeyPatch) -> Sim:
    """Runs `shengji sim`."""
    return partial(Command(monkeypatch), "sim")


def test_json_and_processes(sim: Sim) -> None:
    common = ("--bots", "basic,random", "--hands", "6", "--seed", "3", "--json")
    one, two = (json.loads(sim(*common, "--jobs", jobs).out) for jobs in "12")
    assert one["bots"]["basic"]["hands"] == 6
    assert one["settings"]["rules"] == {"preset": "zhang-2021"}
    assert one.pop("timing")["jobs"] == 1
    assert two.pop("timing")["jobs"] == 2
    assert one == two


def test_table_and_records(sim: Sim, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    done = sim("--hands", "2", "--duplicate", "--jobs", "1", "--record", str(folder))
    assert done.status == 0
    assert "declarers" in done.out
    assert "hands a second" in done.out
    assert done.err == ""
    assert len(list(folder.iterdir())) == 4
    again = sim("--hands", "2", "--record", str(folder))
    assert again.status == 2
    assert "not empty" in again.err


def test_csv(sim: Sim) -> None:
    done = sim("--hands", "3", "--jobs", "1", "--csv", "--set", "decks=1")
    rows = list(csv.DictReader(done.out.splitlines()))
    assert [row["deal"] for row in rows] == ["0", "1", "2"]
    assert rows[1]["dealer"] == "1"
    assert rows[0]["seats"] == "basic,basic,basic,basic"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--bots", "basik"), "did you mean basic"),
        (("--bots", "basic," * 4 + "basic"), "5 bots, but 4 play"),
        (("--hands", "0"), "--hands must be at least 1"),
        (("--matches", "-1"), "--matches must be at least 1"),
        (("--hands", "5", "--matches", "5"), "exclude each other"),
        (("--json", "--csv"), "exclude each other"),
        (("--jobs", "0"), "--jobs must be at least 1"),
        (("--rules", "no/such.toml"), "cannot read no/such.toml"),
        (("--set", "decks=9"), "decks"),
    ],
)
def test_wrong_input(sim: Sim, arguments: tuple[str, ...], message: str) -> None:
    done = sim(*arguments)
    assert done.status == 2
    assert message in done.err
    assert done.out == ""
    assert "Traceback" not in done.err
