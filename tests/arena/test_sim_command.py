"""`shengji sim` on the command line."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest


def sim(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "shengji", "sim", *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_json_and_processes() -> None:
    common = ("--bots", "basic,random", "--hands", "6", "--seed", "3", "--json")
    one, two = (json.loads(sim(*common, "--jobs", jobs).stdout) for jobs in "12")
    assert one["bots"]["basic"]["hands"] == 6
    assert one["settings"]["rules"] == {"preset": "zhang-2021"}
    assert one.pop("timing")["jobs"] == 1
    assert two.pop("timing")["jobs"] == 2
    assert one == two


def test_table_and_records(tmp_path: Path) -> None:
    folder = tmp_path / "records"
    done = sim("--hands", "2", "--duplicate", "--jobs", "1", "--record", str(folder))
    assert done.returncode == 0
    assert "declarers" in done.stdout
    assert "hands a second" in done.stdout
    assert done.stderr == ""
    assert len(list(folder.iterdir())) == 4
    again = sim("--hands", "2", "--record", str(folder))
    assert again.returncode == 2
    assert "not empty" in again.stderr


def test_csv() -> None:
    done = sim("--hands", "3", "--jobs", "1", "--csv", "--set", "decks=1")
    rows = list(csv.DictReader(done.stdout.splitlines()))
    assert [row["deal"] for row in rows] == ["0", "1", "2"]
    assert rows[1]["dealer"] == "1"
    assert rows[0]["seats"] == "basic basic basic basic"


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
def test_wrong_input(arguments: tuple[str, ...], message: str) -> None:
    done = sim(*arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
