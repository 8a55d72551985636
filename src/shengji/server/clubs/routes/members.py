"""Endpoints of a club's members: the list, roles, merges, codes and guests of an evening."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from litestar.params import FromPath

from shengji.nights.copies import made_from
from shengji.server.accounts.guest_names import tidy_name
from shengji.server.accounts.names import passes_for_house
from shengji.server.clubs.access import (
    RUN_CLUB,
    ClubCaller,
    need_runs,
    own_club,
    run_club,
    seen_club,
)
from shengji.server.clubs.announcement_store import AnnouncementStore
from shengji.server.clubs.member_store import Line, Lines, MemberStore, mergeable
from shengji.server.clubs.routes.clubs import invited, refuse
from shengji.server.clubs.schemas import (
    AskMember,
    ChangeMember,
    ClaimedMember,
    ClubExport,
    ClubMember,
    ClubMembers,
    EveningGuests,
    ExportedEvening,
    ExportedMember,
    GuestChoice,
    GuestThere,
    MakeMembers,
    MemberCode,
    MemberId,
    MergeMember,
    NewMember,
)
from shengji.server.clubs.store import ClubStore
from shengji.server.database.moments import UnixMs
from shengji.server.evenings.routes import evenings_of
from shengji.server.nights.claims import code_of, matching
from shengji.server.nights.live_night import LiveNight
from shengji.server.nights.live_nights import Nights
from shengji.server.nights.store import NightStore
from shengji.server.site.addresses import Addresses
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import HumanCaller, PersonCaller
from shengji.server.site.schemas import Fault, PersonLine
from shengji.server.site.services import is_id
from shengji.server.site.ties import TieSource

addresses = Addresses("clubs")

_OF_MEMBER: Final = f"{RUN_CLUB}, no-member"
"""Error codes of an organiser's change of a line."""

_NIGHTS: Final = 1000
"""Maximum number of nights in the export of a club."""


class _Came(NamedTuple):
    """The nights of a member."""

    nights: int = 0
    last: UnixMs | None = None


@addresses.get("/api/clubs/{club:str}/members", faults="no-club")
async def club_members(caller: PersonCaller, club: FromPath[str]) -> ClubMembers:
    """List the members of a club.

    Organisers get all lines, those who came last first. Members get the lines with an account or
    published; other people, of a public club, the published ones.
    """
    found = await seen_club(caller, club)
    if not found.sees:
        raise ApiError("no-club")
    lines = await caller.services[MemberStore].lines(club)
    came = await _came(caller, club, lines) if found.runs else {}
    shown = [
        _member(found, lines, line, came.get(lines.root(line).id, _Came()))
        for line in lines.by_id.values()
        if found.runs or _is_shown(found, line)
    ]
    shown.sort(key=lambda one: (-(one.last or 0), one.name.casefold(), one.since, one.member))
    return ClubMembers(members=tuple(shown))


@addresses.post(
    "/api/clubs/{club:str}/members",
    status=201,
    faults=f"{_OF_MEMBER}, club-full, club-by-invitation, not-a-friend, bad-name, name-reserved, "
    "name-there, too-many-requests",
    makes=True,
)
async def add_member(caller: HumanCaller, club: FromPath[str], data: NewMember) -> MemberId:
    """Add a member without an account, invite a friend, or ask to join.

    With a `name`, for organisers: a member without an account. If a line has the name already, use
    it, or say a second name as well. With a `person`: invites a friend; members may do so unless an
    organiser decides who joins. With neither: asks to join a public club.
    """
    caller.count_creation()
    members = caller.services[MemberStore]
    if data.name is not None:
        await run_club(caller, club)
        made = await members.add(club, _named(data.name))
    elif data.person is not None:
        found = await own_club(caller, club)
        if not found.runs and found.settings.joins == "approval":
            raise ApiError("not-your-club")
        ties = await caller.services[TieSource].ties(caller.person.id)
        if data.person not in ties.friends:
            raise ApiError("not-a-friend")
        made = await members.enter(club, data.person, "invited")
    else:
        found = await seen_club(caller, club)
        if found.settings.joins == "invitation" and found.line is None:
            raise ApiError("club-by-invitation")
        made = await members.enter(club, caller.person.id, "asked")
    refuse(made)
    return MemberId(member=made)


@addresses.put(
    "/api/clubs/{club:str}/members/{member:str}",
    faults=f"{_OF_MEMBER}, not-an-owner, last-owner, member-without-account, too-many-clubs, "
    "bad-name, name-reserved, name-there",
)
async def change_member(
    caller: HumanCaller, club: FromPath[str], member: FromPath[str], data: ChangeMember
) -> None:
    """Change a line of a club.

    Organisers admit people who ask, and name and publish members without an account. Owners set
    roles. Members accept their invitation, step down, and publish their own line. The last owner
    cannot step down.
    """
    found = await seen_club(caller, club)
    _, line = await _line(caller, club, member)
    _may_change(found, line, data)
    refuse(
        await caller.services[MemberStore].change(
            club,
            member,
            role=data.role,
            admit=data.state is not None,
            name=None if data.name is None else _named(data.name),
            published=data.published,
        )
    )


@addresses.delete(
    "/api/clubs/{club:str}/members/{member:str}",
    faults=f"{_OF_MEMBER}, not-an-owner, last-owner",
)
async def remove_member(caller: HumanCaller, club: FromPath[str], member: FromPath[str]) -> None:
    """Leave a club or decline to join; organisers may also remove others.

    The name of a removed member without an account is deleted from the club's nights too; results
    stay. Removing another person replaces the link, so that they cannot return by it. The last
    owner cannot leave.
    """
    found = await seen_club(caller, club)
    _, line = await _line(caller, club, member)
    own = found.line is not None and found.line.id == member
    if not own:
        need_runs(found)
        if line.runs and not found.owns:
            raise ApiError("not-an-owner")
    leaves = caller.person.id if own else None
    gone = await caller.services[MemberStore].remove(club, member, leaves)
    refuse(gone)
    if not own:
        await caller.services[ClubStore].new_link(club)
    for person in gone:
        await caller.services[Nights].forget(person, club)


# Merges


@addresses.post(
    "/api/clubs/{club:str}/members/{member:str}/merge",
    faults=f"{_OF_MEMBER}, merge-itself, merge-organiser, merge-accounts, sat-together",
)
async def merge_member(
    caller: HumanCaller, club: FromPath[str], member: FromPath[str], data: MergeMember
) -> None:
    """Merge a line into another one.

    Its nights count for the other line from then on, until the merge is undone; no result or rating
    changes. Two lines that sat in one hand are two people.
    """
    await run_club(caller, club)
    lines, line = await _line(caller, club, member)
    into = lines.of(data.into)
    if into is None:
        raise ApiError("no-member")
    await _need_apart(caller, lines, line, into)
    refuse(await caller.services[MemberStore].merge(club, member, into.id))


@addresses.delete("/api/clubs/{club:str}/members/{member:str}/merge", faults=_OF_MEMBER)
async def part_member(caller: HumanCaller, club: FromPath[str], member: FromPath[str]) -> None:
    """Undo the merge of a line."""
    await run_club(caller, club)
    refuse(await caller.services[MemberStore].part(club, member))


# Codes


@addresses.post(
    "/api/clubs/{club:str}/members/{member:str}/code", faults=f"{_OF_MEMBER}, too-many-requests"
)
async def member_code(
    caller: HumanCaller, club: FromPath[str], member: FromPath[str]
) -> MemberCode:
    """Make a code with which a person claims a line without an account, once.

    An earlier code of the line stops working. For organisers.
    """
    caller.count_creation()
    await run_club(caller, club)
    secret = await caller.services[MemberStore].new_code(club, member)
    if secret is None:
        raise ApiError("no-member")
    _, line = await _line(caller, club, member)
    return MemberCode(member=member, name=line.name, code=code_of(secret, member))


@addresses.post(
    "/api/club-codes", faults="bad-claim, no-account, bot-account, club-frozen, too-many-requests"
)
async def claim_member(caller: HumanCaller, data: AskMember) -> ClaimedMember:
    """Claim a line of a club.

    Requires the line's code. Without `confirm`, the response only shows the line; with it, the line
    and the results of its nights are transferred to the caller's account.
    """
    caller.count_sign_in()
    members = caller.services[MemberStore]
    found = await caller.services[ClubStore].get(data.club) if is_id(data.club) else None
    lines = await members.lines(data.club) if found is not None else Lines(())
    secrets = {line.id: line.code or "" for line in lines.by_id.values()}
    member = matching(secrets, data.code)
    if found is None or member is None:
        raise ApiError("bad-claim")
    line, yours, refusal = lines.by_id[member], False, None
    if data.confirm:
        if not caller.person.has_account:
            raise ApiError("no-account")
        if found.frozen:
            raise ApiError("club-frozen")
        refusal = await _claim(caller, lines, line)
        yours = refusal is None
    came = await members.attendance(data.club)
    return ClaimedMember(
        club=found.id,
        title=found.settings.name,
        member=member,
        name=line.name,
        nights=len({one.night for one in came if one.member == member}),
        yours=yours,
        refusal=refusal,
    )


async def _claim(caller: HumanCaller, lines: Lines, line: Line) -> Fault | None:
    """Give a line to the caller's account; returns the reason why it cannot be given."""
    account = caller.person.id
    try:
        own = lines.of(account)
        if own is not None:
            await _need_apart(caller, lines, line, own)
        refuse(await caller.services[MemberStore].claim(line.club, line.id, account))
    except ApiError as error:
        return Fault(code=error.code, words=error.words)
    for person in lines.persons(line):
        await caller.services[Nights].claimed(person, account, line.club)
    return None


# Guests of an evening


@addresses.post(
    "/api/clubs/{club:str}/guests/{night:str}",
    faults=f"{_OF_MEMBER}, no-night, night-damaged, club-full, bad-name, name-reserved, "
    "name-there, sat-together, too-many-requests",
)
async def make_members(
    caller: HumanCaller, club: FromPath[str], night: FromPath[str], data: MakeMembers
) -> EveningGuests:
    """Make guests of an evening members.

    Without `guests`, all guests of the night without an account. A guest whose name a line has
    already is returned in `there`: say which line it is, or a second name. For organisers.
    """
    caller.count_creation()
    await run_club(caller, club)
    live = await _night_of(caller, club, night)
    members = caller.services[MemberStore]
    lines = await members.lines(club)
    guests = [
        one
        for one in live.night.people.values()
        if not one.account and one.name and lines.of(one.id) is None
    ]
    wanted = {one.person: one for one in data.guests}
    wanted = wanted or {one.id: GuestChoice(person=one.id) for one in guests}
    made, there = list[str](), list[GuestThere]()
    for guest in guests:
        choice = wanted.get(guest.id)
        if choice is None:
            continue
        if choice.member is not None:
            lines = await members.lines(club)  # other guests may be the same member
            line = lines.of(choice.member)
            if line is None:
                raise ApiError("no-member")
            if _sat_together(live, frozenset({guest.id}), lines.persons(line)):
                raise ApiError("sat-together", night=_title(live))
            refuse(await members.point(club, line.id, guest.id))
            made.append(line.id)
            continue
        name = guest.name if choice.name is None else _named(choice.name)
        outcome = await members.add(club, name, guest.id)
        known = (await members.lines(club)).called(name) if outcome == "name-there" else None
        if known is not None and choice.name is None:
            there.append(GuestThere(person=guest.id, name=name, member=known.id))
            continue
        refuse(outcome)
        made.append(outcome)
    return EveningGuests(made=tuple(made), there=tuple(there))


# Export


@addresses.get("/api/clubs/{club:str}/export.json", faults=RUN_CLUB)
async def club_export(caller: HumanCaller, club: FromPath[str]) -> ClubExport:
    """Download all that a club has stored: members, seasons, nights, evenings. For organisers."""
    found = await run_club(caller, club)
    members, store = caller.services[MemberStore], caller.services[ClubStore]
    lines = await members.lines(club)
    came: dict[str, list[str]] = {}
    for one in await members.attendance(club):
        came.setdefault(one.member, []).append(one.night)
    plan = await store.plan(club)
    return ClubExport(
        club=club,
        settings=found.settings,
        founded=found.club.founded,
        plan=None if plan is None else plan.plan,
        seasons=tuple(await store.seasons(club)),
        members=tuple(
            made_from(
                ExportedMember,
                line,
                member=line.id,
                persons=line.persons,
                nights=tuple(came.get(line.id, ())),
            )
            for line in lines.by_id.values()
        ),
        announcements=tuple(await caller.services[AnnouncementStore].of(club)),
        nights=tuple(
            await caller.services[NightStore].lines(caller.person.id, club=club, most=_NIGHTS)
        ),
        evenings=tuple(
            ExportedEvening(
                known.evening.id,
                known.evening.settings,
                tuple(made_from(PersonLine, at) for at in known.members if at.joined is not None),
            )
            for known in await evenings_of(caller, club)
        ),
    )


async def _line(caller: PersonCaller, club: str, member: str) -> tuple[Lines, Line]:
    """The lines of a club, and one of them by its id.

    Raises:
        ApiError: there is no such line.
    """
    lines = await caller.services[MemberStore].lines(club)
    if member not in lines.by_id:
        raise ApiError("no-member")
    return lines, lines.by_id[member]


def _named(text: str) -> str:
    """A permitted name of a member without an account.

    Raises:
        ApiError: the name is not permitted.
    """
    name = tidy_name(text)
    if name is None:
        raise ApiError("bad-name")
    if passes_for_house(name):
        raise ApiError("name-reserved")
    return name


def _may_change(found: ClubCaller, line: Line, data: ChangeMember) -> None:
    """Require the rights for changes of a line.

    Raises:
        ApiError: the caller lacks one.
    """
    own = found.line is not None and found.line.id == line.id
    steps_down = own and line.runs and data.role is not None and data.role != "owner"
    if data.role is not None and not found.owns and not steps_down:
        need_runs(found)
        raise ApiError("not-an-owner")
    accepts = own and invited(line) and not found.club.frozen
    if data.state is not None and not accepts:
        need_runs(found)
        if line.state != "asked":
            raise ApiError("not-your-club")
    if data.name is not None or (data.published is not None and not own):
        need_runs(found)
        if line.account is not None:
            raise ApiError("not-your-club")


def _is_shown(found: ClubCaller, line: Line) -> bool:
    """Whether a caller who is no organiser sees a line."""
    if line.state != "in" or line.merged is not None:
        return found.line is not None and found.line.id == line.id
    return line.published or (found.belongs and line.account is not None)


def _member(found: ClubCaller, lines: Lines, line: Line, came: _Came) -> ClubMember:
    return made_from(
        ClubMember,
        line,
        came,
        member=line.id,
        merged=line.merged if line.merged in lines.by_id else None,
        coded=found.runs and line.code is not None,
        persons=line.persons if found.runs else (),
    )


async def _came(caller: PersonCaller, club: str, lines: Lines) -> Mapping[str, _Came]:
    """The nights of each member in the latest season, and the last one, by line that counts."""
    seasons = await caller.services[ClubStore].seasons(club)
    first, last = (seasons[0].first, seasons[0].last) if seasons else (0, None)
    nights, latest = dict[str, set[str]](), dict[str, UnixMs]()
    for one in await caller.services[MemberStore].attendance(club):
        line = lines.by_id.get(one.member)
        if line is not None:
            root = lines.root(line).id
            latest[root] = one.opened
            if first <= one.opened and (last is None or one.opened <= last):
                nights.setdefault(root, set()).add(one.night)
    return {root: _Came(len(nights.get(root, ())), at) for root, at in latest.items()}


async def _need_apart(caller: PersonCaller, lines: Lines, line: Line, into: Line) -> None:
    """Require that two lines may be merged, and never sat in one hand.

    Raises:
        ApiError: they may not.
    """
    refuse(mergeable(lines, line, into))
    came = await caller.services[MemberStore].attendance(line.club)
    parts = [{one.id for one in lines.parts(at)} for at in (line, into)]
    nights = [{one.night for one in came if one.member in part} for part in parts]
    for night in sorted(nights[0] & nights[1]):
        live = await caller.services[Nights].intact(night)
        if live is not None and _sat_together(live, lines.persons(line), lines.persons(into)):
            raise ApiError("sat-together", night=_title(live))


def _sat_together(live: LiveNight, one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two people, by their ids in nights, sat in one hand of a night."""
    known = live.night.people.values()
    first, second = (
        {at.id for at in known if persons & {at.id, at.account}} for persons in (one, other)
    )
    games = (game for found in live.night.rounds for game in found.games.values())
    seated = (seats for game in games for seats in (game.seats, *(at.seats for at in game.hands)))
    return any(not first.isdisjoint(seats) and not second.isdisjoint(seats) for seats in seated)


def _title(live: LiveNight) -> str:
    return live.night.settings.title or live.id


async def _night_of(caller: PersonCaller, club: str, night: str) -> LiveNight:
    """A night that belongs to a club.

    Raises:
        ApiError: there is none.
    """
    live = await caller.services[Nights].get(night) if is_id(night) else None
    if live is None or not live.counts_in(club):
        raise ApiError("no-night")
    return live
