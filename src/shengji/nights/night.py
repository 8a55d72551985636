"""The aggregate of a night: decides commands, applies events and previews results."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from datetime import datetime
from typing import Self, TypeAlias

from msgspec.structs import replace

from shengji.nights.acts.act import NightCommand, NightEvent, Outcome
from shengji.nights.acts.hands import CorrectHand, EnterHand
from shengji.nights.acts.online import RuleHand
from shengji.nights.facts import NightFacts
from shengji.nights.refusals import Refusal
from shengji.nights.scorekeeping import SettledHand, play_through


class Night(NightFacts):
    """State of a night, rebuilt from its events; it reads no clock, so commands come with a time.

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
        """Rebuild a night from its events."""
        night = cls()
        for event in events:
            event.change(night)
        return night

    def after(self, events: Iterable[NightEvent]) -> Self:
        """A copy of this night with more events applied; this night stays unchanged.

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
        """A copy that shares only the objects that no event mutates."""
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
        """The events that a command leads to, or its refusal; the night stays unchanged.

        A command whose id has been carried out before leads to no events.

        Args:
            command: the command.
            at: time of arrival, with time zone.
        """
        return command.decide_in(self, at)

    def do(self, command: NightCommand, at: datetime) -> Outcome:
        """Decide a command and apply its events; returns the events or the refusal."""
        decided = self.decide(command, at)
        if not isinstance(decided, Refusal):
            for event in decided:
                event.change(self)
        return decided

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Night) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]


AboutHand: TypeAlias = EnterHand | CorrectHand | RuleHand
"""Command that changes the result of a hand."""


def preview(night: Night, command: AboutHand, at: datetime) -> SettledHand | Refusal:
    """The hand as it would count once the command is carried out and confirmed, or the refusal.

    The night stays unchanged. The command's reason, if it needs one, may still be missing.

    Args:
        night: the night.
        command: the command, with a new id and its giver.
        at: the current time, with time zone.
    """
    if not isinstance(command, EnterHand) and not command.reason:
        command = replace(command, reason="-")
    decided = night.decide(command, at)
    if isinstance(decided, Refusal):
        return decided
    game, hand = night.after(decided).hand_at(command.round, command.table, command.hand)
    hand.counted = len(hand.versions) - 1
    return play_through(game, command.hand).hands[-1]
