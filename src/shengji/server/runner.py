"""Serving the application with uvicorn, and ending so that nobody is left in the dark."""

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
from shengji.server.cluster.connecting import bus_at
from shengji.server.cluster.leaving import Shutdown
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
"""How long a connection without a request is kept: longer than proxies keep theirs (60 seconds as a
rule), so that none sends a request into a connection that ends just then."""

_PING_SECONDS: Final = 20.0
"""How often a connection is asked whether it lives, and how long it has to answer."""

_BYE_SECONDS: Final = 0.2
"""How long browsers are given to read why the server goes."""

_LAST_SECONDS: Final = 10
"""How long requests under way may take when the server ends."""

_COLLECTOR: Final = (700, 3, 5_000)
"""After how many new objects the youngest are looked at, and how often the older ones with them;
all together come about once an hour on a full server."""

_FILES: Final = 65_536
"""How many files and connections may be open at the same time, where the system allows it."""

_ADDRESS_MEMORY: Final = 32_000_000
"""The bytes that an address may have in memory: its connections, and what has come over them and is
not answered."""

_FRAME_SIZES: Final = 4
"""A frame may be so many times as long as a message; what is longer is cut off unread."""


def serve(
    settings: ServerSettings,
    listener: socket.socket,
    started: Callable[[], None],
    is_ended: Callable[[], bool] = lambda: False,
    chance: Chance | None = None,
) -> None:
    """Serve until SIGINT or SIGTERM; a SIGTERM during the start ends it when that is done.

    Args:
        settings: how the server runs.
        listener: the socket that listens.
        started: called when browsers can come.
        is_ended: whether a signal has come before, which must not be missed.
        chance: in place of the system's; see there.

    Raises:
        StorageError: the database cannot be opened, read or written to.
        SettingsError: what is wished for is not installed, or NATS cannot be reached.
    """
    server = SiteServer(settings, started, chance=chance)
    # What a handler raises is lost where a finalizer happens to run; a flag is not.
    before = signal.signal(signal.SIGTERM, server.handle_exit)
    try:
        with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
            # Once before, so that what is wrong is said in one line.
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
    bus = await bus_at(settings.nats, settings.nats_ca)
    await bus.close()
    if settings.role != "bots":
        store = await Stores.open(settings.database_url)
        await store.close()


class _Starting:
    """The application, with the error for which it has not started, of which uvicorn only logs.

    Args:
        app: the application.

    Attributes:
        failure: an error that says in one line what is wrong; `None`: there was none such.
    """

    def __init__(self, app: Litestar) -> None:
        self._app = app
        self.failure: StorageError | SettingsError | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer as the application."""

        async def send_briefly(message: Any) -> None:
            if message["type"] == "lifespan.startup.failed":
                self.failure = _told(sys.exc_info()[1])
                if self.failure is not None:
                    message = {**message, "message": ""}
            await send(message)

        await self._app(scope, receive, send_briefly if scope["type"] == "lifespan" else send)


def _told(error: BaseException | None) -> StorageError | SettingsError | None:
    """An error that says in one line what is wrong, perhaps alone in groups; `None`: another."""
    while isinstance(error, BaseExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]
    return error if isinstance(error, StorageError | SettingsError) else None


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
                ws_per_message_deflate=False,  # costs more time than its bytes are worth
                lifespan="on",
                access_log=False,
                log_config=None,
                server_header=False,
                timeout_keep_alive=_KEPT_SECONDS,
                timeout_graceful_shutdown=_LAST_SECONDS,
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so.

        Raises:
            StorageError: the database cannot be read or written to.
            SettingsError: something that is wished for cannot be had.
        """
        log, starting = logging.getLogger("uvicorn.error"), self._starting

        def is_new(_: logging.LogRecord) -> bool:
            return starting.failure is None  # else it would say that it failed, and not why

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
            await self.shutdown(sockets)  # A signal came meanwhile; uvicorn would just stop.
        elif self.started:
            self._on_start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say good-bye, and end."""
        services = self.app.state.get("services")
        if services is not None:
            await services[Shutdown].leave()
            await asyncio.gather(services[Hub].close(), services[Nights].close())
            await asyncio.sleep(_BYE_SECONDS)
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End when asked to; at once when asked again. That is no failure of the process."""
        self.force_exit = self.should_exit
        self.should_exit = True
