"""Presence: the tables at which people are, as an interface for other subjects."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from shengji.server.site.me import Seated
from shengji.server.site.person import Person
from shengji.server.site.schemas import Text


class Place(NamedTuple):
    """A table at which a person is, as shown to other people.

    Attributes:
        table: its id; `None`: a private table, which is not disclosed.
    """

    table: str | None = None
    title: str = ""


class Present(NamedTuple):
    """The people who are present now.

    Attributes:
        places: the table whose page a person has open, by public id.
        attended: tables with at least one person present, or present a moment ago; by table, the
            holders of seats.
        pages: public ids of people with any page of the site open.
    """

    places: Mapping[str, Place]
    attended: Mapping[str, Collection[str]]
    pages: Collection[str]


class Presence(ABC):
    """Presence of people at tables, and operations on their connections."""

    @abstractmethod
    async def tables_of(self, person: str) -> Sequence[Seated]:
        """The tables at which a person has a seat, last changed first."""

    @abstractmethod
    def present(self) -> Present:
        """The people who are present now."""

    @abstractmethod
    async def leave(self, person: Person, table: str) -> None:
        """Give up a person's seat at a table; in a match a bot replaces the person."""

    async def leave_all(self, person: Person) -> None:
        """Give up all seats of a person; bots replace the person."""
        for seated in await self.tables_of(person.id):
            await self.leave(person, seated.table)

    @abstractmethod
    async def renamed(self, person: Person) -> None:
        """Update the person's name at all their tables, loaded or not."""

    @abstractmethod
    def sign_out(
        self,
        person: str,
        devices: Collection[str] | None = None,
        *,
        but: str | None = None,
        again: bool = False,
    ) -> None:
        """Sign out devices of a person, and disconnect them, also from running tables.

        Args:
            person: the public id.
            devices: ids of devices; `None`: all that are connected.
            but: a device that stays signed in.
            again: whether the devices have a new secret, and are asked to connect with it.
        """

    @abstractmethod
    def cut(self, person: str) -> None:
        """End the streams and games of a person's programs."""

    @abstractmethod
    def expel(self, person: str, words: Text) -> None:
        """Disconnect a banned person's browsers and bots, with these words as the reason."""
