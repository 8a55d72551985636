"""Leader election: a singleton job of the site, with failover."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeAlias

import structlog
from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.database.database import Database
from shengji.server.database.errors import ElsewhereError, StorageError
from shengji.server.database.lease import Lease
from shengji.server.database.nodes import LEASE
from shengji.server.database.owners import claim
from shengji.server.database.schema import duties

Job: TypeAlias = Callable[[], Coroutine[Any, Any, None]]
"""A job that runs until it is cancelled."""

_AGAIN = LEASE / 3
"""Interval in seconds between two checks of the leadership."""

_logger = structlog.get_logger()


class Leader:
    """Leader election: runs a job on this node while this node is the leader.

    Args:
        database: the database with the row of the job.
        name: the id of the job.
    """

    def __init__(self, database: Database, name: str) -> None:
        self._database = database
        self._name = name
        self._hold: Lease | None = None
        self._owner: str | None = None
        self._begun: list[asyncio.Task[None]] = []

    @property
    def is_leader(self) -> bool:
        """Whether this node is the leader."""
        return self._hold is not None and not self._hold.node.is_over

    def need(self) -> None:
        """Reject an operation that only the leader may perform.

        Raises:
            ElsewhereError: another node is the leader.
            StorageError: the leader is unknown.
        """
        if self.is_leader:
            return
        if self._owner is None:
            raise StorageError("No server does this job at the moment. Try again.")
        raise ElsewhereError(self._owner)

    async def check(self) -> None:
        """Check the leadership, and claim it if no live node is the leader.

        Raises:
            StorageError: the database does not respond.
        """
        if self.is_leader and not self._database.is_shared:
            return
        if self.is_leader and await self._kept() == self._database.node.id:
            return
        self._hold = None
        await self._database.writer.write(self._make)
        try:
            self._hold = await claim(self._database, duties, self._name)
            self._owner = self._database.node.id
        except ElsewhereError as error:
            self._owner = error.node

    async def try_check(self) -> None:
        """Call `check`; log a database error, since `run` tries again."""
        try:
            await self.check()
        except StorageError as error:
            _logger.error("duty", duty=self._name, why=str(error))

    async def watch(self, home: Callable[[str], str]) -> None:
        """Track the leader on a node that never becomes the leader; runs until cancelled.

        Args:
            home: returns the node expected to become the leader, given the name of the job.
        """
        while True:
            try:
                self._owner = await self._kept() or home(self._name)
            except StorageError as error:
                _logger.error("duty", duty=self._name, why=str(error))
            await asyncio.sleep(_AGAIN)

    async def run(self, jobs: Sequence[Job]) -> None:
        """Run the jobs while this node is the leader; runs until cancelled."""
        try:
            while not self._database.node.is_over:
                await self.try_check()
                if self.is_leader and not self._begun:
                    self._begun = [asyncio.create_task(job()) for job in jobs]
                    for task in self._begun:
                        task.add_done_callback(self._log_end)
                elif not self.is_leader:
                    await self._stop()
                await asyncio.sleep(_AGAIN)
        finally:
            await self._stop()

    def _log_end(self, task: asyncio.Task[None]) -> None:
        """Log why a job has ended by itself, for example after a lapsed lease."""
        error = None if task.cancelled() else task.exception()
        if error is not None:
            _logger.error("duty-ended", duty=self._name, why=repr(error))

    async def _stop(self) -> None:
        """Cancel the jobs and wait for their end; safe to call again."""
        for task in self._begun:
            if not task.cancelling():
                task.cancel()
        if self._begun:
            await asyncio.wait(self._begun)
        self._begun = []

    async def _make(self, connection: AsyncConnection) -> None:
        insert = postgresql.insert if self._database.is_shared else sqlite.insert
        await connection.execute(insert(duties).values(id=self._name).on_conflict_do_nothing())

    async def _kept(self) -> str | None:
        query = select(duties.c.owner).where(duties.c.id == self._name)
        async with self._database.reading() as connection:
            found: str | None = (await connection.execute(query)).scalar_one_or_none()
            return found
