"""The doors through which a match is asked for, and who may know of it at each.

A match has a door at its table, in the history and by a link; a record that somebody brings has one
more (`reviews.sources`). Each is a `Source`: a question is one function, which asks that source,
and is declared at each door where it can be asked.
"""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, TypeVar

from litestar.params import FromPath
from msgspec.structs import replace

from shengji.server.matches.shares import ShareStore
from shengji.server.matches.store import MatchStore
from shengji.server.site.addresses import EndpointVariant
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import PersonCaller
from shengji.server.site.schemas import Scope
from shengji.server.site.services import is_id
from shengji.server.tables.core.match_reader import MatchLog
from shengji.server.tables.core.records import FinishedRecord, PlayedMatch
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.replay_schemas import MatchLine, MatchPlayer
from shengji.server.tables.store import TableStore

T = TypeVar("T")


class FoundMatch(NamedTuple):
    """A match that was found, and that who asks may know of.

    Attributes:
        kept: gives what is kept of it.
        id: its public id, or its table's; empty: it has none.
        version: how far it had come when it was found.
        file: what a file with its record is called, after the name of the program.
        last: gives the hand that has just ended, if one has, for which nothing needs to be read.
    """

    kept: Callable[[], Awaitable[FinishedRecord]]
    id: str = ""
    version: int = 0
    file: str = ""
    last: Callable[[], PlayedMatch | None] = lambda: None


class Source(EndpointVariant, ABC):
    """A match as one door leads to it."""

    TAG = "matches"
    MISSING = "no-hand"

    @abstractmethod
    async def find(self, asked: PersonCaller) -> FoundMatch:
        """The match.

        Raises:
            FaultError: there is none, or who asks may not know of it.
        """

    async def line(self, asked: PersonCaller) -> MatchLine | None:
        """The match as lists show it; `None`: that is not told at this door."""
        return None

    async def told(self, asked: PersonCaller, job: Callable[[], T | None]) -> T:
        """Have something of the match read, as work of who asks.

        Raises:
            FaultError: there is no such thing.
        """
        found = await asked.worked(job)
        if found is None:
            raise ApiError(self.MISSING)
        return found


@dataclass(frozen=True)
class AtTable(Source):
    """The last match of a table, for who sits there, and for all where others may watch."""

    PATH = "/api/tables/{table:str}"
    TAG = "tables"
    FAULTS = "no-table, no-record"
    MISSING = "no-record"

    table: FromPath[str]

    async def find(self, asked: PersonCaller) -> FoundMatch:
        """The match, as far as its hands are over."""
        at = await asked.services[Hub].get(self.table) if is_id(self.table) else None
        if at is None:
            raise ApiError("no-table")
        state = at.state()
        sits = any(seat.person == asked.person.id for seat in state.seats)
        if not sits and state.settings.onlookers == "none":
            raise ApiError("no-record")

        async def kept() -> FinishedRecord:
            read = await asked.services[TableStore].read(self.table)
            return MatchLog(tuple(entry.body for entry in read))

        return FoundMatch(kept, self.table, at.version, self.table, at.last_hand)


@dataclass(frozen=True)
class InHistory(Source):
    """A match that is over, for whom `/api/matches` tells of it."""

    PATH = "/api/matches/{match:str}"
    FAULTS = "no-match"
    SCOPE: ClassVar[Scope | None] = "history"

    match: FromPath[str]

    async def find(self, asked: PersonCaller) -> FoundMatch:
        """The match, by its id."""
        found = None
        if is_id(self.match):
            found = await asked.services[MatchStore].record(self.match, asked.person.id)
        if found is None:
            raise ApiError("no-match")
        return FoundMatch(_as_is(found.packed), self.match, file=self.match)

    async def line(self, asked: PersonCaller) -> MatchLine:
        """The match as lists show it."""
        found = await asked.services[MatchStore].one(self.match, asked.person.id)
        if found is None:
            raise ApiError("no-match")
        return found.line


@dataclass(frozen=True)
class ByLink(Source):
    """A match that is shared, for whoever has the link.

    Names are told as far as everybody may know them: in a match that is not open, that of who
    shares it alone.
    """

    PATH = "/api/shared/{token:str}"
    FAULTS = "bad-request, no-share, too-many-requests"

    token: FromPath[str]

    async def find(self, asked: PersonCaller) -> FoundMatch:
        """The match, with the names that may be told."""
        services = asked.services
        share = await services[ShareStore].find(self.token) if is_id(self.token) else None
        found = None if share is None else await services[MatchStore].at(share.place)
        if share is None or found is None:
            raise ApiError("no-share")
        line, record = found
        packed = record.packed
        if not line.open:
            seats = tuple(_unnamed(player, share.person) for player in packed.seats)
            names = tuple(player.name for player in seats if not player.first)
            packed = dataclasses.replace(packed, names=names, seats=seats)
        return FoundMatch(_as_is(packed), record.match, file="shared")


def _as_is(kept: FinishedRecord) -> Callable[[], Awaitable[FinishedRecord]]:
    """Give what has been read already."""

    async def given() -> FinishedRecord:
        return kept

    return given


def _unnamed(player: MatchPlayer, but: str) -> MatchPlayer:
    """The holder of a seat, without the name unless it is that of this person, or of a bot."""
    if player.bot is not None or player.person == but:
        return player
    return replace(player, name="", person=None)
