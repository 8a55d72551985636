"""What the tests of storage share."""

from __future__ import annotations

from alembic import command
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import create_async_engine

from shengji.server.shapes import TableLine
from shengji.server.states import Text
from shengji.server.storage import Summary
from shengji.server.storage.address import read_address
from shengji.server.storage.migrations import config_for

DAY = 24 * 60 * 60 * 1000


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1_000 * DAY

    def __call__(self) -> int:
        return self.now


def summary(
    table: str,
    *seated: str,
    title: str = "",
    listed: bool = True,
    playing: bool = False,
    started: bool = False,
) -> Summary:
    """A summary of a table of four."""
    line = TableLine(
        table=table,
        title=title,
        heading=Text("Tractor", "拖拉机", "拖拉機"),
        changed=0,
        players=4,
        free=4 - len(seated),
        people=seated,
        bots=0,
        playing=playing,
        onlookers=True,
    )
    return Summary(line, listed, started, seated)


def bodies(*texts: str) -> list[bytes]:
    """Entries' bodies, which storage does not look into."""
    return [f'"{text}"'.encode() for text in texts]


async def execute(url: str, statement: str) -> None:
    """Do something to a database behind the back of any store."""
    engine = create_async_engine(read_address(url), isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text(statement))
    await engine.dispose()


async def go_back(url: str, step: str) -> None:
    """Make a database such as an older version has left it."""

    def work(connection: Connection) -> None:
        command.downgrade(config_for(connection), step)

    engine = create_async_engine(read_address(url))
    async with engine.begin() as connection:
        await connection.run_sync(work)
    await engine.dispose()
