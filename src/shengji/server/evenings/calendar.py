"""Calendar files (iCalendar, RFC 5545) for calendar subscriptions."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from shengji.server.database.moments import UnixMs
from shengji.server.evenings.plan import Plan

MEDIA_TYPE: Final = "text/calendar"

_AGAIN: Final = timedelta(hours=6)
"""Refresh interval for calendar programs."""

_ZONE_KNOWN: Final = timedelta(days=3660)
"""Period from now that the file's daylight saving data covers."""

_DAYS: Final = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


class Entry(NamedTuple):
    """A recurring event in a calendar.

    Attributes:
        uid: permanent unique id of the event.
        version: the number of changes.
    """

    uid: str
    title: str
    about: str
    link: str
    version: int
    changed: UnixMs


def calendar_of(plan: Plan, entry: Entry) -> bytes:
    """Return a calendar file with the plan as one recurring event.

    It takes some milliseconds.
    """
    from icalendar import Calendar, Event  # noqa: PLC0415 -- few files are asked for

    event = Event()
    begins = plan.begins(next(plan._replace(skipped=frozenset()).dates(plan.first)))
    changed = datetime.fromtimestamp(entry.changed / 1000, UTC).replace(microsecond=0)
    event.add("uid", entry.uid)
    event.add("dtstamp", changed)
    event.add("last-modified", changed)
    event.add("sequence", entry.version)
    event.add("summary", entry.title)
    event.add("description", entry.about)
    event.add("url", entry.link)
    event.add("dtstart", begins)
    event.add("duration", plan.length)
    event.add("rrule", _rule(plan))
    skipped = [plan.begins(day) for day in sorted(plan.skipped) if plan.is_on(day)]
    if skipped:
        event.add("exdate", skipped)
    calendar = Calendar()
    calendar.add("prodid", "-//shengji//regular evenings//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", entry.title)
    calendar.add("refresh-interval", _AGAIN, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "PT6H")
    calendar.add_component(event)
    first = begins.date()
    until = max(first, changed.date()) + _ZONE_KNOWN
    calendar.add_missing_timezones(first - timedelta(days=366), until)
    written: bytes = calendar.to_ical()
    return written


def _rule(plan: Plan) -> dict[str, str | int]:
    day = _DAYS[plan.first.weekday()]
    if plan.every == "month":
        return {"freq": "monthly", "byday": f"{plan.place}{day}"}
    return {"freq": "weekly", "interval": 2 if plan.every == "fortnight" else 1, "byday": day}
