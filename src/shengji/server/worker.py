"""The application of a bot worker: no pages and no database; it computes decisions over the bus."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar, Response, get

from shengji import __version__
from shengji.server.cluster.bus import Bus
from shengji.server.cluster.connecting import connect_bus
from shengji.server.site.metrics import Metrics
from shengji.server.site.operations import METRICS_TYPE, Health
from shengji.server.site.settings import ServerSettings
from shengji.server.tables.bots.warmup import read_kernels
from shengji.server.tables.bots.workers import BotWorker


def create_worker(settings: ServerSettings) -> Litestar:
    """Make the application of a bot worker, which browsers never reach.

    Args:
        settings: the server's settings, with the address of NATS.
    """
    metrics = Metrics()
    connected: list[Bus] = []

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        await asyncio.to_thread(read_kernels)  # before the first decision needs it
        bus = await connect_bus(settings.nats, settings.nats_ca)
        connected.append(bus)
        worker = BotWorker(bus, settings.thinking_threads, metrics.decided)
        await worker.begin()
        try:
            yield
        finally:
            await bus.close()
            worker.close()

    @get("/api/health")
    async def health() -> Health:
        return Health("ok", __version__)

    @get("/api/ready")
    async def ready() -> Response[Health]:
        is_ready = all(bus.is_up for bus in connected)
        return Response(Health("ok", __version__), status_code=200 if is_ready else 503)

    @get("/api/metrics")
    async def measured() -> Response[bytes]:
        return Response(metrics.text(), media_type=METRICS_TYPE)

    return Litestar(
        [health, ready, measured],
        lifespan=[lifespan],
        openapi_config=None,
        logging_config=None,
        debug=False,
    )
