"""Answers of the whole command line to nonsense that no single command owns."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.commandkit import Command, Ran
from tests.waiting import PATIENCE

SHENGJI = [sys.executable, "-m", "shengji"]


def test_output_that_cannot_be_written_is_no_fault_of_ours() -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        ran = subprocess.run(
            [*SHENGJI, "rules", "--json"],
            check=False,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert ran.returncode == 1
    assert ran.stderr == "shengji: cannot read or write: No space left on device\n"


def test_a_stop_from_the_keyboard_is_told(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def judge(given: object, out: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("shengji.judge.judge_stream", judge)
    assert command("judge") == Ran(130, "", "shengji: stopped\n")
    monkeypatch.setattr("shengji.terminal.main.require", judge)  # as its modules load
    assert command("judge") == Ran(130, "", "shengji: stopped\n")


@pytest.mark.parametrize("option", ["--hands", "--matches"])
def test_an_absurd_number_of_hands(command: Command, option: str) -> None:
    ran = command("sim", option, "9" * 20)
    assert ran.status == 2
    assert f"{option} can be at most 1000000" in ran.err


@pytest.mark.campaign
def test_short_forms_of_the_rules() -> None:
    task = ["sim", "--hands", "2", "--jobs", "1", "--csv"]
    given = ["--rules", "finding-friends", "--players", "7", "--decks", "2"]
    ran = subprocess.run(
        [*SHENGJI, *task, *given], check=True, capture_output=True, text=True, timeout=PATIENCE
    )
    assert ",".join(["basic"] * 7) in ran.stdout
    both = subprocess.run(
        [*SHENGJI, "bench", "--all", "--players", "6"], check=False, capture_output=True, text=True
    )
    assert both.returncode == 2 and "exclude it" in both.stderr


def test_rules_written_with_a_byte_order_mark(command: Command, tmp_path: Path) -> None:
    rules = tmp_path / "house.toml"
    rules.write_bytes(b"\xef\xbb\xbf" + b'first_level = "8"\n')
    ran = command("rules", rules, "--toml")
    assert ran.status == 0
    assert 'first_level = "8"' in ran.out


def test_a_match_that_cannot_be_saved_names_the_place(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    ran = command("play", "--plain", "--new")
    assert ran.status == 2
    assert str(tmp_path / "file") in ran.err
    assert "--save" in ran.err
