"""Sources of matches for HTTP handlers, with their access rules.

A match can be requested at its table, in the history, or by a link; uploaded records are one more
source (`reviews.sources`). Each source is a `Source`: a handler is one function that works with any
source, and is declared under the path of each.
"""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, NamedTuple, TypeVar

from litestar.params import FromPath
from msgspec.structs import replace

from shengji.server.matches.match_reader import MatchLog
from shengji.server.matches.records import FinishedRecord, PlayedMatch, ended_hands
from shengji.server.matches.schemas import MatchLine, MatchPlayer
from shengji.server.matches.shares import ShareStore
from shengji.server.matches.store import MatchStore
from shengji.server.site.addresses import EndpointVariant
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import PersonCaller
from shengji.server.site.schemas import Scope
from shengji.server.site.services import is_id
from shengji.server.tables.core.entries import decode_thought
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.live.live_table import LiveTable
from shengji.server.tables.store import TableStore

T = TypeVar("T")


async def _none() -> None:
    """Return `None`: no hand is in memory."""


class FoundMatch(NamedTuple):
    """A match that the caller may see.

    Attributes:
        kept: loads the record.
        id: public id of the match or of its table; empty: none.
        version: version of the match when it was found.
        file: file name of the record, without the prefix and the extension.
        last: returns the hand that has just ended, if it is in memory, with the stored thoughts.
    """

    kept: Callable[[], Awaitable[FinishedRecord]]
    id: str = ""
    version: int = 0
    file: str = ""
    last: Callable[[], Awaitable[PlayedMatch | None]] = _none


class Source(EndpointVariant, ABC):
    """Access to a match by one kind of URL."""

    TAG = "matches"
    MISSING = "no-hand"

    @abstractmethod
    async def find(self, caller: PersonCaller) -> FoundMatch:
        """Find the match.

        Raises:
            ApiError: there is no such match, or the caller may not see it.
        """

    async def summary(self, caller: PersonCaller) -> MatchLine | None:
        """Return the match as in lists, or `None` if this source does not show it."""
        return None

    async def read(self, caller: PersonCaller, job: Callable[[], T | None]) -> T:
        """Run a job that reads the match, on the account of the caller.

        Raises:
            ApiError: the result does not exist.
        """
        found = await caller.worked(job)
        if found is None:
            raise ApiError(self.MISSING)
        return found


@dataclass(frozen=True)
class AtTable(Source):
    """The last match of a table, for who sits there, and for all if they might watch all of it."""

    PATH = "/api/tables/{table:str}"
    TAG = "tables"
    FAULTS = "no-table, no-record"
    MISSING = "no-record"

    table: FromPath[str]

    async def find(self, caller: PersonCaller) -> FoundMatch:
        """Find the match, with its finished hands."""
        at = await caller.services[Hub].get(self.table) if is_id(self.table) else None
        if at is None:
            raise ApiError("no-table")
        state = at.state()
        sits = any(seat.person == caller.person.id for seat in state.seats)
        # As in the history: players of a match that nobody might watch rely on that afterwards.
        if not sits and (at.table.room.closed or state.settings.onlookers == "none"):
            raise ApiError("no-record")

        store = caller.services[TableStore]

        async def kept() -> FinishedRecord:
            read = await store.read(self.table)
            return MatchLog(tuple(entry.body for entry in read))

        return FoundMatch(kept, self.table, at.version, self.table, partial(_last_hand, at, store))


@dataclass(frozen=True)
class InHistory(Source):
    """A finished match that `/api/matches` shows to the caller."""

    PATH = "/api/matches/{match:str}"
    FAULTS = "no-match"
    SCOPE: ClassVar[Scope | None] = "history"

    match: FromPath[str]

    async def find(self, caller: PersonCaller) -> FoundMatch:
        """Find the match by its id."""
        found = None
        if is_id(self.match):
            found = await caller.services[MatchStore].record(self.match, caller.person.id)
        if found is None:
            raise ApiError("no-match")
        return FoundMatch(_as_is(found.packed), self.match, file=self.match)

    async def summary(self, caller: PersonCaller) -> MatchLine:
        """Return the match as in lists."""
        found = await caller.services[MatchStore].one(self.match, caller.person.id)
        if found is None:
            raise ApiError("no-match")
        return found[0].line


@dataclass(frozen=True)
class ByLink(Source):
    """A shared match, for any caller with the link.

    Names are shown if the match is public; otherwise only the name of the person who shares it.
    """

    PATH = "/api/shared/{token:str}"
    FAULTS = "bad-request, no-share, too-many-requests"

    token: FromPath[str]

    async def find(self, caller: PersonCaller) -> FoundMatch:
        """Find the match, without the names that are not public."""
        services = caller.services
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


async def _last_hand(at: LiveTable, store: TableStore) -> PlayedMatch | None:
    """Return the hand of a table that has just ended; `None` during a hand, or before the first.

    Also `None` once others hold the seats than those who played it, whose names are in the log.
    """
    history, numbered = at.history(), tuple(at.table.events.unmasked)
    events = ended_hands(history.events)
    if not events or at.table.seated_since > numbered[-1].version:
        return None
    levels = tuple(standing.level for standing in history.standings)
    names = tuple(seat.name or seat.bot or "" for seat in at.table.room.seats)
    stored = await store.read(at.id, numbered[0].version - 1)
    found = {entry.number: decode_thought(entry.body) for entry in stored}
    known = ((index, found.get(one.version)) for index, one in enumerate(numbered))
    thoughts = {index: thought for index, thought in known if thought is not None}
    return PlayedMatch(history.rules, names, levels, None, events, thoughts=thoughts)


def _as_is(kept: FinishedRecord) -> Callable[[], Awaitable[FinishedRecord]]:
    """Wrap a loaded record as a loader."""

    async def given() -> FinishedRecord:
        return kept

    return given


def _unnamed(player: MatchPlayer, but: str) -> MatchPlayer:
    """Remove the name of a player, unless it is a bot or this person."""
    if player.bot is not None or player.person == but:
        return player
    return replace(player, name="", person=None)
