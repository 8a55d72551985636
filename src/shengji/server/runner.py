"""Serving the application with uvicorn, and ending so that nobody is left in the dark."""

from __future__ import annotations

import asyncio
import gc
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Final

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from shengji.extras import MissingExtraError
from shengji.server.app import create_app
from shengji.server.friends.here_socket import PAGE_SOCKET
from shengji.server.nights.live_nights import Nights
from shengji.server.reviews.waiting_list import ReviewSettings
from shengji.server.site.chance import Chance
from shengji.server.site.settings import PREFIX, ServerSettings, SettingsError
from shengji.server.site.spans import spans
from shengji.server.stores import Stores
from shengji.server.tables.live.context import LiveSettings
from shengji.server.tables.live.hub import Hub
from shengji.server.wire.connecting import bus_at
from shengji.server.wire.leaving import Leaving
from shengji.server.worker import create_worker

if sys.platform != "win32":
    import resource

_KEPT_SECONDS: Final = 75
"""How long a connection without a request is kept: longer than proxies keep theirs (60 seconds as a
rule), so that none sends a request into a connection that ends just then."""

_PING_SECONDS: Final = 20.0
"""How often a connection is asked whether it lives, and how long it has to answer."""

_PAGE_SECONDS: Final = 60.0
"""The same of a page that is at no table: it may be noticed later that nobody is there."""

_BYE_SECONDS: Final = 0.2
"""How long browsers are given to read why the server goes."""

_LAST_SECONDS: Final = 10
"""How long requests under way may take when the server ends."""

_COLLECTOR: Final = (700, 3, 5_000)
"""After how many new objects the youngest are looked at, and how often the older ones with them;
all together come about once an hour on a full server."""

_HEAD_SIZE: Final = 65_536
"""The longest head of a request, in bytes; what is longer is cut off."""

_HEAD_SECONDS: Final = 20.0
"""How long somebody who connects may take until the head of a request is complete."""

_BODY_SECONDS: Final = 20.0
"""How long the body of a request may then take to come."""

_FILES: Final = 65_536
"""How many files and connections may be open at the same time, where the system allows it."""

_NO_TEXT: Final = 1007
"""How a socket closes over a text that is not UTF-8 (RFC 6455)."""

_FRAME_SIZES: Final = 4
"""A frame may be so many times as long as a message; what is longer is cut off unread."""


def serve(
    settings: ServerSettings,
    listener: socket.socket,
    started: Callable[[], None],
    chance: Chance | None = None,
) -> None:
    """Serve until SIGINT or SIGTERM.

    Args:
        settings: how the server runs.
        listener: the socket that listens.
        started: called when browsers can come.
        chance: in place of the system's; see there.

    Raises:
        StorageError: the database cannot be opened.
        SettingsError: what is wished for is not installed, or NATS cannot be reached.
    """
    server = SiteServer(settings, started, chance=chance)
    with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
        # Once before, so that what is wrong is said in one line.
        runner.run(_check(settings))
        _trace(settings)
        spare_collector()
        _allow_connections()
        runner.run(server.serve([listener]))
    spans.end()


def _trace(settings: ServerSettings) -> None:
    """Send spans to the collector that is named; its library is there only where it is wanted.

    Raises:
        SettingsError: it is not.
    """
    if not settings.traces:
        return
    try:
        spans.begin(settings.traces, settings.role)
    except MissingExtraError as error:
        raise SettingsError(f"{PREFIX}TRACES: {error}") from None


def _allow_connections() -> None:
    """Take as many open files as the system lets this process have: each connection is one."""
    if sys.platform == "win32":
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _FILES if hard == resource.RLIM_INFINITY else min(hard, _FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def spare_collector() -> None:
    """Let the collector of cyclic garbage look at everything rarely.

    It stops the server for as long as that takes, which with a thousand tables is most of a second;
    and nearly all that goes is freed without it, or soon after it was made.
    """
    gc.collect()
    gc.freeze()  # the modules, which stay
    gc.set_threshold(*_COLLECTOR)


async def _check(settings: ServerSettings) -> None:
    bus = await bus_at(settings.nats)
    await bus.close()
    if settings.role != "bots":
        store = await Stores.open(settings.database_url)
        await store.close()


class _Http(HttpToolsProtocol):
    """The protocol of requests, which does not wait for a head or a body that never ends."""

    _head = 0
    _due: asyncio.TimerHandle | None = None
    _body_due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has connected."""
        super().connection_made(transport)
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has gone."""
        self._has_head()
        self._has_body()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """A head begins."""
        self._expect_head()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """A head is complete."""
        self._has_head()
        self._body_due = self.loop.call_later(_BODY_SECONDS, self.transport.abort)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """A request is complete, or what follows is another protocol."""
        self._has_body()
        super().on_message_complete()

    def data_received(self, data: bytes) -> None:
        """Take what has come; cut off whoever sends a head that is too long."""
        super().data_received(data)
        if self._due is not None:
            self._head += len(data)
            if self._head > _HEAD_SIZE:
                self.transport.abort()

    def _expect_head(self) -> None:
        self._has_head()
        self._due = self.loop.call_later(_HEAD_SECONDS, self.transport.abort)

    def _has_body(self) -> None:
        if self._body_due is not None:
            self._body_due.cancel()
            self._body_due = None

    def _has_head(self) -> None:
        self._head = 0
        if self._due is not None:
            self._due.cancel()
            self._due = None


class _Protocol(WebSocketsSansIOProtocol):
    """The socket's protocol, which does not wait for somebody who does not read."""

    def start_keepalive(self) -> None:
        """Ask again and again whether the connection lives."""
        if self.scope["path"] == PAGE_SOCKET:
            self.ping_interval = _PAGE_SECONDS
        super().start_keepalive()

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


class SiteServer(uvicorn.Server):
    """The application in uvicorn; tells browsers that it comes back, before it goes.

    Args:
        settings: how the server runs.
        started: called when browsers can come.
        live: how tables are run, in place of what the settings say.
        reviews: how reviews are made, likewise.
        chance: in place of the system's; see there.
    """

    def __init__(
        self,
        settings: ServerSettings,
        started: Callable[[], None],
        live: LiveSettings | None = None,
        reviews: ReviewSettings | None = None,
        chance: Chance | None = None,
    ) -> None:
        if settings.role == "bots":
            self.app = create_worker(settings)
        else:
            self.app = create_app(settings, live=live, reviews=reviews, chance=chance)
        self._on_start = started
        super().__init__(
            uvicorn.Config(
                self.app,
                http=_Http,
                ws=_Protocol,
                ws_max_size=_FRAME_SIZES * settings.message_size,
                ws_ping_interval=_PING_SECONDS,
                ws_ping_timeout=_PING_SECONDS,
                ws_per_message_deflate=False,  # costs more time than its bytes are worth
                lifespan="on",
                access_log=False,
                log_config=None,
                server_header=False,
                proxy_headers=True,
                forwarded_allow_ips=list(settings.trusted_proxies),
                timeout_keep_alive=_KEPT_SECONDS,
                timeout_graceful_shutdown=_LAST_SECONDS,
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        if self.started:
            self._on_start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say good-bye, and end."""
        services = self.app.state.get("services")
        if services is not None:
            await services[Leaving].leave()
            await asyncio.gather(services[Hub].close(), services[Nights].close())
            await asyncio.sleep(_BYE_SECONDS)
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End when asked to; at once when asked again. That is no failure of the process."""
        self.force_exit = self.should_exit
        self.should_exit = True
