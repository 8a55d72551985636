"""A person's own data: all of it as one archive, and its removal.

Each subject says what it keeps of people, how it is given out and forgotten (`site.personal`).
"""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, delete, get
from litestar.response import Stream

from shengji.server.accounts.personal_data import PersonalData
from shengji.server.site.archives import packed
from shengji.server.site.faults import answers
from shengji.server.site.services import (
    EVEN_BANNED,
    NamedPerson,
    NamedServices,
    address_of,
    need_proof,
)

_PAGE: Final = 100


@get(
    "/api/me/export",
    tags=["people"],
    summary="All that is kept about me",
    description="One archive (ZIP) of JSON files: the person and the account, devices, passkeys "
    "and tokens without their secrets, tables, matches with their records, ratings, nights, "
    "puzzles, mutes and bans, and what one has reported. Of very many matches it comes slowly.",
    media_type="application/zip",
    opt={EVEN_BANNED: True},
    responses=answers("no-person", "too-many-requests"),
)
async def export(
    request: Request[Any, Any, Any], services: NamedServices, person: NamedPerson
) -> Stream:
    """All that is kept about a person, as one archive."""
    services.count_creation(request)
    return Stream(
        packed(
            services.work, person, address_of(request.scope), services[PersonalData].export(person)
        ),
        media_type="application/zip",
        headers={"content-disposition": 'attachment; filename="shengji-my-data.zip"'},
    )


@delete(
    "/api/me",
    status_code=204,
    tags=["people"],
    summary="Remove me",
    description="The person goes, with account, devices, passkeys, links, tokens; bots go on in "
    "the seats. Matches, and what happened at tables, stay without the name. Of an account the "
    "owner must have signed in, or proved to be there, in the last ten minutes.",
    opt={EVEN_BANNED: True},
    responses=answers("no-person", "prove", "origin", "too-many-requests"),
)
async def remove_me(
    request: Request[Any, Any, Any], services: NamedServices, person: NamedPerson
) -> None:
    """Remove a person."""
    if person.role is not None:
        await need_proof(request, services)
    services.count_creation(request)
    await services[PersonalData].forget(person)


own_data_routes = [export, remove_me]
