"""Bots that fail in their own ways, short ways to a contest, and processes that end."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from shengji.arena.behaviour import Behaviour
from shengji.arena.contest import Contest
from shengji.arena.duel import Duel
from shengji.arena.intervals import stopping
from shengji.bots import BOTS, BasicBot, BotError
from shengji.bots.outside import seat_bot
from shengji.bots.uniform import RandomBot
from shengji.cards import Card
from shengji.rules import Rules
from tests.commandkit import Command
from tests.waiting import wait_for


class CheatingBot(RandomBot):
    """Plays four cards of its hand to every lead."""

    name = "cheating"

    def follow(self) -> tuple[Card, ...]:
        return tuple(self.cards[:4])


class FaintingBot(BasicBot):
    """Plays as basic, until it raises an error in the third trick."""

    name = "fainting"

    def follow(self) -> tuple[Card, ...]:
        if len(self.hand.tricks) >= 2:
            raise BotError("it has fainted")
        return super().follow()


class QuietBot(BasicBot):
    """Plays as basic, but declares after the last card only."""

    name = "quiet"

    def show(self, options: list[tuple[Card, ...]]) -> tuple[Card, ...] | None:
        return None if self.hand.cards_to_draw else super().show(options)


class MuteBot(QuietBot):
    """The same, but when it is to declare it fails."""

    name = "mute"

    def show(self, options: list[tuple[Card, ...]]) -> tuple[Card, ...] | None:
        if super().show(options):
            raise BotError("it is mute")
        return None


def seat_failing_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the names of these bots be known, in this process."""
    for bot in (CheatingBot, FaintingBot, QuietBot, MuteBot):
        monkeypatch.setitem(BOTS, bot.name, bot)
    assert seat_bot("cheating", Rules(), 0).name == "cheating"


def contest(
    first: str,
    second: str,
    deals: int,
    rules: Rules | None = None,
    bounds: Sequence[float] = (),
    **options: object,
) -> Contest:
    """A contest that has been played, in this process."""
    duel = Duel(rules or Rules(), (first, second), **options)  # type: ignore[arg-type]
    played = Contest(duel, stopping(deals, bounds, 4))
    played.play()
    return played


def figures(shengji: Command, *arguments: object) -> dict[str, Any]:
    """The figures that the command prints of a contest of `basic` and `random`, but for times."""
    ran = shengji("arena", "basic", "random", "--jobs", 1, "--json", *arguments)
    assert (ran.status, ran.err) == (0, "")
    found: dict[str, Any] = json.loads(ran.out)
    del found["timing"], found["cpu"]
    return found


@contextmanager
def heeded(number: signal.Signals) -> Iterator[None]:
    """While a process is started that heeds a signal.

    Tests that are run in the background, or with nohup, ignore one that it would ignore with them.
    """
    inherited = signal.signal(number, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(number, inherited)


def lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def wait_until_ended(processes: Iterable[int]) -> None:
    wait_for(lambda: not any(map(lives, processes)))


def behaviour_of(paths: Iterable[Path]) -> Behaviour:
    """The behaviour that records show."""
    found = Behaviour()
    for path in paths:
        found.read(path)
    return found
