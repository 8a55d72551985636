"""The database of a site: connections, the writer and this process's node."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from sqlalchemy import text
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from shengji.server.database.address import prepare_file, read_address, shown
from shengji.server.database.engine import DATABASE_FAULTS, for_writing, make_engine, plainly
from shengji.server.database.errors import StorageError
from shengji.server.database.migrations import migrate
from shengji.server.database.moments import UnixMs, milliseconds
from shengji.server.database.node import Node
from shengji.server.database.writer import Writer


class Database:
    """An open database, in SQLite or PostgreSQL.

    All writes go through one queue, and queued writes share a transaction. So the number of commits
    does not grow with the number of tables.

    Attributes:
        writer: the queue of all writes.
        home: returns the id of the home node of an id without an owner; `None`: this node.
        takes_over: whether `claim` also takes logs that live nodes own, as for an operator's
            command.
    """

    def __init__(self, engine: AsyncEngine, address: str, clock: Callable[[], UnixMs]) -> None:
        self._engine = engine
        self._address = address
        self.clock = clock
        self.writer = Writer(for_writing(engine))
        self.node = Node()
        self.home: Callable[[str], str] | None = None
        self.takes_over = False

    @classmethod
    async def open(cls, url: str, clock: Callable[[], UnixMs] = milliseconds) -> Database:
        """Open a database; create it or run its migrations first.

        Args:
            url: `sqlite:///relative.db`, `sqlite:////absolute.db`, or
                `postgresql://user:password@host/name`.
            clock: returns the time in Unix milliseconds.

        Raises:
            StorageError: the database cannot be reached, or a newer version of the program has
                written it.
        """
        address = read_address(url)
        engine = await _migrated(address)
        return cls(engine, shown(address), clock)

    async def close(self) -> None:
        """Flush the queued writes and close."""
        await self.writer.close()
        await self._engine.dispose()

    @property
    def is_shared(self) -> bool:
        """Whether several processes may use the database at once; SQLite supports only one."""
        return self._engine.dialect.name != "sqlite"

    async def ready(self) -> None:
        """Check that the database responds and can be written to.

        Raises:
            StorageError: the database does not respond or cannot be written to.
        """
        async with self.reading() as connection:
            await connection.execute(text("SELECT 1"))
        # An update without a change of value: the disk still has to accept a commit.
        same = text("UPDATE alembic_version SET version_num = version_num")
        await self.writer.write(lambda connection: connection.execute(same))

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Open a connection for reading.

        Raises:
            StorageError: the database does not respond.
        """
        try:
            async with self._engine.connect() as connection:
                yield connection
        except DATABASE_FAULTS as fault:
            raise StorageError(
                f"The database {self._address} does not answer: {plainly(fault)}. Once it does, "
                "everything goes on by itself."
            ) from fault


async def _migrated(address: URL) -> AsyncEngine:
    """Return an engine after running the migrations."""
    engine = make_engine(address)
    try:
        prepare_file(address)
        async with for_writing(engine).begin() as connection:
            await connection.run_sync(migrate, shown(address))
    except Exception as fault:
        await engine.dispose()
        if isinstance(fault, DATABASE_FAULTS):
            raise _unreachable(address, fault) from fault
        raise
    return engine


def _unreachable(address: URL, fault: Exception) -> StorageError:
    if address.get_backend_name() == "sqlite":
        advice = "Name a file in a folder that can be written to, with --database."
    else:
        advice = "Is it running, and are its name, user and password right? Give it by --database."
    return StorageError(
        f"The database {shown(address)} cannot be opened: {plainly(fault)}. {advice}"
    )
