"""Annul a rated match whose result is disputed, and restore it."""

from __future__ import annotations

from litestar.params import FromPath

from shengji.server.ratings.recording import Recording
from shengji.server.ratings.schemas import Annul
from shengji.server.ratings.store import RatingStore
from shengji.server.site.addresses import Addresses
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import RecentlyAuthenticatedAdministrator
from shengji.server.site.services import (
    Services,
    is_id,
)

addresses = Addresses("administration")


@addresses.post("/api/admin/matches/{match:str}/annul", faults="no-rated-match")
async def annul(
    caller: RecentlyAuthenticatedAdministrator, data: Annul, match: FromPath[str]
) -> None:
    """Annul a rated match.

    The match is left out as if it had never been played: all later ratings are computed again,
    which may take moments. The administrator must have signed in or re-authenticated in the last
    ten minutes. The reason is shown with the match and in the audit log.
    """
    await _set(caller.services, match, caller.person.id, data.reason)


@addresses.delete("/api/admin/matches/{match:str}/annul", faults="no-rated-match")
async def restore(caller: RecentlyAuthenticatedAdministrator, match: FromPath[str]) -> None:
    """Restore an annulled match.

    The same conditions hold as for annulling it.
    """
    await _set(caller.services, match, caller.person.id, None)


async def _set(services: Services, match: str, by: str, reason: str | None) -> None:
    if not is_id(match) or not await services[RatingStore].annul(match, by, reason):
        raise ApiError("no-rated-match")
    services[Recording].match_over()
