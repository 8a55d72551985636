"""The store of clubs: settings, links, plans and seasons."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Row, delete, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.nights.copies import made_from
from shengji.server.clubs.member_store import (
    RUNNERS,
    Refused,
    add_line,
    is_busy,
    lock_club,
    read_lines,
    runs_club,
    set_line,
)
from shengji.server.clubs.schemas import (
    MOST_SEASONS,
    ClubLine,
    ClubPlan,
    ClubRequest,
    ClubSettings,
    SeasonLine,
    SeasonRule,
    SeasonSettings,
)
from shengji.server.database.audit import record_act
from shengji.server.database.base_store import Store, writes
from shengji.server.database.ids import PersonId, new_id
from shengji.server.database.moments import UnixMs
from shengji.server.database.schema import (
    club_members,
    club_persons,
    clubs,
    evenings,
    heirs,
    night_people,
    nights,
    people,
    seasons,
)
from shengji.server.site.club_source import ClubFacts, ClubGuest, ClubSource

_REQUESTS = 50
"""Maximum number of pending nights to list for an organiser."""

_read_plan = msgspec.json.Decoder(ClubPlan).decode
_read_rule = msgspec.json.Decoder(SeasonRule).decode
_write = msgspec.json.encode


class Club(NamedTuple):
    """A club, as stored.

    Attributes:
        frozen: whether nobody owns it.
        people: number of members.
        asked: number of people who ask to join.
        series: name of the series that it was made from.
    """

    id: str
    settings: ClubSettings
    link: str
    founded: UnixMs
    frozen: bool
    people: int
    asked: int
    series: str | None


class StoredPlan(NamedTuple):
    """The plan of a club, as stored.

    Attributes:
        version: number of changes.
    """

    plan: ClubPlan
    version: int
    changed: UnixMs


class ClubStore(Store, ClubSource):
    """The store of clubs."""

    @writes
    async def make(
        self, connection: AsyncConnection, person: PersonId, name: str, settings: ClubSettings
    ) -> str | Refused:
        """Found a club, with a season of all nights.

        Args:
            connection: in a write transaction.
            person: the owner.
            name: the owner's name.
            settings: the settings.

        Returns:
            Its id, or a refusal.
        """
        if await is_busy(connection, person):
            return "too-many-clubs"
        id_, now = new_id(), self._clock()
        row = {"id": id_, "link": new_id(), "founded": now, **msgspec.structs.asdict(settings)}
        await connection.execute(insert(clubs), row)
        await add_line(connection, id_, name, now, person=person, role="owner", published=True)
        await connection.execute(insert(seasons), _season_row(SeasonSettings(), id_))
        return id_

    async def get(self, club: str) -> Club | None:
        """A club; `None`: there is none."""
        return await self._get(clubs.c.id == club)

    async def by_link(self, token: str) -> Club | None:
        """The club with a link."""
        return await self._get(clubs.c.link == token)

    async def _get(self, which: ColumnElement[bool]) -> Club | None:
        async with self._reading() as connection:
            row = (await connection.execute(select(clubs).where(which))).one_or_none()
            if row is None:
                return None
            counted = (
                select(club_members.c.state, club_members.c.role, func.count().label("lines"))
                .where(club_members.c.club == row.id, club_members.c.merged.is_(None))
                .group_by(club_members.c.state, club_members.c.role)
            )
            counts = (await connection.execute(counted)).all()
        return Club(
            id=row.id,
            settings=made_from(ClubSettings, row),
            link=row.link,
            founded=row.founded,
            frozen=not any(at.role == "owner" and at.state == "in" for at in counts),
            people=sum(at.lines for at in counts if at.state == "in"),
            asked=sum(at.lines for at in counts if at.state == "asked"),
            series=row.series,
        )

    async def of(self, person: PersonId) -> list[ClubLine]:
        """A person's clubs, by name."""
        other = club_members.alias()
        inside = (other.c.club == clubs.c.id) & other.c.merged.is_(None)
        query = (
            select(
                clubs.c.id.label("club"),
                clubs.c.name,
                club_members.c.role,
                club_members.c.state,
                *(
                    select(func.count())
                    .where(inside, other.c.state == state)
                    .correlate(clubs)
                    .scalar_subquery()
                    .label(label)
                    for state, label in (("in", "people"), ("asked", "asked"))
                ),
            )
            .join_from(club_persons, club_members, club_members.c.id == club_persons.c.line)
            .join(clubs, clubs.c.id == club_persons.c.club)
            .where(club_persons.c.person == person)
            .order_by(clubs.c.name, clubs.c.id)
        )
        async with self._reading() as connection:
            rows = (await connection.execute(query)).all()
        return [
            made_from(ClubLine, row, asked=row.asked if row.role in RUNNERS else 0) for row in rows
        ]

    @writes
    async def change(self, connection: AsyncConnection, club: str, settings: ClubSettings) -> None:
        """Change the settings of a club."""
        change = update(clubs).where(clubs.c.id == club)
        await connection.execute(change.values(msgspec.structs.asdict(settings)))

    @writes
    async def new_link(self, connection: AsyncConnection, club: str) -> None:
        """Replace the link of a club."""
        change = update(clubs).where(clubs.c.id == club).values(link=new_id())
        await connection.execute(change)

    @writes
    async def end(self, connection: AsyncConnection, club: str) -> None:
        """Delete a club; its nights and regular evenings stay."""
        parted = update(nights).where(nights.c.club == club)
        await connection.execute(parted.values(club=None, joined=None))
        await connection.execute(update(evenings).where(evenings.c.club == club).values(club=None))
        await connection.execute(delete(clubs).where(clubs.c.id == club))

    @writes
    async def appoint(
        self, connection: AsyncConnection, club: str, person: PersonId, name: str, by: str
    ) -> bool:
        """Make a person an owner of a club; returns whether the club exists.

        Args:
            connection: in a write transaction.
            club: the club.
            person: an account's public id.
            name: the name of the account.
            by: the acting administrator, as in `ActLine`.
        """
        if not await lock_club(connection, club):
            return False
        now, lines = self._clock(), (await read_lines(connection, club)).by_id.values()
        line = next((one for one in lines if one.account == person), None)
        if line is None:
            await add_line(connection, club, name, now, person=person, role="owner", published=True)
        else:
            values = {"role": "owner", "state": "in", "merged": None}
            await set_line(connection, line.id, served=line.served or now, **values)
        await record_act(connection, now, by, "appoint", person)
        return True

    # Nights

    async def facts(self, club: str) -> ClubFacts | None:
        """A club as nights show it; `None`: there is none."""
        query = select(clubs.c.id, clubs.c.name, clubs.c.seen).where(clubs.c.id == club)
        async with self._reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else ClubFacts(*row)

    async def organises(self, club: str, person: PersonId) -> bool:
        """Whether a person is an owner or organiser of a club."""
        query = select(clubs.c.id).where(clubs.c.id == club, runs_club(person))
        async with self._reading() as connection:
            return (await connection.execute(query)).one_or_none() is not None

    async def guest(self, club: str, person: str) -> ClubGuest | None:
        """The member of a club with a public id, an id in a night, or the id of a line."""
        async with self._reading() as connection:
            lines = await read_lines(connection, club)
            line = lines.of(person)
            if line is None or line.state != "in":
                return None
            account = lines.account(line)
            browsers = select(people.c.id).where(
                people.c.id.in_(line.persons), ~exists().where(heirs.c.guest == people.c.id)
            )
            browser = (await connection.execute(browsers)).scalars().first()
        id_ = account or browser or line.id
        return ClubGuest(id_, lines.name(line), account or "", lines.persons(line))

    async def requests(self, person: PersonId, club: str | None = None) -> tuple[ClubRequest, ...]:
        """Nights of other organisers that wait for an organiser's answer, latest first.

        Args:
            person: the organiser.
            club: only nights that ask for this club.
        """
        query = (
            select(nights, clubs.c.name)
            .join(clubs, clubs.c.id == nights.c.club)
            .where(nights.c.joined.is_(None), runs_club(person))
            .order_by(nights.c.opened.desc())
            .limit(_REQUESTS)
        )
        if club is not None:
            query = query.where(clubs.c.id == club)
        async with self._reading() as connection:
            rows = (await connection.execute(query)).all()
            named = (
                select(night_people.c.night, people.c.name)
                .join(people, people.c.id == night_people.c.person)
                .where(
                    night_people.c.role == "organiser",
                    night_people.c.night.in_([row.id for row in rows]),
                )
                .order_by(people.c.name)
            )
            organisers: dict[str, list[str]] = {}
            for at in await connection.execute(named) if rows else ():
                organisers.setdefault(at.night, []).append(at.name)
        return tuple(
            made_from(ClubRequest, row, night=row.id, organisers=tuple(organisers.get(row.id, ())))
            for row in rows
        )

    # Plan

    async def plan(self, club: str) -> StoredPlan | None:
        """The plan of a club; `None`: none."""
        query = select(clubs).where(clubs.c.id == club, clubs.c.plan.is_not(None))
        async with self._reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None:
            return None
        return StoredPlan(_read_plan(row.plan), row.plan_version, row.plan_changed or 0)

    @writes
    async def set_plan(self, connection: AsyncConnection, club: str, plan: ClubPlan | None) -> None:
        """Set the plan of a club, or delete it (`None`)."""
        change = update(clubs).where(clubs.c.id == club)
        values = {
            "plan": None if plan is None else _write(plan),
            "plan_version": clubs.c.plan_version + 1,
            "plan_changed": self._clock(),
        }
        await connection.execute(change.values(values))

    # Seasons

    async def seasons(self, club: str) -> list[SeasonLine]:
        """The seasons of a club, latest first."""
        query = select(seasons).where(seasons.c.club == club)
        query = query.order_by(seasons.c.first.desc(), seasons.c.name, seasons.c.id)
        async with self._reading() as connection:
            return [_season(row) for row in await connection.execute(query)]

    async def season(self, club: str, season: str) -> SeasonLine | None:
        """A season of a club; `None`: there is none."""
        found = (one for one in await self.seasons(club) if one.season == season)
        return next(found, None)

    @writes
    async def add_season(
        self, connection: AsyncConnection, club: str, settings: SeasonSettings
    ) -> str | None:
        """Add a season; returns its id, or `None` if the club has the maximum number."""
        await lock_club(connection, club)
        count = select(func.count()).where(seasons.c.club == club)
        if (await connection.execute(count)).scalar_one() >= MOST_SEASONS:
            return None
        row = _season_row(settings, club)
        await connection.execute(insert(seasons), row)
        return str(row["id"])

    @writes
    async def change_season(
        self, connection: AsyncConnection, season: str, settings: SeasonSettings
    ) -> None:
        """Change a season."""
        values = _season_row(settings)
        await connection.execute(update(seasons).where(seasons.c.id == season).values(values))

    @writes
    async def end_season(self, connection: AsyncConnection, season: str) -> None:
        """Delete a season; its nights stay."""
        await connection.execute(delete(seasons).where(seasons.c.id == season))


def _season_row(settings: SeasonSettings, club: str | None = None) -> dict[str, Any]:
    """The columns of a season; with a club those of a new one."""
    new = {} if club is None else {"id": new_id(), "club": club}
    return {**new, **msgspec.structs.asdict(settings), "rule": _write(settings.rule)}


def _season(row: Row[Any]) -> SeasonLine:
    return made_from(SeasonLine, row, season=row.id, rule=_read_rule(row.rule))
