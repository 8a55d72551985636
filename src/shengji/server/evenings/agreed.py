"""The things agreed on: when a regular evening is, what is played, and how."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from shengji.forms import Setting
from shengji.rules.bounds import GivenRules
from shengji.server.tables.state import Settings
from shengji.words.others import ForOthers

Every = Literal["week", "fortnight", "month"]
"""How often it is: every week, every two weeks, or every month on the same weekday of it."""

Remind = Literal["none", "day", "hour", "both"]
"""When its people are reminded: not at all, at the same time on the day before, an hour before."""

Day = Annotated[str, Meta(pattern="^20[0-9]{2}-[01][0-9]-[0-3][0-9]$", max_length=10)]
"""A day, as `2026-12-03`."""


class When(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The times at which something comes again and again.

    What is kept is what a clock on the wall shows, so that it stays at eight when daylight saving
    begins.

    Attributes:
        first: the first day on which it is, or was; it says on which weekday.
        time: at what time.
        zone: in which time zone, by its name in the tz database.
        every: how often.
        hours: how long it is, in hours.
    """

    first: Day = "2026-01-01"
    time: Annotated[str, Meta(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$", max_length=5)] = "20:00"
    zone: Annotated[str, Meta(min_length=1, max_length=60)] = "UTC"
    every: Annotated[Every, Setting()] = "week"
    hours: Annotated[int, Meta(ge=1, le=12), Setting(usual=(1, 2, 3, 4, 5, 6, 8))] = 3


class EveningSettings(When, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A regular evening as its people have agreed on it; its times stand in `When`.

    The form for it is made of what is declared here.

    Attributes:
        title: a name for it.
        first: as of `When`, and so are `time` and `zone`.
        every: how often it is.
        hours: how long it is, in hours.
        remind: when people are reminded who have not said that they stay away.
        carry_on: whether the levels are carried on to the next time, until a match is won.
        rules: what is played, as `shengji.rules.rules_from` reads it.
        table: how its tables are run.
    """

    title: Annotated[ForOthers, Meta(max_length=40), Setting()] = ""
    remind: Annotated[Remind, Setting()] = "both"
    carry_on: Annotated[bool, Setting()] = True
    rules: GivenRules = msgspec.field(default_factory=lambda: {"preset": "zhang-2021"})
    table: Settings = Settings(private=True)
