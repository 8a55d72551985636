"""Work that is spread over processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from shengji.arena.spread import HelperEndedError, alone, over_processes
from shengji.bots.outside.channel import Channel
from tests.arena.kit import heeded, lives, wait_until_ended
from tests.arena.pieces import killed, left, odd, slowly
from tests.waiting import PATIENCE

SCRIPT = """
import os, time
from shengji.arena.spread import over_processes

def work(number):
    os.write(1, b"%d\\n" % os.getpid())  # at once, as print does not
    time.sleep(600)

if __name__ == "__main__":
    list(over_processes(2)(work, range(2)))
"""
DEAF = (sys.executable, "-c", "import time\nwhile True: time.sleep(60)")
"""A program that hears nothing, not even that its input has ended."""


def test_who_helps_ends_with_a_process_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        helpers = [int(parent.stdout.readline()) for _ in range(2)]
        assert all(map(lives, helpers))
        parent.kill()
    wait_until_ended(helpers)


def test_results_come_in_the_order_of_the_work() -> None:
    assert list(over_processes(3)(slowly, range(40))) == list(range(40))


def stopped_unheard(number: int) -> int:
    """Lose a stop from the keyboard, as Python does with one while it tidies up."""
    with suppress(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
    return number


def test_a_stop_that_is_lost_counts_after_the_piece() -> None:
    inherited = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            list(alone(stopped_unheard, range(2)))
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, inherited)


def noted(folder: Path, number: int) -> int:
    """Note who does a piece, and start a program that does not end; all but the first take long."""
    if number:
        channel = Channel(DEAF)
        (folder / f"{number}").write_text(f"{os.getpid()} {channel._process.pid}")
        time.sleep(600)
    return number


def test_who_stops_early_waits_for_nobody_and_leaves_nothing_behind(tmp_path: Path) -> None:
    results = over_processes(2)(partial(noted, tmp_path), count())
    assert next(results) == 0
    while len(begun := list(tmp_path.iterdir())) < 2 or not all(one.read_text() for one in begun):
        time.sleep(0.05)
    results.close()
    processes = [int(number) for one in begun for number in one.read_text().split()]
    assert len(processes) == 4
    wait_until_ended(processes)


def test_an_error_comes_in_its_turn_and_says_where_it_was_raised() -> None:
    results = over_processes(2)(odd, [1, 3, 4, 5])
    assert [next(results), next(results)] == [1, 3]
    with pytest.raises(ValueError, match="4 is even") as found:
        next(results)
    assert "in odd" in str(found.value.__cause__)


def test_a_helper_that_is_killed_is_told_of() -> None:
    with pytest.raises(HelperEndedError, match="by signal 9, most likely for lack of memory"):
        list(over_processes(2)(killed, range(3)))


def test_a_helper_that_ends_by_itself_is_told_of() -> None:
    with pytest.raises(HelperEndedError, match="a helper process ended with status 3"):
        list(over_processes(2)(left, range(3)))


STOPPED = """
import os, time
from shengji.arena.spread import over_processes

if __name__ != "__main__":  # A process that helps, while it reads what it needs.
    os.write(1, b"begun\\n")
    time.sleep(1)

def work(number):
    return number

if __name__ == "__main__":
    try:
        list(over_processes(2)(work, range(2)))
    except KeyboardInterrupt:
        print("stopped")
"""


def test_a_stop_from_the_keyboard_is_not_for_helpers_that_begin(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(STOPPED, encoding="utf-8")
    with heeded(signal.SIGINT):
        started = subprocess.Popen(
            [sys.executable, script],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
    with started as parent:
        assert parent.stdout is not None
        assert [parent.stdout.readline() for _ in range(2)] == ["begun\n"] * 2
        os.killpg(parent.pid, signal.SIGINT)
        assert parent.communicate(timeout=PATIENCE) == ("stopped\n", "")
