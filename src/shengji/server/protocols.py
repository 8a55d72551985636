"""The protocols of connections: nothing that comes becomes work or memory before it is bounded."""

from __future__ import annotations

import asyncio
from typing import Any, Final, cast

import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import DATA_OPCODES, Frame, Opcode
from websockets.protocol import State

from shengji.server.friends.here_socket import PAGE_SOCKET
from shengji.server.site.intake import Budgets, Intake
from shengji.server.site.limits import TokenBucket

_HEAD_SIZE: Final = 65_536
"""Maximum number of bytes of a request that are not its body: its head, and after the head trailers
and whatever a body in chunks has between its bytes."""

_HEADERS: Final = 128
"""Maximum number of headers of a request."""

_HEAD_SECONDS: Final = 20.0
"""How long somebody who connects may take until the head of a request is complete."""

_BODY_SECONDS: Final = 20.0
"""How long the body of a request may then take to come."""

_PAGE_SECONDS: Final = 60.0
"""How often a page that is at no table is asked whether it lives: it may be noticed later that
nobody is there."""

_IDLE_FRAMES: Final = (2.0, 60)
"""How many frames that say nothing a socket may send, a second and at once. A browser answers a
ping three times a minute."""

_FRAGMENT_SIZE: Final = 1024
"""A part of a message says something when it has so many bytes, or ends the message."""

_CUT_SECONDS: Final = 0.5
"""The seconds of work that an address is charged for a socket that was cut off."""

_NO_TEXT, _FLOOD = 1007, 1008
"""How a socket closes over a text that is not UTF-8, and over too many frames (RFC 6455)."""


class SiteConfig(uvicorn.Config):
    """The configuration of uvicorn, and what its connections draw on.

    Args:
        app: the application.
        budgets: what addresses may take of the server.
        trusted: the addresses and networks of proxies.
        options: as of `uvicorn.Config`.
    """

    def __init__(self, app: Any, budgets: Budgets, trusted: list[str], **options: Any) -> None:
        super().__init__(
            app,
            http=SiteHttp,
            ws=SiteSocket,
            proxy_headers=True,
            forwarded_allow_ips=trusted,
            **options,
        )
        self.budgets = budgets
        self._proxies = ProxyHeadersMiddleware(app, trusted).trusted_hosts

    def charged(self, peer: Client, client: Client) -> str:
        """The address that is charged for what comes over a connection.

        A proxy that is trusted is charged for nothing, since it speaks for many: what comes is its
        client's as soon as the head of the request says whose it is, and before that every
        connection has bounds of its own.

        Args:
            peer: the other end of the connection.
            client: who sends the request that comes over it, as far as that is known.

        Returns:
            The empty one: nobody is.
        """
        if client is None or (client == peer and client[0] in self._proxies):
            return ""
        return client[0]


Client = tuple[str, int] | None


class SiteHttp(HttpToolsProtocol):
    """The protocol of requests.

    It waits for no head and no body that never ends, takes a head of limited size, and nothing of
    what comes after a body; and of requests in a row it reads one when the one before is answered.
    """

    config: SiteConfig
    _intake: Intake
    _in_head = False
    _is_answered = True
    _headers = 0
    _beside = 0
    """Bytes of the request that are not its body, since its beginning or the end of its head."""
    _due: asyncio.TimerHandle | None = None
    _body_due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has connected."""
        self.client = get_remote_addr(transport)
        self._intake = Intake(transport, self, self.config.budgets)
        super().connection_made(cast(asyncio.Transport, self._intake))
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has gone."""
        self._has_head()
        self._has_body()
        self._intake.end()
        super().connection_lost(exc)

    @property
    def address(self) -> str:
        """The address that is charged for what comes."""
        # Between requests nobody knows whose the next one is.
        is_between = self._is_answered and self._body_due is None
        return self.config.charged(self.client, self.client if is_between else self.scope["client"])

    @property
    def is_ready(self) -> bool:
        """Whether no request waits for the answer to another one."""
        return not self.pipeline

    def data_received(self, data: bytes) -> None:
        """Take what has come."""
        self._intake.take(data)

    def read(self, piece: bytes) -> None:
        """Read a piece; cut off whoever sends too much that is no body."""
        self._beside += len(piece)
        super().data_received(piece)
        if self._beside > _HEAD_SIZE:
            self.transport.abort()

    def on_message_begin(self) -> None:
        """A head begins."""
        self._in_head, self._headers = True, 0
        self._expect_head()
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header has come; after the head it is a trailer, which says nothing here."""
        if not self._in_head:
            return
        self._headers += 1
        if self._headers > _HEADERS:
            raise ValueError(f"a request has more than {_HEADERS} headers")
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """A head is complete."""
        self._in_head, self._is_answered, self._beside = False, False, 0
        self._has_head()
        self._body_due = self.loop.call_later(_BODY_SECONDS, self.transport.abort)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A part of a body has come."""
        self._beside -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """A request is complete, or what follows is another protocol."""
        self._beside = 0
        self._has_body()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """A request is answered: read the next one."""
        self._is_answered = not self.pipeline
        if self._is_answered:
            self._intake.release()
        super().on_response_complete()
        self._intake.go_on()

    def _expect_head(self) -> None:
        self._has_head()
        self._due = self.loop.call_later(_HEAD_SECONDS, self.transport.abort)

    def _has_body(self) -> None:
        if self._body_due is not None:
            self._body_due.cancel()
            self._body_due = None

    def _has_head(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None


class SiteSocket(WebSocketsSansIOProtocol):
    """The socket's protocol.

    It waits for nobody who does not read, and cuts off who sends too many frames that say nothing.
    Before the socket is accepted, and while a message waits, no more frames are read.
    """

    config: SiteConfig
    _intake: Intake
    _has_head = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A request has asked for a socket."""
        self._idle = TokenBucket(*_IDLE_FRAMES)
        super().connection_made(transport)
        self._intake = cast(Intake, transport)
        self._intake.serve(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has gone."""
        self._intake.end()
        super().connection_lost(exc)

    @property
    def address(self) -> str:
        """The address that is charged for what comes."""
        scope = getattr(self, "scope", None)  # there is none of a request that is refused
        return self.config.charged(self.client, scope["client"] if scope else self.client)

    @property
    def is_ready(self) -> bool:
        """Whether frames may be read: not before the socket is accepted."""
        return self.handshake_complete

    def data_received(self, data: bytes) -> None:
        """Take the head that asks for a socket, which has been read as a request; then frames."""
        if self._has_head:
            self._intake.take(data)
        else:
            self._has_head = True
            super().data_received(data)
            if not self.handshake_initiated:  # such as with a header of more than 8 kB
                self.transport.abort()

    def read(self, piece: bytes) -> None:
        """Read a piece."""
        super().data_received(piece)
        self._settle()

    async def receive(self) -> Any:
        """The next message."""
        message = await super().receive()
        self._settle()
        return message

    def handle_events(self) -> None:
        """Handle frames, unless there are too many that say nothing."""
        self._idle.spend(sum(map(self._is_idle, self.conn.events)))
        if self._idle.wait(0.0):
            self._cut()
        else:
            super().handle_events()

    def start_keepalive(self) -> None:
        """Ask again and again whether the connection lives; it has just been accepted."""
        if self.scope["path"] == PAGE_SOCKET:
            self.ping_interval = _PAGE_SECONDS
        super().start_keepalive()
        self._intake.go_on()

    def send_receive_event_to_app(self) -> None:
        """Hand a message on; who sends text that is none is cut off, which is no fault of ours."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.send_close(_NO_TEXT)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    async def run_asgi(self) -> None:
        """Run the application; cut off whoever has left too much unread when it is done."""
        await super().run_asgi()
        if not self.writable.is_set():
            self.transport.abort()

    def _is_idle(self, event: object) -> bool:
        """Whether a frame says nothing."""
        if not isinstance(event, Frame) or event.opcode is Opcode.CLOSE:
            return False
        is_part = not event.fin or event.opcode is Opcode.CONT
        is_small = len(event.data) < (_FRAGMENT_SIZE if is_part else 1)
        return event.opcode not in DATA_OPCODES or is_small or self.close_sent

    def _cut(self) -> None:
        """Close a socket over which too many frames come."""
        self.config.budgets.work.charge(_CUT_SECONDS, self.address)
        self.conn.events.clear()
        if self.conn.state is State.OPEN:
            self.conn.send_close(_FLOOD, "too many frames that say nothing")
        if self.conn.close_sent is None:
            self.transport.abort()
        else:
            self.handle_parser_exception()

    def _settle(self) -> None:
        """Give back the memory of what has come, where no part of it waits."""
        if not (self.frames or self.conn.reader.buffer or not self.queue.empty()):
            self._intake.release()
