"""Serve the application with uvicorn, and shut it down gracefully."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Any, Final

import uvicorn
from litestar import Litestar

from shengji.extras import MissingExtraError
from shengji.server.app import create_app
from shengji.server.cluster.connecting import connect_bus
from shengji.server.cluster.shutdown import Shutdown
from shengji.server.database.errors import StorageError
from shengji.server.nights.live_nights import Nights
from shengji.server.protocols import SiteConfig
from shengji.server.reviews.waiting_list import ReviewSettings
from shengji.server.site.chance import Chance
from shengji.server.site.intake import Budgets
from shengji.server.site.limits import MemoryBudget, WorkBudget
from shengji.server.site.settings import PREFIX, ServerSettings, SettingsError
from shengji.server.site.spans import spans
from shengji.server.stores import Stores
from shengji.server.tables.live.context import LiveSettings
from shengji.server.tables.live.hub import Hub
from shengji.server.worker import create_worker

if sys.platform != "win32":
    import resource

_KEPT_SECONDS: Final = 75
"""Keep-alive timeout in seconds.

It is longer than that of proxies (usually 60 seconds), so that no proxy sends a request over a
connection that is just being closed.
"""

_PING_SECONDS: Final = 20.0
"""Interval of pings, and timeout of the reply, in seconds."""

_BYE_SECONDS: Final = 0.2
"""Delay in seconds at shutdown, for browsers to receive the reason."""

_LAST_SECONDS: Final = 10
"""Timeout in seconds of running requests at shutdown."""

_COLLECTOR: Final = (700, 3, 5_000)
"""Thresholds of the garbage collector's generations.

A full collection runs about once an hour on a busy server.
"""

_FILES: Final = 65_536
"""Maximum number of open files and connections, where the system allows it."""

_ADDRESS_MEMORY: Final = 32_000_000
"""Maximum number of bytes in memory for an address.

Its connections count, and bytes received of unfinished requests.
"""

_FRAME_SIZES: Final = 4
"""Maximum size of a WebSocket frame, as a multiple of the message size.

A longer frame closes the connection unread.
"""


def serve(
    settings: ServerSettings,
    listener: socket.socket,
    started: Callable[[], None],
    is_ended: Callable[[], bool] = lambda: False,
    chance: Chance | None = None,
) -> None:
    """Serve until SIGINT or SIGTERM; a SIGTERM during startup takes effect after startup.

    Args:
        settings: the server's settings.
        listener: the listening socket.
        started: called when the server accepts connections.
        is_ended: whether a signal has already come, before this call.
        chance: source of randomness; `None`: the system's.

    Raises:
        StorageError: the database cannot be opened, read or written to.
        SettingsError: an optional feature is not installed, or NATS cannot be reached.
    """
    server = SiteServer(settings, started, chance=chance)
    # An exception raised in a signal handler is lost if a finalizer is running; a flag is not.
    before = signal.signal(signal.SIGTERM, server.handle_exit)
    try:
        with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
            # Check once before serving, so that an error is reported in one line.
            runner.run(_check(settings))
            _trace(settings)
            spare_collector()
            _allow_connections()
            if not (server.should_exit or is_ended()):
                runner.run(server.serve([listener]))
        spans.end()
    finally:
        signal.signal(signal.SIGTERM, before)


def _trace(settings: ServerSettings) -> None:
    """Send spans to the configured collector; does nothing without one.

    Raises:
        SettingsError: the extra for traces is not installed.
    """
    if not settings.traces:
        return
    try:
        spans.begin(settings.traces, settings.role)
    except MissingExtraError as error:
        raise SettingsError(f"{PREFIX}TRACES: {error}") from None


def _allow_connections() -> None:
    """Raise the limit of open files as far as the system allows: each connection is one."""
    if sys.platform == "win32":
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _FILES if hard == resource.RLIM_INFINITY else min(hard, _FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def spare_collector() -> None:
    """Make full garbage collections rare.

    A full collection stops the server: with a thousand tables for most of a second. Nearly all
    objects are freed by reference counting, or by a collection soon after their creation.
    """
    gc.collect()
    gc.freeze()  # the modules, which are never freed
    gc.set_threshold(*_COLLECTOR)


async def _check(settings: ServerSettings) -> None:
    bus = await connect_bus(settings.nats, settings.nats_ca)
    await bus.close()
    if settings.role != "bots":
        store = await Stores.open(settings.database_url)
        await store.close()


class _Starting:
    """The application, keeping the error of a failed startup, which uvicorn only logs.

    Attributes:
        failure: an expected error whose message is enough for the operator; `None`: no such error.
    """

    def __init__(self, app: Litestar) -> None:
        self._app = app
        self.failure: StorageError | SettingsError | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Forward the call to the application."""

        async def send_briefly(message: Any) -> None:
            if message["type"] == "lifespan.startup.failed":
                self.failure = _expected_error(sys.exc_info()[1])
                if self.failure is not None:
                    message = {**message, "message": ""}
            await send(message)

        await self._app(scope, receive, send_briefly if scope["type"] == "lifespan" else send)


def _expected_error(error: BaseException | None) -> StorageError | SettingsError | None:
    """The expected error, also when it is alone in a group; `None` for any other error."""
    while isinstance(error, BaseExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]
    return error if isinstance(error, StorageError | SettingsError) else None


class SiteServer(uvicorn.Server):
    """uvicorn's server with this application; it announces the shutdown to browsers.

    Args:
        started: called when the server accepts connections.
        live: settings of running tables; `None`: derived from `settings`.
        reviews: settings of reviews; `None`: derived from `settings`.
        chance: source of randomness; `None`: the system's.
    """

    def __init__(
        self,
        settings: ServerSettings,
        started: Callable[[], None],
        live: LiveSettings | None = None,
        reviews: ReviewSettings | None = None,
        chance: Chance | None = None,
    ) -> None:
        work = WorkBudget(settings.work_per_address, settings.work_per_person)
        if settings.role == "bots":
            self.app = create_worker(settings)
        else:
            self.app = create_app(settings, live=live, reviews=reviews, chance=chance, work=work)
        self._on_start = started
        self._starting = _Starting(self.app)
        super().__init__(
            SiteConfig(
                self._starting,
                Budgets(work, MemoryBudget(_ADDRESS_MEMORY)),
                list(settings.trusted_proxies),
                ws_max_size=_FRAME_SIZES * settings.message_size,
                ws_ping_interval=_PING_SECONDS,
                ws_ping_timeout=_PING_SECONDS,
                ws_per_message_deflate=False,  # costs more CPU time than the saved bytes are worth
                lifespan="on",
                access_log=False,
                log_config=None,
                server_header=False,
                timeout_keep_alive=_KEPT_SECONDS,
                timeout_graceful_shutdown=_LAST_SECONDS,
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and call `started`.

        Raises:
            StorageError: the database cannot be read or written to.
            SettingsError: a configured feature is not available.
        """
        log, starting = logging.getLogger("uvicorn.error"), self._starting

        def is_new(_: logging.LogRecord) -> bool:
            return starting.failure is None  # hides a message without the reason

        log.addFilter(is_new)
        try:
            await super().startup(sockets)
        except SystemExit:
            if starting.failure is None:
                raise
            raise starting.failure from None
        finally:
            log.removeFilter(is_new)
        if self.started and self.should_exit:
            await self.shutdown(sockets)  # A signal came during startup.
        elif self.started:
            self._on_start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Announce the shutdown to browsers, and stop."""
        services = self.app.state.get("services")
        if services is not None:
            await services[Shutdown].leave()
            await asyncio.gather(services[Hub].close(), services[Nights].close())
            await asyncio.sleep(_BYE_SECONDS)
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop at the first signal, and at once at the second; the process exits with status 0."""
        self.force_exit = self.should_exit
        self.should_exit = True
