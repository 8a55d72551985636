"""Base classes of a night's commands and events: a command is decided into events or a refusal.

A phone chooses the id of each command and can send the command again if it does not know whether it
arrived: a command is carried out at most once. A phone without a network queues its commands and
sends them in the order in which they were made.

A night is its append-only list of events. A new field needs a default, so that stored events stay
readable. A field that an event shares with its command is copied from there and documented there.
Types of event fields have no bounds, since old events were stored before bounds existed.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar, Final, Literal, Self, TypeAlias

import msgspec

from shengji.nights.bounds import CommandId, HandNumber, PersonId, RoundNumber, TableNumber
from shengji.nights.copies import made_from
from shengji.nights.facts import NightFacts
from shengji.nights.refusals import Refusal, refused
from shengji.nights.state import UnixMs
from shengji.rules.bounds import Number
from shengji.words.others import rewrite_texts

SERVER: Final = "server"
"""Id of the server as the giver of commands: it reports events at its own tables."""

Givers: TypeAlias = Literal["anybody", "organisers", "server"]
"""Roles that may give a command; organisers may also give the server's commands."""


class NightCommand(msgspec.Struct, frozen=True, kw_only=True, tag_field="do"):
    """Base class of commands.

    Attributes:
        id: unique in the night, such as a UUID; chosen by the sender.
        by: id of the giver in the night, as authenticated by the server; `SERVER` for its own
            reports.
        made: sequence number among the commands of a phone.
        trusted: whether the giver is an organiser appointed by the site.
        givers: role that may give the command; with `anybody` the command checks permissions
            itself.
        late: whether it is accepted after the end of the night, such as from a phone that was
            offline, or for a hand that ended just before.
        opens: whether it creates the night.
    """

    givers: ClassVar[Givers] = "anybody"
    late: ClassVar[bool] = False
    opens: ClassVar[bool] = False

    id: CommandId
    by: PersonId = ""
    made: Number = 0
    trusted: bool = False

    def decide_in(self, night: NightFacts, at: datetime) -> Outcome:
        """The events that it leads to in a night, or its refusal; the night stays unchanged.

        A command that has been carried out before leads to no events.

        Args:
            night: the night.
            at: time of arrival, with time zone.
        """
        if self.id in night.done:
            return ()
        if not self.id:
            return refused("no-id")
        if self.opens and night.id:
            return refused("already-open")
        if not self.opens and not night.id:
            return refused("not-open")
        if night.ended is not None and not self.late:
            return refused("night-over")
        if self.givers == "organisers" and not night.runs(self.by):
            return refused("organisers-only")
        if self.givers == "server" and self.by != SERVER and not night.runs(self.by):
            return refused("server-only")
        found = rewrite_texts(self, str.strip)._decide(night, at)
        return (found,) if isinstance(found, NightEvent) else found

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        """Decide the command, after the common checks and with its texts stripped."""
        raise NotImplementedError


class NightEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="event"):
    """Base class of events.

    Attributes:
        accepted: time at which the server accepted the command, with time zone.
        by: id of the giver in the night, or `SERVER`.
        command: id of the command.
        trusted: whether the giver was an organiser appointed by the site; `None`: the event is
            older than this field.
        moves_tables: whether it may change the seats at the tables of the site, or whether these
            play.
        moves_ratings: whether it may change the results that are to be rated.
    """

    moves_tables: ClassVar[bool] = False
    moves_ratings: ClassVar[bool] = False

    accepted: datetime = msgspec.field(name="at")
    by: str
    command: str
    trusted: bool | None = None

    @classmethod
    def of(cls, command: NightCommand, at: datetime, **added: Any) -> Self:
        """The event of a command, with its fields copied from the command.

        Args:
            command: the command; fields with the same names are copied.
            at: time at which the server accepted it.
            added: other fields, and overrides.
        """
        return made_from(cls, command, accepted=at, command=command.id, **added)

    @property
    def at(self) -> UnixMs:
        """The time of `accepted`."""
        return round(self.accepted.timestamp() * 1000)

    def change(self, night: NightFacts) -> None:
        """Apply the event to a night. Events must be applied in order."""
        self._change(night)
        night.done.add(self.command)

    def _change(self, night: NightFacts) -> None:
        """Apply the event to the part of the night that it concerns."""
        raise NotImplementedError


class HandCommand(NightCommand, frozen=True, kw_only=True):
    """Base class of commands about a hand of a table.

    Attributes:
        hand: its number at the table in this round, from 1.
    """

    late = True

    round: RoundNumber
    table: TableNumber
    hand: HandNumber


class HandEvent(NightEvent, frozen=True, kw_only=True):
    """Base class of events of a hand of a table; the fields are as of `HandCommand`."""

    round: int
    table: int
    hand: int


Outcome: TypeAlias = tuple[NightEvent, ...] | Refusal
"""The events that a command leads to, or its refusal."""

Decided: TypeAlias = NightEvent | tuple[NightEvent, ...] | Refusal
"""Like `Outcome`; a single event need not be in a tuple."""
