"""Where everything at a table happens: one thing after the other, and stored before it is told."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any, Protocol, TypeVar

import structlog

from shengji.game import HandEnded, HandStarted, MatchEnded
from shengji.server.database.log import Cause
from shengji.server.tables.core.entries import (
    Body,
    Covered,
    Readied,
    RulesSet,
    Spoke,
    TableEntry,
    TimedOut,
    encode_body,
)
from shengji.server.tables.live.audience import GONE, RESTART, Audience
from shengji.server.tables.live.context import Context
from shengji.server.tables.live.log_state import LogState, read_state
from shengji.server.tables.live.thinker import traced
from shengji.server.tables.summary import Summary

T = TypeVar("T")
_logger = structlog.get_logger()


class Hears(Protocol):
    """The live table of a log, which hears of all that is stored."""

    id: str

    def stored(self, bodies: Sequence[Body], before: int, at: int) -> None:
        """Hear that entries have been stored."""

    async def rebuilt(self, told: int) -> None:
        """Hear that the table was built anew from its log."""

    def ended(self) -> None:
        """Hear that the log is closed."""


class TableLog:
    """One table's log, its lock, and what is being done there.

    Args:
        live: what hears of it when something has been stored.
        state: what its log says.
        context: what all tables share.
        audience: who listens.

    Attributes:
        state: what the log says.
        closed: whether the table is over with.
    """

    def __init__(
        self,
        live: Hears,
        state: LogState,
        context: Context,
        audience: Audience,
    ) -> None:
        self.id = live.id
        self.context = context
        self.time = context.time
        self.audience = audience
        self.state = state
        self.closed = False
        self._live = live
        self._lock = asyncio.Lock()
        self._work: set[asyncio.Task[Any]] = set()

    @property
    def is_busy(self) -> bool:
        """Whether something is being done."""
        return bool(self._work)

    # One thing after the other

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin something that goes on by itself."""
        task = asyncio.get_running_loop().create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)
        return task

    async def alone(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do something while nothing else is done; a fault in it leaves nothing half done.

        It is brought to its end even when nobody waits for it any more.
        """
        return await asyncio.shield(self.spawn(self._alone(work)))

    async def _alone(self, work: Callable[[], Awaitable[T]]) -> T:
        async with self._lock:
            try:
                return await work()
            except Exception:
                self.context.tally.faults += 1
                await self._reload()
                raise

    def soon(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do something alone as soon as it is its turn."""
        if not self.closed:
            self.spawn(self._guarded(work))

    async def _guarded(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await self._alone(work)
        except Exception as error:
            _logger.error("table-failed", table=self.id, why=traced(error))

    # The log

    async def store(self, bodies: Sequence[Body], cause: Cause | None = None) -> bool:
        """Store what the table has just made, and have it told; `False`: that could not be.

        Then nobody hears of it, and the table is what its log says. To be called alone.
        """
        if not bodies:
            return True
        if self.closed:
            # Another may have taken over, and what this one knows need not be what its log says.
            return False
        table, at = self.state.table, self.time.wall()
        before = table.version - len(bodies)
        summary = None
        if any(_changes_the_summary(body) for body in bodies):
            levels = () if table.match is None else tuple(table.match.levels)
            summary = Summary.of(table.room.state(), self.name_of(table.room.host), levels)
        starts = len(bodies) == 1 and isinstance(bodies[0], HandStarted)
        checkpoint = self.state.checkpoint() if starts else None
        ends = self.state.playing and any(isinstance(b, MatchEnded | RulesSet) for b in bodies)
        written = [encode_body(body) for body in bodies]
        try:
            await self.context.store.append(
                self.id, before + 1, written, at, cause, summary, checkpoint, ends=ends
            )
        except Exception as error:
            # Whatever it was, the log is what counts, and it can be read again.
            _logger.error("storage-failed", table=self.id, why=traced(error))
            self.context.tally.faults += 1
            await self._reload()
            return False
        self.context.tally.entries += len(bodies)
        if ends:
            self.context.match_over()
        for version, body in enumerate(bodies, before + 1):
            self.state.take(body, version)
        if cause is not None:
            self.state.remember(cause, table.version)
        self._live.stored(bodies, before, at)
        return True

    async def reread(self) -> None:
        """Build the table anew from its log, which was changed behind its back."""
        if not self.closed:
            await self.alone(self._reload)

    async def _reload(self) -> None:
        """Build the table anew from its log, after something could not be stored or failed."""
        told = self.state.version
        try:
            state = await read_state(self.context.store, self.id)
            if state is None:
                self.audience.dismiss(self.audience, GONE)
                self.close()
                return
            self.state = state
        except Exception as error:
            # Nothing is known any more; whoever comes next has it read again.
            _logger.error("reload-failed", table=self.id, why=traced(error))
            self.close()
            return
        await self._live.rebuilt(told)

    def name_of(self, person: str | None) -> str:
        """The name of somebody at the table."""
        here = (listener.name for listener in self.audience.of(person or ""))
        return self.state.name_of(person) or next(here, "")

    # The end

    def close(self) -> None:
        """Tell every listener that the server comes back, and stop; what is stored stays so."""
        if self.closed:
            return
        self.closed = True
        self._live.ended()
        for listener in tuple(self.audience):
            listener.end(RESTART)
            self.audience.remove(listener)

    async def settled(self) -> None:
        """Return when nothing is being done any more, after `close`."""
        while self._work:
            with suppress(Exception):
                await asyncio.wait(tuple(self._work))


def _changes_the_summary(body: Body) -> bool:
    """Whether an entry changes what the lobby tells of a table."""
    if isinstance(body, TableEntry):
        return not isinstance(body, Spoke | Readied | Covered | TimedOut)
    return isinstance(body, HandEnded | MatchEnded)
