"""Helpers for the tests of environments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from shengji.env.actions import rows, steps
from shengji.env.actions.listing import PlayListing
from shengji.env.actions.question import Answer
from shengji.env.asking import AskingTable
from shengji.game import Command, Due, Event, Hand, Match, Phase
from shengji.rules import Rules


class Turn(NamedTuple):
    """A decision that is due at a table.

    Attributes:
        table: the table.
        due: the decision.
    """

    table: AskingTable
    due: Due

    @property
    def match(self) -> Match:
        """The match as the seat sees it."""
        return self.table.bots[self.due.seat].match

    @property
    def hand(self) -> Hand:
        """The hand as the seat sees it."""
        return self.table.bots[self.due.seat].hand


def turns(
    rules: Rules, chance: Random, told: Callable[[Event], None] = lambda event: None
) -> Iterator[Turn]:
    """The decisions of one hand, made at random: by steps, or with one of a few rows."""
    table = AskingTable(rules, chance, told)

    def is_over() -> bool:
        return table.match.hand is not None and table.match.hand.phase is Phase.ENDED

    while (due := table.next_due(is_over)) is not None:
        turn = Turn(table, due)
        yield turn
        answer = named(turn, chance) if chance.random() < 0.5 else chosen(turn, chance)
        if answer is not None:
            do(turn, answer)


def do(turn: Turn, command: Command) -> None:
    """Do what the game must accept."""
    turn.table.do(command)


def named(turn: Turn, chance: Random) -> Answer:
    """Any decision, in steps."""
    naming = steps.naming_of(turn.hand, turn.due)
    while True:
        answered = naming.take(chance.choice(naming.mask().nonzero()[0].tolist()))
        if answered is not None:
            return answered.answer


def chosen(turn: Turn, chance: Random) -> Answer:
    """One of a few decisions."""
    choosing = rows.Choosing(turn.hand, turn.due, PlayListing(turn.hand.rules, 16))
    return choosing.answer(chance.randrange(choosing.size))
