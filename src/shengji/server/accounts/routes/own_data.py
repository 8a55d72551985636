"""Endpoints of the caller's personal data: export as an archive, and deletion.

Each subject implements its own part (`site.personal`).
"""

from __future__ import annotations

from litestar.response import Stream

from shengji.server.accounts.personal_data import PersonalDataService
from shengji.server.site.addresses import Addresses
from shengji.server.site.archives import packed
from shengji.server.site.guards import PersonCaller

addresses = Addresses("people")


@addresses.get(
    "/api/me/export", even_banned=True, media_type="application/zip", faults="too-many-requests"
)
async def export(asked: PersonCaller) -> Stream:
    """All that is kept about me.

    One archive (ZIP) of JSON files: the person and the account, devices, passkeys and tokens
    without their secrets, push subscriptions, tables, what one has said there, matches with their
    records, ratings, nights, face, friends and the link to become one, evenings, invitations,
    puzzles, mutes and bans, and what one has reported. Of very many matches it comes slowly.
    """
    asked.count_creation()
    return Stream(
        packed(
            asked.services.work,
            asked.person,
            asked.address,
            asked.services[PersonalDataService].export(asked.person),
        ),
        media_type="application/zip",
        headers={"content-disposition": 'attachment; filename="shengji-my-data.zip"'},
    )


@addresses.delete("/api/me", even_banned=True, faults="prove, too-many-requests")
async def remove_me(asked: PersonCaller) -> None:
    """Remove me.

    The person goes, with account, devices, passkeys, links, tokens, and the guests who have become
    the account by signing in; bots go on in the seats.
    Matches, and what happened at tables, stay without the name. Of an account the owner must have
    signed in, or proved to be there, in the last ten minutes.
    """
    if asked.person.role is not None:
        await asked.need_proof()
    asked.count_creation()
    await asked.services[PersonalDataService].forget(asked.person)
