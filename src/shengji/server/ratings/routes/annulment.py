"""Annulling a rated match whose result is disputed, and taking that back."""

from __future__ import annotations

from typing import Any

from litestar import Request, delete, post
from litestar.params import FromPath, JSONBody

from shengji.server.ratings.recording import Recording
from shengji.server.ratings.shapes import Annul
from shengji.server.ratings.store import RatingStore
from shengji.server.site.faults import ASKED_BY_A_PERSON, FaultError, answers
from shengji.server.site.services import (
    NamedAdministrator,
    NamedServices,
    Services,
    is_id,
    need_proof,
)


@post(
    "/api/admin/matches/{match:str}/annul",
    status_code=204,
    tags=["administration"],
    summary="Annul a rated match",
    description="It is left out as if it had never been played: all ratings after it are worked "
    "out anew, which may take moments. The administrator must have signed in, or proved to be "
    "there, in the last ten minutes; the reason stands with the match, and in the book.",
    responses=answers(*ASKED_BY_A_PERSON, "not-allowed", "prove", "no-rated-match"),
)
async def annul(
    request: Request[Any, Any, Any],
    data: JSONBody[Annul],
    services: NamedServices,
    administrator: NamedAdministrator,
    match: FromPath[str],
) -> None:
    """Annul a match."""
    await need_proof(request, services)
    await _set(services, match, administrator.id, data.reason)


@delete(
    "/api/admin/matches/{match:str}/annul",
    status_code=204,
    tags=["administration"],
    summary="Let an annulled match count again",
    description="As to annul it.",
    responses=answers("no-person", "not-allowed", "prove", "no-rated-match", "origin"),
)
async def restore(
    request: Request[Any, Any, Any],
    services: NamedServices,
    administrator: NamedAdministrator,
    match: FromPath[str],
) -> None:
    """Let a match count again."""
    await need_proof(request, services)
    await _set(services, match, administrator.id, None)


async def _set(services: Services, match: str, by: str, reason: str | None) -> None:
    if not is_id(match) or not await services[RatingStore].annul(match, by, reason):
        raise FaultError("no-rated-match")
    services[Recording].match_over()


annulment_routes = [annul, restore]
