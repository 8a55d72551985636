"""While another process compiles the kernels they run as Python, and the game is the same."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from random import Random

import pytest

from shengji.bots import Table, make_bot
from shengji.bots.search import StrongBot
from shengji.play import compiling, jit
from shengji.play.sources import PLAYED_BY, kernel_modules
from shengji.rules import rules_from
from tests.waiting import PATIENCE, wait_for

PLAY = """
import hashlib
from random import Random
import msgspec
import shengji
from shengji.play.compiling import all_kernels
from shengji.play.jit import MEANWHILE
# Hands are short, and have all that long ones have.
KITTIES = {"tractor": 52, "forty-points": 26, "finding-friends": 60, "six-player": 60}

def play():
    told = hashlib.sha256()
    for name, kitty in KITTIES.items():
        rules = shengji.rules_from({"preset": name, "kitty": kitty})
        for bot in ("random", "basic", "medium"):
            bots = {seat: shengji.make_bot(bot, rules, seat) for seat in range(rules.players)}
            write = lambda event: told.update(msgspec.json.encode(event))
            shengji.Table(rules, bots, Random(7), write).play_hand()
    return told.hexdigest()

def compiled():
    return sum(bool(load.__self__.dispatcher.signatures) for load in all_kernels().values())

MEANWHILE.begin()
print("python", compiled(), play(), compiled())
for kernel in all_kernels():
    if Random(str(kernel)).random() < 0.5:
        MEANWHILE.note(*kernel)
print("mixed", compiled(), play(), compiled())
MEANWHILE.end()
print("compiled", compiled(), play(), compiled())
"""


def test_who_plays_meanwhile_plays_the_same() -> None:
    """Whether none of the kernels are compiled, some, or all: none sees whether another one is."""
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", PLAY], check=True, capture_output=True, text=True
    )
    ways, before, told, after = zip(*map(str.split, ran.stdout.splitlines()), strict=True)
    assert ways == ("python", "mixed", "compiled")
    assert len(set(told)) == 1
    # Those that were called have been read by the end of each, one way after the other.
    assert before == ("0", *after[:2]) and after[0] == "0"
    assert 0 < int(after[1]) < int(after[2])


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Iterator[jit.Meanwhile]:
    """A time of its own, and nothing compiled as far as anybody can tell.

    The other process gets its share of a busy machine.
    """
    monkeypatch.setattr(compiling, "NICENESS", 0)
    monkeypatch.setattr(jit, "MEANWHILE", jit.Meanwhile())
    monkeypatch.setattr(compiling, "is_compiled", lambda: False)
    yield jit.MEANWHILE


def test_another_process_tells_what_it_has_compiled(meanwhile: jit.Meanwhile) -> None:
    compiling.compile_meanwhile(after=0.0)
    assert meanwhile.lasts
    assert all(map(meanwhile.covers, compiling.all_kernels()))
    wait_for(lambda: not meanwhile.lasts)
    assert not any(map(meanwhile.covers, compiling.all_kernels()))


def test_where_it_cannot_all_goes_on_as_python(
    meanwhile: jit.Meanwhile, monkeypatch: pytest.MonkeyPatch
) -> None:
    for python in ("false", "/dev/null/python"):
        monkeypatch.setattr(sys, "executable", python)
        meanwhile.begin()
        compiling._compile_elsewhere(0.0)
        assert meanwhile.lasts


def test_it_ends_when_nobody_reads_what_it_has_done() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "shengji.play.compiling", "0"], stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None and process.stdout.readline()
        process.stdout.close()
        assert process.wait(PATIENCE) == 1


def test_every_kernel_is_found() -> None:
    rooms = tuple(f"shengji.{room}." for room in PLAYED_BY)
    found = {module for module, _ in compiling.all_kernels() if module.startswith(rooms)}
    assert found == set(kernel_modules())


def test_who_thinks_decides_by_rule_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    time = jit.Meanwhile()
    monkeypatch.setattr("shengji.bots.search.searcher.MEANWHILE", time)
    rules = rules_from("tractor")
    strong = StrongBot(rules, 0, times=0.01)
    others = {seat: make_bot("basic", rules, seat) for seat in range(1, 4)}
    table = Table(rules, {0: strong, **others}, Random(3))
    time.begin()
    table.play_hand()
    assert strong.work == 0
    time.end()
    table.play_hand()
    assert strong.work > 0
