"""Forwarding: requests and sockets are answered by the node that owns the addressed actor.

A handler raises `ElsewhereError`, before any side effect, if another node owns the actor. The
gateway then forwards the request over the bus, and the owner's application answers it. A socket is
relayed message by message.

If the bus or a node fails, the gateway answers a request with an error that asks for a retry, and
closes a socket. The browser then connects again and repeats unanswered commands; the event log
shows which of them were already executed. An owner that shuts down announces it: the gateway then
moves the socket to the next owner, without a new connection of the browser.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import msgspec
import structlog
from litestar import Litestar
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from shengji.server.cluster.bus import Bus, NoReplyError, Subject
from shengji.server.database.ids import new_id
from shengji.server.site.errors import ApiError
from shengji.server.site.redirection import ELSEWHERE, Redirection
from shengji.server.site.spans import spans
from shengji.server.site.tasks import TaskSet

_PATIENCE: Final = 8.0
"""Timeout in seconds of the search for the owner."""

_AGAIN: Final = 0.1
"""Interval in seconds of attempts to reach the owner."""

_WINDOW: Final = 64
"""Maximum number of a browser's messages on the way to the owner (flow control)."""

_MOST: Final = 1_024
"""Maximum number of messages queued for a browser; with more, its session is dropped."""

_LOST: Final = 1012
"""Close code of a socket whose connection to the owner is lost (RFC 6455: service restart)."""

_HERE, _NOT_HERE = b"here", b"not here"
"""Replies of a node that is asked to open a session."""

_KEPT: Final = ("type", "path", "raw_path", "query_string", "headers", "scheme", "method")

Event: TypeAlias = dict[str, Any]


class _Open(msgspec.Struct, tag=True):
    """Opens a session: a request or a socket is to be answered.

    Attributes:
        session: id of the session, chosen by the gateway.
        client: address and port of the client, if known.
        body: the whole body of a request; empty for a socket.
        accepted: whether the browser's socket has already been accepted.
        marks: trace context of the gateway's span (`shengji.server.site.spans`).
    """

    session: str
    gateway: str
    scope: Event
    client: tuple[str, int] | None
    body: bytes
    accepted: bool
    marks: dict[str, str] = {}


class _Event(msgspec.Struct, tag=True):
    """An ASGI event from or for the browser; `number` counts the events of one direction."""

    session: str
    number: int
    event: Event


class _Consumed(msgspec.Struct, tag=True):
    """Acknowledges that the owner has consumed `count` events of the browser."""

    session: str
    count: int


class _Gone(msgspec.Struct, tag=True):
    """Ends a session, from either side.

    Attributes:
        moved: whether the gateway continues the session at another node.
        first: text messages that a moved socket sends to the next node first.
    """

    session: str
    moved: bool = False
    first: Sequence[str] = ()


_Payload: TypeAlias = _Open | _Event | _Consumed | _Gone

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Payload).decode

_logger = structlog.get_logger()


class _LostError(Exception):
    """The connection to the owner is lost."""


@dataclass(slots=True, eq=False)
class _Side:
    """One end of a session: its incoming events, in order and without duplicates.

    Attributes:
        peer: id of the node at the other end.
        moved: whether the gateway continues the session at another node, with `first`.
        left: whether the browser has disconnected.
        unanswered: events of the browser before the first event of the owner.
        sent: number of events sent to the other end.
        consumed: number of them that the other end has consumed.
        room: set when the other end has consumed events.
    """

    session: str
    peer: str
    lost: bool = False
    moved: bool = False
    left: bool = False
    first: Sequence[str] = ()
    unanswered: list[Event] = field(default_factory=list)
    sent: int = 0
    consumed: int = 0
    room: asyncio.Event = field(default_factory=asyncio.Event)
    _received: int = field(default=0, init=False)
    _events: asyncio.Queue[Event | None] = field(
        default_factory=lambda: asyncio.Queue(_MOST), init=False
    )

    @property
    def is_silent(self) -> bool:
        """Whether no event has arrived yet."""
        return not self._received

    def take(self, event: _Event) -> None:
        """Queue an incoming event; the session is lost if an event before it is missing."""
        self._received += 1
        if event.number != self._received or self._events.full():
            self.lose()
        else:
            self._events.put_nowait(event.event)

    def end(self, moved: bool, first: Sequence[str]) -> None:
        """End the session from the other side; it moves only if no event is missing."""
        if not (self.lost or self._events.full()):
            self.moved, self.first = moved, first
        self.lose()

    def lose(self) -> None:
        """Mark the session as lost, after which no event is queued."""
        self.lost = True
        self.room.set()
        if self._events.full():
            self._events.get_nowait()
        self._events.put_nowait(None)

    async def next(self) -> Event:
        """Return the next event.

        Raises:
            _LostError: the session has ended.
        """
        found = await self._events.get()
        if found is None:
            self._events.put_nowait(None)
            raise _LostError
        return found


class Forwarder:
    """ASGI middleware in front of the application; forwards requests for actors of other nodes.

    Before `begin`, an actor that another node owns cannot be reached.
    """

    def __init__(self, app: Litestar) -> None:
        self._site = app
        self._app: ASGIApp = app.asgi_handler
        self._bus: Bus | None = None
        self._id = ""
        self._away: dict[str, _Side] = {}
        self._here: dict[str, _Side] = {}
        self._leaving = False
        self._tasks = TaskSet()

    async def begin(self, bus: Bus, id_: str) -> None:
        """Start to accept forwarded requests, and to forward.

        Args:
            bus: the bus to the other nodes.
            id_: the id of this node.
        """
        if self._bus is None:
            bus.on_interruption(self.lose_all)
        self._bus, self._id = bus, id_
        await bus.subscribe(Subject.NODE.of(id_), self._on_message)

    def set_peers(self, peers: Iterable[str]) -> None:
        """Drop the sessions with nodes other than `peers`, which have left the site."""
        known = frozenset(peers)
        for side in (*self._away.values(), *self._here.values()):
            if side.peer not in known:
                side.lose()

    def lose_all(self) -> None:
        """Drop all sessions, after messages may have been lost."""
        self.set_peers(())

    def leave(self) -> None:
        """Refuse new sessions: this node shuts down."""
        self._leaving = True

    async def close(self) -> None:
        """Drop all sessions, and wait for running handlers."""
        self.lose_all()
        await self._tasks.wait()

    # At the gateway, which has the browser's connection

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request here, or forward it."""
        bus = self._bus
        if bus is None or scope["type"] not in (ScopeType.HTTP, ScopeType.WEBSOCKET):
            await self._app(scope, receive, send)
            return
        context: Any = scope
        kept, state = {name: scope.get(name) for name in _KEPT}, dict(context.get("state", {}))
        browser = _Request(receive, send)
        deadline = asyncio.get_running_loop().time() + _PATIENCE
        redirection = Redirection()
        while True:
            context[ELSEWHERE] = redirection
            await self._app(scope, browser.receive, browser.sender(redirection))
            if not redirection.is_moved:
                return
            try:
                side = await self._opened(bus, redirection.node, kept, scope, browser)
            except NoReplyError:
                if asyncio.get_running_loop().time() > deadline:
                    await browser.refuse(scope)
                    return
                await asyncio.sleep(_AGAIN)
            else:
                if await self._carry(bus, side, scope, browser):
                    return
                deadline = asyncio.get_running_loop().time() + _PATIENCE
            context["state"] = dict(state)
            browser.again()
            redirection = Redirection(is_again=True)

    async def _opened(
        self, bus: Bus, owner: str, kept: Event, scope: Scope, browser: _Request
    ) -> _Side:
        """Open a session with the owner.

        Raises:
            NoReplyError: the owner cannot be reached.
        """
        session = new_id()
        body = await browser.body() if scope["type"] == ScopeType.HTTP else b""
        client = scope["client"]
        marks = spans.marks()
        wanted = _Open(session, self._id, kept, client, body, browser.accepted, marks)
        side = self._away[session] = _Side(session, owner)
        try:
            if await bus.request(Subject.NODE.of(owner), _encode(wanted)) == _HERE:
                return side
        except NoReplyError:
            del self._away[session]
            raise
        del self._away[session]
        raise NoReplyError(owner)

    async def _carry(self, bus: Bus, side: _Side, scope: Scope, browser: _Request) -> bool:
        """Relay events in both directions until one side ends the session.

        Returns:
            Whether the request is answered; if not, the owner must be looked up again.
        """
        reading = asyncio.create_task(self._read(bus, side, browser))
        try:
            while not await browser.send(await side.next()):
                pass
        except _LostError:
            if side.moved:
                # The previous owner has not processed these messages.
                browser.replay([_text(text) for text in side.first] or side.unanswered)
                return False
            if side.left:
                return True  # the browser has left
            await browser.refuse(scope)
        finally:
            del self._away[side.session]
            reading.cancel()
            await asyncio.wait([reading])
            _publish(bus, side, _Gone(side.session))
        return True

    async def _read(self, bus: Bus, side: _Side, browser: _Request) -> None:
        while not side.lost:
            event: Any = await browser.receive()
            if side.is_silent:
                side.unanswered.append(event)
            side.sent += 1
            _publish(bus, side, _Event(side.session, side.sent, event))
            if event["type"] in ("websocket.disconnect", "http.disconnect"):
                side.left = True
                side.lose()
            while side.sent - side.consumed >= _WINDOW and not side.lost:
                side.room.clear()
                await side.room.wait()

    # At the owner

    def _on_message(self, message: bytes) -> bytes | None:
        received: _Payload = _decode(message)
        match received:
            case _Open() if self._leaving:
                return _NOT_HERE
            case _Open():
                side = self._here[received.session] = _Side(received.session, received.gateway)
                self._tasks.start(self._answer(received, side))
                return _HERE
            case _Event() if received.session in self._here:
                self._here[received.session].take(received)
            case _Event() if received.session in self._away:
                self._away[received.session].take(received)
            case _Consumed() if received.session in self._away:
                side = self._away[received.session]
                side.consumed = received.count
                side.room.set()
            case _Gone():
                for sides in (self._here, self._away):
                    if received.session in sides:
                        sides[received.session].end(received.moved, received.first)
            case _:
                pass
        return None

    async def _answer(self, wanted: _Open, side: _Side) -> None:
        """Answer a forwarded request with this node's application."""
        bus = self._bus
        assert bus is not None
        is_http = wanted.scope["type"] == ScopeType.HTTP
        redirection = Redirection(is_again=True, can_move=not is_http)
        consumed = 0

        async def receive() -> Any:
            nonlocal consumed
            if consumed == 0:
                consumed = 1
                if is_http:
                    return {"type": "http.request", "body": wanted.body, "more_body": False}
                return {"type": "websocket.connect"}
            try:
                event = await side.next()
            except _LostError:
                return {"type": "http.disconnect"} if is_http else _gone_away()
            consumed += 1
            if consumed % (_WINDOW // 4) == 0:
                _publish(bus, side, _Consumed(side.session, consumed - 1))
            return event

        async def send(message: Message) -> None:
            if message["type"] == "websocket.accept" and wanted.accepted:
                return
            if redirection.is_moved or side.lost:
                return
            side.sent += 1
            _publish(bus, side, _Event(side.session, side.sent, dict(message)))

        scope: Any = {**_scope_of(wanted), "litestar_app": self._site, ELSEWHERE: redirection}
        try:
            with spans.span("answer for a door", wanted.marks):
                await self._app(scope, receive, send)
        except Exception as error:
            _logger.error("forwarded", exc_info=error)
        finally:
            del self._here[side.session]
            moved = redirection.is_moved and not side.lost  # else the browser may lack messages
            _publish(bus, side, _Gone(side.session, moved, redirection.first))


class _Request:
    """The browser's connection; replays the events that were read before forwarding."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self._parts: list[Any] = []
        self._next = 0
        self._first: deque[Event] = deque()
        self.accepted = False
        self._began = False

    def again(self) -> None:
        """Rewind, so that the events read so far are read again."""
        self._next = 0

    def replay(self, events: Sequence[Event]) -> None:
        """Queue these events before those of the browser."""
        self._first = deque(events)

    async def receive(self) -> Any:
        """Receive the browser's next event; the first ones are kept for a replay."""
        if self._next < len(self._parts):
            self._next += 1
            return self._parts[self._next - 1]
        if self._first:
            return self._first.popleft()
        event = await self._receive()
        if event["type"] in ("http.request", "websocket.connect"):
            self._parts.append(event)
            self._next += 1
        return event

    async def body(self) -> bytes:
        """Read the whole body of a request; its size has been checked before."""
        while not self._parts or self._parts[-1].get("more_body"):
            if (await self._receive_more())["type"] != "http.request":
                break
        self._next = len(self._parts)
        return b"".join(part["body"] for part in self._parts)

    async def _receive_more(self) -> Any:
        self._next = len(self._parts)
        return await self.receive()

    def sender(self, redirection: Redirection) -> Send:
        """Make the local application's `send`, which is muted once the owner is elsewhere."""

        async def send(message: Message) -> None:
            if redirection.is_moved:
                return
            await self.send(message)

        return send

    async def send(self, message: Any) -> bool:
        """Send an event to the browser; return whether it was the last one."""
        kind = message["type"]
        if kind == "websocket.accept":
            if self.accepted:
                return False
            self.accepted = True
        elif kind == "http.response.start":
            self._began = True
            headers = [(bytes(name), bytes(value)) for name, value in message["headers"]]
            message = {**message, "headers": headers}
        await self._send(message)
        ended = kind == "http.response.body" and not message.get("more_body", False)
        return ended or kind == "websocket.close"

    async def refuse(self, scope: Scope) -> None:
        """Ask the client to retry, if no part of a response has been sent yet."""
        if scope["type"] == ScopeType.WEBSOCKET:
            await self._send({"type": "websocket.close", "code": _LOST, "reason": ""})
        elif not self._began:
            await ApiError("unavailable", {"retry-after": "1"}).send(self._send)
        else:
            raise _LostError  # cuts off an incomplete response


def _publish(bus: Bus, side: _Side, payload: _Payload) -> None:
    bus.publish(Subject.NODE.of(side.peer), _encode(payload))


def _text(text: str) -> Event:
    return {"type": "websocket.receive", "text": text, "bytes": None}


def _gone_away() -> Any:
    return {"type": "websocket.disconnect", "code": _LOST}


def _scope_of(wanted: _Open) -> Event:
    headers = [(bytes(name), bytes(value)) for name, value in wanted.scope["headers"]]
    return {
        **{name: value for name, value in wanted.scope.items() if value is not None},
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "root_path": "",
        "subprotocols": [],
        "server": None,
        "extensions": None,
        "client": wanted.client,
        "headers": headers,
        "state": {},
    }
