"""A table whose players are asked from outside."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from shengji.bots import Bot, Table
from shengji.game import Command, Due, Event
from shengji.rules import Rules


class DecisionDue(Exception):
    """A decision is due that is made outside."""

    def __init__(self, due: Due) -> None:
        super().__init__(due)
        self.due = due


class Outside(Bot):
    """A player whose decisions are made outside."""

    name = "outside"

    def decide(self, due: Due) -> Command | None:
        """Ask.

        Raises:
            Asked: always.
        """
        raise DecisionDue(due)


class AskingTable(Table):
    """A table at which each decision is made outside: `next_due` says which comes next.

    Its answer is given to `do`; who waits, where it is asked whether to show, does nothing.

    Args:
        rules: what is played.
        chance: shuffles the decks.
        told: called with each event, unmasked, after it has been applied.
    """

    def __init__(self, rules: Rules, chance: Random, told: Callable[[Event], None]) -> None:
        seats = {seat: Outside(rules, seat) for seat in range(rules.players)}
        super().__init__(rules, seats, chance, told)

    def next_due(self, stop: Callable[[], bool]) -> Due | None:
        """Go on until somebody must decide; `None` when that is nobody, or when told to stop."""
        try:
            while not stop() and self.step() is not None:
                pass
        except DecisionDue as asked:
            return asked.due
        return None
