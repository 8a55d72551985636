"""What those who run the server ask: whether it lives, whether it is ready, and its metrics."""

from __future__ import annotations

import asyncio
import time
from typing import Final, Literal

import msgspec
from litestar import Response, get
from litestar.datastructures import State

from shengji import __version__
from shengji.server.database.database import Database
from shengji.server.database.errors import StorageError
from shengji.server.site.faults import answers
from shengji.server.site.services import NamedServices

_FRESH: Final = 1.0
"""Seconds for which it is believed that the database answers, or does not; and that metrics are."""

_PATIENCE: Final = 0.8
"""After so many seconds without an answer it does not; whoever asks has to hear in a second."""


class Health(msgspec.Struct, frozen=True):
    """That the process answers."""

    status: Literal["ok"]
    version: str


@get(
    "/api/health",
    tags=["operations"],
    summary="Whether the process lives",
    responses=answers(),
)
async def health() -> Health:
    """Answer."""
    return Health("ok", __version__)


@get(
    "/api/ready",
    tags=["operations"],
    summary="Whether the database answers and can be written to",
    responses=answers(),
)
async def ready(services: NamedServices, state: State) -> Health:
    """Answer when the database does, which is asked once a second at most.

    While it keeps us waiting, as one that somebody has locked, it is not asked a second time.
    """
    now = time.monotonic()
    asked: tuple[float, asyncio.Task[None]] | None = state.get("ready")
    if asked is None or (asked[1].done() and now - asked[0] > _FRESH):
        asked = now, asyncio.create_task(services[Database].ready(), name="readiness")
        asked[1].add_done_callback(_heard)
        state["ready"] = asked
    done, _ = await asyncio.wait({asked[1]}, timeout=_PATIENCE)
    if not done:
        raise StorageError(f"The database has not answered for {_PATIENCE:g} seconds.")
    await asked[1]
    return Health("ok", __version__)


def _heard(asked: asyncio.Task[None]) -> None:
    """Take note of how it ended; whoever asked may have gone."""
    if not asked.cancelled():
        asked.exception()


@get(
    "/api/metrics",
    tags=["operations"],
    summary="Metrics for Prometheus",
    description="Numbers only: no names, no ids, nothing of what lies on a table.",
    media_type="text/plain",
    responses=answers(),
)
async def metrics(services: NamedServices, state: State) -> Response[bytes]:
    """The counts of the server, written down once a second at most."""
    now = time.monotonic()
    written: tuple[float, bytes] | None = state.get("metrics")
    if written is None or now - written[0] > _FRESH:
        written = state["metrics"] = now, services.metrics.text()
    return Response(written[1], media_type="text/plain; version=0.0.4")


operations_routes = [health, ready, metrics]
