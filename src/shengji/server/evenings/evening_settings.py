"""Settings of a regular evening: the schedule, the rules and the table."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from shengji.forms import Setting
from shengji.rules.bounds import GivenRules
from shengji.server.tables.state import Settings
from shengji.words.others import ForOthers

Every = Literal["week", "fortnight", "month"]
"""Interval: every week, every two weeks, or monthly on the same weekday of the month."""

Remind = Literal["none", "day", "hour", "both"]
"""Time of the reminders: none, the same time on the day before, one hour before, or both."""

Answer = Literal["yes", "no", "perhaps"]
"""Answer of a member: whether they come on a day."""

Day = Annotated[str, Meta(pattern="^20[0-9]{2}-[01][0-9]-[0-3][0-9]$", max_length=10)]
"""Date as `2026-12-03`."""


class When(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Schedule of a recurring event.

    Times are local times, so that they do not shift with daylight saving time.

    Attributes:
        first: the first date, which also sets the weekday.
        time: start time, as `20:00`.
        zone: name of the time zone in the tz database.
        every: interval.
        hours: duration in hours.
    """

    first: Day = "2026-01-01"
    time: Annotated[str, Meta(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$", max_length=5)] = "20:00"
    zone: Annotated[str, Meta(min_length=1, max_length=60)] = "UTC"
    every: Annotated[Every, Setting()] = "week"
    hours: Annotated[int, Meta(ge=1, le=12), Setting(usual=(1, 2, 3, 4, 5, 6, 8))] = 3


class EveningSettings(When, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Settings of a regular evening; the schedule is in `When`.

    The form in the client is generated from these fields.

    Attributes:
        title: the name of the evening.
        first: as in `When`, like `time` and `zone`.
        every: interval.
        hours: duration in hours.
        remind: time of the reminders; members who have declined get none.
        carry_on: whether the levels carry over to the next time, until a match is won.
        rules: the rules, in the format of `shengji.rules.rules_from`.
        table: the settings of the tables.
    """

    title: Annotated[ForOthers, Meta(max_length=40), Setting()] = ""
    remind: Annotated[Remind, Setting()] = "both"
    carry_on: Annotated[bool, Setting()] = True
    rules: GivenRules = msgspec.field(default_factory=lambda: {"preset": "zhang-2021"})
    table: Settings = Settings(private=True)
