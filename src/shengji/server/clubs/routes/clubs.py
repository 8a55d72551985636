"""Endpoints of clubs: founding, settings, links and plans."""

from __future__ import annotations

from typing import Final

from litestar import Response
from litestar.params import FromPath

from shengji.nights.copies import made_from
from shengji.server.clubs.access import RUN_CLUB, ClubCaller, find_club, run_club, seen_club
from shengji.server.clubs.member_store import REFUSALS, RUNNERS, Line, MemberStore
from shengji.server.clubs.schemas import (
    MOST_CLUBS,
    MOST_MEMBERS,
    ClubId,
    ClubOffer,
    ClubPlan,
    ClubPlanned,
    Clubs,
    ClubSettings,
    ClubState,
    MemberState,
    NewClub,
)
from shengji.server.clubs.store import ClubStore, StoredPlan
from shengji.server.evenings.calendar import MEDIA_TYPE, Entry
from shengji.server.evenings.plan import Plan
from shengji.server.evenings.routes import (
    calendar_response,
    checked_days,
    checked_plan,
    page_of,
)
from shengji.server.evenings.views import SHOWN, coming_day
from shengji.server.nights.live_nights import Nights
from shengji.server.nights.store import NightStore
from shengji.server.site.addresses import Addresses
from shengji.server.site.characters import visible
from shengji.server.site.club_source import ClubChanged
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import AccountOwner, AnyCaller, HumanCaller, PersonCaller
from shengji.server.site.schemas import PersonLine
from shengji.server.site.services import is_id, need_role
from shengji.server.site.ties import TieSource
from shengji.server.tables.live.hub import Hub
from shengji.words.others import rewrite_texts

addresses = Addresses("clubs")

_NIGHTS: Final = 20
"""Number of nights on the page of a club."""


@addresses.get("/api/clubs")
async def clubs(caller: PersonCaller) -> Clubs:
    """List my clubs.

    The list includes clubs that I ask to join or am invited to, and the nights of other organisers
    that wait for my answer.
    """
    store = caller.services[ClubStore]
    found = await store.of(caller.person.id)
    runs = any(at.role in RUNNERS for at in found)
    requests = await store.requests(caller.person.id) if runs else ()
    return Clubs(clubs=tuple(found), requests=requests)


@addresses.post(
    "/api/clubs",
    status=201,
    faults="not-allowed, bad-club, bot-account, too-many-clubs, too-many-requests",
    makes=True,
)
async def found_club(caller: AccountOwner, data: NewClub) -> ClubId:
    """Found a club.

    The caller becomes its owner. Requires an account, and on some sites the role of an organiser.
    """
    if caller.person.bot:
        raise ApiError("bot-account")
    if caller.services.settings.nights_by == "organisers":
        need_role(caller.person, "organiser")
    caller.count_creation()
    settings = _tidy(data.settings)
    made = await caller.services[ClubStore].make(caller.person.id, caller.person.name, settings)
    refuse(made)
    return ClubId(club=made)


@addresses.get("/api/clubs/{club:str}", faults="no-club")
async def one_club(caller: PersonCaller, club: FromPath[str]) -> ClubState:
    """Get a club as the caller sees it."""
    return await _state(caller, await seen_club(caller, club))


@addresses.put("/api/clubs/{club:str}", faults=f"{RUN_CLUB}, bad-club")
async def change_club(caller: HumanCaller, club: FromPath[str], data: ClubSettings) -> ClubState:
    """Change the settings of a club.

    Only its organisers may do so.
    """
    await run_club(caller, club)
    await caller.services[ClubStore].change(club, _tidy(data))
    caller.services[Nights].events.publish(ClubChanged(club))
    return await _state(caller, await seen_club(caller, club))


@addresses.delete("/api/clubs/{club:str}", faults=f"{RUN_CLUB}, not-an-owner")
async def end_club(caller: HumanCaller, club: FromPath[str]) -> None:
    """End a club.

    Only an owner may do so. Its members, plan and seasons are deleted; its nights and regular
    evenings stay without a club.
    """
    found = await run_club(caller, club)
    if not found.owns:
        raise ApiError("not-an-owner")
    await caller.services[ClubStore].end(club)
    caller.services[Nights].events.publish(ClubChanged(club))


@addresses.post("/api/clubs/{club:str}/link", faults=f"{RUN_CLUB}, too-many-requests", makes=True)
async def new_club_link(caller: HumanCaller, club: FromPath[str]) -> ClubState:
    """Replace the link of a club.

    The old link stops working. Only its organisers may do so.
    """
    caller.count_creation()
    await run_club(caller, club)
    await caller.services[ClubStore].new_link(club)
    return await _state(caller, await seen_club(caller, club))


@addresses.get("/api/club-links/{token:str}", faults="no-club-link")
async def club_offer(caller: HumanCaller, token: FromPath[str]) -> ClubOffer:
    """Show a club by its link, before joining.

    The name, the description and the number of members, without their names.
    """
    known = await _linked(caller, token)
    line, settings = known.line, known.settings
    named = line is not None or settings.seen == "public"
    return made_from(
        ClubOffer,
        settings,
        known.club,
        club=known.club.id if named else None,
        state=None if line is None else line.state,
    )


@addresses.post(
    "/api/club-links/{token:str}",
    faults="no-club-link, club-by-invitation, club-full, club-frozen, too-many-requests",
)
async def take_club_link(caller: HumanCaller, token: FromPath[str]) -> ClubState:
    """Join a club by its link, or ask to join where an organiser decides.

    A club that admits by invitation refuses its link, unless the caller is invited.
    """
    caller.count_creation()
    known = await _linked(caller, token)
    joins, line = known.settings.joins, known.line
    if joins == "invitation" and line is None:
        raise ApiError("club-by-invitation")
    state: MemberState = "in" if joins == "link" or invited(line) else "asked"
    refuse(await caller.services[MemberStore].enter(known.club.id, caller.person.id, state))
    return await _state(caller, await find_club(caller, known.club.id))


# Plan


@addresses.get("/api/clubs/{club:str}/plan", faults="no-club")
async def club_plan(caller: PersonCaller, club: FromPath[str]) -> ClubPlanned:
    """Get the plan of a club's nights."""
    return await _planned(caller, await seen_club(caller, club))


@addresses.put(
    "/api/clubs/{club:str}/plan", faults=f"{RUN_CLUB}, bad-day, bad-zone, no-evening-day"
)
async def plan_club(caller: HumanCaller, club: FromPath[str], data: ClubPlan) -> ClubPlanned:
    """Set the plan of a club's nights.

    Subscribed calendars are updated. Only for its organisers.
    """
    found = await run_club(caller, club)
    checked_days(data.skipped, checked_plan(data))
    await caller.services[ClubStore].set_plan(club, data)
    return await _planned(caller, found)


@addresses.delete("/api/clubs/{club:str}/plan", faults=RUN_CLUB)
async def end_club_plan(caller: HumanCaller, club: FromPath[str]) -> None:
    """Delete the plan of a club's nights."""
    await run_club(caller, club)
    await caller.services[ClubStore].set_plan(club, None)


@addresses.get("/api/clubs/{club:str}/calendar.ics", media_type=MEDIA_TYPE, faults="no-club")
async def club_calendar(caller: AnyCaller, club: FromPath[str]) -> Response[bytes]:
    """Get the calendar file of a club's nights.

    iCalendar (RFC 5545), for calendar subscriptions: whoever has the club's id may read the plan.
    """
    store = caller.services[ClubStore]
    kept = await store.plan(club) if is_id(club) else None
    found = await store.facts(club) if kept is not None else None
    if kept is None or found is None:
        raise ApiError("no-club")
    entry = Entry(
        uid=f"{club}@clubs.shengji",
        title=found.name,
        about="",
        link=page_of(caller, f"club/{club}"),
        version=kept.version,
        changed=kept.changed,
    )
    return await calendar_response(_plan_of(kept), entry)


def refuse(outcome: str | frozenset[str] | None) -> None:
    """Turn the refusal of a store into an error.

    Raises:
        ApiError: the outcome is a refusal.
    """
    if isinstance(outcome, str) and outcome in REFUSALS:
        raise ApiError(outcome, most=MOST_CLUBS if outcome == "too-many-clubs" else MOST_MEMBERS)


def invited(line: Line | None) -> bool:
    """Whether a line is that of an invited person, who may join."""
    return line is not None and line.state == "invited"


def _tidy(settings: ClubSettings) -> ClubSettings:
    """The settings without invisible characters.

    Raises:
        ApiError: the name is empty.
    """
    tidied = rewrite_texts(settings, visible)
    if not tidied.name:
        raise ApiError("bad-club")
    return tidied


async def _linked(caller: HumanCaller, token: str) -> ClubCaller:
    """The club of a link, unless a block separates the caller from an owner.

    Raises:
        ApiError: there is no such link for the caller.
    """
    known = await caller.services[ClubStore].by_link(token) if is_id(token) else None
    if known is None:
        raise ApiError("no-club-link")
    ties = await caller.services[TieSource].ties(caller.person.id)
    if ties.apart:
        lines = (await caller.services[MemberStore].lines(known.id)).by_id.values()
        if any(line.role == "owner" and line.account in ties.apart for line in lines):
            raise ApiError("no-club-link")
    return await find_club(caller, known.id)


async def _state(caller: PersonCaller, found: ClubCaller) -> ClubState:
    store, club, line = caller.services[ClubStore], found.club, found.line
    shown = found.sees
    lines = (await caller.services[MemberStore].lines(club.id)).by_id.values()
    runners = sorted(
        (one for one in lines if one.runs), key=lambda one: (one.role != "owner", one.name)
    )
    nights = await caller.services[NightStore].lines(caller.person.id, club=club.id, most=_NIGHTS)
    seasons = await store.seasons(club.id)
    return made_from(
        ClubState,
        club,
        club=club.id,
        role=line.role if line is not None and found.belongs else None,
        state=None if line is None else line.state,
        member=None if line is None else line.id,
        sees=shown,
        asked=club.asked if found.runs else 0,
        link=club.link if found.belongs else None,
        runners=tuple(
            PersonLine(person=one.account, name=one.name, account=True)
            for one in runners
            if one.account is not None
        ),
        seasons=tuple(one for one in seasons if shown or one.published),
        nights=tuple(nights) if shown else (),
        requests=await store.requests(caller.person.id, club.id) if found.runs else (),
    )


def _plan_of(kept: StoredPlan) -> Plan:
    plan = checked_plan(kept.plan)
    return plan._replace(skipped=checked_days(kept.plan.skipped, plan))


async def _planned(caller: PersonCaller, found: ClubCaller) -> ClubPlanned:
    kept = await caller.services[ClubStore].plan(found.club.id)
    if kept is None:
        return ClubPlanned(plan=None, coming=(), runs=found.runs)
    plan, now = _plan_of(kept), caller.services[Hub].time.wall()
    days = tuple(coming_day(plan, day) for day in plan.coming(now, SHOWN))
    return ClubPlanned(plan=kept.plan, coming=days, runs=found.runs)
