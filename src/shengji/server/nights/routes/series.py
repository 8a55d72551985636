"""Routes of series of nights: leaderboard, plan and calendar."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Annotated, Final
from urllib.parse import quote

from litestar import Response
from litestar.params import FromPath

from shengji.nights import NightSettings
from shengji.nights.meetings import USUAL
from shengji.nights.standings import NightStanding
from shengji.ratings import pool_of
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
from shengji.server.nights.series_store import SeriesPlan, SeriesPlanned, SeriesStore, StoredPlan
from shengji.server.nights.state import SeriesBoard, SeriesRating, SeriesTable
from shengji.server.nights.store import NightStore
from shengji.server.nights.views import series_lines
from shengji.server.ratings.store import RatingStore
from shengji.server.rules.sheets import rules_state
from shengji.server.site.addresses import Addresses
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import AnyCaller, PersonCaller
from shengji.server.site.parameters import number
from shengji.server.tables.live.hub import Hub

addresses = Addresses("nights")

_PAGE: Final = 50
_SERIES: Final = 200
"""Maximum number of nights of a series that count; the latest ones."""

_BOARD: Final = 200
"""Maximum number of lines on the board of ratings of a series."""


@addresses.get("/api/series/{series:str}", faults="no-series, too-many-requests")
async def series_table(
    caller: PersonCaller,
    series: FromPath[str],
    first: Annotated[int, number("The `next` of a page.", "from")] = 0,
) -> SeriesTable:
    """Get the leaderboard of a series of nights.

    Sums over the latest nights of the series, 200 at most, whose standings the caller may see.
    Nights of other organisers belong to a series once its owner has admitted them. A page has 50
    lines.
    """
    found = await caller.services[NightStore].lines(caller.person.id, series=series, most=_SERIES)
    runs = await caller.services[SeriesStore].owner(series) == caller.person.id
    if not series or not (found or runs):
        raise ApiError("no-series", series=series)
    nights = [await caller.services[Nights].intact(line.night) for line in found]
    shown = [
        live
        for live in nights
        if live is not None and live.night.may_see_standings(caller.person.id)
    ]
    for live in shown:
        await live.learn_gains()
    counts = {live.id for live in shown}
    counted = [line for line in found if line.night in counts]
    lines = series_lines(shown[::-1])
    readable = [live for live in nights if live is not None]
    settings = readable[0].night.settings if readable else NightSettings()
    return SeriesTable(
        series=series,
        counted=len(counted),
        damaged=nights.count(None),
        people=len(lines),
        standings=lines[first : first + _PAGE],
        next=first + _PAGE if first + _PAGE < len(lines) else None,
        own=next((line for line in lines if line.account == caller.person.id), None),
        board=await _board(caller, settings, lines),
        nights=tuple(counted[:_PAGE]),
        runs=runs,
        requests=await caller.services[SeriesStore].requests(caller.person.id, series),
        before=counted[_PAGE - 1].opened if len(counted) > _PAGE else None,
    )


async def _board(
    caller: PersonCaller, settings: NightSettings, lines: Sequence[NightStanding]
) -> SeriesBoard:
    """The board of ratings of a series; `settings` are those of its last night."""
    rules, least = settings.rules_for(USUAL), settings.least_nights
    regular = {line.account: line for line in lines if line.account and line.nights >= least}
    ratings = await caller.services[RatingStore].of(regular, pool_of(rules))
    rated = [(at, regular[one]) for one, at in ratings.items() if at.games]
    rated.sort(key=lambda found: (-found[0].value, found[1].name))
    return SeriesBoard(
        least=least,
        heading=rules_state(rules).heading,
        lines=tuple(
            SeriesRating(
                place=place,
                person=line.person,
                name=line.name,
                nights=line.nights,
                value=at.value,
                deviation=at.deviation,
            )
            for place, (at, line) in enumerate(rated[:_BOARD], 1)
        ),
    )


@addresses.get("/api/series/{series:str}/plan", faults="no-series")
async def series_plan(caller: PersonCaller, series: FromPath[str]) -> SeriesPlanned:
    """Get the plan of a series of nights."""
    return await _planned(caller, series, runs=await _runs(caller, series))


@addresses.put(
    "/api/series/{series:str}/plan",
    faults="no-series, not-your-series, bad-day, bad-zone, no-evening-day",
)
async def plan_series(
    caller: PersonCaller, series: FromPath[str], data: SeriesPlan
) -> SeriesPlanned:
    """Set the plan of a series of nights.

    Subscribed calendars are updated. Only for the owner, who has created the series.
    """
    await _need_runs(caller, series)
    checked_days(data.skipped, checked_plan(data))
    await caller.services[SeriesStore].keep(series, data)
    return await _planned(caller, series, runs=True)


@addresses.delete("/api/series/{series:str}/plan", faults="no-series, not-your-series")
async def end_series_plan(caller: PersonCaller, series: FromPath[str]) -> None:
    """Delete the plan of a series of nights."""
    await _need_runs(caller, series)
    await caller.services[SeriesStore].end(series)


@addresses.get("/api/series/{series:str}/calendar.ics", media_type=MEDIA_TYPE, faults="no-series")
async def series_calendar(caller: AnyCaller, series: FromPath[str]) -> Response[bytes]:
    """Get the calendar file of a series of nights.

    iCalendar (RFC 5545), for calendar subscriptions.
    """
    kept = await caller.services[SeriesStore].plan(series)
    if kept is None:
        raise ApiError("no-series", series=series)
    entry = Entry(
        uid=f"{hashlib.sha256(series.encode()).hexdigest()[:24]}@series.shengji",
        title=series,
        about="",
        link=page_of(caller, f"series/{quote(series, safe='')}"),
        version=kept.version,
        changed=kept.changed,
    )
    return await calendar_response(_plan_of(kept), entry)


def _plan_of(kept: StoredPlan) -> Plan:
    plan = checked_plan(kept.plan)
    return plan._replace(skipped=checked_days(kept.plan.skipped, plan))


async def _runs(caller: PersonCaller, series: str) -> bool:
    """Whether the caller owns a series.

    Raises:
        ApiError: there is no such series.
    """
    if await caller.services[SeriesStore].owner(series) == caller.person.id:
        return True
    found = await caller.services[NightStore].lines(caller.person.id, series=series, most=1)
    if not series or not found:
        raise ApiError("no-series", series=series)
    return False


async def _need_runs(caller: PersonCaller, series: str) -> None:
    if not await _runs(caller, series):
        raise ApiError("not-your-series")


async def _planned(caller: PersonCaller, series: str, *, runs: bool) -> SeriesPlanned:
    kept = await caller.services[SeriesStore].plan(series)
    if kept is None:
        return SeriesPlanned(plan=None, coming=(), runs=runs)
    plan, now = _plan_of(kept), caller.services[Hub].time.wall()
    days = tuple(coming_day(plan, day) for day in plan.coming(now, SHOWN))
    return SeriesPlanned(plan=kept.plan, coming=days, runs=runs)
