"""Regular evenings: what is agreed, who comes, the table of the day, and a file for calendars."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from datetime import date
from typing import Any, Final

from litestar import Response
from litestar.params import FromPath
from msgspec.structs import replace

from shengji.rules import rules_from
from shengji.server.evenings.agreed import EveningSettings, When
from shengji.server.evenings.calendar import MEDIA_TYPE, Entry, calendar_of
from shengji.server.evenings.evening import Evening, MemberView
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
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import AnyCaller, HumanCaller
from shengji.server.site.services import is_id
from shengji.server.site.ties import TieSource
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.routes.lobby import make_room
from shengji.server.tables.schemas import TableId

addresses = Addresses("evenings")

_UNTITLED: Final = "升级 Sheng Ji"
"""The name of an evening that was given none."""

_AHEAD: Final = 20
"""So many of the next days may be answered for."""


@addresses.get("/api/evenings")
async def evenings(asked: HumanCaller) -> Evenings:
    """My regular evenings.

    Also those to which I am asked.
    """
    now = asked.services[LiveEvenings].now
    found = await asked.services[EveningStore].of(asked.person.id)
    lines = (line_of(known, asked.person.id, now) for known in found)
    return Evenings(evenings=tuple(sorted(lines, key=_order)), now=now)


@addresses.post(
    "/api/evenings",
    status=201,
    faults="rules, bad-day, bad-zone, no-table, too-many-evenings, too-many-requests",
    makes=True,
)
async def make_evening(asked: HumanCaller, data: NewEvening) -> EveningId:
    """Make a regular evening.

    Whoever makes it runs it, and is its first member. Others become members by its link; those at
    the `table` are asked.
    """
    asked.count_creation()
    settings, people = _checked(data.settings), set[str]()
    if data.table is not None:
        settings, people = await _taken_over(asked, settings, data.table)
    ties = await asked.services[TieSource].ties(asked.person.id)
    made = await asked.services[EveningStore].make(
        asked.person.id, settings, people - {asked.person.id} - ties.apart
    )
    if made is None:
        raise ApiError("too-many-evenings", most=MOST_EVENINGS)
    asked.services[LiveEvenings].agreed()
    return EveningId(evening=made)


@addresses.get("/api/evenings/{evening:str}", faults="no-evening")
async def one_evening(asked: HumanCaller, evening: FromPath[str]) -> EveningState:
    """One regular evening, as its members see it."""
    return await _state(asked, evening)


@addresses.put(
    "/api/evenings/{evening:str}",
    faults="rules, bad-day, bad-zone, no-evening, not-your-evening",
)
async def change_evening(
    asked: HumanCaller, evening: FromPath[str], data: EveningSettings
) -> EveningState:
    """Agree on something else.

    Only who runs it can do so. What was played stays, and the days that are skipped.
    """
    known = await _run_by(asked, evening)
    await _change(asked, known.evening, _checked(data), known.evening.plan.skipped)
    return await _state(asked, evening)


@addresses.delete("/api/evenings/{evening:str}", faults="no-evening, not-your-evening")
async def end_evening(asked: HumanCaller, evening: FromPath[str]) -> None:
    """End a regular evening.

    Only who runs it can do so; what was played is forgotten with it.
    """
    known = await _run_by(asked, evening)
    await asked.services[EveningStore].end(known.evening.id)


@addresses.put(
    "/api/evenings/{evening:str}/skipped", faults="no-evening, no-evening-day, not-your-evening"
)
async def skip_days(asked: HumanCaller, evening: FromPath[str], data: SetSkipped) -> EveningState:
    """Let an evening not be on some of its days.

    Of those to come the ones that are named, and no others. Only who runs it can do so.
    """
    known, now = await _run_by(asked, evening), asked.services[LiveEvenings].now
    plan = known.evening.plan
    past = frozenset(day for day in plan.skipped if plan.ends(day) <= now)
    days = checked_days(data.days, plan) | past
    await _change(asked, known.evening, known.evening.settings, days)
    return await _state(asked, evening)


@addresses.put("/api/evenings/{evening:str}/days/{day:str}", faults="no-evening, no-evening-day")
async def answer_evening(
    asked: HumanCaller, evening: FromPath[str], day: FromPath[str], data: SetAnswer
) -> EveningState:
    """Say whether I come on a day."""
    known, when = await _known(asked, evening), _day(day)
    now = asked.services[LiveEvenings].now
    if when not in known.evening.plan.coming(now, _AHEAD):
        raise ApiError("no-evening-day", day=str(when))
    store = asked.services[EveningStore]
    await store.answer(known.evening.id, asked.person.id, when, data.answer)
    return await _state(asked, evening)


@addresses.post("/api/evenings/{evening:str}/table", faults="no-evening, evening-not-open")
async def come_to_evening(asked: HumanCaller, evening: FromPath[str]) -> TableId:
    """Come to the table of the evening.

    From an hour before it begins until it is over. Whoever comes first opens it and is its host;
    the others come to the same. Each sits where they sat the last time, if that seat is free, and
    bots sit for all who are not there. Where levels are carried on the match goes on with them.
    """
    known = await _known(asked, evening)
    await make_room(asked)
    try:
        table = await asked.services[LiveEvenings].come(known, asked.person)
    except NotOpenError:
        raise ApiError("evening-not-open") from None
    return TableId(table=table)


@addresses.post(
    "/api/evenings/{evening:str}/link",
    faults="no-evening, not-your-evening, too-many-requests",
    makes=True,
)
async def new_evening_link(asked: HumanCaller, evening: FromPath[str]) -> EveningState:
    """Make the link of an evening anew.

    The old one leads nowhere any more. Only who runs it can do so.
    """
    asked.count_creation()
    known = await _run_by(asked, evening)
    await asked.services[EveningStore].new_link(known.evening.id)
    return await _state(asked, evening)


@addresses.put(
    "/api/evenings/{evening:str}/members/{person_id:str}",
    faults="no-evening, not-a-friend, no-such-person, evening-full, too-many-evenings, "
    "too-many-requests",
)
async def enter_evening(
    asked: HumanCaller, evening: FromPath[str], person_id: FromPath[str]
) -> None:
    """Become a member of an evening to which I am asked, or ask a friend to come.

    Who is invited (`POST /api/invitations`) is asked by that, and hears of it at once.
    """
    store = asked.services[EveningStore]
    if person_id == asked.person.id:
        known = await store.get(evening) if is_id(evening) else None
        if known is None or all(at.person != asked.person.id for at in known.members):
            raise ApiError("no-evening")
        _refuse(await store.join(evening, asked.person.id))
        return
    asked.count_creation()
    known = await _known(asked, evening)
    ties = await asked.services[TieSource].ties(asked.person.id)
    if person_id not in ties.friends:
        raise ApiError("not-a-friend")
    _refuse(await store.ask(known.evening.id, person_id))


@addresses.delete(
    "/api/evenings/{evening:str}/members/{person_id:str}", faults="no-evening, not-your-evening"
)
async def leave_evening(
    asked: HumanCaller, evening: FromPath[str], person_id: FromPath[str]
) -> None:
    """Leave an evening, or refuse to come; who runs it can also take others out.

    With who is taken out the link goes as well, by which they could come back.
    """
    store = asked.services[EveningStore]
    if person_id != asked.person.id:
        await _run_by(asked, evening)
        await store.new_link(evening)
    if is_id(evening) and is_id(person_id):
        await store.leave(evening, person_id)


@addresses.post("/api/evenings/{evening:str}/calendar", faults="no-evening, too-many-requests")
async def evening_calendar(asked: HumanCaller, evening: FromPath[str]) -> EveningCalendar:
    """My calendar file.

    The secret of its address, made where there is none; whoever knows it can read when the evening
    is, and so can a calendar that subscribes to it.
    """
    asked.count_creation()
    known = await _known(asked, evening)
    secret = await asked.services[EveningStore].calendar(known.evening.id, asked.person.id)
    return EveningCalendar(secret=secret)


@addresses.delete("/api/evenings/{evening:str}/calendar", faults="no-evening")
async def end_evening_calendar(asked: HumanCaller, evening: FromPath[str]) -> None:
    """Let my calendar file be found no more at its secret address."""
    known = await _known(asked, evening)
    await asked.services[EveningStore].end_calendar(known.evening.id, asked.person.id)


@addresses.get(
    "/api/calendars/{secret:str}/evening.ics", media_type=MEDIA_TYPE, faults="no-evening-link"
)
async def calendar_file(asked: AnyCaller, secret: FromPath[str]) -> Response[bytes]:
    """The calendar file of an evening.

    iCalendar (RFC 5545), for a calendar that subscribes to it by a member's secret address.
    """
    found = None
    if is_id(secret):
        found = await asked.services[EveningStore].by_calendar(secret)
    if found is None:
        raise ApiError("no-evening-link")
    return await calendar_response(found.plan, _entry(asked, found))


@addresses.get("/api/evening-links/{token:str}", faults="no-evening-link")
async def evening_offer(asked: HumanCaller, token: FromPath[str]) -> EveningOffer:
    """Tell of which evening I can become a member by a link.

    Its name, when it is, by what rules, and how many come; not who they are.
    """
    known = await _offered(asked, token)
    return offer_of(known, asked.person.id, asked.services[LiveEvenings].now)


@addresses.post(
    "/api/evening-links/{token:str}",
    faults="no-evening-link, evening-full, too-many-evenings, too-many-requests",
)
async def take_evening_link(asked: HumanCaller, token: FromPath[str]) -> EveningId:
    """Become a member of an evening by its link."""
    asked.count_creation()
    known = await _offered(asked, token)
    _refuse(await asked.services[EveningStore].join(known.evening.id, asked.person.id))
    return EveningId(evening=known.evening.id)


def _order(line: EveningLine) -> tuple[bool, int, str]:
    return not line.joined, line.next.begins, line.title


async def _known(asked: HumanCaller, evening: str) -> MemberView:
    """An evening of which the asker is a member.

    Raises:
        FaultError: it is none.
    """
    known = await asked.services[EveningStore].get(evening) if is_id(evening) else None
    if known is None or known.member(asked.person.id) is None:
        raise ApiError("no-evening")
    return known


async def _run_by(asked: HumanCaller, evening: str) -> MemberView:
    """An evening that the asker runs.

    Raises:
        FaultError: they do not.
    """
    known = await _known(asked, evening)
    if known.runs != asked.person.id:
        raise ApiError("not-your-evening", name=known.members[0].name)
    return known


async def _state(asked: HumanCaller, evening: str) -> EveningState:
    known = await _known(asked, evening)
    return state_of(known, asked.person.id, asked.services[LiveEvenings].now)


async def _offered(asked: HumanCaller, token: str) -> MemberView:
    """The evening to which a link leads; to nobody who is to be kept apart from who runs it.

    Raises:
        FaultError: it leads nowhere.
    """
    known = await asked.services[EveningStore].by_link(token) if is_id(token) else None
    if known is None:
        raise ApiError("no-evening-link")
    ties = await asked.services[TieSource].ties(asked.person.id)
    if known.runs in ties.apart:
        raise ApiError("no-evening-link")
    return known


def checked_plan(when: When, skipped: frozenset[date] = frozenset()) -> Plan:
    """The plan that what is agreed comes to.

    Raises:
        FaultError: there is no such day, or no such zone.
    """
    try:
        return Plan.of(when, skipped)
    except PlanError as error:
        if error.field == "first":
            raise ApiError("bad-day", day=when.first) from None
        raise ApiError("bad-zone", zone=when.zone) from None


def checked_days(days: Iterable[str], plan: Plan) -> frozenset[date]:
    """Some of the days of a plan, to be skipped.

    Raises:
        FaultError: one of them is none.
    """
    found = frozenset(map(_day, days))
    other = next((day for day in sorted(found) if not plan.is_on(day)), None)
    if other is not None:
        raise ApiError("no-evening-day", day=str(other))
    return found


async def calendar_response(plan: Plan, entry: Entry) -> Response[bytes]:
    """The answer that is a calendar file."""
    written = await asyncio.to_thread(calendar_of, plan, entry)
    headers = {"cache-control": "private, no-cache"}
    return Response(written, media_type=MEDIA_TYPE, headers=headers)


def page_of(asked: AnyCaller, page: str) -> str:
    """The whole address of a page, under the address by which the site was asked."""
    return f"{str(asked.request.base_url).rstrip('/')}/#/{page}"


def _checked(settings: EveningSettings) -> EveningSettings:
    """Settings as they are kept.

    Raises:
        FaultError: there is no such day or zone, or the rules cannot be played.
    """
    checked_plan(settings)
    title = visible(settings.title) or _UNTITLED
    rules = rules_state(read_rules(settings.rules)).given
    table = replace(settings.table, title=title, rated=False)
    return replace(settings, title=title, rules=rules, table=table)


async def _taken_over(
    asked: HumanCaller, settings: EveningSettings, table: str
) -> tuple[EveningSettings, set[str]]:
    """Settings with the rules of a table at which the asker sits, and who else sits there.

    Raises:
        FaultError: they do not.
    """
    live = await asked.services[Hub].get(table) if is_id(table) else None
    people = set() if live is None else {at.person for at in live.state().seats if at.person}
    if live is None or asked.person.id not in people:
        raise ApiError("no-table")
    state = live.state()
    run = replace(state.settings, title=settings.title, private=True, rated=False)
    rules: dict[str, Any] = rules_state(rules_from(state.rules.given, stored=True)).given
    return replace(settings, rules=rules, table=run), people


async def _change(
    asked: HumanCaller, evening: Evening, settings: EveningSettings, skipped: frozenset[date]
) -> None:
    await asked.services[EveningStore].change(evening, settings, skipped)
    asked.services[LiveEvenings].agreed()


def _day(text: str) -> date:
    """A day that somebody names.

    Raises:
        FaultError: there is none such.
    """
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ApiError("no-evening-day", day=text) from None


def _refuse(told: Outcome) -> None:
    """Refuse where somebody cannot become a member.

    Raises:
        FaultError: it is so.
    """
    refusal = refusal_of(told)
    if refusal is not None:
        raise refusal


def _entry(asked: AnyCaller, evening: Evening) -> Entry:
    """The entry of an evening in a calendar, with the address under which it was asked for."""
    heading = rules_state(rules_from(evening.settings.rules, stored=True)).heading
    return Entry(
        uid=f"{evening.id}@shengji",
        title=evening.settings.title,
        about=f"{heading.en} · {heading.hans}",
        link=page_of(asked, f"evening/{evening.id}"),
        version=evening.version,
        changed=evening.changed,
    )
