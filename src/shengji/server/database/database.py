"""The database of a site: opened, read, written, closed."""

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
from shengji.server.database.moments import milliseconds
from shengji.server.database.node import Node
from shengji.server.database.writer import Writer


class Database:
    """Everything that is kept, in SQLite or PostgreSQL.

    All writing waits in one queue, and what waits is committed together; so any number of tables
    cost the disk no more than one.

    Attributes:
        writer: writes.
        clock: gives the time, in milliseconds since 1970.
        node: this process, among those that share the database.
        home: tells which node is to own something that nobody owns yet, by its id; `None`: this
            one is.
        takes_over: whether it owns what it needs also where another node that is alive does, as an
            operator's command may.
    """

    def __init__(self, engine: AsyncEngine, address: str, clock: Callable[[], int]) -> None:
        self._engine = engine
        self._address = address
        self.clock = clock
        self.writer = Writer(for_writing(engine))
        self.node = Node()
        self.home: Callable[[str], str] | None = None
        self.takes_over = False

    @classmethod
    async def open(cls, url: str, clock: Callable[[], int] = milliseconds) -> Database:
        """Open a database, making it or bringing it up to date first.

        Args:
            url: `sqlite:///relative.db`, `sqlite:////absolute.db`, or
                `postgresql://user:password@host/name`.
            clock: gives the time.

        Raises:
            StorageError: it cannot be reached, or a newer version of the program has written it.
        """
        address = read_address(url)
        engine = await _migrated(address)
        return cls(engine, shown(address), clock)

    async def close(self) -> None:
        """Write what waits, and close."""
        await self.writer.close()
        await self._engine.dispose()

    @property
    def is_shared(self) -> bool:
        """Whether several processes may work with it at the same time; SQLite is for one."""
        return self._engine.dialect.name != "sqlite"

    async def ready(self) -> None:
        """Return when the database answers, and something has been written to it.

        Raises:
            StorageError: it does not, or cannot be written to.
        """
        async with self.reading() as connection:
            await connection.execute(text("SELECT 1"))
        # The same as it was; the disk has to take it all the same.
        same = text("UPDATE alembic_version SET version_num = version_num")
        await self.writer.write(lambda connection: connection.execute(same))

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read with.

        Raises:
            StorageError: the database does not answer.
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
    """An engine on a database that is up to date."""
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
