"""Bots that fail in their own ways, and a short way to a contest."""

from __future__ import annotations

from collections.abc import Sequence

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
