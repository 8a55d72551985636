"""The doors through which a match is asked for, and who may know of it at each.

A match has a door at its table, in the history and by a link; a record that somebody brings has one
more (`reviews.sources`). Each is a `Source`. A question is one handler, which asks that source, and
`Addresses.of` gives it an address at each door where it can be asked.
"""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from inspect import cleandoc
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias, TypeVar

from litestar import Request
from litestar.di import NamedDependency, Provide
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, SkipValidation
from litestar.types import AnyCallable
from msgspec.structs import replace

from shengji.server.matches.shares import ShareStore
from shengji.server.matches.store import MatchStore
from shengji.server.site.faults import FaultError, answers
from shengji.server.site.person import Person
from shengji.server.site.services import (
    NamedPerson,
    NamedServices,
    Services,
    address_of,
    allowed,
    is_id,
)
from shengji.server.site.shapes import Scope
from shengji.server.tables.core.match_reader import KeptLog
from shengji.server.tables.core.records import Kept, PlayedMatch
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.replay_shapes import MatchLine, MatchPlayer
from shengji.server.tables.store import TableStore

T = TypeVar("T")
H = TypeVar("H", bound=AnyCallable)


class Asker(NamedTuple):
    """Somebody who asks for a match.

    Attributes:
        services: what is asked.
        person: who asks.
        address: where from.
    """

    services: Services
    person: Person
    address: str

    async def worked(self, job: Callable[[], T]) -> T:
        """Have something done as work of who asks; see `Services.worked`."""
        return await self.services.worked(self.address, self.person, job)


NamedAsker: TypeAlias = NamedDependency[SkipValidation[Asker]]
"""The parameter `asker` of a handler, and of a `Source`."""


async def provide_asker(
    request: Request[Any, Any, Any], services: NamedServices, person: NamedPerson
) -> Asker:
    """Who asks, and where from."""
    return Asker(services, person, address_of(request.scope))


class Found(NamedTuple):
    """A match that was found, and that who asks may know of.

    Attributes:
        kept: gives what is kept of it.
        id: its public id, or its table's; empty: it has none.
        version: how far it had come when it was found.
        file: what a file with its record is called, after the name of the program.
        last: gives the hand that has just ended, if one has, for which nothing needs to be read.
    """

    kept: Callable[[], Awaitable[Kept]]
    id: str = ""
    version: int = 0
    file: str = ""
    last: Callable[[], PlayedMatch | None] = lambda: None


@dataclass(frozen=True)
class Source(ABC):
    """A match as one door leads to it."""

    asker: NamedAsker
    missing: ClassVar[str] = "no-hand"
    """The fault that is answered where a hand is not over, or none is."""

    @abstractmethod
    async def find(self) -> Found:
        """The match.

        Raises:
            FaultError: there is none, or who asks may not know of it.
        """

    async def line(self) -> MatchLine | None:
        """The match as lists show it; `None`: that is not told at this door."""
        return None

    async def told(self, job: Callable[[], T | None]) -> T:
        """Have something of the match read, as work of who asks.

        Raises:
            FaultError: there is no such thing.
        """
        found = await self.asker.worked(job)
        if found is None:
            raise FaultError(self.missing)
        return found


@dataclass(frozen=True)
class AtTable(Source):
    """The last match of a table, for who sits there, and for all where others may watch."""

    table: FromPath[str]
    missing: ClassVar[str] = "no-record"

    async def find(self) -> Found:
        """The match, as far as its hands are over."""
        services = self.asker.services
        at = await services[Hub].get(self.table) if is_id(self.table) else None
        if at is None:
            raise FaultError("no-table")
        state = at.state()
        sits = any(seat.person == self.asker.person.id for seat in state.seats)
        if not sits and state.settings.onlookers == "none":
            raise FaultError("no-record")

        async def kept() -> Kept:
            return KeptLog(
                tuple(entry.body for entry in await services[TableStore].read(self.table))
            )

        return Found(kept, self.table, at.version, self.table, at.last_hand)


@dataclass(frozen=True)
class InHistory(Source):
    """A match that is over, for whom `/api/matches` tells of it."""

    match: FromPath[str]

    async def find(self) -> Found:
        """The match, by its id."""
        services, found = self.asker.services, None
        if is_id(self.match):
            found = await services[MatchStore].record(self.match, self.asker.person.id)
        if found is None:
            raise FaultError("no-match")
        return Found(_as_is(found.packed), self.match, file=self.match)

    async def line(self) -> MatchLine:
        """The match as lists show it."""
        services = self.asker.services
        found = await services[MatchStore].one(self.match, self.asker.person.id)
        if found is None:
            raise FaultError("no-match")
        return found.line


@dataclass(frozen=True)
class ByLink(Source):
    """A match that is shared, for whoever has the link.

    Names are told as far as everybody may know them: in a match that is not open, that of who
    shares it alone.
    """

    token: FromPath[str]

    async def find(self) -> Found:
        """The match, with the names that may be told."""
        services = self.asker.services
        share = await services[ShareStore].find(self.token) if is_id(self.token) else None
        found = None if share is None else await services[MatchStore].at(share.place)
        if share is None or found is None:
            raise FaultError("no-share")
        line, record = found
        packed = record.packed
        if not line.open:
            seats = tuple(_unnamed(player, share.person) for player in packed.seats)
            names = tuple(player.name for player in seats if not player.first)
            packed = dataclasses.replace(packed, names=names, seats=seats)
        return Found(_as_is(packed), record.match, file="shared")


NamedSource: TypeAlias = NamedDependency[SkipValidation[Source]]
"""The parameter `source` of a handler: the match that is asked for there."""


def _as_is(kept: Kept) -> Callable[[], Awaitable[Kept]]:
    """Give what has been read already."""

    async def given() -> Kept:
        return kept

    return given


def _unnamed(player: MatchPlayer, but: str) -> MatchPlayer:
    """The holder of a seat, without the name unless it is that of this person, or of a bot."""
    if player.bot is not None or player.person == but:
        return player
    return replace(player, name="", person=None)


class Door(NamedTuple):
    """Where a match is asked for.

    Attributes:
        path: the address under which all questions to it lie.
        tag: under which heading they are documented.
        source: what handlers are given as `source`, made of what stands in the path.
        faults: why any question may be refused.
        scope: what a token must allow; `None`: no program may ask.
    """

    path: str
    tag: str
    source: type[Source] | None
    faults: tuple[str, ...]
    scope: Scope | None = None


class Address(NamedTuple):
    """Where a question is asked at a door, and how it is documented there.

    Attributes:
        door: which door.
        operation: its name for programs that read the documents.
        summary: empty: as the handler says; `description` likewise.
        description: see `summary`.
        more: what is said after that.
        end: the end of the address, where it is another than at other doors.
    """

    door: Door
    operation: str
    summary: str = ""
    description: str = ""
    more: str = ""
    end: str | None = None


class Addresses(list[HTTPRouteHandler]):
    """Addresses at which questions are asked."""

    def of(
        self,
        method: Callable[..., Callable[[AnyCallable], HTTPRouteHandler]],
        end: str,
        *given: Address,
        faults: tuple[str, ...] = (),
        **more: Any,
    ) -> Callable[[H], H]:
        """Give a handler an address at each door where its question can be asked.

        The first sentence of its docstring is the summary, the rest the description.

        Args:
            method: of HTTP, as `litestar.get`.
            end: the end of the address.
            given: where, door by door.
            faults: why it may be refused, besides what holds for all questions at a door.
            more: what else the addresses are made with.
        """

        def added(handler: H) -> H:
            summary, _, description = cleandoc(handler.__doc__ or "").partition("\n")
            for at in given:
                door, words = at.door, f"{at.description or description} {at.more}"
                path = door.path + (end if at.end is None else at.end)
                provided, refused = {"asker": Provide(provide_asker)}, (*door.faults, *faults)
                if door.source is not None:
                    provided["source"] = Provide(door.source, sync_to_thread=False)
                    if "{hand:int}" in path:
                        refused += ("bad-request", door.source.missing)
                address = method(
                    path,
                    status_code=200,
                    tags=[door.tag],
                    operation_id=at.operation,
                    summary=at.summary or summary.rstrip("."),
                    description=" ".join(words.split()),
                    responses=answers(*dict.fromkeys(refused)),
                    dependencies=provided,
                    **more,
                    **({} if door.scope is None else dict(allowed(door.scope))),
                )
                self.append(address(handler))
            return handler

        return added


TABLE: Final = Door(
    "/api/tables/{table:str}", "tables", AtTable, ("no-person", "no-table", "no-record")
)
HISTORY: Final = Door(
    "/api/matches/{match:str}",
    "matches",
    InHistory,
    ("no-person", "no-token", "scope", "no-match", "too-many-requests"),
    "history",
)
LINK: Final = Door(
    "/api/shared/{token:str}",
    "matches",
    ByLink,
    ("bad-request", "no-person", "no-share", "too-many-requests"),
)
