"""Counts kept while tables play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec


class Tally(msgspec.Struct):
    """The observations of a crowd in some time; times in milliseconds.

    Attributes:
        commands: decisions that were sent.
        messages: messages that came.
        size: their bytes.
        heard: for each decision and each of the other seats, how long until it was told.
        refusals: what was refused, by code.
        losses: connections that ended, by what ended them.
    """

    commands: int = 0
    messages: int = 0
    size: int = 0
    heard: list[float] = msgspec.field(default_factory=list)
    refusals: dict[str, int] = msgspec.field(default_factory=dict)
    losses: dict[str, int] = msgspec.field(default_factory=dict)

    def refused(self, code: str) -> None:
        """Count a refusal."""
        self.refusals[code] = self.refusals.get(code, 0) + 1

    def lost(self, how: str) -> None:
        """Count a lost connection."""
        self.losses[how] = self.losses.get(how, 0) + 1

    def take(self) -> Tally:
        """The counts so far; begin again from nothing."""
        taken = msgspec.structs.replace(self)
        for name, value in msgspec.structs.asdict(Tally()).items():
            setattr(self, name, value)
        return taken


def added(tallies: Iterable[Tally]) -> Tally:
    """Several tallies as one."""
    total = Tally()
    for tally in tallies:
        total.commands += tally.commands
        total.messages += tally.messages
        total.size += tally.size
        total.heard += tally.heard
        total.refusals = dict(Counter(total.refusals) + Counter(tally.refusals))
        total.losses = dict(Counter(total.losses) + Counter(tally.losses))
    return total
