"""When the nights of a series are, and the calendar file that says so."""

from __future__ import annotations

import hashlib
from urllib.parse import quote

from litestar import Response
from litestar.params import FromPath

from shengji.server.evenings.calendar import MEDIA_TYPE, Entry
from shengji.server.evenings.plan import Plan
from shengji.server.evenings.routes import (
    calendar_response,
    checked_days,
    checked_plan,
    page_of,
)
from shengji.server.evenings.views import SHOWN, coming_day
from shengji.server.nights.series_plans import KeptPlan, SeriesPlan, SeriesPlanned, SeriesStore
from shengji.server.nights.store import NightStore
from shengji.server.site.addresses import Addresses
from shengji.server.site.askers import ByAnybody, ByPerson
from shengji.server.site.faults import FaultError
from shengji.server.tables.live.hub import Hub

addresses = Addresses("nights")


@addresses.get("/api/series/{series:str}/plan", faults="no-series")
async def series_plan(asked: ByPerson, series: FromPath[str]) -> SeriesPlanned:
    """When the nights of a series are."""
    return await _planned(asked, series, runs=await _runs(asked, series))


@addresses.put(
    "/api/series/{series:str}/plan",
    faults="no-series, not-your-series, bad-day, bad-zone, no-evening-day",
)
async def plan_series(asked: ByPerson, series: FromPath[str], data: SeriesPlan) -> SeriesPlanned:
    """Say when the nights of a series are.

    Calendars that subscribe to it are told. Whoever organises its last night can do so.
    """
    await _need_runs(asked, series)
    checked_days(data.skipped, checked_plan(data))
    await asked.services[SeriesStore].keep(series, data)
    return await _planned(asked, series, runs=True)


@addresses.delete("/api/series/{series:str}/plan", faults="no-series, not-your-series")
async def end_series_plan(asked: ByPerson, series: FromPath[str]) -> None:
    """Let a series of nights have no plan any more."""
    await _need_runs(asked, series)
    await asked.services[SeriesStore].end(series)


@addresses.get("/api/series/{series:str}/calendar.ics", media_type=MEDIA_TYPE, faults="no-series")
async def series_calendar(asked: ByAnybody, series: FromPath[str]) -> Response[bytes]:
    """The calendar file of a series of nights.

    iCalendar (RFC 5545), for a calendar that subscribes to it.
    """
    kept = await asked.services[SeriesStore].plan(series)
    if kept is None:
        raise FaultError("no-series", series=series)
    entry = Entry(
        uid=f"{hashlib.sha256(series.encode()).hexdigest()[:24]}@series.shengji",
        title=series,
        about="",
        link=page_of(asked, f"series/{quote(series, safe='')}"),
        version=kept.version,
        changed=kept.changed,
    )
    return await calendar_response(_plan_of(kept), entry)


def _plan_of(kept: KeptPlan) -> Plan:
    plan = checked_plan(kept.plan)
    return plan._replace(skipped=checked_days(kept.plan.skipped, plan))


async def _runs(asked: ByPerson, series: str) -> bool:
    """Whether the asker organises the last night of a series.

    Raises:
        FaultError: there is no such series.
    """
    found = await asked.services[NightStore].lines(asked.person.id, series=series, most=1)
    if not series or not found:
        raise FaultError("no-series", series=series)
    return found[0].role == "organiser"


async def _need_runs(asked: ByPerson, series: str) -> None:
    if not await _runs(asked, series):
        raise FaultError("not-your-series")


async def _planned(asked: ByPerson, series: str, *, runs: bool) -> SeriesPlanned:
    kept = await asked.services[SeriesStore].plan(series)
    if kept is None:
        return SeriesPlanned(plan=None, coming=(), runs=runs)
    plan, now = _plan_of(kept), asked.services[Hub].time.wall()
    days = tuple(coming_day(plan, day) for day in plan.coming(now, SHOWN))
    return SeriesPlanned(plan=kept.plan, coming=days, runs=runs)
