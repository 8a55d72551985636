"""Runs of the arena that are ended before their end: told to, stopped, or a process killed."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import pytest

from shengji.arena import contest, ladder, sim
from shengji.arena.duel import DealLine, Duel, play_duel_deal
from shengji.arena.games import HandLine, play_deal
from shengji.arena.plan import Plan
from tests.arena.kit import figures, heeded, wait_until_ended
from tests.bots.outside.kit import script
from tests.cases import cases
from tests.commandkit import Command, Ran
from tests.waiting import PATIENCE

DEAF = """
ready()
print(os.getpid(), file=open("program.pid", "w"), flush=True)
while True:
    time.sleep(60)
"""


@pytest.mark.parametrize(
    ("number", "jobs"),
    [(signal.SIGTERM, 1), pytest.param(signal.SIGHUP, 2, marks=pytest.mark.campaign)],
)
def test_who_is_told_to_end_takes_programs_along(
    tmp_path: Path, number: signal.Signals, jobs: int
) -> None:
    arguments = ("arena", f"exec:{script(tmp_path, DEAF)}", "basic", "--jobs", str(jobs))
    command = [sys.executable, "-m", "shengji", *arguments]
    with heeded(number):
        arena = subprocess.Popen(command, cwd=tmp_path)
    try:
        told = tmp_path / "program.pid"
        while not (told.exists() and told.read_text().endswith("\n")):
            assert arena.poll() is None
            time.sleep(0.05)
        arena.send_signal(number)
        assert arena.wait(PATIENCE) == 128 + number
    finally:
        arena.kill()
        arena.wait()
    wait_until_ended([int(told.read_text())])


def stopped_in(deal: int) -> Callable[[Duel, int], DealLine]:
    """Plays deals of duels until the person stops that."""

    def play(duel: Duel, number: int) -> DealLine:
        if number == deal:
            raise KeyboardInterrupt
        return play_duel_deal(duel, number)

    return play


@pytest.mark.parametrize("bounds", [(), ("--stop",)])
def test_what_was_played_until_a_stop_is_shown(
    shengji: Command, monkeypatch: pytest.MonkeyPatch, bounds: tuple[str, ...]
) -> None:
    common = ("arena", "basic", "random", "--jobs", 1, *bounds)
    monkeypatch.setattr(contest, "play_duel_deal", stopped_in(3))
    ran = shengji(*common, "--deals", 40, "--json")
    assert ran.status == 130
    assert ran.err == (
        "shengji: stopped; 3 of 40 deals were played and not kept; with --save FILE they are, and "
        "--resume FILE goes on\n"
    )
    found = json.loads(ran.out)
    assert (found["deals"], found["over"], found["stopped_early"]) == (3, False, False)
    assert "stopped before the end, after 3 of 40 deals" in shengji(*common, "--deals", 40).out


def test_a_stop_after_a_deal_shows_nothing(
    shengji: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contest, "play_duel_deal", stopped_in(1))
    ran = shengji("arena", "basic", "random", "--jobs", 1)
    assert (ran.status, ran.out) == (130, "")
    assert ran.err.startswith("shengji: stopped; 1 of 500 deals were played")


def test_after_a_stop_a_run_goes_on_as_it_is_told(
    shengji: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "of today.jsonl"
    with monkeypatch.context() as patch:
        patch.setattr(contest, "play_duel_deal", stopped_in(2))
        ran = shengji("arena", "basic", "random", "--jobs", 1, "--deals", 4, "--save", path)
    told = f"2 of 4 deals were played; --resume {shlex.quote(str(path))} goes on"
    assert (ran.status, ran.err) == (130, f"shengji: stopped; {told}\n")
    assert figures(shengji, "--deals", 4, "--resume", path) == figures(shengji, "--deals", 4)


def test_a_ladder_that_is_stopped(
    shengji: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    common = ("ladder", "random", "basic", "easy", "--jobs", 1, "--deals", 2)
    with monkeypatch.context() as patch:
        patch.setattr(ladder, "play_duel_deal", stopped_in(1))
        ran = shengji(*common)
        kept = shengji(*common, "--save", tmp_path)
    assert (ran.status, ran.out) == (kept.status, kept.out) == (130, "")
    assert ran.err == (
        "shengji: stopped; 3 of 6 deals were played and not kept; with --save FOLDER they are, and "
        "the same command goes on\n"
    )
    assert kept.err == "shengji: stopped; 3 of 6 deals were played; the same command goes on\n"
    whole = json.loads(shengji(*common, "--save", tmp_path, "--json").out)
    assert whole["timing"]["deals"] == 3


def test_a_simulation_that_is_stopped(shengji: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def play(plan: Plan, number: int) -> Iterator[HandLine]:
        if number == 4:
            raise KeyboardInterrupt
        return play_deal(plan, number)  # type: ignore[return-value]  # nobody forfeits

    monkeypatch.setattr(sim, "play_deal", play)
    ran = shengji("sim", "--hands", 9, "--jobs", 1)
    assert ran == Ran(130, "", "shengji: stopped; 4 of 9 deals were played\n")


@pytest.mark.parametrize("jobs", cases([1, 2], 2))
def test_a_stop_from_the_keyboard(tmp_path: Path, jobs: int) -> None:
    path = tmp_path / "results.jsonl"
    command = [sys.executable, "-m", "shengji", "arena", "basic", "random", "--deals", "2000"]
    with heeded(signal.SIGINT):
        started = subprocess.Popen(
            [*command, "--json", "--jobs", str(jobs), "--save", path],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,  # a group of its own, as of a command in a terminal
        )
    with started as arena:
        while not path.exists() or path.read_bytes().count(b"\n") < 4:
            assert arena.poll() is None
            time.sleep(0.05)
        helpers = [child.pid for child in psutil.Process(arena.pid).children(recursive=True)]
        os.killpg(arena.pid, signal.SIGINT)
        out, err = arena.communicate(timeout=PATIENCE)
    assert arena.returncode == 130
    found = json.loads(out)
    assert not found["over"]
    told = f"{found['deals']} of 2000 deals were played; --resume {path} goes on"
    assert err == f"shengji: stopped; {told}\n"
    assert len(helpers) >= jobs - 1
    wait_until_ended(helpers)


MURDEROUS = """
ready()
os.kill(os.getppid(), signal.SIGKILL)
"""


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("arena", "{0}", "basic", "--save", "kept"), "; --resume kept goes on"),
        (("sim", "--bots", "{0},basic"), ""),
    ],
)
def test_a_process_that_is_killed_is_no_fault_of_ours(
    shengji: Command,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    arguments: tuple[str, ...],
    told: str,
) -> None:
    """As the system kills one that takes too much memory."""
    name = f"exec:{script(tmp_path, MURDEROUS)}"
    monkeypatch.chdir(tmp_path)
    ran = shengji(*(one.format(name) for one in arguments), "--jobs", 2)
    assert ran.status == 1
    first, second = ran.err.splitlines()
    assert first == (
        "shengji: a helper process was ended by signal 9, most likely for lack of memory; fewer "
        "--jobs need less"
    )
    assert second.startswith("0 of ") and second.endswith(f" deals were played{told}")
