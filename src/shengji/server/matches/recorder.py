"""The recorder: keeps every match that is over, once, whatever happens meanwhile, and rates it.

That a match is over is stored together with the entries that end it, and stays stored until the
match is kept, which happens in one transaction. So a server that is killed goes on where it was,
and a fault in the making of a record stops nobody who plays.
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
from shengji.server.matches.match_rows import NewMatch
from shengji.server.matches.store import MatchStore
from shengji.server.ratings.recording import Recording
from shengji.server.ratings.store import RatingStore
from shengji.server.site.traces import traced
from shengji.server.tables.core.entries import RulesSet, decode_body
from shengji.server.tables.core.match_reader import MatchReader
from shengji.server.tables.live.log import TableLog
from shengji.server.tables.store import TableStore

_SOME: Final = 1000
"""How many entries are read at once: others wait for no more than that."""

_PATIENCE: Final = 1.0
"""Seconds for which whoever asks for ratings waits at most until those of just now are there."""

_LOOKED: Final = 60.0
"""Seconds after which it is looked for matches that nobody has told of."""

_logger = structlog.get_logger()


class Recorder(Recording):
    """Keeps the matches that are over, and rates those that are rated.

    Args:
        tables: where they are found.
        matches: where they are kept.
        ratings: rates them.
        counted: what counts for ratings.
    """

    def __init__(
        self,
        tables: TableStore,
        matches: MatchStore,
        ratings: RatingStore,
        counted: Counted = "levels",
    ) -> None:
        self._tables = tables
        self._matches = matches
        self._ratings = ratings
        self._counted = counted
        self._some = asyncio.Event()
        self._idle = asyncio.Event()
        self._failed: set[str] = set()
        self._on_rated: list[Callable[[], None]] = []
        self._on_over: list[Callable[[], None]] = []

    def tell_rated(self, on_rated: Callable[[], None]) -> None:
        """Have somebody told whenever ratings have changed."""
        self._on_rated.append(on_rated)

    def tell_over(self, on_over: Callable[[], None]) -> None:
        """Have somebody told whenever something is to be kept, such as whoever does it."""
        self._on_over.append(on_over)

    def on_notification(self, table: TableLog, news: ActorNotification) -> None:
        """Hear what a table tells: what is over there is kept soon."""
        match news:
            case Appended() if any(isinstance(at, MatchEnded | RulesSet) for at in news.entries):
                self.match_over()
            case _:
                pass

    def match_over(self) -> None:
        """A match is over, or is to be rated anew; that is done soon."""
        self.on_match_over()
        for on_over in self._on_over:
            on_over()

    def on_match_over(self) -> None:
        """The same, told by another server."""
        self._idle.clear()
        self._some.set()

    async def wait_rated(self) -> bool:
        """Wait until all that is over is kept and rated, so that nobody is told older ratings.

        Returns:
            Whether it is; where very much is to be rated anew, nobody waits for all of it.
        """
        try:
            async with asyncio.timeout(_PATIENCE):
                return await self._idle.wait()
        except TimeoutError:
            return False

    async def run(self) -> None:
        """Keep what is over, from now on; to be cancelled."""
        while True:
            self._some.clear()
            try:
                await self.record()
            except Exception as error:
                # Whatever it was, what is not kept yet is still to be.
                _logger.error("recorder-failed", why=traced(error))
            if not self._some.is_set():
                self._idle.set()
            with suppress(TimeoutError):
                async with asyncio.timeout(_LOOKED):
                    await self._some.wait()

    async def record(self) -> int:
        """Keep all that is over now, and rate what is to be rated.

        Returns:
            How many matches that were.

        Raises:
            StorageError: the database has failed; what is not kept yet will be the next time.
        """
        count, rated = await self._keep(), False
        while (await self._ratings.advance_some()).matches:
            # After an annulment very many are rated anew; what ends meanwhile does not wait.
            count, rated = count + await self._keep(), True
        if rated:
            for on_rated in self._on_rated:
                on_rated()
        return count

    async def _keep(self) -> int:
        """Keep all that is over now; how many matches that were."""
        count = 0
        while found := await self._matches.unrecorded(self._failed):
            for table in found:
                count += await self._record(table)
        return count

    async def _record(self, table: str) -> int:
        made = await self._made(table)
        if made is None:
            # It stays as it is, for somebody to look at; it is tried again after the next start.
            self._failed.add(table)
            return 0
        version, new = made
        return await self._matches.keep(table, version, new)

    async def retire(self, busy: Callable[[], Collection[str]], days: int) -> int:
        """Keep the matches of some tables that nobody has used for long, and let those go.

        A match that is not over is kept as abandoned.

        Args:
            busy: tells which tables stay; somebody may come to one meanwhile.
            days: after how many days a table goes.

        Returns:
            How many tables have gone.

        Raises:
            StorageError: as in `record`.
        """
        gone = 0
        for table in await self._tables.idle(busy(), days):
            # Of a log that cannot be read there is nothing to be kept.
            version, new = await self._made(table, abandoned=True) or (None, [])
            if table not in busy():
                gone += await self._matches.retire(table, version, new)
        return gone

    async def _made(
        self, table: str, *, abandoned: bool = False
    ) -> tuple[int, list[NewMatch]] | None:
        """The matches of a table that are over and not kept, and the version up to which.

        `None`: its log cannot be read, which is logged.
        """
        reader = MatchReader(await self._matches.known(table))
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
        reader.read(entry.number, entry.at, decode_body(entry.body))
