"""The tables at which people are, as those who know people ask for it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from shengji.server.site.me import Seated
from shengji.server.site.person import Person
from shengji.server.site.schemas import Text


class Place(NamedTuple):
    """A table at which somebody is, as others are told of it.

    Attributes:
        table: its id; `None`: it is a private one, of which nothing is told.
        title: what it is called.
    """

    table: str | None = None
    title: str = ""


class Present(NamedTuple):
    """The people who are here now.

    Attributes:
        places: the tables whose pages they have open, by public id.
        attended: the tables at which somebody is, or was a moment ago, with those who hold seats.
        pages: those who see a page, wherever on the site it is.
    """

    places: Mapping[str, Place]
    attended: Mapping[str, Collection[str]]
    pages: Collection[str]


class Presence(ABC):
    """The tables at which people are."""

    @abstractmethod
    async def tables_of(self, person: str) -> Sequence[Seated]:
        """The tables at which a person holds a seat, those that changed last first."""

    @abstractmethod
    def present(self) -> Present:
        """The people who are here now."""

    @abstractmethod
    async def leave(self, person: Person, table: str) -> None:
        """Give up the seat that a person holds at a table; in a match a bot goes on with it."""

    async def leave_all(self, person: Person) -> None:
        """Give up all seats of a person; bots play on in them."""
        for seated in await self.tables_of(person.id):
            await self.leave(person, seated.table)

    @abstractmethod
    async def renamed(self, person: Person) -> None:
        """Tell all tables of a person the name that they have now, also those that sleep."""

    @abstractmethod
    def sign_out(
        self,
        person: str,
        devices: Collection[str] | None = None,
        *,
        but: str | None = None,
        again: bool = False,
    ) -> None:
        """Let devices of a person be nobody's from now on, also at the tables under way.

        Args:
            person: whose, by public id.
            devices: which; `None`: all that are here.
            but: the device that stays in any case.
            again: whether they have another secret by now, and are asked to connect with it.
        """

    @abstractmethod
    def cut(self, person: str) -> None:
        """End what programs of a person read here, and their games."""

    @abstractmethod
    def expel(self, person: str, words: Text) -> None:
        """A person is banned: all that is told to them ends with these words, bots' lines too."""
