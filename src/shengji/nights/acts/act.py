"""Acts of a night. A command asks; its events tell what came of it, and change the night by that.

A phone chooses the id of each command, so that it can send it again when it does not know whether
it arrived: a command is carried out once, however often it comes. While it has no network a phone
keeps its commands, and sends them in the order in which they were made.

A night is the list of its events; nothing is ever taken out. A field that is added has a default,
so that what was stored before can still be read. What an event has by the same name as its command
comes from there, and is described there; its types have no bounds, since old events were written
before there were any.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar, Final, Literal, Self, TypeAlias

import msgspec

from shengji.nights.bounds import CommandId, PersonId
from shengji.nights.copies import made_from
from shengji.nights.facts import NightFacts
from shengji.nights.refusals import Refusal, refused
from shengji.rules.bounds import Number
from shengji.words.others import rewritten

SERVER: Final = "server"
"""The reporter of what happens at the tables of the server."""

Givers: TypeAlias = Literal["anybody", "organisers", "server"]
"""The people who may give a command; organisers may give those of the server, too."""


class NightCommand(msgspec.Struct, frozen=True, kw_only=True, tag_field="do"):
    """The fields of every command.

    Attributes:
        id: what tells commands of a night apart; whoever makes it chooses it, such as a UUID.
        by: who gives it, as the server knows them: a person's id, an organiser's, or `SERVER`.
        made: a number that grows with each command of a phone: the order in which they were made.
        trusted: whether the site has given who gives it the role of an organiser, as the server
            knows them.
        givers: who may give it; of `anybody` it asks itself whether it is theirs to give.
        late: whether it is still accepted when the night is over: a phone may have had no network,
            and a hand may have ended at its table just before it.
        opens: whether it makes the night.
    """

    givers: ClassVar[Givers] = "anybody"
    late: ClassVar[bool] = False
    opens: ClassVar[bool] = False

    id: CommandId
    by: PersonId = ""
    made: Number = 0
    trusted: bool = False

    def decide_in(self, night: NightFacts, at: datetime) -> Outcome:
        """The events that it leads to in a night, or why it is refused; nothing changes by it.

        A command that has been carried out before leads to nothing more.

        Args:
            night: the night.
            at: when the command arrived, with its time zone.
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
        found = rewritten(self, str.strip)._decide(night, at)
        return (found,) if isinstance(found, NightEvent) else found

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        """Decide what it leads to; it may be given, and its texts begin with no space."""
        raise NotImplementedError


class NightEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="event"):
    """The fields of every event.

    Attributes:
        at: when the server took the command, with its time zone.
        by: who gave it: a person's id, an organiser's, or `SERVER`.
        command: the id of the command, which the phone has chosen.
        trusted: whether the site has given who gave it the role of an organiser; `None`: that was
            not noted yet.
        moves_tables: whether it may change who sits at the tables of the site, or whether they
            play.
        moves_ratings: whether it may change what a night has left to be rated.
    """

    moves_tables: ClassVar[bool] = False
    moves_ratings: ClassVar[bool] = False

    at: datetime
    by: str
    command: str
    trusted: bool | None = None

    @classmethod
    def of(cls, command: NightCommand, at: datetime, **added: Any) -> Self:
        """The event that tells of a command: what was asked, and what is added or put otherwise.

        Args:
            command: the command; what it has by the same names as the event is told.
            at: when the server took it.
            added: the other fields.
        """
        return made_from(cls, command, at=at, command=command.id, **added)

    def change(self, night: NightFacts) -> None:
        """Change a night by it. Events come in the order in which they happened."""
        self._change(night)
        night.done.add(self.command)

    def _change(self, night: NightFacts) -> None:
        """Change the part of the night that it tells of."""
        raise NotImplementedError


Outcome: TypeAlias = tuple[NightEvent, ...] | Refusal
"""The events that a command leads to, or why it is refused."""

Decided: TypeAlias = NightEvent | tuple[NightEvent, ...] | Refusal
"""The same, where one event need not be in a tuple."""
