"""Places to which one is invited; each kind has a class here, or in the subject whose it is."""

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
"""A minute in milliseconds."""


class FoundTarget(NamedTuple):
    """A place as somebody finds it who is invited there.

    Attributes:
        title: what it is called; empty where it has no name.
        full: whether nobody more can sit down.
        there: whether they have taken a seat there already, so that the invitation is done with.
    """

    title: str
    full: bool
    there: bool


SideEffect = Callable[[AsyncConnection], Awaitable[ApiError | None]]
"""A step in the database when somebody is invited; gives why it cannot be, having done nothing."""


class InvitationTargets(ABC):
    """The places of one kind.

    Attributes:
        kind: which.
        lasts: for how many milliseconds an invitation stands, if the place does not end before.
    """

    kind: ClassVar[PlaceKind]
    lasts: ClassVar[int]

    @abstractmethod
    async def found(self, place: str, person: str) -> FoundTarget | None:
        """A place as a person finds it; `None`: it has ended, or there is none such."""

    async def offered(self, place: str, person: str) -> FoundTarget | None:
        """The same before they are invited; it may be another where that changes something."""
        return await self.found(place, person)

    def side_effect(self, place: str, person: str) -> SideEffect | None:
        """A step that is done with the invitation or not at all; `None`: there is none."""
        return None

    @abstractmethod
    async def may_invite(self, place: str, person: str) -> bool:
        """Whether a person may invite there."""

    @abstractmethod
    def version(self, place: str) -> object:
        """A value that is another whenever the place may be found otherwise; it is asked for often.

        `None`: nothing goes on there.
        """


class TableTargets(InvitationTargets):
    """Tables, from which invite those who are at them."""

    kind = "table"
    lasts = 10 * MINUTE

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    async def found(self, place: str, person: str) -> FoundTarget | None:
        """A table; it has ended when nobody is left there."""
        live = await self._hub.get(place)
        if live is None or not (live.people or any(live.facts.holders)):
            return None
        state = live.state()
        line = Summary.of(state, "").line
        return FoundTarget(line.title, line.free == 0, person in live.facts.holders)

    async def may_invite(self, place: str, person: str) -> bool:
        """Whether somebody sits there, or watches."""
        live = await self._hub.get(place)
        return live is not None and live.knows(person)

    def version(self, place: str) -> object:
        """Whoever holds the seats, and what opens or closes them."""
        live = self._hub.loaded(place)
        if live is None:
            return None
        room = live.facts.table.room
        return live.facts.holders, room.playing, room.settings, bool(live.people)
