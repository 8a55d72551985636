"""Bots that fail in their own ways, a short way to a contest, and processes that end."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence

import pytest

from shengji.arena import seating
from shengji.arena.contest import Contest
from shengji.arena.duel import Duel
from shengji.arena.stopping import stopping
from shengji.bots import BOTS, BasicBot, BotError
from shengji.bots.uniform import RandomBot
from shengji.cards import Card
from shengji.rules import Rules


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


def seat_failing_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the names of these bots be known, in this process."""
    for bot in (CheatingBot, FaintingBot):
        monkeypatch.setitem(BOTS, bot.name, bot)
    assert seating.seat_bot("cheating", Rules(), 0).name == "cheating"


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


def lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def wait_until_ended(processes: Iterable[int]) -> None:
    patience = time.monotonic() + 20
    while any(map(lives, processes)):
        assert time.monotonic() < patience
        time.sleep(0.05)
