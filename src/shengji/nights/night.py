"""The night: commands in, events or a refusal out."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from shengji.nights.commands import Command, in_order
from shengji.nights.course import Course
from shengji.nights.decisions import Decided, decide
from shengji.nights.refusals import Refusal


class Night(Course):
    """A night as its events have built it. It knows no clock: the time comes with each command.

    >>> from datetime import UTC, datetime
    >>> from shengji.nights import CheckIn, OpenNight
    >>> at, night = datetime(2026, 3, 3, 19, tzinfo=UTC), Night()
    >>> events = [*night.do(OpenNight(id="1", by="Li", night="n1"), at)]
    >>> events += night.do(CheckIn(id="2", by="Li", person="Wu", name="Wu"), at)
    >>> night.do(CheckIn(id="2", by="Li", person="Wu", name="Wu"), at)
    ()
    >>> night.do(CheckIn(id="3", by="Li", person="Wu", name="Wu"), at).sentence()
    'Wu is here already.'
    >>> Night.of(events) == night
    True
    """

    def decide(self, command: Command, at: datetime) -> Decided:
        """The events that a command leads to, or why it is refused; nothing changes by it.

        A command whose id has been carried out leads to no more events.

        Args:
            command: the command.
            at: when it arrived, with its time zone.
        """
        return decide(self, command, at)

    def do(self, command: Command, at: datetime) -> Decided:
        """Carry out a command: the events it leads to, already applied, or a refusal."""
        decided = self.decide(command, at)
        if not isinstance(decided, Refusal):
            for event in decided:
                self.apply(event)
        return decided

    def do_all(self, commands: Sequence[Command], at: datetime) -> list[Decided]:
        """Carry out what a phone has kept while it had no network, in the order it was made.

        Returns:
            What each has led to, in that order; one that is refused keeps no other back.
        """
        return [self.do(command, at) for command in in_order(list(commands))]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Night) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]
