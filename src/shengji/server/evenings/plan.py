"""The schedule of a regular evening: its dates and times.

Times are local. A time that daylight saving skips is one hour later; of a repeated time the first
counts, as in calendars (RFC 5545 §3.3.5).
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from itertools import islice
from typing import Final, Literal, NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from shengji.server.database.moments import UnixMs
from shengji.server.evenings.evening_settings import Every, Remind, When

OPENS_BEFORE: Final = timedelta(hours=1)
"""Time from the opening of the table to the start."""

Kind = Literal["day", "hour"]
"""Kind of reminder: at the same time on the day before, or one hour before."""

_LATEST: Final[dict[Kind, timedelta]] = {"day": timedelta(hours=6), "hour": timedelta(minutes=30)}
"""Maximum delay of a reminder, for example after a restart; a later one is dropped."""

_DAY: Final = timedelta(days=1)
_WEEK: Final = timedelta(weeks=1)


class PlanError(ValueError):
    """An invalid schedule; `field` is the name of the invalid field."""

    def __init__(self, field: Literal["first", "zone"]) -> None:
        super().__init__(field)
        self.field = field


class Reminder(NamedTuple):
    """A reminder of one evening.

    Attributes:
        latest: Unix milliseconds after which the reminder is dropped.
    """

    at: UnixMs
    latest: int
    kind: Kind
    day: date


class Plan(NamedTuple):
    """The schedule of a regular evening.

    Attributes:
        at: start time, local.
        skipped: scheduled dates that are cancelled.
    """

    first: date
    at: time
    zone: ZoneInfo
    every: Every
    length: timedelta
    skipped: frozenset[date] = frozenset()

    @classmethod
    def of(cls, when: When, skipped: frozenset[date] = frozenset()) -> Plan:
        """Create a schedule from settings.

        Raises:
            PlanError: the date or the time zone does not exist.
        """
        try:
            first = date.fromisoformat(when.first)
        except ValueError:
            raise PlanError("first") from None
        if when.zone not in _zones():
            raise PlanError("zone")
        at, zone = time.fromisoformat(when.time), ZoneInfo(when.zone)
        return cls(first, at, zone, when.every, timedelta(hours=when.hours), skipped)

    @property
    def place(self) -> int:
        """Place of the weekday in the month, for monthly evenings: 1 to 4, or -1 for the last.

        >>> Plan.of(When(first="2026-12-31", every="month")).place
        -1
        """
        return (self.first.day - 1) // 7 + 1 if self.first.day <= 28 else -1

    def dates(self, since: date) -> Iterator[date]:
        """Yield the dates on or after a day, without end.

        >>> plan = Plan.of(When(first="2026-12-31", every="month"))
        >>> [str(day) for day in islice(plan.dates(date(2027, 1, 1)), 3)]
        ['2027-01-28', '2027-02-25', '2027-03-25']
        """
        return (day for day in self._all(max(since, self.first)) if day not in self.skipped)

    def _all(self, since: date) -> Iterator[date]:
        """Yield the dates on or after a day that does not precede `first`, even skipped dates."""
        if self.every == "month":
            year, month = since.year, since.month
            while True:
                day = self._in_month(year, month)
                if day >= since:
                    yield day
                year, month = (year, month + 1) if month < 12 else (year + 1, 1)
        step = _WEEK if self.every == "week" else 2 * _WEEK
        day = self.first + -(-(since - self.first) // step) * step
        while True:
            yield day
            day += step

    def _in_month(self, year: int, month: int) -> date:
        if self.place < 0:
            end = date(year + month // 12, month % 12 + 1, 1) - _DAY
            return end - timedelta(days=(end.weekday() - self.first.weekday()) % 7)
        begin = date(year, month, 1)
        gap = timedelta(days=(self.first.weekday() - begin.weekday()) % 7)
        return begin + gap + (self.place - 1) * _WEEK

    def begins(self, day: date) -> datetime:
        """Return the start on a date, in the time zone of the schedule."""
        return datetime.combine(day, self.at, self.zone)

    def starts(self, day: date) -> UnixMs:
        """Return the start on a date."""
        return _milliseconds(self.begins(day))

    def opens(self, day: date) -> UnixMs:
        """Return the opening time of the table on a date."""
        return self.starts(day) - _in_milliseconds(OPENS_BEFORE)

    def ends(self, day: date) -> UnixMs:
        """Return the end on a date."""
        return self.starts(day) + _in_milliseconds(self.length)

    def coming(self, now: UnixMs, most: int) -> tuple[date, ...]:
        """Return the next dates; an evening that is under way comes first.

        Args:
            now: current time.
            most: number of dates.
        """
        around = datetime.fromtimestamp(now / 1000, self.zone).date() - _DAY
        found = (day for day in self.dates(around) if self.ends(day) > now)
        return tuple(islice(found, most))

    def is_on(self, day: date) -> bool:
        """Whether a day is a scheduled date, skipped or not."""
        return day >= self.first and next(self._all(day)) == day

    def reminder(self, remind: Remind, since: int) -> Reminder | None:
        """Return the first reminder after a time, or `None`."""
        kinds: tuple[Kind, ...] = ("day", "hour") if remind == "both" else ()
        if remind in ("day", "hour"):
            kinds = (remind,)
        around = datetime.fromtimestamp(since / 1000, self.zone).date() - _DAY
        days = islice(self.dates(around), 4)
        found = [self._reminder(kind, day) for day in days for kind in kinds]
        return min((one for one in found if one.at > since), default=None)

    def _reminder(self, kind: Kind, day: date) -> Reminder:
        begins = self.begins(day)
        if kind == "hour":
            at = _milliseconds(begins) - _in_milliseconds(timedelta(hours=1))
        else:
            at = self.starts(day - _DAY)
        return Reminder(at, at + _in_milliseconds(_LATEST[kind]), kind, day)


def overdue(now: int) -> UnixMs:
    """Return the time before which every reminder is overdue."""
    return now - _in_milliseconds(max(_LATEST.values()))


@cache
def _zones() -> frozenset[str]:
    """Return the names of the time zones; the lookup takes some milliseconds."""
    return frozenset(available_timezones())


def _milliseconds(moment: datetime) -> int:
    return int(moment.astimezone(UTC).timestamp()) * 1000


def _in_milliseconds(length: timedelta) -> int:
    return int(length.total_seconds()) * 1000
