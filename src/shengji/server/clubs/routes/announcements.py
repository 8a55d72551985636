"""Endpoints of a club's announcements to its members."""

from __future__ import annotations

from math import ceil

from litestar.params import FromPath

from shengji.server.clubs.access import RUN_CLUB, ClubCaller, own_club, run_club
from shengji.server.clubs.announcement_store import MOST, AnnouncementStore
from shengji.server.clubs.announcing import Announcer
from shengji.server.clubs.schemas import (
    LONGEST_ANNOUNCEMENT,
    Announcements,
    NewAnnouncement,
    SetAnnounced,
)
from shengji.server.site.addresses import Addresses
from shengji.server.site.characters import visible
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import HumanCaller, PersonCaller
from shengji.server.site.services import is_id
from shengji.server.tables.live.hub import Hub

addresses = Addresses("clubs")

_HOUR_MS = 3600 * 1000


@addresses.get("/api/clubs/{club:str}/announcements", faults="no-club")
async def club_announcements(caller: PersonCaller, club: FromPath[str]) -> Announcements:
    """List the announcements of a club, for its members."""
    return await _listed(caller, await own_club(caller, club))


@addresses.post(
    "/api/clubs/{club:str}/announcements",
    status=201,
    faults=f"{RUN_CLUB}, bad-announcement, too-many-announcements, too-many-requests",
    makes=True,
)
async def announce(
    caller: HumanCaller, club: FromPath[str], data: NewAnnouncement
) -> Announcements:
    """Send an announcement to the members of a club.

    By push, and by mail to confirmed addresses, once to each member who has not turned them off.
    For organisers; three in seven days.
    """
    caller.count_creation()
    found = await run_club(caller, club)
    lines = [visible(line) for line in data.text.splitlines()]
    text = "\n".join(at for at, one in zip(lines, [*lines[1:], ""], strict=True) if at or one)
    if not text.strip():
        raise ApiError("bad-announcement")
    possible = await caller.services[AnnouncementStore].announce(
        club, caller.person.id, text.strip()[:LONGEST_ANNOUNCEMENT]
    )
    if possible is not None:
        left = possible - caller.services[Hub].time.wall()
        raise ApiError("too-many-announcements", most=MOST, hours=max(1, ceil(left / _HOUR_MS)))
    caller.services[Announcer].wake(club)
    return await _listed(caller, found)


@addresses.delete(
    "/api/clubs/{club:str}/announcements/{announcement:str}",
    faults=f"{RUN_CLUB}, no-announcement",
)
async def remove_announcement(
    caller: HumanCaller, club: FromPath[str], announcement: FromPath[str]
) -> None:
    """Remove an announcement from the page of a club, and stop sending it.

    It still counts among the three. For organisers.
    """
    await run_club(caller, club)
    store = caller.services[AnnouncementStore]
    if not is_id(announcement) or not await store.remove(club, announcement):
        raise ApiError("no-announcement")


@addresses.put("/api/clubs/{club:str}/announcements", faults="no-club")
async def set_announced(
    caller: HumanCaller, club: FromPath[str], data: SetAnnounced
) -> Announcements:
    """Set whether I receive the announcements of a club.

    They are shown on the page of the club in any case.
    """
    found = await own_club(caller, club)
    if found.line is not None:
        await caller.services[AnnouncementStore].set_announced(found.line.id, on=data.on)
    return await _listed(caller, await own_club(caller, club))


async def _listed(caller: PersonCaller, found: ClubCaller) -> Announcements:
    store, club = caller.services[AnnouncementStore], found.club.id
    possible = await store.next_possible(club) if found.runs else 0
    return Announcements(
        announcements=tuple(await store.of(club)),
        on=found.line is not None and found.line.announced,
        runs=found.runs,
        next=possible if possible > caller.services[Hub].time.wall() else None,
    )
