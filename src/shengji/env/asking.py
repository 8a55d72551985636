"""A table that returns each due decision to its caller."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType

from shengji.bots import Bot, Table
from shengji.game import Command, Due, Event
from shengji.rules import Rules


class DecisionDue(Exception):
    """A decision is due that the caller has to make."""

    def __init__(self, due: Due) -> None:
        super().__init__(due)
        self.due = due


class Outside(Bot):
    """A player whose decisions are made by the caller of the table."""

    name = "outside"

    def decide(self, due: Due) -> Command | None:
        """Interrupt the table.

        Raises:
            DecisionDue: always.
        """
        raise DecisionDue(due)


class AskingTable(Table):
    """A table whose decisions are made by the caller, but for those of bots.

    Pass the answer of a decision to `do`; for a seat that declines to declare, call `next_due`
    again.

    Args:
        chance: shuffles the decks.
        on_event: called with each event, unmasked, after it has been applied.
        bots: the seats that are played by bots.
    """

    def __init__(
        self,
        rules: Rules,
        chance: Random,
        on_event: Callable[[Event], None],
        bots: Mapping[int, Bot] = MappingProxyType({}),
    ) -> None:
        seats = {seat: bots.get(seat) or Outside(rules, seat) for seat in range(rules.players)}
        super().__init__(rules, seats, chance, on_event)

    def next_due(self, stop: Callable[[], bool]) -> Due | None:
        """Advance to the next due decision; `None` if there is none or `stop` returns true."""
        try:
            while not stop() and self.step() is not None:
                pass
        except DecisionDue as asked:
            return asked.due
        return None
