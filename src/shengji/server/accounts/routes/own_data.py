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
async def export(caller: PersonCaller) -> Stream:
    """Export my data.

    A ZIP archive of JSON files. It has the person and the account, devices, passkeys and tokens
    without their secrets, push subscriptions, tables with the person's chat messages, matches with
    their records, ratings, nights, the face, friends and the friend link, evenings, invitations,
    puzzles, mutes and bans, and the person's reports. With very many matches, the download is slow.
    """
    caller.count_creation()
    return Stream(
        packed(
            caller.services.work,
            caller.person,
            caller.address,
            caller.services[PersonalDataService].export(caller.person),
        ),
        media_type="application/zip",
        headers={"content-disposition": 'attachment; filename="shengji-my-data.zip"'},
    )


@addresses.delete("/api/me", even_banned=True, faults="prove, too-many-requests")
async def remove_me(caller: PersonCaller) -> None:
    """Remove me.

    Deletes the person with account, devices, passkeys, links, tokens, and the guests merged into
    the account; bots take over the seats. Matches and events at tables stay, without the name. The
    owner of an account must have signed in, or proved to be present, in the last ten minutes.
    """
    if caller.person.role is not None:
        await caller.need_proof()
    caller.count_creation()
    await caller.services[PersonalDataService].forget(caller.person)
