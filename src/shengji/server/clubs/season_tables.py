"""The table and the board of ratings of a season, one line for each member."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from shengji.nights import NightSettings
from shengji.nights.meetings import USUAL
from shengji.nights.season import (
    MemberNight,
    SeasonRuling,
    SeasonStanding,
    place_ranges,
    season_standings,
)
from shengji.ratings import Rating, pool_of
from shengji.server.clubs.member_store import Lines
from shengji.server.clubs.schemas import SeasonBoard, SeasonRating, SeasonRule
from shengji.server.nights.live_night import LiveNight
from shengji.server.nights.views import rows_of, standing_lines
from shengji.server.ratings.store import RatingStore
from shengji.server.rules.sheets import rules_state

Viewer = Literal["organiser", "member", "other"]
"""Role of a caller, which decides whose names they see."""

_ESTABLISHED: Final = 160.0
"""Maximum deviation of an established rating; a newcomer's is 200, and that of people who always
play with the same partner stays above 140."""

_BOARD: Final = 200
"""Maximum number of lines on the board."""

_WITHIN: Final = 1.96
"""Deviations of a rating within which the strength lies in 19 of 20 cases."""


class Season(NamedTuple):
    """The table and the board of a season."""

    lines: tuple[SeasonStanding, ...]
    board: SeasonBoard


async def season_of(
    nights: Sequence[LiveNight],
    members: Lines,
    rule: SeasonRule,
    settings: NightSettings,
    ratings: RatingStore,
    viewer: Viewer,
) -> Season:
    """The table and the board over several nights.

    A member has one line. A person who is no member has one line by account; a guest without an
    account is a separate person in each night.

    Args:
        nights: the nights, oldest first.
        members: the lines of the club.
        rule: the rule of the season.
        settings: the settings of the last night, whose pool the ratings belong to.
        ratings: the store of ratings.
        viewer: role of the caller.
    """
    rows = list(_rows(nights, members))
    accounts = {at.row.account for at in rows if at.row.account}
    rules = settings.rules_for(USUAL)
    found = await ratings.of(accounts, pool_of(rules))
    rated = {account: at for account, at in found.items() if at.games}
    values = {account: at.value for account, at in rated.items()}
    lines = season_standings(rows, SeasonRuling(rule.by, rule.best, rule.least_nights, values))
    board = SeasonBoard(
        least=rule.least_nights,
        heading=rules_state(rules).heading,
        lines=tuple(
            replace(line, person="", name="")
            if _is_hidden(members, viewer, line.person, line.member)
            else line
            for line in islice(_board(lines, rated, rule.least_nights), _BOARD)
        ),
    )
    return Season(tuple(_shown(line, members, viewer) for line in lines), board)


def _rows(nights: Sequence[LiveNight], members: Lines) -> Iterator[MemberNight]:
    """The rows of all nights, under the ids and names of members."""
    for live in nights:
        for row in standing_lines(live, rows_of(live)):
            line = members.of(row.person) or (members.of(row.account) if row.account else None)
            if line is not None and line.state == "in":
                account, name = members.account(line), members.name(line)
                own = replace(row, person=line.id, account=account, name=name)
                yield MemberNight(line.id, live.id, own)
            else:
                key = row.account or f"{live.id}:{row.person}"
                own = replace(row, person=row.account or row.name)
                yield MemberNight(key, live.id, own)


def _board(
    lines: Sequence[SeasonStanding], rated: dict[str, Rating], least: int
) -> Iterator[SeasonRating]:
    """The board: the established first, with the places that they may have, then the others."""
    found = [(rated[line.account], line) for line in lines if line.account in rated]
    found = [(at, line) for at, line in found if line.nights >= least]
    found.sort(key=lambda at: (at[0].deviation > _ESTABLISHED, -at[0].value, at[1].name))
    sure = [at for at, _ in found if at.deviation <= _ESTABLISHED]
    within = [_WITHIN * at.deviation for at in sure]
    ranges = place_ranges(
        [(at.value - width, at.value + width) for at, width in zip(sure, within, strict=True)]
    )
    for number, (at, line) in enumerate(found):
        first, last = ranges[number] if number < len(ranges) else (None, None)
        yield SeasonRating(
            first=first,
            last=last,
            member=line.person,
            person=line.account or "",
            name=line.name,
            nights=line.nights,
            value=at.value,
            deviation=at.deviation,
        )


def _shown(line: SeasonStanding, members: Lines, viewer: Viewer) -> SeasonStanding:
    """A line of the table as a caller sees it."""
    if not _is_hidden(members, viewer, line.account, line.person):
        return line
    person = line.person if line.person in members.by_id else ""
    return replace(line, person=person, name="", account=None)


def _is_hidden(members: Lines, viewer: Viewer, account: str | None, member: str) -> bool:
    """Whether a caller does not see a name.

    Members do not see the names of members without an account that are not published. Other people
    see neither the names of unpublished members, nor those of guests.
    """
    line = members.by_id.get(member)
    if viewer == "organiser" or (line is not None and members.is_published(line)):
        return False
    if viewer == "member":
        return line is not None and not account
    return line is not None or not account
