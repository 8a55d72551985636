"""HTTP handlers of regular evenings: settings, members, tables and calendar files."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from datetime import date
from typing import Annotated, Any, Final

from litestar import Response
from litestar.params import FromPath, QueryParameter
from msgspec.structs import replace

from shengji.rules import rules_from
from shengji.server.evenings.calendar import MEDIA_TYPE, Entry, calendar_of
from shengji.server.evenings.evening import Evening, MemberView
from shengji.server.evenings.evening_settings import EveningSettings, When
from shengji.server.evenings.evenings import Evenings as LiveEvenings
from shengji.server.evenings.evenings import NotOpenError
from shengji.server.evenings.inviting import refusal_of
from shengji.server.evenings.plan import Plan, PlanError
from shengji.server.evenings.schemas import (
    EveningCalendar,
    EveningId,
    EveningLine,
    EveningOffer,
    Evenings,
    EveningState,
    NewEvening,
    SetAnswer,
    SetSkipped,
)
from shengji.server.evenings.store import (
    MOST_EVENINGS,
    EveningStore,
    Outcome,
)
from shengji.server.evenings.views import line_of, offer_of, state_of
from shengji.server.rules.routes import read_rules
from shengji.server.rules.sheets import rules_state
from shengji.server.site.addresses import Addresses
from shengji.server.site.characters import visible
from shengji.server.site.club_source import ClubSource, need_member
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import AnyCaller, HumanCaller
from shengji.server.site.schemas import NamedClub
from shengji.server.site.services import is_id
from shengji.server.site.ties import TieSource
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.routes.lobby import make_room
from shengji.server.tables.schemas import TableId
from shengji.words.others import rewrite_texts

addresses = Addresses("evenings")

_UNTITLED: Final = "升级 Sheng Ji"
"""Default name of an evening."""

_AHEAD: Final = 20
"""Number of coming dates that members may answer for."""


@addresses.get("/api/evenings", faults="no-club")
async def evenings(
    caller: HumanCaller,
    club: Annotated[
        str | None, QueryParameter(max_length=40, description="All of this club instead.")
    ] = None,
) -> Evenings:
    """List my regular evenings, or those of a club.

    My list includes evenings to which I am invited. Only members see the evenings of a club.
    """
    now = caller.services[LiveEvenings].now
    if club is None:
        found = await caller.services[EveningStore].of(caller.person.id)
    else:
        await need_member(caller, club)
        found = await evenings_of(caller, club)
    lines = (line_of(known, caller.person.id, now) for known in found)
    return Evenings(evenings=tuple(sorted(lines, key=_order)), now=now)


@addresses.post(
    "/api/evenings",
    status=201,
    faults="rules, bad-day, bad-zone, no-table, not-your-club, too-many-evenings, "
    "too-many-requests",
    makes=True,
)
async def make_evening(caller: HumanCaller, data: NewEvening) -> EveningId:
    """Create a regular evening.

    The caller runs the evening and is its first member. Its link admits other members; the
    players at the given `table` are invited.
    """
    caller.count_creation()
    if data.club is not None and not await _organises(caller, data.club):
        raise ApiError("not-your-club")
    settings, people = _checked(data.settings), set[str]()
    if data.table is not None:
        settings, people = await _taken_over(caller, settings, data.table)
    ties = await caller.services[TieSource].ties(caller.person.id)
    made = await caller.services[EveningStore].make(
        caller.person.id, settings, people - {caller.person.id} - ties.apart, data.club
    )
    if made is None:
        raise ApiError("too-many-evenings", most=MOST_EVENINGS)
    caller.services[LiveEvenings].wake()
    return EveningId(evening=made)


@addresses.get("/api/evenings/{evening:str}", faults="no-evening")
async def one_evening(caller: HumanCaller, evening: FromPath[str]) -> EveningState:
    """Get a regular evening as its members see it."""
    return await _state(caller, evening)


@addresses.put(
    "/api/evenings/{evening:str}",
    faults="rules, bad-day, bad-zone, no-evening, not-your-evening",
)
async def change_evening(
    caller: HumanCaller, evening: FromPath[str], data: EveningSettings
) -> EveningState:
    """Change the settings of an evening.

    Only the person who runs it may do so. Results and skipped dates are kept.
    """
    known = await _run_by(caller, evening)
    await _change(caller, known.evening, _checked(data), known.evening.plan.skipped)
    return await _state(caller, evening)


@addresses.delete("/api/evenings/{evening:str}", faults="no-evening, not-your-evening")
async def end_evening(caller: HumanCaller, evening: FromPath[str]) -> None:
    """Delete a regular evening.

    Only the person who runs it may do so. Its results are deleted with it.
    """
    known = await _run_by(caller, evening)
    await caller.services[EveningStore].end(known.evening.id)


@addresses.put(
    "/api/evenings/{evening:str}/skipped", faults="no-evening, no-evening-day, not-your-evening"
)
async def skip_days(caller: HumanCaller, evening: FromPath[str], data: SetSkipped) -> EveningState:
    """Set the skipped dates of an evening.

    The list replaces the skipped dates that are still to come. Only the person who runs the evening
    may do so.
    """
    known, now = await _run_by(caller, evening), caller.services[LiveEvenings].now
    plan = known.evening.plan
    past = frozenset(day for day in plan.skipped if plan.ends(day) <= now)
    days = checked_days(data.days, plan) | past
    await _change(caller, known.evening, known.evening.settings, days)
    return await _state(caller, evening)


@addresses.put("/api/evenings/{evening:str}/days/{day:str}", faults="no-evening, no-evening-day")
async def answer_evening(
    caller: HumanCaller, evening: FromPath[str], day: FromPath[str], data: SetAnswer
) -> EveningState:
    """Set my answer for a date."""
    known, when = await _own_evening(caller, evening), _day(day)
    now = caller.services[LiveEvenings].now
    if when not in known.evening.plan.coming(now, _AHEAD):
        raise ApiError("no-evening-day", day=str(when))
    store = caller.services[EveningStore]
    await store.answer(known.evening.id, caller.person.id, when, data.answer)
    return await _state(caller, evening)


@addresses.post("/api/evenings/{evening:str}/table", faults="no-evening, evening-not-open")
async def come_to_evening(caller: HumanCaller, evening: FromPath[str]) -> TableId:
    """Join the table of the evening.

    Allowed from one hour before the start to the end of the evening. The first member opens the
    table and is its host. Members get their last seat if it is free, and bots play for absent
    members. With `carry_on`, an unfinished match continues.
    """
    known = await _own_evening(caller, evening)
    await make_room(caller)
    try:
        table = await caller.services[LiveEvenings].seat_member(known, caller.person)
    except NotOpenError:
        raise ApiError("evening-not-open") from None
    return TableId(table=table)


@addresses.post(
    "/api/evenings/{evening:str}/link",
    faults="no-evening, not-your-evening, too-many-requests",
    makes=True,
)
async def new_evening_link(caller: HumanCaller, evening: FromPath[str]) -> EveningState:
    """Replace the link of an evening.

    The old link stops working. Only the person who runs the evening may do so.
    """
    caller.count_creation()
    known = await _run_by(caller, evening)
    await caller.services[EveningStore].new_link(known.evening.id)
    return await _state(caller, evening)


@addresses.put(
    "/api/evenings/{evening:str}/members/{person_id:str}",
    faults="no-evening, not-a-friend, no-such-person, evening-full, too-many-evenings, "
    "too-many-requests",
)
async def enter_evening(
    caller: HumanCaller, evening: FromPath[str], person_id: FromPath[str]
) -> None:
    """Accept an invitation to an evening, or add a friend to the invited people.

    Members of the evening's club need no invitation.
    `POST /api/invitations` also adds the friend and notifies them at once.
    """
    store = caller.services[EveningStore]
    if person_id == caller.person.id:
        known = await store.get(evening) if is_id(evening) else None
        if known is None or not await _is_offered(caller, known):
            raise ApiError("no-evening")
        _refuse(await store.join(evening, caller.person.id))
        return
    caller.count_creation()
    known = await _own_evening(caller, evening)
    ties = await caller.services[TieSource].ties(caller.person.id)
    if person_id not in ties.friends:
        raise ApiError("not-a-friend")
    _refuse(await store.ask(known.evening.id, person_id))


@addresses.delete(
    "/api/evenings/{evening:str}/members/{person_id:str}", faults="no-evening, not-your-evening"
)
async def leave_evening(
    caller: HumanCaller, evening: FromPath[str], person_id: FromPath[str]
) -> None:
    """Leave an evening or decline to join; the person who runs it may also remove others.

    Removing another person replaces the link, so that they cannot return by it.
    """
    store = caller.services[EveningStore]
    if person_id != caller.person.id:
        await _run_by(caller, evening)
        await store.new_link(evening)
    if is_id(evening) and is_id(person_id):
        await store.leave(evening, person_id)


@addresses.post("/api/evenings/{evening:str}/calendar", faults="no-evening, too-many-requests")
async def evening_calendar(caller: HumanCaller, evening: FromPath[str]) -> EveningCalendar:
    """Get my calendar file's secret.

    It is created if necessary. The secret is part of the file's address and gives read access to
    the schedule, also to calendar programs that subscribe.
    """
    caller.count_creation()
    known = await _own_evening(caller, evening)
    secret = await caller.services[EveningStore].calendar(known.evening.id, caller.person.id)
    return EveningCalendar(secret=secret)


@addresses.delete("/api/evenings/{evening:str}/calendar", faults="no-evening")
async def end_evening_calendar(caller: HumanCaller, evening: FromPath[str]) -> None:
    """Disable the secret address of my calendar file."""
    known = await _own_evening(caller, evening)
    await caller.services[EveningStore].end_calendar(known.evening.id, caller.person.id)


@addresses.get(
    "/api/calendars/{secret:str}/evening.ics", media_type=MEDIA_TYPE, faults="no-evening-link"
)
async def calendar_file(caller: AnyCaller, secret: FromPath[str]) -> Response[bytes]:
    """Download the calendar file of an evening.

    iCalendar (RFC 5545), for calendar programs that subscribe by a member's secret address.
    """
    found = None
    if is_id(secret):
        found = await caller.services[EveningStore].by_calendar(secret)
    if found is None:
        raise ApiError("no-evening-link")
    return await calendar_response(found.plan, _entry(caller, found))


@addresses.get("/api/evening-links/{token:str}", faults="no-evening-link")
async def evening_offer(caller: HumanCaller, token: FromPath[str]) -> EveningOffer:
    """Show an evening by its link, before joining.

    The name, the schedule, the rules and the number of members, without their names.
    """
    known = await _linked_evening(caller, token)
    return offer_of(known, caller.person.id, caller.services[LiveEvenings].now)


@addresses.post(
    "/api/evening-links/{token:str}",
    faults="no-evening-link, evening-full, too-many-evenings, too-many-requests",
)
async def take_evening_link(caller: HumanCaller, token: FromPath[str]) -> EveningId:
    """Join an evening by its link."""
    caller.count_creation()
    known = await _linked_evening(caller, token)
    _refuse(await caller.services[EveningStore].join(known.evening.id, caller.person.id))
    return EveningId(evening=known.evening.id)


def _order(line: EveningLine) -> tuple[bool, int, str]:
    return not line.joined, line.next.begins, line.title


async def _own_evening(caller: HumanCaller, evening: str) -> MemberView:
    known = await caller.services[EveningStore].get(evening) if is_id(evening) else None
    if known is None or known.member(caller.person.id) is None:
        raise ApiError("no-evening")
    return known


async def _run_by(caller: HumanCaller, evening: str) -> MemberView:
    known = await _own_evening(caller, evening)
    if not await _manages(caller, known):
        raise ApiError("not-your-evening", name=known.members[0].name)
    return known


async def _manages(caller: HumanCaller, known: MemberView) -> bool:
    return known.runs == caller.person.id or await _organises(caller, known.evening.club)


async def _organises(caller: HumanCaller, club: str | None) -> bool:
    clubs = caller.services[ClubSource]
    return club is not None and is_id(club) and await clubs.organises(club, caller.person.id)


async def _is_offered(caller: HumanCaller, known: MemberView) -> bool:
    """Whether the caller is a member or invited, or sees the evening in its club."""
    club, person = known.evening.club, caller.person.id
    if any(at.person == person for at in known.members):
        return True
    if club is None or await caller.services[ClubSource].guest(club, person) is None:
        return False
    return known.runs not in (await caller.services[TieSource].ties(person)).apart


async def _state(caller: HumanCaller, evening: str) -> EveningState:
    known = await _own_evening(caller, evening)
    club, person, named = known.evening.club, caller.person.id, None
    clubs, now = caller.services[ClubSource], caller.services[LiveEvenings].now
    facts = None if club is None else await clubs.facts(club)
    if facts is not None and (facts.seen == "public" or await clubs.guest(facts.id, person)):
        named = NamedClub(club=facts.id, name=facts.name)
    manages = await _manages(caller, known)
    return state_of(known, person, now, manages=manages, club=named)


async def _linked_evening(caller: HumanCaller, token: str) -> MemberView:
    """Return the evening of a link, unless a block separates the caller from the one who runs it.

    Raises:
        ApiError: there is no such link for the caller.
    """
    known = await caller.services[EveningStore].by_link(token) if is_id(token) else None
    if known is None:
        raise ApiError("no-evening-link")
    ties = await caller.services[TieSource].ties(caller.person.id)
    if known.runs in ties.apart:
        raise ApiError("no-evening-link")
    return known


async def evenings_of(caller: HumanCaller, club: str) -> list[MemberView]:
    """The evenings of a club, but for those that a block hides from the caller."""
    apart = (await caller.services[TieSource].ties(caller.person.id)).apart
    known = await caller.services[EveningStore].of_club(club)
    return [one for one in known if one.runs not in apart]


def checked_plan(when: When, skipped: frozenset[date] = frozenset()) -> Plan:
    """Create a schedule from settings of a request.

    Raises:
        ApiError: the date or the time zone does not exist.
    """
    try:
        return Plan.of(when, skipped)
    except PlanError as error:
        if error.field == "first":
            raise ApiError("bad-day", day=when.first) from None
        raise ApiError("bad-zone", zone=when.zone) from None


def checked_days(days: Iterable[str], plan: Plan) -> frozenset[date]:
    """Parse dates to skip.

    Raises:
        ApiError: one of them is not a date of the schedule.
    """
    found = frozenset(map(_day, days))
    other = next((day for day in sorted(found) if not plan.is_on(day)), None)
    if other is not None:
        raise ApiError("no-evening-day", day=str(other))
    return found


async def calendar_response(plan: Plan, entry: Entry) -> Response[bytes]:
    """Return the response with a calendar file."""
    written = await asyncio.to_thread(calendar_of, plan, entry)
    headers = {"cache-control": "private, no-cache"}
    return Response(written, media_type=MEDIA_TYPE, headers=headers)


def page_of(caller: AnyCaller, page: str) -> str:
    """Return the absolute URL of a page, under the base URL of the request."""
    return f"{str(caller.request.base_url).rstrip('/')}/#/{page}"


def _checked(settings: EveningSettings) -> EveningSettings:
    """Validate settings and return them as stored.

    Raises:
        ApiError: the date or time zone does not exist, or the rules are not playable.
    """
    checked_plan(settings)
    title = rewrite_texts(settings, visible).title or _UNTITLED
    rules = rules_state(read_rules(settings.rules)).given
    table = replace(settings.table, title=title, rated=False)
    return replace(settings, title=title, rules=rules, table=table)


async def _taken_over(
    caller: HumanCaller, settings: EveningSettings, table: str
) -> tuple[EveningSettings, set[str]]:
    """Return settings with a table's rules and settings, and the people who sit there.

    Raises:
        ApiError: the caller does not sit at the table, or there is no such table.
    """
    live = await caller.services[Hub].get(table) if is_id(table) else None
    people = set() if live is None else {at.person for at in live.state().seats if at.person}
    if live is None or caller.person.id not in people:
        raise ApiError("no-table")
    state = live.state()
    run = replace(state.settings, title=settings.title, private=True, rated=False)
    rules: dict[str, Any] = rules_state(rules_from(state.rules.given, stored=True)).given
    return replace(settings, rules=rules, table=run), people


async def _change(
    caller: HumanCaller, evening: Evening, settings: EveningSettings, skipped: frozenset[date]
) -> None:
    await caller.services[EveningStore].change(evening, settings, skipped)
    caller.services[LiveEvenings].wake()


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ApiError("no-evening-day", day=text) from None


def _refuse(outcome: Outcome) -> None:
    refusal = refusal_of(outcome)
    if refusal is not None:
        raise refusal


def _entry(caller: AnyCaller, evening: Evening) -> Entry:
    """Return the calendar entry of an evening, with URLs of the request's base URL."""
    heading = rules_state(rules_from(evening.settings.rules, stored=True)).heading
    return Entry(
        uid=f"{evening.id}@shengji",
        title=evening.settings.title,
        about=f"{heading.en} · {heading.hans}",
        link=page_of(caller, f"evening/{evening.id}"),
        version=evening.version,
        changed=evening.changed,
    )
