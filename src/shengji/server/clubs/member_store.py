"""The lines of a club's list of members, and their store.

A line points to persons: accounts, guests, and ids that a desk has made. A line that is merged into
another one counts for it, and can be parted again. Every change locks the club, so that two
organisers cannot, for example, both step down as the last owners.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, get_args

from sqlalchemy import ColumnElement, delete, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.clubs.schemas import MOST_CLUBS, MOST_MEMBERS, ClubRole, MemberState
from shengji.server.database.base_store import Store, writes
from shengji.server.database.ids import PersonId, new_id, new_secret
from shengji.server.database.merged_guests import merged_guests
from shengji.server.database.moments import UnixMs
from shengji.server.database.schema import (
    accounts,
    club_members,
    club_persons,
    clubs,
    night_people,
    nights,
    people,
)

Refused = Literal[
    "no-club",
    "no-member",
    "club-full",
    "club-frozen",
    "last-owner",
    "name-there",
    "member-without-account",
    "too-many-clubs",
    "merge-itself",
    "merge-organiser",
    "merge-accounts",
]
"""Reason why a change is refused; a code of `shengji.server.site.errors`."""

REFUSALS: Final = frozenset(get_args(Refused))

RUNNERS: Final = ("owner", "organiser")
"""Roles with the rights of an organiser."""


class Line(NamedTuple):
    """A line of a club's list of members.

    Attributes:
        name: that of its account, if it has one.
        served: the time from which the line has been an owner's or organiser's.
        merged: the line that it counts for; `None`: itself.
        code: secret of its code; `None`: it has none.
        announced: whether its persons receive announcements.
        account: the public id of its account.
        persons: the ids that it points to.
    """

    id: str
    club: str
    name: str
    role: ClubRole
    state: MemberState
    since: UnixMs
    served: UnixMs | None
    published: bool
    merged: str | None
    code: str | None
    announced: bool
    account: PersonId | None
    persons: tuple[str, ...]

    @property
    def runs(self) -> bool:
        """Whether the member is an owner or organiser."""
        return self.state == "in" and self.role in RUNNERS


class Lines:
    """All lines of a club."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self.by_id: Mapping[str, Line] = {line.id: line for line in lines}
        self._of = {person: line for line in self.by_id.values() for person in line.persons}

    @property
    def owners(self) -> int:
        """Number of owners of the club."""
        return sum(line.state == "in" and line.role == "owner" for line in self.by_id.values())

    def root(self, line: Line) -> Line:
        """The line that a line counts for."""
        while line.merged is not None and line.merged in self.by_id:
            line = self.by_id[line.merged]
        return line

    def of(self, person: str) -> Line | None:
        """The line of a person, or with an id, that counts."""
        line = self._of.get(person) or self.by_id.get(person)
        return None if line is None else self.root(line)

    def parts(self, line: Line) -> list[Line]:
        """A line with all lines that are merged into it, directly or through others."""
        parts = [line]
        for part in parts:
            parts += [one for one in self.by_id.values() if one.merged == part.id]
        return parts

    def persons(self, line: Line) -> frozenset[str]:
        """All ids in nights under which the member of a line may be known."""
        parts = self.parts(line)
        return frozenset(person for one in parts for person in one.persons)

    def account(self, line: Line) -> PersonId | None:
        """The account of the member of a line."""
        return next((one.account for one in self.parts(line) if one.account), None)

    def name(self, line: Line) -> str:
        """The name of the member of a line: that of the account, if there is one."""
        return next((one.name for one in self.parts(line) if one.account), line.name)

    def is_published(self, line: Line) -> bool:
        """Whether all see the name of the member of a line, which is the choice of an account."""
        return next((one.published for one in self.parts(line) if one.account), line.published)

    def called(self, name: str) -> Line | None:
        """The line that has a name, whether or not it is an account's."""
        wanted = name.casefold()
        found = (line for line in self.by_id.values() if line.name.casefold() == wanted)
        return next(found, None)


class Attendance(NamedTuple):
    """The nights of a club to which the persons of a line came."""

    member: str
    night: str
    opened: UnixMs


class MemberStore(Store):
    """The store of the members of clubs."""

    async def lines(self, club: str) -> Lines:
        """All lines of a club."""
        async with self._reading() as connection:
            return await read_lines(connection, club)

    async def line(self, club: str, person: PersonId) -> Line | None:
        """A person's own line in a club, whether it is merged or not."""
        own = select(club_persons.c.line).where(
            club_persons.c.club == club, club_persons.c.person == person
        )
        async with self._reading() as connection:
            found = await _read(connection, club_members.c.id.in_(own))
        return found[0] if found else None

    async def attendance(
        self, club: str, first: UnixMs = 0, last: UnixMs | None = None
    ) -> list[Attendance]:
        """The nights of a club to which each line's persons came, oldest first.

        Args:
            club: the club.
            first: only nights opened from this time on.
            last: only nights opened up to this time.
        """
        query = (
            select(club_persons.c.line, nights.c.id, nights.c.opened)
            .join_from(club_persons, night_people, night_people.c.person == club_persons.c.person)
            .join(nights, nights.c.id == night_people.c.night)
            .where(
                club_persons.c.club == club,
                night_people.c.role == "player",
                nights.c.club == club,
                nights.c.joined.is_(True),
                nights.c.opened >= first,
            )
            .distinct()
            .order_by(nights.c.opened, nights.c.id)
        )
        if last is not None:
            query = query.where(nights.c.opened <= last)
        async with self._reading() as connection:
            return [Attendance(*row) for row in await connection.execute(query)]

    @writes
    async def enter(
        self, connection: AsyncConnection, club: str, person: PersonId, state: MemberState
    ) -> str | Refused:
        """Enter a person; returns the id of the line, or a refusal.

        A person who has a line keeps it, and becomes a member by `in`.
        """
        if not await lock_club(connection, club):
            return "no-club"
        lines = await read_lines(connection, club)
        if lines.owners == 0:
            return "club-frozen"
        known = next((one for one in lines.by_id.values() if person in one.persons), None)
        if known is not None:
            if known.state != "in" and state == "in":
                await set_line(connection, known.id, state="in", since=self._clock())
            return known.id
        if len(lines.by_id) >= MOST_MEMBERS:
            return "club-full"
        found = (await _names(connection, [person])).get(person)
        if found is None:
            return "no-member"
        return await add_line(
            connection, club, found, self._clock(), person=person, state=state, published=True
        )

    @writes
    async def add(
        self, connection: AsyncConnection, club: str, name: str, person: str | None = None
    ) -> str | Refused:
        """Add a member without an account; returns the id of the line, or a refusal.

        Args:
            connection: in a write transaction.
            club: the club.
            name: a name that no line has.
            person: an id in nights under which the member has played.
        """
        if not await lock_club(connection, club):
            return "no-club"
        lines = await read_lines(connection, club)
        if lines.called(name) is not None:
            return "name-there"
        if len(lines.by_id) >= MOST_MEMBERS:
            return "club-full"
        return await add_line(connection, club, name, self._clock(), person=person)

    @writes
    async def point(
        self, connection: AsyncConnection, club: str, member: str, person: str
    ) -> Refused | None:
        """Point a line to a person, unless another line does.

        A guest with a browser gets a line of their own that counts for it, since a line gives its
        rights to all browsers that it points to.
        """
        lines = await _lock_lines(connection, club)
        if member not in lines.by_id:
            return "no-member"
        if lines.of(person) is not None:
            return None
        name = (await _names(connection, [person])).get(person)
        if name is None:
            row = {"person": person, "club": club, "line": member}
            await connection.execute(insert(club_persons), row)
        elif len(lines.by_id) >= MOST_MEMBERS:
            return "club-full"
        else:
            line = await add_line(connection, club, name, self._clock(), person=person)
            await set_line(connection, line, merged=member)
        return None

    @writes
    async def change(
        self,
        connection: AsyncConnection,
        club: str,
        member: str,
        *,
        role: ClubRole | None = None,
        admit: bool = False,
        name: str | None = None,
        published: bool | None = None,
    ) -> Refused | None:
        """Change a line; `None`: unchanged."""
        lines = await _lock_lines(connection, club)
        line = lines.by_id.get(member)
        if line is None:
            return "no-member"
        values: dict[str, Any] = {} if published is None else {"published": published}
        if name is not None:
            other = lines.called(name)
            if line.account is not None or other not in (None, line):
                return "name-there"
            values["name"] = name
        if admit and line.state != "in":
            values |= {"state": "in", "since": self._clock()}
        if role is not None and role != line.role:
            refused = await _refuse_role(connection, lines, line, role)
            if refused is not None:
                return refused
            served = None if role == "member" else line.served or self._clock()
            values |= {"role": role, "served": served}
        if values:
            await set_line(connection, member, **values)
        return None

    @writes
    async def remove(
        self, connection: AsyncConnection, club: str, member: str, leaves: PersonId | None = None
    ) -> frozenset[str] | Refused:
        """Remove a line with all that are merged into it.

        Args:
            connection: in a write transaction.
            club: the club.
            member: the id of the line.
            leaves: the person, who leaves by themselves: lines of other people's browsers stay.
                `None`: an organiser removes the member.

        Returns:
            The ids of a member without an account that belong to no browser; or a refusal.
        """
        lines = await _lock_lines(connection, club)
        line = lines.by_id.get(member)
        if line is None:
            return "no-member"
        if line.runs and line.role == "owner" and lines.owners == 1:
            return "last-owner"
        account = lines.account(line)
        gone = await _remove(connection, lines.parts(line), leaves)
        return frozenset() if account else gone

    @writes
    async def merge(
        self, connection: AsyncConnection, club: str, member: str, into: str
    ) -> Refused | None:
        """Merge a line into another one."""
        lines = await _lock_lines(connection, club)
        line, other = lines.by_id.get(member), lines.of(into)
        if line is None or other is None or {line.state, other.state} != {"in"}:
            return "no-member"
        refused = mergeable(lines, line, other)
        if refused is None:
            await set_line(connection, member, merged=other.id, code=None)
        return refused

    @writes
    async def part(self, connection: AsyncConnection, club: str, member: str) -> Refused | None:
        """Undo a merge."""
        line = (await _lock_lines(connection, club)).by_id.get(member)
        if line is None or line.merged is None:
            return "no-member"
        await set_line(connection, member, merged=None)
        return None

    # Codes

    @writes
    async def new_code(self, connection: AsyncConnection, club: str, member: str) -> str | None:
        """Give a line without an account a new secret for its code; `None`: no such line."""
        line = (await _lock_lines(connection, club)).by_id.get(member)
        if line is None or line.account is not None or line.merged is not None:
            return None
        secret = new_secret()
        await set_line(connection, member, code=secret)
        return secret

    @writes
    async def claim(
        self, connection: AsyncConnection, club: str, member: str, account: PersonId
    ) -> Refused | None:
        """Give a line to an account, and end its code.

        The line points to the account. It is merged into the account's own line if there is one, or
        if it points to the browser of a guest, who may be somebody else.
        """
        lines = await _lock_lines(connection, club)
        line, own = lines.by_id.get(member), lines.of(account)
        if line is None or line.code is None:
            return "no-member"
        merged = None
        if own is None:
            if lines.account(line) is not None:
                return "merge-accounts"
            names = await _names(connection, [account, *line.persons])
            if names.keys() == {account}:
                row = {"person": account, "club": club, "line": member}
                await connection.execute(insert(club_persons), row)
            else:
                merged = await add_line(
                    connection,
                    club,
                    names[account],
                    self._clock(),
                    person=account,
                    state=line.state,
                    published=line.published,
                )
        elif own.id != line.id:
            refused = mergeable(lines, line, own)
            if refused is not None:
                return refused
            merged = own.id
            await self._admit(connection, line, own)
        await set_line(connection, member, code=None, merged=merged)
        return None

    async def _admit(self, connection: AsyncConnection, line: Line, own: Line) -> None:
        """Make the member of a line one that is merged into an account's, which only asks yet."""
        if line.state == "in" != own.state:
            await set_line(connection, own.id, state="in", since=self._clock())

    # Personal data

    @writes
    async def merge_guest(
        self, connection: AsyncConnection, guest: PersonId, owner: PersonId
    ) -> None:
        """Transfer a guest's lines to the account that the guest has become part of.

        Args:
            connection: in a write transaction.
            guest: the public id of the guest.
            owner: the public id of the account; that of the guest for a new account.
        """
        query = select(club_persons).where(club_persons.c.person == guest)
        for row in (await connection.execute(query)).all():
            lines = await _lock_lines(connection, row.club)
            line, own = lines.by_id[row.line], lines.of(owner)
            root = lines.root(line)
            if {one.account for one in lines.parts(root)} - {None, owner}:
                # An organiser has taken the guest for somebody else.
                await set_line(connection, line.id, merged=None)
                root = line
            if guest == owner:
                continue
            if own is None:
                new = {"person": owner, "club": row.club, "line": line.id}
                await connection.execute(insert(club_persons), new)
            elif root.id != own.id:
                await set_line(connection, root.id, merged=own.id, code=None)
                await self._admit(connection, root, own)

    @writes
    async def forget(
        self, connection: AsyncConnection, person: PersonId
    ) -> frozenset[tuple[str, str]]:
        """Remove a person's lines, and appoint successors for a club's last owner.

        Lines of other people's browsers stay, however an organiser has merged them.

        Returns:
            Clubs, with the person's other ids in their nights, which belong to no browser.
        """
        own = club_persons.c.person == person
        query = select(club_persons).where(own).order_by(club_persons.c.club)
        found = set[tuple[str, str]]()
        for row in (await connection.execute(query)).all():
            lines = await _lock_lines(connection, row.club)
            line = lines.by_id.get(row.line)
            if line is None:
                continue
            root = lines.root(line)
            whole = lines.account(root) in (None, person)
            gone = await _remove(connection, lines.parts(root) if whole else [line], person)
            found |= {(row.club, one) for one in gone}
            await _succeed(connection, row.club)
        await connection.execute(delete(club_persons).where(own))
        return frozenset(found)

    async def export(self, person: PersonId) -> list[dict[str, Any]]:
        """A person's lines in clubs, for their export."""
        columns = ("name", "role", "state", "since", "published", "announced")
        query = (
            select(
                clubs.c.id.label("club"),
                clubs.c.name.label("title"),
                *(club_members.c[name] for name in columns),
            )
            .join_from(club_persons, club_members, club_members.c.id == club_persons.c.line)
            .join(clubs, clubs.c.id == club_persons.c.club)
            .where(club_persons.c.person == person)
            .order_by(club_members.c.since, clubs.c.id)
        )
        async with self._reading() as connection:
            return [row._asdict() for row in await connection.execute(query)]


async def _names(connection: AsyncConnection, persons: Collection[str]) -> dict[str, str]:
    """The names of those of several persons who have a browser or an account."""
    query = select(people.c.id, people.c.name).where(people.c.id.in_(persons))
    return {row.id: row.name for row in await connection.execute(query)}


async def read_lines(connection: AsyncConnection, club: str) -> Lines:
    """All lines of a club."""
    return Lines(await _read(connection, club_members.c.club == club))


async def _read(connection: AsyncConnection, which: ColumnElement[bool]) -> list[Line]:
    rows = (await connection.execute(select(club_members).where(which))).all()
    pointed = (
        select(club_persons.c.line, club_persons.c.person, people.c.name, accounts.c.bot)
        .join_from(club_persons, club_members, club_members.c.id == club_persons.c.line)
        .outerjoin(people, people.c.id == club_persons.c.person)
        .outerjoin(accounts, accounts.c.person == club_persons.c.person)
        .where(which)
        .order_by(club_persons.c.person)
    )
    persons: dict[str, list[str]] = {}
    owned: dict[str, tuple[str, str]] = {}
    for at in await connection.execute(pointed):
        persons.setdefault(at.line, []).append(at.person)
        if at.bot is False:
            owned[at.line] = (at.person, at.name)
    found = []
    for row in rows:
        account, name = owned.get(row.id, (None, row.name))
        values = {**row._asdict(), "name": name, "account": account}
        found.append(Line(persons=tuple(persons.get(row.id, ())), **values))
    return found


async def add_line(
    connection: AsyncConnection,
    club: str,
    name: str,
    now: UnixMs,
    *,
    person: str | None = None,
    role: ClubRole = "member",
    state: MemberState = "in",
    published: bool = False,
) -> str:
    """Add a line, within a write transaction; returns its id."""
    id_ = new_id()
    row = {"id": id_, "club": club, "name": name, "role": role, "state": state, "since": now}
    row |= {"served": None if role == "member" else now, "published": published}
    await connection.execute(insert(club_members), row)
    # A desk checks the member in by the id of the line, the same on every night.
    rows = [{"person": one, "club": club, "line": id_} for one in (id_, person) if one is not None]
    await connection.execute(insert(club_persons), rows)
    return id_


def mergeable(lines: Lines, line: Line, into: Line) -> Refused | None:
    """The reason why a line cannot count for another one, but for hands in which both sat."""
    if line.merged is not None or lines.root(into) is line:
        return "merge-itself"
    if line.role != "member":
        return "merge-organiser"
    if lines.account(line) and lines.account(into):
        return "merge-accounts"
    return None


async def is_busy(connection: AsyncConnection, person: PersonId) -> bool:
    """Whether a person owns the maximum number of clubs."""
    owned = (
        select(func.count())
        .select_from(club_persons)
        .join(club_members, club_members.c.id == club_persons.c.line)
        .where(club_persons.c.person == person, club_members.c.role == "owner")
    )
    return bool((await connection.execute(owned)).scalar_one() >= MOST_CLUBS)


def runs_club(person: PersonId) -> ColumnElement[bool]:
    """Whether a person is an owner or organiser of the club `clubs`."""
    return exists().where(
        club_persons.c.club == clubs.c.id,
        club_persons.c.person == person,
        club_members.c.id == club_persons.c.line,
        club_members.c.role.in_(RUNNERS),
        club_members.c.state == "in",
    )


async def lock_club(connection: AsyncConnection, club: str) -> bool:
    """Lock a club until the transaction ends; returns whether it exists."""
    query = select(clubs.c.id).where(clubs.c.id == club).with_for_update()
    return (await connection.execute(query)).one_or_none() is not None


async def _lock_lines(connection: AsyncConnection, club: str) -> Lines:
    await lock_club(connection, club)
    return await read_lines(connection, club)


async def set_line(connection: AsyncConnection, member: str, **values: Any) -> None:
    """Set columns of a line, within a write transaction that has locked its club."""
    change = update(club_members).where(club_members.c.id == member)
    await connection.execute(change.values(values))


async def _refuse_role(
    connection: AsyncConnection, lines: Lines, line: Line, role: ClubRole
) -> Refused | None:
    if role != "member" and (line.account is None or line.state != "in" or line.merged):
        return "member-without-account"
    if line.role == "owner" and lines.owners == 1:
        return "last-owner"
    if role == "owner" and await is_busy(connection, line.account or ""):
        return "too-many-clubs"
    return None


async def _remove(
    connection: AsyncConnection, parts: Sequence[Line], person: PersonId | None
) -> frozenset[str]:
    """Remove a line with parts of it; returns the ids of these that belong to no browser.

    With a `person` who leaves, lines stay that point to other people than the person and the guests
    who have been merged into the person's account.
    """
    above = parts[0].merged
    living = (await _names(connection, {id_ for one in parts for id_ in one.persons})).keys()
    if person is not None:
        guests = merged_guests(person)
        others = living - {person, *(await connection.execute(guests)).scalars()}
        parts = [one for one in parts if others.isdisjoint(one.persons)]
    ids = [one.id for one in parts]
    parted = update(club_members).where(club_members.c.merged.in_(ids))
    await connection.execute(parted.values(merged=above))
    await connection.execute(delete(club_members).where(club_members.c.id.in_(ids)))
    return frozenset(id_ for one in parts for id_ in one.persons) - living


async def _succeed(connection: AsyncConnection, club: str) -> None:
    """Make the longest-serving organiser the owner of a club that has none."""
    lines = await read_lines(connection, club)
    heirs = [one for one in lines.by_id.values() if one.runs and one.account]
    if heirs and lines.owners == 0:
        heir = min(heirs, key=lambda one: (one.served or one.since, one.id))
        await set_line(connection, heir.id, role="owner")
