"""A process of strangers who flood a server; it takes orders on standard input, JSON lines.

`{"flood": "pings", "connections": 8, "seconds": 4}` is answered with what was sent.
"""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress
from typing import Final, NamedTuple

import msgspec
import uvloop
from websockets.frames import Frame, Opcode

from benchmarks.load.door import HOST

STRANGER: Final = "127.0.0.2"
"""The address from which floods come: not that of the players, and no proxy that is trusted."""

_CHUNK: Final = 65_536

_AFTER_CUT: Final = 0.001
"""Seconds until a connection that was cut is made again."""


class Flood(NamedTuple):
    """A kind of flood.

    Attributes:
        name: what it is called.
        first: what is sent when a connection is made.
        then: what is sent again and again; empty: nothing, and the connection is made again.
    """

    name: str
    first: bytes
    then: bytes = b""


def _frame(opcode: Opcode, data: bytes = b"", *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


def _many(part: bytes) -> bytes:
    return part * (_CHUNK // len(part))


_SOCKET: Final = (
    b"GET /api/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
_POST: Final = (
    b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n"
)
_GET: Final = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
_BEGIN: Final = _SOCKET + _frame(Opcode.TEXT, fin=False)

FLOODS: Final = (
    Flood("pings", _SOCKET, _many(_frame(Opcode.PING))),
    Flood("pongs", _SOCKET, _many(_frame(Opcode.PONG))),
    Flood("empty texts", _SOCKET, _many(_frame(Opcode.TEXT))),
    Flood("empty parts", _BEGIN, _many(_frame(Opcode.CONT, fin=False))),
    Flood("small parts", _BEGIN, _many(_frame(Opcode.CONT, b"x", fin=False))),
    Flood("texts", _SOCKET, _many(_frame(Opcode.TEXT, b'{"type":"ping"}'))),
    Flood("sockets", _SOCKET),
    Flood("trailers", _POST + b"0\r\n", _many(b"X-Trailer: %b\r\n" % (b"x" * 100))),
    Flood("a trailer without end", _POST + b"0\r\nX: ", b"x" * _CHUNK),
    Flood("tiny chunks", _POST, _many(b"1\r\nx\r\n")),
    Flood("a head without end", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", _many(b"X:\r\n")),
    Flood("requests in a row", b"", _many(_GET)),
    Flood("requests", _GET),
)


class Order(msgspec.Struct):
    """Send a flood over so many connections, for some seconds."""

    flood: str
    connections: int
    seconds: float


class Sent(msgspec.Struct):
    """Connections that were made, and bytes that were sent."""

    connections: int = 0
    bytes: int = 0


class Pump:
    """Sends floods over connections that are made again when they are cut.

    Args:
        port: where the server listens.
    """

    def __init__(self, port: int) -> None:
        self._port = port
        self._sent = Sent()

    async def flood(self, order: Order) -> Sent:
        """Send for some seconds."""
        self._sent = Sent()
        flood = next(flood for flood in FLOODS if flood.name == order.flood)
        with suppress(TimeoutError):
            async with asyncio.timeout(order.seconds):
                await asyncio.gather(*(self._one(flood) for _ in range(order.connections)))
        return self._sent

    async def _one(self, flood: Flood) -> None:
        while True:
            with suppress(OSError):
                await self._connection(flood)
            await asyncio.sleep(_AFTER_CUT)

    async def _connection(self, flood: Flood) -> None:
        reader, writer = await asyncio.open_connection(HOST, self._port, local_addr=(STRANGER, 0))
        self._sent.connections += 1
        reading = asyncio.create_task(_discard(reader))
        try:
            await self._send(writer, flood.first)
            if not flood.then:
                await reader.read(1)
                return
            while not reading.done():
                await self._send(writer, flood.then)
        finally:
            reading.cancel()
            writer.transport.abort()

    async def _send(self, writer: asyncio.StreamWriter, data: bytes) -> None:
        writer.write(data)
        self._sent.bytes += len(data)
        await writer.drain()


async def _discard(reader: asyncio.StreamReader) -> None:
    with suppress(OSError):
        while await reader.read(_CHUNK):
            pass


async def main(port: int) -> None:
    """Carry out orders until there are no more."""
    pump = Pump(port)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.buffer.readline):
        sent = await pump.flood(msgspec.json.decode(line, type=Order))
        sys.stdout.buffer.write(msgspec.json.encode(sent) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    # The players are not to wait for a core that the flood has.
    os.setpriority(os.PRIO_PROCESS, 0, 19)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main(int(sys.argv[1])))
