"""The plan of a regular evening: the days on which it is, and when it begins by the world's clock.

What a clock on the wall shows is what is planned. A time that daylight saving leaves out is an hour
later, of one that comes twice the first counts, as in calendars (RFC 5545 §3.3.5).
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from itertools import islice
from typing import Final, Literal, NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from shengji.server.evenings.agreed import Every, Remind, When

OPENS_BEFORE: Final = timedelta(hours=1)
"""So long before the hour the table can be opened."""

Kind = Literal["day", "hour"]
"""A reminder: at the same time on the day before, or an hour before."""

_LATEST: Final[dict[Kind, timedelta]] = {"day": timedelta(hours=6), "hour": timedelta(minutes=30)}
"""So late a reminder is still given, when the server was not there at its time; later it is not."""

_DAY: Final = timedelta(days=1)
_WEEK: Final = timedelta(weeks=1)


class PlanError(ValueError):
    """A plan that cannot be followed; `field` names what is wrong with it."""

    def __init__(self, field: Literal["first", "zone"]) -> None:
        super().__init__(field)
        self.field = field


class Reminder(NamedTuple):
    """A reminder of one evening.

    Attributes:
        at: when it is to be given, in milliseconds since 1970.
        latest: until when it is still of use, likewise.
        kind: which.
        day: of the evening on which day.
    """

    at: int
    latest: int
    kind: Kind
    day: date


class Plan(NamedTuple):
    """The plan of a regular evening.

    Attributes:
        first: the first day.
        at: at what time.
        zone: in which time zone.
        every: how often.
        length: how long it is.
        skipped: the days on which it is not, though it would be.
    """

    first: date
    at: time
    zone: ZoneInfo
    every: Every
    length: timedelta
    skipped: frozenset[date] = frozenset()

    @classmethod
    def of(cls, when: When, skipped: frozenset[date] = frozenset()) -> Plan:
        """The plan that what is agreed comes to.

        Raises:
            PlanError: there is no such day, or no such time zone.
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
        """Of a monthly evening, the place of its weekday in the month: 1 to 4; -1: the last.

        >>> Plan.of(When(first="2026-12-31", every="month")).place
        -1
        """
        return (self.first.day - 1) // 7 + 1 if self.first.day <= 28 else -1

    def dates(self, since: date) -> Iterator[date]:
        """The days on which it is, from a day on; there is no end to them.

        >>> plan = Plan.of(When(first="2026-12-31", every="month"))
        >>> [str(day) for day in islice(plan.dates(date(2027, 1, 1)), 3)]
        ['2027-01-28', '2027-02-25', '2027-03-25']
        """
        return (day for day in self._all(max(since, self.first)) if day not in self.skipped)

    def _all(self, since: date) -> Iterator[date]:
        """The days from one on that is not before the first, those that are skipped as well."""
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
        """The day in a month."""
        if self.place < 0:
            end = date(year + month // 12, month % 12 + 1, 1) - _DAY
            return end - timedelta(days=(end.weekday() - self.first.weekday()) % 7)
        begin = date(year, month, 1)
        gap = timedelta(days=(self.first.weekday() - begin.weekday()) % 7)
        return begin + gap + (self.place - 1) * _WEEK

    def begins(self, day: date) -> datetime:
        """The moment at which it begins on a day."""
        return datetime.combine(day, self.at, self.zone)

    def starts(self, day: date) -> int:
        """The same in milliseconds since 1970."""
        return _milliseconds(self.begins(day))

    def opens(self, day: date) -> int:
        """From when its table can be opened, in milliseconds since 1970."""
        return self.starts(day) - _in_milliseconds(OPENS_BEFORE)

    def ends(self, day: date) -> int:
        """When it is over, in milliseconds since 1970."""
        return self.starts(day) + _in_milliseconds(self.length)

    def coming(self, now: int, most: int) -> tuple[date, ...]:
        """The days on which it is next, that of the one under way first.

        Args:
            now: the time, in milliseconds since 1970.
            most: how many.
        """
        around = datetime.fromtimestamp(now / 1000, self.zone).date() - _DAY
        found = (day for day in self.dates(around) if self.ends(day) > now)
        return tuple(islice(found, most))

    def is_on(self, day: date) -> bool:
        """Whether a day is one of its days, skipped or not."""
        return day >= self.first and next(self._all(day)) == day

    def reminder(self, remind: Remind, since: int) -> Reminder | None:
        """The first reminder after a moment, in milliseconds since 1970; `None`: there are none."""
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


def overdue(now: int) -> int:
    """The moment up to which every reminder is too late by now."""
    return now - _in_milliseconds(max(_LATEST.values()))


@cache
def _zones() -> frozenset[str]:
    """The time zones that there are; to look for them takes some milliseconds."""
    return frozenset(available_timezones())


def _milliseconds(moment: datetime) -> int:
    return int(moment.astimezone(UTC).timestamp()) * 1000


def _in_milliseconds(length: timedelta) -> int:
    return int(length.total_seconds()) * 1000
