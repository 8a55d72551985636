"""Requests and sockets, answered by the server that owns what they are about.

A handler that finds something owned elsewhere says so (`ElsewhereError`), before anything is done.
The server that was asked then sends the request on over the bus, to the owner, which has its own
application answer it; a socket is carried on message by message. When the way is broken, or one of
the two has gone, a request is answered that it be sent again, and a socket ends, upon which the
browser connects anew and asks again what was not answered; the log knows what it did already. An
owner that leaves says so: then the socket goes on with the next one, and its browser is welcomed
there without having to connect.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeAlias

import msgspec
import structlog
from litestar import Litestar
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from shengji.server.cluster.bus import Bus, NobodyError
from shengji.server.cluster.subjects import Subject
from shengji.server.database.ids import new_id
from shengji.server.site.errors import ApiError
from shengji.server.site.redirection import ELSEWHERE, Redirection
from shengji.server.site.spans import spans
from shengji.server.site.work import Work

_PATIENCE: Final = 8.0
"""Seconds for which the owner of something is looked for."""

_AGAIN: Final = 0.1
"""Seconds until it is looked for again."""

_WINDOW: Final = 64
"""So many messages of a browser may be on their way to the owner."""

_MOST: Final = 1_024
"""So many messages may wait for a browser here; with more, it is let go."""

_LOST: Final = 1012
"""How a socket closes when the way to the owner is lost (RFC 6455: service restart)."""

_HERE, _NOT_HERE = b"here", b"not here"
"""The answers of a server that is asked to answer something."""

_KEPT: Final = ("type", "path", "raw_path", "query_string", "headers", "scheme", "method")

Event: TypeAlias = dict[str, Any]


class _Open(msgspec.Struct, tag=True):
    """A request or a socket is to be answered.

    Attributes:
        accepted: whether the socket stands already.
        marks: of the span in which it is asked for (`shengji.server.site.spans`).
    """

    session: str
    door: str
    scope: Event
    client: tuple[str, int] | None
    body: bytes
    accepted: bool
    marks: dict[str, str] = {}


class _Event(msgspec.Struct, tag=True):
    """Something that the browser has sent, or that it is to be sent; `number` counts them."""

    session: str
    number: int
    event: Event


class _Heard(msgspec.Struct, tag=True):
    """So many events of the browser have been heard by the owner."""

    session: str
    count: int


class _Gone(msgspec.Struct, tag=True):
    """One of the two sides has ended it.

    With `moved` another server is to be asked, where a socket says `first` first.
    """

    session: str
    moved: bool = False
    first: Sequence[str] = ()


_Told: TypeAlias = _Open | _Event | _Heard | _Gone

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Told).decode

_logger = structlog.get_logger()


class _LostError(Exception):
    """The way to the owner is lost."""


class _Side:
    """One of the two sides of a session: what comes in, in order and each once."""

    def __init__(self, session: str, peer: str) -> None:
        self.session = session
        self.peer = peer
        self.lost = self.moved = self.left = False
        self.first: Sequence[str] = ()
        self.said: list[Event] = []
        self.told = 0
        self._came = 0
        self._events: asyncio.Queue[Event | None] = asyncio.Queue(_MOST)
        self.room = asyncio.Event()
        self.heard = 0

    @property
    def is_silent(self) -> bool:
        """Whether nothing has come yet."""
        return not self._came

    def take(self, event: _Event) -> None:
        """Take what has come; where something before it is missing, all is lost."""
        self._came += 1
        if event.number != self._came or self._events.full():
            self.lose()
        else:
            self._events.put_nowait(event.event)

    def end(self, moved: bool, first: Sequence[str]) -> None:
        """The other side has ended it; it moves only where nothing that was told is missing."""
        if not (self.lost or self._events.full()):
            self.moved, self.first = moved, first
        self.lose()

    def lose(self) -> None:
        """Let nothing more come."""
        self.lost = True
        self.room.set()
        if self._events.full():
            self._events.get_nowait()
        self._events.put_nowait(None)

    async def next(self) -> Event:
        """The next that has come.

        Raises:
            _LostError: nothing more comes.
        """
        found = await self._events.get()
        if found is None:
            self._events.put_nowait(None)
            raise _LostError
        return found


class Forwarder:
    """Stands before the application: what is owned elsewhere is answered there.

    Args:
        app: the application.

    `begin` makes it one of several; before, whatever is owned elsewhere cannot be had.
    """

    def __init__(self, app: Litestar) -> None:
        self._site = app
        self._app: ASGIApp = app.asgi_handler
        self._bus: Bus | None = None
        self._id = ""
        self._away: dict[str, _Side] = {}
        self._here: dict[str, _Side] = {}
        self._leaving = False
        self._work = Work()

    async def begin(self, bus: Bus, id_: str) -> None:
        """Answer from now on what others send on, and send on to others.

        Args:
            bus: the way to them.
            id_: the id of this node.
        """
        if self._bus is None:
            bus.subscribe(self.lose_all)
        self._bus, self._id = bus, id_
        await bus.listen(Subject.NODE.of(id_), self._hear)

    def keep(self, peers: Iterable[str]) -> None:
        """Give up what goes on with other nodes than these, which have gone."""
        known = frozenset(peers)
        for side in (*self._away.values(), *self._here.values()):
            if side.peer not in known:
                side.lose()

    def lose_all(self) -> None:
        """Give up everything: something may have been lost on the way."""
        self.keep(())

    def leave(self) -> None:
        """Answer nobody any more who begins to ask: this server goes."""
        self._leaving = True

    async def close(self) -> None:
        """Give up everything, and be done."""
        self.lose_all()
        await self._work.done()

    # Here, where the browser is

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Have it answered, here or elsewhere."""
        bus = self._bus
        if bus is None or scope["type"] not in (ScopeType.HTTP, ScopeType.WEBSOCKET):
            await self._app(scope, receive, send)
            return
        asked: Any = scope
        kept, state = {name: scope.get(name) for name in _KEPT}, dict(asked.get("state", {}))
        door = _Request(receive, send)
        deadline = asyncio.get_running_loop().time() + _PATIENCE
        further = Redirection()
        while True:
            asked[ELSEWHERE] = further
            await self._app(scope, door.receive, door.sender(further))
            if not further.is_moved:
                return
            try:
                side = await self._opened(bus, further.node, kept, scope, door)
            except NobodyError:
                if asyncio.get_running_loop().time() > deadline:
                    await door.refuse(scope)
                    return
                await asyncio.sleep(_AGAIN)
            else:
                if await self._carry(bus, side, scope, door):
                    return
                deadline = asyncio.get_running_loop().time() + _PATIENCE
            asked["state"] = dict(state)
            door.again()
            further = Redirection(is_again=True)

    async def _opened(
        self, bus: Bus, owner: str, kept: Event, scope: Scope, door: _Request
    ) -> _Side:
        """Begin a session with the owner.

        Raises:
            NobodyError: it is not there.
        """
        session = new_id()
        body = await door.body() if scope["type"] == ScopeType.HTTP else b""
        client = scope["client"]
        marks = spans.marks()
        wanted = _Open(session, self._id, kept, client, body, door.accepted, marks)
        side = self._away[session] = _Side(session, owner)
        try:
            if await bus.ask(Subject.NODE.of(owner), _encode(wanted)) == _HERE:
                return side
        except NobodyError:
            del self._away[session]
            raise
        del self._away[session]
        raise NobodyError(owner)

    async def _carry(self, bus: Bus, side: _Side, scope: Scope, door: _Request) -> bool:
        """Carry on what the two sides say, until one of them ends it.

        Returns:
            Whether it is answered; else its owner is to be looked for again.
        """
        reading = asyncio.create_task(self._read(bus, side, door))
        try:
            while not await door.send(await side.next()):
                pass
        except _LostError:
            if side.moved:
                # Who was asked in vain has not heard what was said.
                door.say([_text(text) for text in side.first] or side.said)
                return False
            if side.left:
                return True  # nobody is there who could be told anything
            await door.refuse(scope)
        finally:
            del self._away[side.session]
            reading.cancel()
            await asyncio.wait([reading])
            _tell(bus, side, _Gone(side.session))
        return True

    async def _read(self, bus: Bus, side: _Side, door: _Request) -> None:
        while not side.lost:
            event: Any = await door.receive()
            if side.is_silent:
                side.said.append(event)
            side.told += 1
            _tell(bus, side, _Event(side.session, side.told, event))
            if event["type"] in ("websocket.disconnect", "http.disconnect"):
                side.left = True
                side.lose()
            while side.told - side.heard >= _WINDOW and not side.lost:
                side.room.clear()
                await side.room.wait()

    # There, where the owner is

    def _hear(self, message: bytes) -> bytes | None:
        told: _Told = _decode(message)
        match told:
            case _Open() if self._leaving:
                return _NOT_HERE
            case _Open():
                side = self._here[told.session] = _Side(told.session, told.door)
                self._work.begin(self._answer(told, side))
                return _HERE
            case _Event() if told.session in self._here:
                self._here[told.session].take(told)
            case _Event() if told.session in self._away:
                self._away[told.session].take(told)
            case _Heard() if told.session in self._away:
                side = self._away[told.session]
                side.heard = told.count
                side.room.set()
            case _Gone():
                for sides in (self._here, self._away):
                    if told.session in sides:
                        sides[told.session].end(told.moved, told.first)
            case _:
                pass
        return None

    async def _answer(self, wanted: _Open, side: _Side) -> None:
        """Have our application answer what another server has sent on."""
        bus = self._bus
        assert bus is not None
        is_http = wanted.scope["type"] == ScopeType.HTTP
        further = Redirection(is_again=True, can_move=not is_http)
        heard = 0

        async def receive() -> Any:
            nonlocal heard
            if heard == 0:
                heard = 1
                if is_http:
                    return {"type": "http.request", "body": wanted.body, "more_body": False}
                return {"type": "websocket.connect"}
            try:
                event = await side.next()
            except _LostError:
                return {"type": "http.disconnect"} if is_http else _gone_away()
            heard += 1
            if heard % (_WINDOW // 4) == 0:
                _tell(bus, side, _Heard(side.session, heard - 1))
            return event

        async def send(message: Message) -> None:
            if message["type"] == "websocket.accept" and wanted.accepted:
                return
            if further.is_moved or side.lost:
                return
            side.told += 1
            _tell(bus, side, _Event(side.session, side.told, dict(message)))

        scope: Any = {**_scope_of(wanted), "litestar_app": self._site, ELSEWHERE: further}
        try:
            with spans.span("answer for a door", wanted.marks):
                await self._app(scope, receive, send)
        except Exception as error:
            _logger.error("forwarded", exc_info=error)
        finally:
            del self._here[side.session]
            moved = further.is_moved and not side.lost  # else the browser may lack something
            _tell(bus, side, _Gone(side.session, moved, further.first))


class _Request:
    """The way to a browser, as far as it has been used."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self._parts: list[Any] = []
        self._next = 0
        self._first: deque[Event] = deque()
        self.accepted = False
        self._began = False

    def again(self) -> None:
        """Let what has been read be read once more."""
        self._next = 0

    def say(self, events: Sequence[Event]) -> None:
        """Let this come next, as if the browser had said it."""
        self._first = deque(events)

    async def receive(self) -> Any:
        """Give what the browser sends; what begins it can be read again."""
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
        """The body of a request, which has been bounded before it came here."""
        while not self._parts or self._parts[-1].get("more_body"):
            if (await self._receive_more())["type"] != "http.request":
                break
        self._next = len(self._parts)
        return b"".join(part["body"] for part in self._parts)

    async def _receive_more(self) -> Any:
        self._next = len(self._parts)
        return await self.receive()

    def sender(self, further: Redirection) -> Send:
        """The way of our application to the browser, as long as nobody else is the owner."""

        async def send(message: Message) -> None:
            if further.is_moved:
                return
            await self.send(message)

        return send

    async def send(self, message: Any) -> bool:
        """Send something to the browser; whether that was the end."""
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
        """Say that it be tried again, as far as that can still be said."""
        if scope["type"] == ScopeType.WEBSOCKET:
            await self._send({"type": "websocket.close", "code": _LOST, "reason": ""})
        elif not self._began:
            await ApiError("unavailable", {"retry-after": "1"}).send(self._send)
        else:
            raise _LostError  # half an answer is cut off


def _tell(bus: Bus, side: _Side, told: _Told) -> None:
    """Tell the other side of a session something."""
    bus.publish(Subject.NODE.of(side.peer), _encode(told))


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
