"""Endpoints of a club's seasons: settings, tables, attendance; and the club of a night."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Final, NamedTuple

from litestar import Response
from litestar.params import FromPath

from shengji.nights import NightSettings
from shengji.nights.copies import made_from
from shengji.nights.exports import csv_of, table_of
from shengji.nights.season import SeasonStanding
from shengji.server.clubs.access import RUN_CLUB, ClubCaller, find_club, run_club
from shengji.server.clubs.member_store import Lines, MemberStore
from shengji.server.clubs.schemas import (
    MOST_SEASONS,
    AnswerNight,
    MemberAttendance,
    SeasonAttendance,
    SeasonLine,
    Seasons,
    SeasonSettings,
    SeasonTable,
    SetClub,
)
from shengji.server.clubs.season_tables import Season, season_of
from shengji.server.clubs.store import ClubStore
from shengji.server.nights.live_nights import Nights
from shengji.server.nights.routes.nights import CSV, OF_A_NIGHT, found_night, sheet
from shengji.server.nights.schemas import NightLine
from shengji.server.nights.store import NightStore
from shengji.server.ratings.store import RatingStore
from shengji.server.site.addresses import Addresses
from shengji.server.site.characters import visible
from shengji.server.site.club_source import ClubSource, need_member
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import HumanCaller, PersonCaller, VisitorCaller
from shengji.server.site.parameters import number
from shengji.words.others import rewrite_texts

addresses = Addresses("clubs")

_SEASON: Final = "/api/clubs/{club:str}/seasons/{season:str}"
_SEE_SEASON: Final = "no-club, no-season, too-many-requests"
_RUN_SEASON: Final = f"{RUN_CLUB}, no-season"
_PAGE: Final = 50
_NIGHTS: Final = 200
"""Maximum number of nights of a season that count; the latest ones."""


@addresses.get("/api/clubs/{club:str}/seasons", faults="no-club")
async def club_seasons(caller: VisitorCaller, club: FromPath[str]) -> Seasons:
    """List the seasons of a club.

    People who do not see the club get the published ones.
    """
    found = await find_club(caller, club)
    seasons = await caller.services[ClubStore].seasons(club)
    shown = tuple(one for one in seasons if one.published or found.sees)
    if not shown and not found.sees:
        raise ApiError("no-club")
    return Seasons(seasons=shown, runs=found.runs)


@addresses.post(
    "/api/clubs/{club:str}/seasons",
    status=201,
    faults=f"{RUN_CLUB}, bad-season, too-many-seasons, too-many-requests",
    makes=True,
)
async def add_season(caller: HumanCaller, club: FromPath[str], data: SeasonSettings) -> SeasonLine:
    """Begin a season.

    Its table counts the nights of the club from `first` to `last`, also those before now. For
    organisers.
    """
    caller.count_creation()
    await run_club(caller, club)
    settings = _checked(data)
    made = await caller.services[ClubStore].add_season(club, settings)
    if made is None:
        raise ApiError("too-many-seasons", most=MOST_SEASONS)
    return made_from(SeasonLine, settings, season=made)


@addresses.put(_SEASON, faults=f"{_RUN_SEASON}, bad-season")
async def change_season(
    caller: HumanCaller, club: FromPath[str], season: FromPath[str], data: SeasonSettings
) -> SeasonLine:
    """Change a season.

    For organisers.
    """
    await run_club(caller, club)
    await _season(caller, club, season)
    settings = _checked(data)
    await caller.services[ClubStore].change_season(season, settings)
    return made_from(SeasonLine, settings, season=season)


@addresses.delete(_SEASON, faults=_RUN_SEASON)
async def end_season(caller: HumanCaller, club: FromPath[str], season: FromPath[str]) -> None:
    """Delete a season.

    Its nights stay. For organisers.
    """
    await run_club(caller, club)
    await _season(caller, club, season)
    await caller.services[ClubStore].end_season(season)


@addresses.get(_SEASON, faults=_SEE_SEASON)
async def season_table(
    caller: VisitorCaller,
    club: FromPath[str],
    season: FromPath[str],
    first: Annotated[int, number("The `next` of a page.", "from")] = 0,
) -> SeasonTable:
    """Get the table of a season.

    Over the latest nights of the season, 200 at most, whose standings the caller may see; each
    member has one line. A page has 50 lines. Anybody may get that of a published season, without
    the names of unpublished members.
    """
    seen = await _seen(caller, club, season)
    lines, counted = seen.season.lines, seen.nights
    listed = counted if seen.found.sees else ()  # their pages have all names
    person = caller.person.id
    mine = seen.members.of(person)
    ids = {person} if mine is None else {person, mine.id}
    return SeasonTable(
        club=club,
        name=seen.found.settings.name,
        season=seen.line,
        counted=len(counted),
        damaged=seen.damaged,
        people=len(lines),
        standings=lines[first : first + _PAGE],
        next=first + _PAGE if first + _PAGE < len(lines) else None,
        own=next((row for row in lines if ids & {row.person, row.account}), None),
        board=seen.season.board,
        nights=listed[:_PAGE],
        runs=seen.found.runs,
        before=listed[_PAGE - 1].opened if len(listed) > _PAGE else None,
    )


@addresses.get(f"{_SEASON}/table.csv", media_type=CSV, faults=_SEE_SEASON)
async def season_sheet(
    caller: VisitorCaller, club: FromPath[str], season: FromPath[str]
) -> Response[bytes]:
    """Download the table of a season, for a spreadsheet.

    One line for each member; access as for the table.
    """
    lines = (await _seen(caller, club, season)).season.lines
    columns = tuple(name for name in SeasonStanding.__struct_fields__ if name != "person")
    return sheet(f"season-{season}", csv_of(columns, lines))


@addresses.get(f"{_SEASON}/attendance", faults=_RUN_SEASON)
async def season_attendance(
    caller: PersonCaller, club: FromPath[str], season: FromPath[str]
) -> SeasonAttendance:
    """Get the attendance of a season.

    For each member the nights to which they came; a list for the door. For organisers.
    """
    return await _attendance(caller, club, season)


@addresses.get(f"{_SEASON}/attendance.csv", media_type=CSV, faults=_RUN_SEASON)
async def attendance_sheet(
    caller: PersonCaller, club: FromPath[str], season: FromPath[str]
) -> Response[bytes]:
    """Download the attendance of a season, for a spreadsheet.

    One line for each member, with a 1 for each night to which they came. For organisers.
    """
    found = await _attendance(caller, club, season)
    columns = [
        f"{datetime.fromtimestamp(at.opened / 1000, UTC):%Y-%m-%d} {at.title}".strip()
        for at in found.nights
    ]
    ids = [at.night for at in found.nights]
    rows = ((one.name, *(int(at in one.nights) for at in ids)) for one in found.members)
    return sheet(f"attendance-{season}", table_of(("name", *columns), rows))


# The club of a night


@addresses.put("/api/nights/{night:str}/club", faults=f"{OF_A_NIGHT}, no-club, not-your-night")
async def set_night_club(caller: HumanCaller, night: FromPath[str], data: SetClub) -> None:
    """Set the club of a night.

    For organisers of the night who are members of the club. The night belongs to the club at once
    if the caller organises it, otherwise after an organiser's answer.
    """
    live = await found_night(caller, night)
    if not live.night.runs(caller.person.id):
        raise ApiError("not-your-night")
    if data.club is None:
        await live.alone(partial(live.set_club, None, joined=None))
        return
    await need_member(caller, data.club)
    runs = await caller.services[ClubSource].organises(data.club, caller.person.id)
    await live.alone(partial(live.set_club, data.club, joined=True if runs else None))


@addresses.post("/api/nights/{night:str}/club", faults=f"{OF_A_NIGHT}, no-club, not-your-club")
async def answer_night(caller: HumanCaller, night: FromPath[str], data: AnswerNight) -> None:
    """Admit a night to the club that it names, or remove it.

    For organisers of the club. The night does not count in the club before it is admitted.
    """
    live = await found_night(caller, night)
    if live.club is None:
        raise ApiError("no-club")
    if not await caller.services[ClubSource].organises(live.club.id, caller.person.id):
        raise ApiError("not-your-club")
    await live.alone(partial(live.set_club, live.club.id, joined=data.joins))


def _checked(settings: SeasonSettings) -> SeasonSettings:
    """The settings of a season as stored.

    Raises:
        ApiError: it ends before it begins.
    """
    if settings.last is not None and settings.last < settings.first:
        raise ApiError("bad-season")
    return rewrite_texts(settings, visible)


class _Seen(NamedTuple):
    """A season as a caller sees it.

    Attributes:
        nights: the nights that count, latest first.
        damaged: number of nights whose log cannot be read.
    """

    found: ClubCaller
    line: SeasonLine
    members: Lines
    nights: tuple[NightLine, ...]
    damaged: int
    season: Season


async def _seen(caller: VisitorCaller, club: str, season: str) -> _Seen:
    """The season of a request, if the caller may see it.

    Raises:
        ApiError: there is none for the caller.
    """
    found, line = await find_club(caller, club), await _season(caller, club, season)
    if not (line.published or found.sees):
        raise ApiError("no-club")
    listed = await _nights(caller, club, line)
    nights = [await caller.services[Nights].intact(at.night) for at in listed]
    person = caller.person.id
    shown = [live for live in nights if live is not None and live.night.may_see_standings(person)]
    for live in shown:
        await live.learn_gains()
    counts = {live.id for live in shown}
    readable = [live for live in nights if live is not None]
    members = await caller.services[MemberStore].lines(club)
    return _Seen(
        found=found,
        line=line,
        members=members,
        nights=tuple(at for at in listed if at.night in counts),
        damaged=nights.count(None),
        season=await season_of(
            shown[::-1],
            members,
            line.rule,
            readable[0].night.settings if readable else NightSettings(),
            caller.services[RatingStore],
            "organiser" if found.runs else "member" if found.belongs else "other",
        ),
    )


async def _attendance(caller: PersonCaller, club: str, season: str) -> SeasonAttendance:
    """The attendance of a season, for its organisers.

    Raises:
        ApiError: there is none, or the caller is no organiser.
    """
    await run_club(caller, club)
    line, members = await _season(caller, club, season), caller.services[MemberStore]
    lines, came = await members.lines(club), dict[str, dict[str, None]]()
    for one in await members.attendance(club, line.first, line.last):
        if one.member in lines.by_id:
            root = lines.root(lines.by_id[one.member])
            came.setdefault(root.id, {})[one.night] = None
    inside = [one for one in lines.by_id.values() if one.state == "in" and lines.root(one) is one]
    inside.sort(key=lambda one: (lines.name(one).casefold(), one.since, one.id))
    return SeasonAttendance(
        nights=tuple((await _nights(caller, club, line))[::-1]),
        members=tuple(
            MemberAttendance(
                member=one.id, name=lines.name(one), nights=tuple(came.get(one.id, ()))
            )
            for one in inside
        ),
    )


async def _season(caller: PersonCaller, club: str, season: str) -> SeasonLine:
    found = await caller.services[ClubStore].season(club, season)
    if found is None:
        raise ApiError("no-season")
    return found


async def _nights(caller: PersonCaller, club: str, season: SeasonLine) -> list[NightLine]:
    """The latest nights of a season, latest first."""
    before = None if season.last is None else season.last + 1
    found = await caller.services[NightStore].lines(
        caller.person.id, club=club, before=before, most=_NIGHTS
    )
    return [at for at in found if at.opened >= season.first]
