"""Bots that die, stall, talk nonsense or too much: a clear report, and the match goes on."""

from __future__ import annotations

import gc
import json
import os
import pickle
import signal
import sys
import threading
import time
from pathlib import Path
from random import Random

import msgspec
import psutil  # type: ignore[import-untyped]
import pytest

from shengji.bots import BasicBot, BotError, Table
from shengji.bots.outside import BotFailedError, Failure, Faults, Limits, faults_of, process_bot
from shengji.game import Event, HandEnded
from shengji.rules import Rules, rules_from
from tests.bots.outside.conftest import children
from tests.bots.outside.kit import PATIENT, PYTHON, QUICK, play, script, seated
from tests.waiting import PATIENCE, wait_for

RULES = Rules()
ENDINGS = {
    "start": ("sys.stderr.write('no such weights'); sys.exit(4)", "died", "exit status 4"),
    "no-ready": ("sys.stdin.readline(); say(type='steady')", "start", "ready"),
    "version": (
        "sys.stdin.readline(); say(type='ready', protocol=2, name='x'); time.sleep(600)",
        "start",
        "version 2",
    ),
    "dies": ("ready(); next(requests()); sys.exit(3)", "died", "exit status 3"),
    "killed": ("ready(); next(requests()); os.kill(os.getpid(), 9)", "died", "signal 9"),
    "stalls": ("ready(); time.sleep(600)", "late", "0.3 seconds"),
    "stubborn": (
        "signal.signal(signal.SIGTERM, signal.SIG_IGN); ready(); time.sleep(600)",
        "late",
        "0.3 seconds",
    ),
    "nonsense": (
        "ready()\nfor ask in requests(): print('hm?', flush=True)",
        "unreadable",
        "JSON is malformed",
    ),
    "no-text": (
        "ready()\nfor ask in requests(): os.write(1, b'\\xff\\xfe\\n')",
        "unreadable",
        "cannot be read",
    ),
    "deep": (
        "ready()\nfor ask in requests(): print('[' * 20000, flush=True)",
        "unreadable",
        "cannot be read",
    ),
    "another": (
        "ready()\nfor ask in requests(): say(id=ask['id'] - 1, cards=[])",
        "unreadable",
        "answers request",
    ),
    "field": (
        "ready()\nfor ask in requests(): say(id=ask['id'], card='2H')",
        "unreadable",
        "field `card",
    ),
    "no-card": (
        "ready()\nfor ask in requests(): say(id=ask['id'], cards=['1H'])",
        "unreadable",
        "$.cards[0]",
    ),
    "illegal": (
        "ready()\nfor ask in requests(): say(id=ask['id'], cards=['BJ', 'BJ', 'BJ'])",
        "illegal",
        "refused twice",
    ),
    "flood": (
        "ready(); next(requests()); print('x' * 5_000_000); time.sleep(600)",
        "flood",
        "65536",
    ),
    "lines": ("ready(); next(requests())\nwhile True: print('{}')", "unreadable", "field `id`"),
    "closes": ("ready(); next(requests()); os.close(1); time.sleep(600)", "closed", "closed"),
    "deaf": ("ready(); os.close(0); time.sleep(600)", "late", "0.3 seconds"),
}


@pytest.mark.parametrize("name", ENDINGS)
def test_a_stand_in_takes_the_seat(name: str, tmp_path: Path) -> None:
    text, kind, words = ENDINGS[name]
    limits = QUICK if kind == "late" else PATIENT
    bot, told = seated(script(tmp_path, text), RULES, limits=limits), list[Event]()
    begun = time.monotonic()
    play(RULES, {0: bot}, 1, hands=2, told=told.append)
    assert time.monotonic() - begun < PATIENCE
    assert sum(isinstance(event, HandEnded) for event in told) == 2
    failure = bot.failure
    assert failure is not None
    assert failure.kind == kind and words in failure.reason
    assert json.loads(failure.asked)["type"] in ("hello", "show", "bury", "lead", "follow")
    assert failure.hand == 1
    assert "  when: " in failure.report() and " of hand 1\n" in failure.report()
    assert faults_of(bot) == (bot.refused, bot.failure)
    assert bot.refused == (2 if "refused twice" in failure.reason else 0)
    if name == "start":
        assert "no such weights" in failure.report()


def test_without_a_stand_in_it_is_an_error(tmp_path: Path) -> None:
    bot = process_bot(script(tmp_path, "ready(); sys.exit(3)"), RULES, 0, limits=PATIENT)
    with pytest.raises(BotFailedError, match="in seat 0 has failed: it ended with exit") as raised:
        play(RULES, {0: bot}, 1)
    assert isinstance(raised.value, BotError)
    assert faults_of(bot) == Faults(0, raised.value.failure)
    # It crosses from one process of ours to another.
    again = pickle.loads(pickle.dumps(raised.value))
    assert again.failure == raised.value.failure and str(again) == str(raised.value)


def test_the_report_has_all_that_came(tmp_path: Path) -> None:
    """Other text that is printed on standard output is reported, and not only what followed."""
    text = """
ready()
for ask in requests():
    sys.stderr.write("\\x1b[2Jwith\\ta tab")
    sys.stderr.flush()
    print("thinking ...", flush=True)
    say(id=ask["id"], **plain(ask))
"""
    bot = seated(script(tmp_path, text), RULES, limits=PATIENT)
    play(RULES, {0: bot}, 1)
    assert bot.failure is not None and bot.failure.kind == "unreadable"
    assert "cannot be read" in bot.failure.reason and "answers request" in bot.failure.reason
    report = bot.failure.report()
    assert " (scripted) in seat 0 has failed: " in report
    assert "  came: thinking ...\n  came: {" in report
    assert "\x1b" not in report and "with" in report


def test_a_line_without_an_end(tmp_path: Path) -> None:
    text = "ready(); next(requests()); print('{', end='', flush=True); time.sleep(600)"
    bot = seated(script(tmp_path, text), RULES, limits=QUICK)
    play(RULES, {0: bot}, 1)
    assert bot.failure is not None and bot.failure.kind == "late"
    assert bot.failure.reason.endswith("seconds; what it has written has no end of line")


def test_one_illegal_answer_is_forgiven(tmp_path: Path) -> None:
    text = """
ready()
sulking, codes = {}, set()
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "refused":
        assert message["again"] is True and "request" in message
        codes.add(message["code"])
    if "id" in message:
        kind = message["type"]
        sulking[kind] = not sulking.get(kind)
        bad = {"cards": ["BJ"] * 3, "calls": [], "wanted": True}
        good = plain(message)
        answer = {key: bad[key] for key in good} if sulking[kind] else good
        say(id=message["id"], **answer)
        sys.stderr.write(f"{sorted(codes)}")
"""
    for rules in (RULES, Rules(players=6, teams="friends"), Rules(land=True, redeal_points=50)):
        bots = {seat: seated(script(tmp_path, text), rules, seat, PATIENT) for seat in range(2)}
        play(rules, bots, 2, hands=2)
        assert [bot.failure for bot in bots.values()] == [None, None]
        assert all(bot.refused > 20 for bot in bots.values())
        assert faults_of(bots[0]).refused == bots[0].refused


def test_the_bank_is_used_up_and_filled_again(tmp_path: Path) -> None:
    path = tmp_path / "banks"
    text = (
        f"banks = {str(path)!r}"
        + """
ready()
slow = 0
for line in sys.stdin:
    message = json.loads(line)
    if any(event["event"] == "hand_started" for event in message.get("events", ())):
        slow = 2
    if message["type"] == "follow" and slow:
        slow -= 1
        time.sleep(0.3)
    if "id" in message:
        with open(banks, "a") as file:
            print(message["bank"], file=file)
        say(id=message["id"], **plain(message))
"""
    )
    limits = Limits(start=PATIENCE, decision=0.2, bank=100)
    bot = seated(script(tmp_path, text), RULES, limits=limits)
    play(RULES, {0: bot}, 1, hands=2)
    assert bot.failure is None
    left = list(map(int, path.read_text().split()))
    used = next(number for number, bank in enumerate(left) if bank < 99_900)
    assert 100_000 in left[used:] and left[-1] <= 99_900
    slow = Limits(start=PATIENCE, decision=0.2, bank=0.02)
    late = seated(script(tmp_path, text), RULES, limits=slow)
    play(RULES, {0: late}, 1)
    assert late.failure is not None and late.failure.kind == "late"


def test_one_that_is_not_ready_in_time(tmp_path: Path) -> None:
    bot = seated(script(tmp_path, "time.sleep(600)"), RULES, limits=Limits(start=0.3))
    play(RULES, {0: bot}, 1)
    assert bot.failure is not None and bot.failure.kind == "start"
    assert "not ready" in bot.failure.reason and "0.3 seconds" in bot.failure.reason


def test_a_stray_grandchild_is_ended_too(tmp_path: Path) -> None:
    text = """
import subprocess
stray = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
sys.stderr.write(f"{stray.pid}")
ready()
sys.exit(0)
"""
    bot = seated(script(tmp_path, text), RULES, limits=PATIENT)
    play(RULES, {0: bot}, 1)
    assert bot.failure is not None
    # Nobody here is its parent any more; the one that is waits for it at its leisure.
    stray = int(bot.failure.stderr)

    def ended() -> bool:
        try:
            return bool(psutil.Process(stray).status() == psutil.STATUS_ZOMBIE)
        except psutil.NoSuchProcess:
            return True

    wait_for(ended)


def test_one_that_has_ended_is_not_waited_for(tmp_path: Path) -> None:
    """Also where what it has started holds its output open."""
    text = """
import subprocess
ready()
next(requests())
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
sys.exit(3)
"""
    bot = seated(script(tmp_path, text), RULES, limits=PATIENT)
    begun = time.monotonic()
    play(RULES, {0: bot}, 1)
    assert time.monotonic() - begun < PATIENCE
    assert bot.failure is not None and bot.failure.kind == "died"
    assert "exit status 3" in bot.failure.reason


# Nobody can wait for it, and Python says so.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_one_that_cannot_be_signalled_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that sudo runs, say."""

    def refuse(group: int, number: int) -> None:
        raise PermissionError

    sleeps = script(tmp_path, "ready(); next(requests()); time.sleep(600)")
    bot = seated(sleeps, RULES, limits=QUICK)
    begun, before = time.monotonic(), children()
    with monkeypatch.context() as patch:
        patch.setattr(os, "killpg", refuse)
        play(RULES, {0: bot}, 1)
    assert time.monotonic() - begun < PATIENCE
    assert bot.failure is not None and bot.failure.kind == "late"
    for child in children() - before:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


@pytest.mark.skipif(sys.platform != "linux", reason="counts what Linux shows")
def test_nothing_is_kept_open(tmp_path: Path) -> None:
    def count() -> tuple[int, int]:
        return len(os.listdir("/proc/self/fd")), threading.active_count()

    commands = [
        script(tmp_path, "ready(); next(requests()); sys.exit(3)"),
        f"{PYTHON} -c 'print(1)'",
        f"{PYTHON} -c 'print(\"x\" * 300_000)'",
        script(tmp_path, "ready(); next(requests())\nwhile True: print('{}')", "floods"),
    ]
    bots = [seated(command, RULES, limits=PATIENT) for command in commands]
    play(RULES, {0: bots[0]}, 1)
    before = count()
    for bot in bots[1:]:
        play(RULES, {0: bot}, 1)
        assert bot.failure is not None
    assert count() == before


def test_a_bot_that_is_forgotten_is_ended(tmp_path: Path) -> None:
    text = "ready()\nfor ask in requests(): say(id=ask['id'], **plain(ask))"
    bot = seated(script(tmp_path, text), RULES)
    before = children()
    table = Table(RULES, {0: bot, **{s: BasicBot(RULES, s) for s in (1, 2, 3)}}, Random(1))
    table.play_hand()
    assert len(children() - before) == 1
    del table, bot
    gc.collect()
    assert children() <= before


def test_no_such_program() -> None:
    with pytest.raises(ValueError, match="there is no program 'no-such-bot'"):
        process_bot("no-such-bot --deep", RULES, 0)
    with pytest.raises(ValueError, match=r"^exec: needs a command, such as exec:"):
        process_bot("  ", RULES, 0)
    with pytest.raises(ValueError, match=r"^botzone: needs a command, such as botzone:"):
        process_bot("botzone:", rules_from("botzone"), 0)
    with pytest.raises(ValueError, match="cannot be read"):
        process_bot("club 'unclosed", RULES, 0)


def test_a_program_that_may_not_be_run(tmp_path: Path) -> None:
    program = tmp_path / "club.py"
    program.write_text("print()")
    with pytest.raises(ValueError, match=r"put what runs it before it, .* or allow it with chmod"):
        process_bot(str(program), RULES, 0)
    program.chmod(0o755)
    bot = seated(str(program), RULES)
    play(RULES, {0: bot}, 1)
    assert bot.failure is not None and "#!/usr/bin/env" in bot.failure.reason


def test_a_command_is_not_read_by_a_shell(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    bot = seated(f"{PYTHON} -c pass; touch {mark}", RULES, limits=PATIENT)
    play(RULES, {0: bot}, 1)
    assert bot.failure is not None and not mark.exists()


def test_our_settings_are_not_passed_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHENGJI_DATABASE", "postgresql://user:password@host/name")
    monkeypatch.setenv("CLUB_WEIGHTS", "here")
    text = "sys.stderr.write(f'{sorted(os.environ)}'); sys.exit(1)"
    bot = seated(script(tmp_path, text), RULES, limits=PATIENT)
    play(RULES, {0: bot}, 1)
    assert bot.failure is not None
    assert "CLUB_WEIGHTS" in bot.failure.stderr
    assert "SHENGJI" not in bot.failure.stderr


def test_a_report_is_for_a_terminal() -> None:
    why = "Follow suit: you hold the AS.\x1b[2J"
    failure = Failure("club", 2, "illegal", why, "asked" * 1000, "\x1b[2J", "line\n" * 100)
    named = msgspec.structs.replace(failure, title="Club\x1b 2.1").report()
    assert named.startswith("exec:club (Club") and "\x1b" not in named
    report = failure.report()
    assert report.startswith("exec:club in seat 2 has failed: Follow suit: you hold the AS.")
    assert "\x1b" not in report and len(report) < 2000
    long = msgspec.structs.replace(failure, reason="unknown field " + "x" * 60_000).report()
    assert len(long) < 4000
    secret = failure.report(secretly=True)
    assert secret.startswith("exec:club in seat 2 has failed: its answer was refused\n")
    assert "AS" not in secret
    died = msgspec.structs.replace(failure, kind="died", reason="it ended with exit status 1")
    assert "has failed: it ended with exit status 1" in died.report(secretly=True)
    assert "asked" not in secret.replace("it was asked", "") and "line" not in secret
