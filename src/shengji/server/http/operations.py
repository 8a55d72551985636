"""What those who run the server ask: whether it lives, whether it is ready, and its metrics."""

from __future__ import annotations

from typing import Literal

import msgspec
from litestar import Response, get

from shengji import __version__
from shengji.server.http.faults import answers
from shengji.server.http.services import NamedServices


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
    summary="Whether the database answers",
    responses=answers(),
)
async def ready(services: NamedServices) -> Health:
    """Answer when the database does."""
    await services.store.ready()
    return Health("ok", __version__)


@get(
    "/api/metrics",
    tags=["operations"],
    summary="Metrics for Prometheus",
    description="Numbers only: no names, no ids, nothing of what lies on a table.",
    media_type="text/plain",
    responses=answers(),
)
async def metrics(services: NamedServices) -> Response[bytes]:
    """What the server counts."""
    return Response(services.metrics.text(), media_type="text/plain; version=0.0.4")


operations_routes = [health, ready, metrics]
