"""Inputs of the model that no other command measures: `python -m benchmarks.scale measure`."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

import msgspec

from shengji.bots import Bot, Table, make_bot
from shengji.game import Command, Due
from shengji.rules import Rules
from shengji.server.cluster.site_bus import message_of
from shengji.server.database.ids import new_id
from shengji.server.site.presence import Place, Present

KEPT: Final = Path(__file__).with_name("measured.json")

_BOTS: Final = {"basic": 20, "medium": 20, "strong": 1}
"""The bots that are measured, and how many hands each plays in all seats."""

_PEOPLE: Final = 1_000
"""The people of a server of which presence is told."""

_SEED: Final = 1


class Measured(msgspec.Struct, frozen=True):
    """The inputs, and how they were measured.

    Attributes:
        bots: milliseconds of CPU for a decision, by the bot's name.
        hand: decisions in a hand.
        presence: bytes that a server tells the others, every second, of each person who is there.
    """

    command: str
    machine: str
    bots: dict[str, float]
    hand: float
    presence: float


class _Clock:
    """The time that decisions take."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.count = 0

    def on(self, bot: Bot) -> Bot:
        """The same bot, whose decisions are measured."""
        decide = bot.decide

        def timed(due: Due) -> Command | None:
            began = time.process_time()
            try:
                return decide(due)
            finally:
                self.seconds += time.process_time() - began
                self.count += 1

        bot.decide = timed  # type: ignore[method-assign]
        return bot


def measure(machine: str) -> Measured:
    """Measure them on this machine, of which `machine` tells."""
    bots, hands = {}, []
    for name, count in _BOTS.items():
        clock, rules = _Clock(), Rules()
        players = {seat: clock.on(make_bot(name, rules, seat, _SEED)) for seat in range(4)}
        table = Table(rules, players, Random(_SEED))
        table.play_hand()  # what is read at first belongs to no decision
        before, counted = clock.seconds, clock.count
        for _ in range(count):
            table.play_hand()
        decisions = clock.count - counted
        bots[name] = round(1000 * (clock.seconds - before) / decisions, 3)
        hands.append(decisions / count)
    people = [new_id() for _ in range(_PEOPLE)]
    presence = len(message_of(new_id(), _present(people), {})) / _PEOPLE
    command = "python -m benchmarks.scale measure"
    mean = sum(hands) / len(hands)
    return Measured(command, machine, bots, round(mean), round(presence))


def _present(people: Sequence[str]) -> Present:
    """The people of a server, four at each table."""
    tables = {new_id(): people[at : at + 4] for at in range(0, len(people), 4)}
    places = {who: Place(table) for table, four in tables.items() for who in four}
    return Present(places, {at: tuple(four) for at, four in tables.items()}, set())


def measured() -> Measured:
    """The inputs as they were measured last."""
    return msgspec.json.decode(KEPT.read_bytes(), type=Measured)


def keep(found: Measured) -> None:
    """Keep inputs in the place of those before."""
    KEPT.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n")
