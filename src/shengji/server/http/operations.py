"""What those who run the server ask: whether it lives, whether it is ready, and its metrics."""

from __future__ import annotations

import asyncio
import time
from typing import Final, Literal

import msgspec
from litestar import Response, get
from litestar.datastructures import State

from shengji import __version__
from shengji.server.http.faults import answers
from shengji.server.http.services import NamedServices

_FRESH: Final = 1.0
"""Seconds for which it is believed that the database answers, or does not; and that metrics are."""


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
    """Answer when the database does, which is asked once a second at most."""
    now = time.monotonic()
    asked: tuple[float, asyncio.Future[None]] | None = state.get("ready")
    if asked is None or now - asked[0] > _FRESH:
        asked = now, asyncio.ensure_future(services.store.ready())
        state["ready"] = asked
    await asyncio.shield(asked[1])
    return Health("ok", __version__)


@get(
    "/api/metrics",
    tags=["operations"],
    summary="Metrics for Prometheus",
    description="Numbers only: no names, no ids, nothing of what lies on a table.",
    media_type="text/plain",
    responses=answers(),
)
async def metrics(services: NamedServices, state: State) -> Response[bytes]:
    """What the server counts, written down once a second at most."""
    now = time.monotonic()
    written: tuple[float, bytes] | None = state.get("metrics")
    if written is None or now - written[0] > _FRESH:
        written = state["metrics"] = now, services.metrics.text()
    return Response(written[1], media_type="text/plain; version=0.0.4")


operations_routes = [health, ready, metrics]
