"""Received bytes, frames and requests are bounded before they become work or memory."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from itertools import count
from typing import Any

import pytest
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from shengji.server.protocols import SiteConfig, SiteHttp
from shengji.server.site.intake import CONNECTION_SIZE, PIECE_SIZE, Budgets
from shengji.server.site.limits import MemoryBudget, WorkBudget
from tests.waiting import happens

PEER = ("192.0.2.7", 4000)
PROXY = ("10.0.0.1", 4000)
PLENTY = 1 << 40
UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
CHUNKED = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"


class Asked:
    """The application, which notes everything that it is asked.

    Attributes:
        scopes: of all requests and sockets.
        bodies: of requests, whole.
        messages: what came over sockets.
        answers: whether requests are answered, sockets accepted, and messages taken.
    """

    def __init__(self) -> None:
        self.scopes: list[Any] = []
        self.bodies: list[bytes] = []
        self.messages: list[Any] = []
        self.answers = asyncio.Event()
        self.answers.set()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.scopes.append(scope)
        if scope["type"] == "http":
            await self._answer(receive, send)
            return
        assert (await receive())["type"] == "websocket.connect"
        await self.answers.wait()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] != "websocket.disconnect":
            self.messages.append(message)
            await self.answers.wait()

    async def _answer(self, receive: Any, send: Any) -> None:
        body, more = b"", True
        while more:
            part = await receive()
            if part["type"] != "http.request":
                return
            body += part["body"]
            more = part["more_body"]
        self.bodies.append(body)
        await self.answers.wait()
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})


class Wire(asyncio.Transport):
    """A connection, from the network's side.

    Attributes:
        written: what the server has sent.
        reads: whether the server reads.
        is_cut: whether it is over.
    """

    def __init__(self, config: SiteConfig, peer: tuple[str, int]) -> None:
        super().__init__({"peername": peer, "sockname": ("192.0.2.1", 80)})
        self.written = b""
        self.reads = True
        self.is_cut = False
        self._protocol: Any = SiteHttp(config, ServerState(), {})
        self._protocol.connection_made(self)

    @property
    def protocol(self) -> Any:
        return self._protocol

    def get_protocol(self) -> Any:
        return self._protocol

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self._protocol = protocol

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += data

    def pause_reading(self) -> None:
        self.reads = False

    def resume_reading(self) -> None:
        self.reads = True

    def is_closing(self) -> bool:
        return self.is_cut

    def close(self) -> None:
        self.abort()

    def abort(self) -> None:
        if not self.is_cut:
            self.is_cut = True
            asyncio.get_running_loop().call_soon(self._protocol.connection_lost, None)

    async def send(self, data: bytes) -> None:
        """Send something, and wait until the server has nothing more to do with it."""
        self._protocol.data_received(data)
        await settled()

    async def send_on(self, data: bytes, most: int) -> int:
        """Send the same again and again until the connection is cut, or that much is sent."""
        sent = 0
        while not self.is_cut and sent < most:
            await happens(lambda: self.reads or self.is_cut)
            self._protocol.data_received(data)
            sent += len(data)
        return sent


async def settled() -> None:
    """Let everything have its turns that has something to do now."""
    for _ in range(2_000):
        await asyncio.sleep(0)


@pytest.fixture
async def asked() -> Asked:
    return Asked()


@pytest.fixture
async def memory() -> MemoryBudget:
    return MemoryBudget(1_000_000)


@pytest.fixture
async def connect(asked: Asked, memory: MemoryBudget) -> AsyncIterator[Callable[..., Wire]]:
    """Connects somebody, with plenty of work to draw on or with a budget of their own."""
    wires: list[Wire] = []

    def connected(peer: tuple[str, int] = PEER, budgets: Budgets | None = None) -> Wire:
        budgets = budgets or Budgets(WorkBudget(PLENTY, PLENTY), memory)
        config = SiteConfig(asked, budgets, [PROXY[0]], log_config=None, lifespan="off")
        wires.append(Wire(config, peer))
        return wires[-1]

    yield connected
    asked.answers.set()
    for wire in wires:
        wire.abort()
    await settled()
    assert not memory._held, "the memory of connections that are over is given back"


def masked(opcode: Opcode, data: bytes = b"", *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


# Requests


async def test_trailers_are_no_headers(connect: Callable[..., Wire], asked: Asked) -> None:
    wire = connect()
    await wire.send(CHUNKED + b"1\r\nx\r\n0\r\nCookie: shengji=secret\r\n\r\n")
    assert asked.bodies == [b"x"]
    assert dict(asked.scopes[0]["headers"]).keys() == {b"host", b"transfer-encoding"}
    assert wire.written.startswith(b"HTTP/1.1 204")


@pytest.mark.parametrize(
    ("begin", "more"),
    [
        (b"0\r\n", b"X: %b\r\n" % (b"x" * 1000)),
        (b"0\r\n", b"X:\r\n" * 250),
        (b"0\r\nX: ", b"x" * 1000),
        (b"1;x=", b"x" * 1000),
        (b"", b"1\r\nx\r\n" * 200),
    ],
    ids=["trailers", "empty trailers", "one trailer", "a chunk's extension", "tiny chunks"],
)
async def test_what_is_no_body_is_cut_off(
    connect: Callable[..., Wire], begin: bytes, more: bytes
) -> None:
    wire = connect()
    await wire.send(CHUNKED + begin)
    assert await wire.send_on(more, 1_000_000) < 100_000


async def test_a_body_in_chunks_is_not(connect: Callable[..., Wire], asked: Asked) -> None:
    wire = connect()
    await wire.send(CHUNKED)
    await wire.send_on(b"400\r\n%b\r\n" % (b"x" * 1024), 500_000)
    await wire.send(b"0\r\n\r\n")
    assert len(asked.bodies[0]) > 490_000
    assert wire.written.startswith(b"HTTP/1.1 204")


@pytest.mark.parametrize("head", [b"X: %b\r\n" % (b"x" * 100_000), b"X: y\r\n" * 200])
async def test_a_head_that_is_too_large_is_refused_in_one_piece_too(
    connect: Callable[..., Wire], asked: Asked, head: bytes
) -> None:
    wire = connect()
    await wire.send(b"GET / HTTP/1.1\r\nHost: x\r\n" + head + b"\r\n")
    assert wire.is_cut and not asked.scopes


async def test_requests_in_a_row_wait_unread(connect: Callable[..., Wire], asked: Asked) -> None:
    wire = connect()
    asked.answers.clear()
    many = b"".join(b"GET /%d HTTP/1.1\r\nHost: x\r\n\r\n" % number for number in range(5_000))
    await wire.send(many)
    assert len(asked.scopes) == 1
    assert len(wire.protocol.pipeline) < PIECE_SIZE / len(b"GET /0 HTTP/1.1\r\nHost: x\r\n\r\n")
    assert not wire.reads
    asked.answers.set()
    await happens(lambda: len(asked.scopes) == 5_000)
    assert [scope["path"] for scope in asked.scopes] == [f"/{number}" for number in range(5_000)]
    await happens(lambda: wire.reads)


# Sockets


async def socket(connect: Callable[..., Wire], *peer: tuple[str, int]) -> Wire:
    wire = connect(*peer)
    await wire.send(UPGRADE)
    assert wire.written.startswith(b"HTTP/1.1 101")
    wire.written = b""
    return wire


@pytest.mark.parametrize(
    ("begin", "frame"),
    [
        (b"", masked(Opcode.PING)),
        (b"", masked(Opcode.PONG)),
        (b"", masked(Opcode.TEXT)),
        (masked(Opcode.TEXT, fin=False), masked(Opcode.CONT, fin=False)),
        (masked(Opcode.TEXT, fin=False), masked(Opcode.CONT, b"x", fin=False)),
    ],
    ids=["pings", "pongs", "empty texts", "empty parts", "small parts"],
)
async def test_frames_that_say_nothing_cut_a_socket(
    connect: Callable[..., Wire], asked: Asked, begin: bytes, frame: bytes
) -> None:
    wire = await socket(connect)
    await wire.send(begin + frame * 50)
    assert not wire.is_cut
    await wire.send(frame * 10_000)
    assert wire.is_cut
    assert b"too many idle frames" in wire.written
    # Neither answered nor handed on, beyond those that lay in one piece.
    most = 60 + PIECE_SIZE / len(frame)
    assert wire.written.count(b"\x8a\x00") + len(asked.messages) < most


async def test_after_a_socket_is_closed_whatever_still_comes_cuts_it(
    connect: Callable[..., Wire], asked: Asked
) -> None:
    wire = await socket(connect)
    protocol = wire.protocol
    await protocol.send({"type": "websocket.close", "code": 1000})
    await wire.send(masked(Opcode.TEXT, b"x" * 100) * 50)
    assert not wire.is_cut
    await wire.send(masked(Opcode.TEXT, b"x" * 100) * 50)
    assert wire.is_cut


async def test_messages_wait_unread(connect: Callable[..., Wire], asked: Asked) -> None:
    wire = await socket(connect)
    asked.answers.clear()
    frame = masked(Opcode.TEXT, b"1")
    await wire.send(frame * 5_000)
    assert wire.protocol.queue.qsize() < PIECE_SIZE / len(frame)
    assert not wire.reads
    asked.answers.set()
    await happens(lambda: len(asked.messages) == 5_000)
    await happens(lambda: wire.reads)


@pytest.mark.parametrize(
    "head",
    [
        UPGRADE.replace(b"Host: x", b"Host: x\r\nX: " + b"x" * 9_000),
        UPGRADE.replace(b"Version: 13", b"Version: 12"),
        UPGRADE.replace(b"GET", b"POST"),
    ],
)
async def test_a_socket_that_is_refused_ends(
    connect: Callable[..., Wire], asked: Asked, head: bytes
) -> None:
    wire = connect()
    await wire.send(head + masked(Opcode.PING))
    assert wire.is_cut and not asked.scopes


async def test_frames_wait_until_a_socket_is_accepted(
    connect: Callable[..., Wire], asked: Asked
) -> None:
    wire = connect()
    asked.answers.clear()
    await wire.send(UPGRADE)
    await wire.send(masked(Opcode.TEXT, b"1"))
    assert wire.protocol.queue.qsize() <= 1 and not wire.reads
    asked.answers.set()
    await happens(lambda: asked.messages == [{"type": "websocket.receive", "text": "1"}])


# Addresses


def measured(memory: MemoryBudget, seconds: float) -> Budgets:
    """Budgets of addresses, of ten seconds at once and no more, where each piece takes so long."""
    ticks = count()
    work = WorkBudget(0.5, PLENTY, clock=lambda: 0.0)
    return Budgets(work, memory, lambda: next(ticks) * seconds)


async def test_an_address_that_has_used_up_its_work_is_read_no_more(
    connect: Callable[..., Wire], asked: Asked, memory: MemoryBudget
) -> None:
    budgets = measured(memory, 0.5)
    first, second, other = (connect(peer, budgets) for peer in (PEER, PEER, ("192.0.2.8", 1)))
    body = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n" + b"x" * 100_000
    await first.send(body)
    assert budgets.work.wait(PEER[0])
    taken = 100_000 - len(first.protocol._intake._waiting)
    assert 18 * PIECE_SIZE <= taken <= 22 * PIECE_SIZE
    await second.send(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    assert not (first.reads or second.reads or second.written)
    await other.send(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    assert other.written.startswith(b"HTTP/1.1 204")


async def test_a_proxy_pays_for_none_of_its_clients(
    connect: Callable[..., Wire], asked: Asked, memory: MemoryBudget
) -> None:
    budgets = measured(memory, 30.0)
    wire = connect(PROXY, budgets)
    ask = b"POST / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: %b\r\nContent-Length: 2\r\n\r\n"
    await wire.send(ask % b"192.0.2.1")
    assert not budgets.work.wait("192.0.2.1"), "the head is nobody's"
    await wire.send(b"12")
    assert budgets.work.wait("192.0.2.1"), "the body is the client's"
    assert wire.written.count(b"HTTP/1.1 204") == 1
    # What the next client sends over the same connection is read all the same.
    await wire.send(ask % b"192.0.2.2" + b"12")
    assert wire.written.count(b"HTTP/1.1 204") == 2
    assert not budgets.work.wait(PROXY[0])
    assert [scope["client"][0] for scope in asked.scopes] == ["192.0.2.1", "192.0.2.2"]


async def test_an_address_has_only_so_much_in_memory(
    connect: Callable[..., Wire], asked: Asked, memory: MemoryBudget
) -> None:
    asked.answers.clear()
    body = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\n" + b"x" * 200_000
    wires = [connect() for _ in range(8)]
    for wire in wires:
        await wire.send(body)
    stayed = [wire for wire in wires if not wire.is_cut]
    assert len(stayed) == 4
    other = connect(("192.0.2.8", 1))
    await other.send(body)
    assert not other.is_cut
    asked.answers.set()
    await settled()
    assert memory._held[PEER[0]] == 4 * CONNECTION_SIZE
    await stayed[0].send(body)
    assert stayed[0].written.count(b"HTTP/1.1 204") == 2


async def test_an_address_has_only_so_many_connections(connect: Callable[..., Wire]) -> None:
    wires = [connect() for _ in range(100)]
    assert sum(not wire.is_cut for wire in wires) == 1_000_000 // CONNECTION_SIZE
