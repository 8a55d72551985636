"""Kinds of places for invitations; further kinds are in the packages of the places."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import ClassVar, Final, NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.invitations.schemas import PlaceKind
from shengji.server.site.errors import ApiError
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.summary import Summary

MINUTE: Final = 60_000
"""Milliseconds in a minute."""


class FoundTarget(NamedTuple):
    """The state of a place, for an invited person.

    Attributes:
        title: the title; empty if it has none.
        full: whether all seats are taken.
        there: whether the person has a seat there already, which closes the invitation.
    """

    title: str
    full: bool
    there: bool


SideEffect = Callable[[AsyncConnection], Awaitable[ApiError | None]]
"""Extra write in the invitation's transaction; returns an error if it refuses, without a write."""


class InvitationTargets(ABC):
    """The places of one kind.

    Attributes:
        lasts: the lifetime of an invitation in milliseconds, unless the place ends earlier.
    """

    kind: ClassVar[PlaceKind]
    lasts: ClassVar[int]

    @abstractmethod
    async def find(self, place: str, person: str) -> FoundTarget | None:
        """The state of a place for a person; `None` if it has ended or does not exist."""

    async def find_open(self, place: str, person: str) -> FoundTarget | None:
        """The state of a place for a person who is not yet invited to it."""
        return await self.find(place, person)

    def side_effect(self, place: str, person: str) -> SideEffect | None:
        """Extra write in the invitation's transaction, if any."""
        return None

    @abstractmethod
    async def may_invite(self, place: str, person: str) -> bool:
        """Whether a person may invite there."""

    @abstractmethod
    def version(self, place: str) -> object:
        """Version stamp of the place; cheap to read.

        `None` if the place is not active.
        """


class TableTargets(InvitationTargets):
    """Tables; people at a table, seated or watching, may invite to it."""

    kind = "table"
    lasts = 10 * MINUTE

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    async def find(self, place: str, person: str) -> FoundTarget | None:
        """The state of a table; it has ended when all people have left."""
        live = await self._hub.get(place)
        if live is None or not (live.people or live.table.room.seated):
            return None
        state = live.state()
        line = Summary.of(state, "").line
        return FoundTarget(line.title, line.free == 0, person in live.table.room.seated)

    async def may_invite(self, place: str, person: str) -> bool:
        """Whether a person sits at or watches the table."""
        live = await self._hub.get(place)
        return live is not None and live.knows(person)

    def version(self, place: str) -> object:
        """The holders of the seats, and the settings that open or close the table."""
        live = self._hub.loaded(place)
        if live is None:
            return None
        room = live.table.room
        return live.table.room.holders, room.playing, room.settings, bool(live.people)
