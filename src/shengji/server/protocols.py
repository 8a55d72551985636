"""Protocols of connections: received bytes are bounded before they become work or memory."""

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

from shengji.server.friends.page_socket import PAGE_SOCKET
from shengji.server.site.intake import Budgets, PacedTransport
from shengji.server.site.limits import TokenBucket

_HEAD_SIZE: Final = 65_536
"""Maximum number of bytes of a head; and, after it, of trailers and the framing of chunks."""

_HEADERS: Final = 128
"""Maximum number of headers of a request."""

_HEAD_SECONDS: Final = 20.0
"""Timeout in seconds from the connection to the end of a head."""

_BODY_SECONDS: Final = 20.0
"""Timeout in seconds from the end of a head to the end of the body."""

_PAGE_SECONDS: Final = 60.0
"""Interval in seconds of pings to a page that is at no table; less frequent than at a table."""

_IDLE_FRAMES: Final = (2.0, 60)
"""Rate (per second) and burst of idle frames on a socket.

A browser sends about three a minute: its replies to pings.
"""

_FRAGMENT_SIZE: Final = 1024
"""Minimum number of bytes of a fragment that is not idle."""

_CUT_SECONDS: Final = 0.5
"""Seconds of work that an address is charged for each socket that is closed for a flood."""

_NO_TEXT, _FLOOD = 1007, 1008
"""Close codes for a text that is not UTF-8, and for too many idle frames (RFC 6455)."""


class SiteConfig(uvicorn.Config):
    """Configuration of uvicorn, with the budgets of its connections.

    Args:
        trusted: the addresses and networks of proxies.
        options: passed to `uvicorn.Config`.
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
        """The address that is charged for the bytes of a connection.

        A trusted proxy is never charged, since it forwards the requests of many clients. A client
        behind a proxy is charged from the end of the head that names it; until then only the limits
        of the connection apply.

        Args:
            peer: the other end of the connection.
            client: the sender of the request, as far as it is known.

        Returns:
            The address; empty: no address is charged.
        """
        if client is None or (client == peer and client[0] in self._proxies):
            return ""
        return client[0]


Client = tuple[str, int] | None


class SiteHttp(HttpToolsProtocol):
    """The protocol of requests.

    Heads and bodies have a timeout, heads and chunk framing a limited size. Trailers are dropped. A
    pipelined request is read when the request before it has been answered.
    """

    config: SiteConfig
    _intake: PacedTransport
    _in_head = False
    _is_answered = True
    _header_count = 0
    _overhead = 0
    """Bytes of the head; and, after the head, bytes that are not of the body."""
    _due: asyncio.TimerHandle | None = None
    _body_due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Set up a new connection."""
        self.client = get_remote_addr(transport)
        self._intake = PacedTransport(transport, self, self.config.budgets)
        super().connection_made(cast(asyncio.Transport, self._intake))
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Clean up after a lost connection."""
        self._has_head()
        self._has_body()
        self._intake.end()
        super().connection_lost(exc)

    @property
    def address(self) -> str:
        """The address that is charged."""
        # Between requests behind a proxy, the client of the next request is unknown.
        is_between = self._is_answered and self._body_due is None
        return self.config.charged(self.client, self.client if is_between else self.scope["client"])

    @property
    def is_ready(self) -> bool:
        """Whether no pipelined request waits."""
        return not self.pipeline

    def data_received(self, data: bytes) -> None:
        """Queue received bytes."""
        self._intake.take(data)

    def read(self, piece: bytes) -> None:
        """Read a piece; abort a request with too many bytes beside its body."""
        self._overhead += len(piece)
        super().data_received(piece)
        if self._overhead > _HEAD_SIZE:
            self.transport.abort()

    def on_message_begin(self) -> None:
        """Start the timeout of a head."""
        self._in_head, self._header_count = True, 0
        self._expect_head()
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Add a header; a trailer, after the head, is dropped."""
        if not self._in_head:
            return
        self._header_count += 1
        if self._header_count > _HEADERS:
            raise ValueError(f"a request has more than {_HEADERS} headers")
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Start the timeout of the body."""
        self._in_head, self._is_answered, self._overhead = False, False, 0
        self._has_head()
        self._body_due = self.loop.call_later(_BODY_SECONDS, self.transport.abort)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Count a received part of the body."""
        self._overhead -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Finish a request, or switch to another protocol."""
        self._overhead = 0
        self._has_body()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Finish a response, and read the next request."""
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
    """The protocol of WebSockets.

    It disconnects a client that does not read, and a client that sends too many idle frames. Frames
    are not read before the socket is accepted, nor while a message is queued.
    """

    config: SiteConfig
    _intake: PacedTransport
    _has_head = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Set up a connection that asks for a WebSocket."""
        self._idle = TokenBucket(*_IDLE_FRAMES)
        super().connection_made(transport)
        self._intake = cast(PacedTransport, transport)
        self._intake.serve(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Clean up after a lost connection."""
        self._intake.end()
        super().connection_lost(exc)

    @property
    def address(self) -> str:
        """The address that is charged."""
        scope = getattr(self, "scope", None)  # missing for a refused request
        return self.config.charged(self.client, scope["client"] if scope else self.client)

    @property
    def is_ready(self) -> bool:
        """Whether the socket is accepted."""
        return self.handshake_complete

    def data_received(self, data: bytes) -> None:
        """Handle the head, which has been read as a request before; queue frames."""
        if self._has_head:
            self._intake.take(data)
        else:
            self._has_head = True
            super().data_received(data)
            if not self.handshake_initiated:  # for example: a header of more than 8 kB
                self.transport.abort()

    def read(self, piece: bytes) -> None:
        """Read a piece."""
        super().data_received(piece)
        self._settle()

    async def receive(self) -> Any:
        """Receive the next message."""
        message = await super().receive()
        self._settle()
        return message

    def handle_events(self) -> None:
        """Handle frames; close the socket if too many are idle."""
        self._idle.spend(sum(map(self._is_idle, self.conn.events)))
        if self._idle.wait(0.0):
            self._cut()
        else:
            super().handle_events()

    def start_keepalive(self) -> None:
        """Start the periodic pings; the connection has just been accepted."""
        if self.scope["path"] == PAGE_SOCKET:
            self.ping_interval = _PAGE_SECONDS
        super().start_keepalive()
        self._intake.go_on()

    def send_receive_event_to_app(self) -> None:
        """Pass on a message; close the socket if a text frame is not UTF-8."""
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
        """Run the application, then abort the connection if too much is unread."""
        await super().run_asgi()
        if not self.writable.is_set():
            self.transport.abort()

    def _is_idle(self, event: object) -> bool:
        """Whether a frame carries no message: a control frame, or a fragment that is too small."""
        if not isinstance(event, Frame) or event.opcode is Opcode.CLOSE:
            return False
        is_part = not event.fin or event.opcode is Opcode.CONT
        is_small = len(event.data) < (_FRAGMENT_SIZE if is_part else 1)
        return event.opcode not in DATA_OPCODES or is_small or self.close_sent

    def _cut(self) -> None:
        """Close the socket for a flood of idle frames."""
        self.config.budgets.work.charge(_CUT_SECONDS, self.address)
        self.conn.events.clear()
        if self.conn.state is State.OPEN:
            self.conn.send_close(_FLOOD, "too many idle frames")
        if self.conn.close_sent is None:
            self.transport.abort()
        else:
            self.handle_parser_exception()

    def _settle(self) -> None:
        """Release the memory of received bytes, unless a part of them is still queued."""
        if not (self.frames or self.conn.reader.buffer or not self.queue.empty()):
            self._intake.release()
