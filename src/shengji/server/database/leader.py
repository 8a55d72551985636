"""Work that one node at a time does for the whole site, and that another takes over."""

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

Work: TypeAlias = Callable[[], Coroutine[Any, Any, None]]
"""Goes on until it is cancelled."""

_AGAIN = LEASE / 3
"""Seconds until it is looked again whose duty it is."""

_logger = structlog.get_logger()


class Leader:
    """A duty of the site: as long as it is this node's, some work is done here.

    Args:
        database: where it stands whose it is.
        name: which duty.
    """

    def __init__(self, database: Database, name: str) -> None:
        self._database = database
        self._name = name
        self._hold: Lease | None = None
        self._owner: str | None = None
        self._begun: list[asyncio.Task[None]] = []

    @property
    def is_leader(self) -> bool:
        """Whether it is this node's."""
        return self._hold is not None and not self._hold.node.is_over

    def need(self) -> None:
        """Refuse to do here what belongs to it where it is another's.

        Raises:
            ElsewhereError: that is so.
            StorageError: it is not known whose it is.
        """
        if self.is_leader:
            return
        if self._owner is None:
            raise StorageError("Nobody does this just now; somebody will in a moment. Come again.")
        raise ElsewhereError(self._owner)

    async def look(self) -> None:
        """Find out whose it is, and have it where nobody has.

        Raises:
            StorageError: the database does not answer.
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
        """As `look`; an error of the database is logged, and `run` looks again."""
        try:
            await self.look()
        except StorageError as error:
            _logger.error("duty", duty=self._name, why=str(error))

    async def watch(self, home: Callable[[str], str]) -> None:
        """Know whose it is, where it is never this node's; to be cancelled.

        Args:
            home: whose it is to be where nobody has it yet, given its name.
        """
        while True:
            try:
                self._owner = await self._kept() or home(self._name)
            except StorageError as error:
                _logger.error("duty", duty=self._name, why=str(error))
            await asyncio.sleep(_AGAIN)

    async def run(self, works: Sequence[Work]) -> None:
        """Do some work whenever it is this node's duty; to be cancelled."""
        try:
            while not self._database.node.is_over:
                await self.try_check()
                if self.is_leader and not self._begun:
                    self._begun = [asyncio.create_task(work()) for work in works]
                    for task in self._begun:
                        task.add_done_callback(self._note_end)
                elif not self.is_leader:
                    await self._stop()
                await asyncio.sleep(_AGAIN)
        finally:
            await self._stop()

    def _note_end(self, task: asyncio.Task[None]) -> None:
        """Log why a work has ended by itself, as it does when a lease lapses."""
        error = None if task.cancelled() else task.exception()
        if error is not None:
            _logger.error("duty-ended", duty=self._name, why=repr(error))

    async def _stop(self) -> None:
        """Give up the work, and return when it has come to its end, also when called again."""
        for task in self._begun:
            if not task.cancelling():
                task.cancel()
        if self._begun:
            await asyncio.wait(self._begun)
        self._begun = []

    async def _make(self, connection: AsyncConnection) -> None:
        """Let it stand in the database, whosever it is."""
        insert = postgresql.insert if self._database.is_shared else sqlite.insert
        await connection.execute(insert(duties).values(id=self._name).on_conflict_do_nothing())

    async def _kept(self) -> str | None:
        query = select(duties.c.owner).where(duties.c.id == self._name)
        async with self._database.reading() as connection:
            found: str | None = (await connection.execute(query)).scalar_one_or_none()
            return found
