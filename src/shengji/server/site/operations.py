"""Endpoints for operators: health, readiness and metrics."""

from __future__ import annotations

import asyncio
import time
from typing import Final, Literal

import msgspec
from litestar import Response

from shengji import __version__
from shengji.server.database.database import Database
from shengji.server.database.errors import StorageError
from shengji.server.site.addresses import Addresses
from shengji.server.site.guards import AnyCaller

addresses = Addresses("operations")

METRICS_TYPE: Final = "text/plain; version=0.0.4"
"""Content type of Prometheus metrics."""

_FRESH: Final = 1.0
"""Seconds for which a result of the readiness check, or the metrics, are cached."""

_PATIENCE: Final = 0.8
"""Timeout in seconds of the readiness check; probes expect a response within one second."""


class Health(msgspec.Struct, frozen=True):
    """The server's health; the process answers."""

    status: Literal["ok"]
    version: str


@addresses.get("/api/health")
async def health(caller: AnyCaller) -> Health:
    """Check that the process is alive."""
    return Health("ok", __version__)


@addresses.get("/api/ready")
async def ready(caller: AnyCaller) -> Health:
    """Check that the database answers and can be written to."""
    # The database is checked once a second at most. While a check is running, for example because
    # the database is locked, no second one starts.
    now = time.monotonic()
    asking: tuple[float, asyncio.Task[None]] | None = caller.state.get("ready")
    if asking is None or (asking[1].done() and now - asking[0] > _FRESH):
        asking = now, asyncio.create_task(caller.services[Database].ready(), name="readiness")
        asking[1].add_done_callback(_consume_exception)
        caller.state["ready"] = asking
    done, _ = await asyncio.wait({asking[1]}, timeout=_PATIENCE)
    if not done:
        raise StorageError(f"The database has not answered for {_PATIENCE:g} seconds.")
    await asking[1]
    return Health("ok", __version__)


def _consume_exception(task: asyncio.Task[None]) -> None:
    """Consume the exception of a check whose client may have disconnected."""
    if not task.cancelled():
        task.exception()


@addresses.get("/api/metrics", media_type="text/plain")
async def metrics(caller: AnyCaller) -> Response[bytes]:
    """Metrics for Prometheus.

    They contain numbers only: no names, no ids and no cards.
    """
    now = time.monotonic()
    written: tuple[float, bytes] | None = caller.state.get("metrics")
    if written is None or now - written[0] > _FRESH:
        written = caller.state["metrics"] = now, caller.services.metrics.text()
    return Response(written[1], media_type=METRICS_TYPE)
