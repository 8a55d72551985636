"""Lines that are hurt: what they hold, what they lose, and what ends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import suppress
from typing import TypeAlias

import pytest

from benchmarks.cluster.links import HOST, Links, State
from tests.waiting import PATIENCE

_QUIET = 0.2
"""Seconds in which nothing comes through a line that holds it."""


@pytest.fixture
def links() -> Iterator[Links]:
    with Links() as found:
        yield found


@pytest.fixture
async def port(links: Links) -> AsyncIterator[int]:
    """A line to somebody who says again what is said."""

    echoing: dict[asyncio.Task[object] | None, asyncio.StreamWriter] = {}

    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        echoing[asyncio.current_task()] = writer
        with suppress(OSError):
            while data := await reader.read(1000):
                writer.write(data)
                await writer.drain()
        await Line(reader, writer).close()

    server = await asyncio.start_server(echo, HOST, 0)
    yield links.add(server.sockets[0].getsockname()[1])
    server.close()
    for task, writer in echoing.items():
        writer.transport.abort()  # a task that is cancelled is an error of the loop
        assert task is not None
        await task


class Line:
    """A connection through a line."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def close(self) -> None:
        self._writer.close()
        with suppress(OSError):
            await self._writer.wait_closed()

    def say(self, data: bytes) -> None:
        self._writer.write(data)

    async def hear(self, seconds: float = PATIENCE) -> bytes | None:
        """The bytes that come next; `None`: none do in time; empty: it has ended."""
        try:
            async with asyncio.timeout(seconds):
                return await self._reader.read(1000)
        except TimeoutError:
            return None
        except OSError:
            return b""


Connect: TypeAlias = Callable[[], Awaitable[Line]]


@pytest.fixture
async def connect(port: int) -> AsyncIterator[Connect]:
    """Connects through the line."""
    made: list[Line] = []

    async def connect() -> Line:
        made.append(Line(*await asyncio.open_connection(HOST, port)))
        return made[-1]

    yield connect
    for line in made:
        await line.close()


@pytest.mark.parametrize("state", ["silent", "deaf", "dumb"])
async def test_what_is_held_comes_later(
    links: Links, port: int, connect: Connect, state: State
) -> None:
    line = await connect()
    line.say(b"one")
    assert await line.hear() == b"one"
    links.put(port, state)
    line.say(b"two")
    assert await line.hear(_QUIET) is None
    links.put(port, "open")
    assert await line.hear() == b"two"


async def test_what_is_lost_ends_when_it_is_open_again(
    links: Links, port: int, connect: Connect
) -> None:
    line = await connect()
    line.say(b"one")
    assert await line.hear() == b"one"
    links.put(port, "lost")
    line.say(b"two")
    assert await line.hear(_QUIET) is None
    links.put(port, "open")
    assert await line.hear() == b""
    again = await connect()
    again.say(b"three")
    assert await again.hear() == b"three"


async def test_what_is_cut_ends_at_once_and_nobody_comes(
    links: Links, port: int, connect: Connect
) -> None:
    line = await connect()
    line.say(b"one")
    assert await line.hear() == b"one"
    links.put(port, "cut")
    assert await line.hear() == b""
    assert await (await connect()).hear() == b""


async def test_all_takes_longer_on_a_slow_line(links: Links, port: int, connect: Connect) -> None:
    line = await connect()
    links.put(port, "open", _QUIET)
    line.say(b"one")
    assert await line.hear(_QUIET) is None
    assert await line.hear() == b"one"
