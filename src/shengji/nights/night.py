"""The night: commands in, events or a refusal out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from datetime import datetime
from typing import Self

from msgspec.structs import replace

from shengji.nights.acts.act import NightCommand, NightEvent, Outcome
from shengji.nights.facts import NightFacts
from shengji.nights.refusals import Refusal


class Night(NightFacts):
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

    @classmethod
    def of(cls, events: Iterable[NightEvent]) -> Self:
        """The night that these events have made."""
        night = cls()
        for event in events:
            event.change(night)
        return night

    def after(self, events: Iterable[NightEvent]) -> Self:
        """The night as it is after more events; this one stays as it is.

        >>> from datetime import UTC, datetime
        >>> from shengji.nights import OpenNight
        >>> at, night = datetime(2026, 3, 3, 19, tzinfo=UTC), Night()
        >>> night.after(night.decide(OpenNight(id="1", by="Li", night="n1"), at)).id, night.id
        ('n1', '')
        """
        night = self._copied()
        for event in events:
            event.change(night)
        return night

    def _copied(self) -> Self:
        """The same night, which shares with this one only what no event changes."""
        night = copy(self)
        night.people = {id_: replace(one) for id_, one in self.people.items()}
        night.rounds = [
            replace(
                found,
                games={
                    table: replace(
                        game, hands=[replace(at, versions=list(at.versions)) for at in game.hands]
                    )
                    for table, game in found.games.items()
                },
            )
            for found in self.rounds
        ]
        night.penalties = [replace(one) for one in self.penalties]
        night.announcements = list(self.announcements)
        night.notes = list(self.notes)
        night.done = set(self.done)
        return night

    def decide(self, command: NightCommand, at: datetime) -> Outcome:
        """The events that a command leads to, or why it is refused; nothing changes by it.

        A command whose id has been carried out leads to no more events.

        Args:
            command: the command.
            at: when it arrived, with its time zone.
        """
        return command.decide_in(self, at)

    def do(self, command: NightCommand, at: datetime) -> Outcome:
        """Carry out a command: the events it leads to, already applied, or a refusal."""
        decided = self.decide(command, at)
        if not isinstance(decided, Refusal):
            for event in decided:
                event.change(self)
        return decided

    def do_all(self, commands: Sequence[NightCommand], at: datetime) -> list[Outcome]:
        """Carry out what a phone has kept while it had no network, in the order it was made.

        Returns:
            What each has led to, in that order; one that is refused keeps no other back.
        """
        return [self.do(command, at) for command in sorted(commands, key=lambda one: one.made)]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Night) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]
