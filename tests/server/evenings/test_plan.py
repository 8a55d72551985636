"""When a regular evening is, and the calendar file that says the same."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

import pytest
from dateutil.rrule import rrulestr
from icalendar import Calendar, Event, Timezone

from shengji.server.evenings.calendar import Entry, calendar_of
from shengji.server.evenings.evening_settings import EveningSettings, Every, Remind
from shengji.server.evenings.plan import Plan, PlanError, Reminder

MANY = 60
ENTRY = Entry("abc@shengji", "Thursdays", "Tractor", "http://x/#/evening/abc", 3, 1_780_000_000_000)
HOUR = 3_600_000


def plan_of(**settings: object) -> Plan:
    return Plan.of(EveningSettings(**settings))  # type: ignore[arg-type]


def at(day: str, time: str, zone: str = "UTC") -> int:
    """A moment, in milliseconds since 1970."""
    moment = datetime.fromisoformat(f"{day} {time}").replace(tzinfo=ZoneInfo(zone))
    return int(moment.timestamp()) * 1000


def read(file: bytes) -> Event:
    """The only appointment in a file, which says the zone of its times itself."""
    calendar = Calendar.from_ical(file)
    (event,) = calendar.walk("VEVENT")
    assert isinstance(event, Event)
    return event


def begins(event: Event, count: int) -> list[datetime]:
    """The first moments of an appointment that comes again and again."""
    start = event.decoded("dtstart")
    (recurs,) = event.rrules
    said = recurs.to_ical().decode()
    rule = rrulestr(said, dtstart=start.replace(tzinfo=None))
    lists = event.get("exdate", [])
    skipped = {
        one.dt for some in (lists if isinstance(lists, list) else [lists]) for one in some.dts
    }
    moments = (moment.replace(tzinfo=start.tzinfo) for moment in rule)
    return list(islice((moment for moment in moments if moment not in skipped), count))


@pytest.mark.parametrize("every", ["week", "fortnight", "month"])
@pytest.mark.parametrize(
    "zone", ["Europe/Berlin", "America/New_York", "Asia/Shanghai", "Australia/Lord_Howe"]
)
@pytest.mark.parametrize("first", ["2026-10-01", "2026-12-31"])
def test_a_calendar_has_the_same_moments_over_changes_of_daylight_saving(
    every: Every, zone: str, first: str
) -> None:
    whole = plan_of(first=first, every=every, zone=zone, time="20:00")
    days = list(islice(whole.dates(whole.first), MANY))
    plan = whole._replace(skipped=frozenset({days[3], days[10], date(2026, 10, 2)}))
    kept = list(islice(plan.dates(plan.first), MANY))
    assert [day for day in days if day in plan.skipped] == [days[3], days[10]]
    event = read(calendar_of(plan, ENTRY))
    said = begins(event, MANY)
    assert [moment.timestamp() * 1000 for moment in said] == [plan.starts(day) for day in kept]
    assert {moment.strftime("%a %H:%M") for moment in said} == {"Thu 20:00"}
    offsets = {plan.begins(day).utcoffset() for day in kept}
    assert len(offsets) == (1 if zone == "Asia/Shanghai" else 2)


def test_a_file_says_by_what_it_is_known_again_and_how_often_it_changed() -> None:
    plan = plan_of(first="2026-12-03", zone="Europe/Berlin", hours=3)
    event = read(calendar_of(plan, ENTRY))
    assert (event["uid"], event["sequence"]) == ("abc@shengji", 3)
    assert event.decoded("duration") == timedelta(hours=3)
    assert event.decoded("last-modified") == datetime.fromtimestamp(1_780_000_000, UTC)
    assert (str(event["summary"]), str(event["url"])) == ("Thursdays", ENTRY.link)
    zones = Calendar.from_ical(calendar_of(plan, ENTRY)).walk("VTIMEZONE")
    assert [str(zone["tzid"]) for zone in zones] == ["Europe/Berlin"]


def test_a_file_knows_the_changes_of_its_zone_for_ten_years() -> None:
    plan = plan_of(first="2026-12-03", zone="Europe/Berlin")
    (zone,) = Calendar.from_ical(calendar_of(plan, ENTRY)).walk("VTIMEZONE")
    assert {part.name for part in zone.subcomponents} == {"STANDARD", "DAYLIGHT"}
    assert isinstance(zone, Timezone)
    assert zone.get_transitions()[0][-1].year == 2036


@pytest.mark.parametrize("first", ["2000-01-06", "2099-12-31"])
def test_the_first_day_may_be_long_ago_or_far_away(first: str) -> None:
    plan = plan_of(first=first, zone="Europe/Berlin")
    event = read(calendar_of(plan, ENTRY))
    assert begins(event, 1)[0].timestamp() * 1000 == plan.starts(date.fromisoformat(first))


@pytest.mark.parametrize(
    ("first", "days"),
    [
        ("2026-12-03", ["2026-12-03", "2027-01-07", "2027-02-04", "2027-03-04"]),  # the first
        ("2026-12-24", ["2026-12-24", "2027-01-28", "2027-02-25", "2027-03-25"]),  # the fourth
        ("2026-12-31", ["2026-12-31", "2027-01-28", "2027-02-25", "2027-03-25"]),  # the last
    ],
)
def test_every_month_on_the_same_weekday_of_it(first: str, days: list[str]) -> None:
    plan = plan_of(first=first, every="month")
    assert [str(day) for day in islice(plan.dates(plan.first), 4)] == days


def test_a_time_that_daylight_saving_leaves_out_is_an_hour_later_by_the_clock() -> None:
    plan = plan_of(first="2027-03-28", zone="Europe/Berlin", time="02:30")
    assert plan.starts(plan.first) == at("2027-03-28", "01:30")  # which is 03:30 there


def test_the_one_under_way_is_the_next_one_until_it_is_over() -> None:
    plan = plan_of(first="2026-12-03", zone="Asia/Shanghai", time="23:00", hours=3)
    first, second = date(2026, 12, 3), date(2026, 12, 10)
    over = plan.ends(first)
    assert over == at("2026-12-04", "02:00", "Asia/Shanghai")
    assert plan.coming(over - 1, 2) == (first, second)
    assert plan.coming(over, 1) == (second,)
    assert plan.opens(first) == plan.starts(first) - HOUR


@pytest.mark.parametrize(
    ("remind", "expected"),
    [
        ("none", []),
        ("hour", [("2027-03-28", "19:00", "hour"), ("2027-04-04", "19:00", "hour")]),
        ("day", [("2027-03-27", "20:00", "day"), ("2027-04-03", "20:00", "day")]),
        ("both", [("2027-03-27", "20:00", "day"), ("2027-03-28", "19:00", "hour")]),
    ],
)
def test_reminders_go_by_the_clock_on_the_wall(
    remind: Remind, expected: list[tuple[str, str, str]]
) -> None:
    # From the evening before to the evening daylight saving takes 23 hours.
    plan = plan_of(first="2027-03-28", zone="Europe/Berlin", time="20:00")
    since, found = at("2027-03-20", "00:00"), list[Reminder]()
    for _ in expected:
        reminder = plan.reminder(remind, since)
        assert reminder is not None
        found.append(reminder)
        since = reminder.at
    assert [(one.at, one.kind) for one in found] == [
        (at(day, time, "Europe/Berlin"), kind) for day, time, kind in expected
    ]
    if not expected:
        assert plan.reminder(remind, since) is None


def test_nobody_is_reminded_of_a_day_that_is_skipped() -> None:
    plan = plan_of(first="2026-12-03")._replace(skipped=frozenset({date(2026, 12, 3)}))
    reminder = plan.reminder("both", at("2026-12-01", "00:00"))
    assert reminder is not None and str(reminder.day) == "2026-12-10"


@pytest.mark.parametrize(
    ("field", "value"), [("first", "2026-02-31"), ("zone", "Mars/Base"), ("zone", "../etc")]
)
def test_a_plan_that_cannot_be_is_refused(field: str, value: str) -> None:
    with pytest.raises(PlanError) as refused:
        plan_of(**{field: value})
    assert refused.value.field == field
