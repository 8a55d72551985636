"""How times are written, and that programs are held to them wherever they are seated."""

from __future__ import annotations

from pathlib import Path

import pytest

from shengji.arena.contest import Contest
from shengji.arena.duel import Duel
from shengji.arena.intervals import stopping
from shengji.arena.results import results_header
from shengji.bots.outside import EXEC, Limits, read_limits
from shengji.rules import Rules
from tests.bots.outside.kit import script
from tests.commandkit import Command

USUAL = Limits()


def test_times() -> None:
    assert read_limits() == USUAL
    assert read_limits("2+30") == Limits(USUAL.start, 2.0, 30.0)
    assert read_limits(".5", 3.5) == Limits(3.5, 0.5, 0.0)


@pytest.mark.parametrize(
    "time", ["", "1+", "+1", "-1", "1+2+3", "1e3", "nan", "inf", "one", "0", "86401", "1+86401"]
)
def test_no_times(time: str) -> None:
    with pytest.raises(ValueError, match=r"written as 10|seconds for a start"):
        read_limits(time)
    with pytest.raises(ValueError, match="seconds for a start"):
        read_limits("1", 0.0)


def test_a_duel_holds_programs_to_its_limits(tmp_path: Path) -> None:
    slow = EXEC + script(tmp_path, "ready(); next(requests()); time.sleep(600)")
    duel = Duel(Rules(), ("basic", slow), limits=Limits(decision=0.3, bank=0.0))
    contest = Contest(duel, stopping(1))
    contest.play()
    (first, _) = contest.lines[0].forfeits
    assert first.fault.kind == "late" and "0.3 seconds" in first.fault.reason
    header = results_header(duel, contest.stopping)
    assert header != results_header(Duel(Rules(), ("basic", slow)), contest.stopping)


@pytest.mark.parametrize("command", ["arena", "ladder", "sim"])
def test_commands_hold_programs_to_them(
    tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Command(monkeypatch)
    slow = EXEC + script(tmp_path, "ready(); next(requests()); time.sleep(600)")
    seats = ("--bots", f"basic,{slow}", "--hands", "1") if command == "sim" else ("basic", slow)
    end = () if command == "sim" else ("--deals", "1", "--on-failure", "stop")
    ran = run(command, *seats, *end, "--jobs", "1", "--time", "0.2+0.1")
    assert ran.status == 1 and "did not answer within 0.3 seconds" in ran.err
    ran = run(command, *seats, *end, "--time", "soon")
    assert ran.status == 2 and "a time is written as 10+60" in ran.err
