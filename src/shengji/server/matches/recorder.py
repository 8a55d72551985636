"""The recorder: stores each finished match exactly once, and rates it.

The end of a match is stored with the entries that end it, and stays pending until the match is
stored in one transaction. So a restarted server continues where it stopped, and an error in a
record does not affect play.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from typing import Final

import structlog

from shengji.game import MatchEnded
from shengji.ratings import Counted
from shengji.server.actors.news import ActorNotification, Appended
from shengji.server.database.errors import StorageError
from shengji.server.database.log import Stored
from shengji.server.matches.match_reader import MatchReader
from shengji.server.matches.match_rows import NewMatch
from shengji.server.matches.store import MatchStore
from shengji.server.ratings.recording import Recording
from shengji.server.ratings.store import RatingStore
from shengji.server.site.events import Events, SiteEvent
from shengji.server.site.traces import traced
from shengji.server.tables.acts.hosting import RulesSet
from shengji.server.tables.core.entries import decode_body, decode_thought
from shengji.server.tables.live.live_table import LiveTable
from shengji.server.tables.store import TableStore

_SOME: Final = 1000
"""Maximum number of entries in one read, so that other work is not delayed."""

_PATIENCE: Final = 1.0
"""Timeout in seconds of the wait for pending ratings."""

_LOOKED: Final = 60.0
"""Interval in seconds between two checks for matches without a notification."""

_logger = structlog.get_logger()


class MatchFinished(SiteEvent, frozen=True):
    """A match has ended, or has to be rated again."""


class MatchesRated(SiteEvent, frozen=True):
    """Finished matches have been rated."""


class Recorder(Recording):
    """Stores finished matches, and computes the ratings.

    Args:
        events: the site events; `None`: there are no other nodes.
    """

    def __init__(
        self,
        tables: TableStore,
        matches: MatchStore,
        ratings: RatingStore,
        counted: Counted = "levels",
        events: Events | None = None,
    ) -> None:
        self._tables = tables
        self._matches = matches
        self._ratings = ratings
        self._counted = counted
        self._some = asyncio.Event()
        self._idle = asyncio.Event()
        self._failed: set[str] = set()
        self._events = events or Events()
        self._events.subscribe(MatchFinished, self._on_match_finished)

    def on_notification(self, table: LiveTable, news: ActorNotification) -> None:
        """Schedule the recording when a match of a table may have ended."""
        match news:
            case Appended() if any(isinstance(at, MatchEnded | RulesSet) for at in news.entries):
                self.match_over()
            case _:
                pass

    def match_over(self) -> None:
        """Schedule the recording on all nodes: matches have ended or have to be rated again."""
        self._events.publish(MatchFinished())

    def _on_match_finished(self, _: MatchFinished) -> None:
        self._idle.clear()
        self._some.set()

    async def wait_rated(self) -> bool:
        """Wait until all finished matches are stored and rated, so that responses are current.

        Returns:
            Whether they are; `False` after a timeout, for example while many matches are rated
            again.
        """
        try:
            async with asyncio.timeout(_PATIENCE):
                return await self._idle.wait()
        except TimeoutError:
            return False

    async def run(self) -> None:
        """Record finished matches; runs until cancelled."""
        while True:
            self._some.clear()
            try:
                await self.record()
            except Exception as error:
                # After any error, the remaining matches stay pending.
                _logger.error("recorder-failed", why=traced(error))
            if not self._some.is_set():
                self._idle.set()
            with suppress(TimeoutError):
                async with asyncio.timeout(_LOOKED):
                    await self._some.wait()

    async def record(self) -> int:
        """Store all finished matches, and update the ratings.

        Returns:
            The number of stored matches.

        Raises:
            StorageError: the database has failed; the next call stores the remaining matches.
        """
        count, rated = await self._keep(), False
        while (await self._ratings.advance_some()).matches:
            # After an annulment, many matches are rated again; newly finished matches do not wait.
            count, rated = count + await self._keep(), True
        if rated:
            self._events.publish(MatchesRated())
        return count

    async def _keep(self) -> int:
        count = 0
        while found := await self._matches.unrecorded(self._failed):
            for table in found:
                count += await self._record(table)
        return count

    async def _record(self, table: str) -> int:
        made = await self._made(table)
        if made is None:
            # The log is left for the operator; it is tried again after a restart.
            self._failed.add(table)
            return 0
        version, new = made
        return await self._matches.keep(table, version, new)

    async def retire(self, busy: Callable[[], Collection[str]], days: int) -> int:
        """Delete tables that have been idle for long, after storing their matches.

        An unfinished match is stored as abandoned.

        Args:
            busy: returns the tables to keep; it may change during the call.
            days: number of idle days after which a table is deleted.

        Returns:
            The number of deleted tables.

        Raises:
            StorageError: as in `record`.
        """
        gone = 0
        for table in await self._tables.idle(busy(), days):
            # A log that cannot be read yields no matches.
            version, new = await self._made(table, abandoned=True) or (None, [])
            if table not in busy():
                gone += await self._matches.retire(table, version, new)
        return gone

    async def _made(
        self, table: str, *, abandoned: bool = False
    ) -> tuple[int, list[NewMatch]] | None:
        """Return the finished matches of a table that are not stored, and the version of its log.

        Returns `None` if the log cannot be read, and logs the error.
        """
        reader = MatchReader(await self._matches.known_hands(table))
        try:
            while stored := await self._tables.read(table, reader.version, _SOME):
                await asyncio.to_thread(_read, reader, stored)
            return reader.version, await asyncio.to_thread(self._finished, reader, abandoned)
        except StorageError:
            raise
        except Exception as error:
            _logger.error("record-failed", table=table, why=traced(error))
            return None

    def _finished(self, reader: MatchReader, abandoned: bool) -> list[NewMatch]:
        return [NewMatch.of(over, self._counted) for over in reader.finish(abandoned=abandoned)]


def _read(reader: MatchReader, stored: Iterable[Stored]) -> None:
    for entry in stored:
        thought = decode_thought(entry.body)
        reader.read(entry.number, entry.at, decode_body(entry.body), thought)
