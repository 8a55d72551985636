"""Storage of nights: an event log for each, and an index of their present state.

The store does not interpret events. Rows that must be consistent with the events are written in the
same transaction: the members of a night, and its tables of the site.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Row, Select, delete, exists, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.nights.copies import made_from
from shengji.ratings import Counted
from shengji.server.database.base_store import Store, writes
from shengji.server.database.errors import StorageConflict
from shengji.server.database.lease import Lease, check_leases
from shengji.server.database.merged_guests import merged_owners
from shengji.server.database.moments import UnixMs
from shengji.server.database.owners import claim, give, need_own
from shengji.server.database.schema import (
    accounts,
    club_members,
    club_persons,
    clubs,
    matches,
    night_events,
    night_people,
    night_tables,
    nights,
    people,
    rated_matches,
    rated_people,
    rating_changes,
)
from shengji.server.matches.night_rows import NightMatch, follow_night
from shengji.server.nights.schemas import NightLine, NightRole, NightStage
from shengji.server.ratings.night_results import NIGHT_TABLES, of_night
from shengji.server.site.schemas import NamedClub


class NightIndex(NamedTuple):
    """The index row of a night, which lists show without reading its log.

    Attributes:
        ended: time of the end; `None`: not over.
        counted: unit of its results for ratings, fixed at creation.
        members: public ids with roles, for organisers and players.
        club: the club that it names, when it is created.
        joined: whether the club has admitted it, when it is created.
    """

    title: str
    stage: NightStage
    opened: UnixMs
    ended: UnixMs | None
    people: int
    rounds: int
    counted: Counted
    members: frozenset[tuple[str, NightRole]]
    club: str | None = None
    joined: bool | None = None


class OnlineTable(NamedTuple):
    """A table of the site for a table of a night.

    Attributes:
        site: its id on the site.
        table: number of the table in the night.
        event: number of the event that appointed it; later appointments override earlier ones.
        first: number of hands played before at that table, after a round was reopened.
        done: whether it was dismissed and its results are complete.
    """

    site: str
    round: int
    table: int
    event: int
    first: int = 0
    done: bool = False


class StoredNight(NamedTuple):
    """A night as stored.

    Attributes:
        bodies: its events as JSON, in order.
        sites: its tables of the site.
        rated_to: number of the last event that the ledger includes.
        counted: unit of its results for ratings.
        club: the club that it names.
        joined: whether the club has admitted it; `None`: not answered yet.
    """

    bodies: tuple[bytes, ...]
    sites: tuple[OnlineTable, ...]
    rated_to: int
    counted: Counted
    club: str | None = None
    joined: bool | None = None


class NightStore(Store):
    """Database store of nights; the rules of `Store` apply."""

    async def claim(self, night: str, *, by_force: bool = False) -> Lease | None:
        """Take the lease of a night's log; `None`: the night does not exist.

        Args:
            night: its id.
            by_force: whether to take it from its present owner.

        Raises:
            ElsewhereError: another server has it.
        """
        return await claim(self._database, nights, night, by_force=by_force)

    async def give(self, night: str, hold: Lease, to: str) -> None:
        """Transfer the lease of a night's log to another server, by the id of its node."""
        await give(self._database, nights, night, hold, to)

    def own(self, night: str) -> Lease:
        """A lease for the log of a night that is not stored yet.

        Raises:
            ElsewhereError: the night belongs to another server.
        """
        need_own(self._database, night)
        return Lease(self._database.node, 1)

    @writes
    async def append(
        self,
        connection: AsyncConnection,
        night: str,
        hold: Lease,
        first: int,
        bodies: Sequence[bytes],
        index: NightIndex,
        sites: Sequence[OnlineTable] = (),
    ) -> None:
        """Append to a night's log; the first events create the night.

        Args:
            night: its id.
            hold: the lease of its log.
            first: number of the first of these events: the version plus one.
            bodies: the events as JSON.
            index: the index row after the events.
            sites: new tables of the site.

        Raises:
            FencedError: another server has taken the lease.
            StorageConflict: the log has other events at these numbers; the caller must read it
                again.
        """
        version = first - 1 + len(bodies)
        row = index._asdict()
        members = row.pop("members")
        known = select(nights.c.version).where(nights.c.id == night)
        events = [
            {"night": night, "number": number, "body": body}
            for number, body in enumerate(bodies, first)
        ]
        await check_leases(connection, nights, [(night, hold)])
        found = (await connection.execute(known)).scalar_one_or_none()
        if (found or 0) != first - 1:
            raise StorageConflict(
                f"Event {first} of night {night} was not written: it has {found or 0} events. "
                "Read its log again."
            )
        if found is None:
            new = {"id": night, **hold.columns, "version": version, "rated_to": 0, **row}
            await connection.execute(insert(nights), new)
        else:
            del row["club"], row["joined"]
            change = update(nights).where(nights.c.id == night)
            await connection.execute(change.values(version=version, **row))
        await connection.execute(insert(night_events), events)
        await _write_members(connection, night, members)
        if sites:
            new_sites = [{"night": night, **site._asdict()} for site in sites]
            await connection.execute(insert(night_tables), new_sites)

    async def load(self, night: str) -> StoredNight | None:
        """Load a night; `None`: it does not exist."""
        events = select(night_events.c.body).where(night_events.c.night == night)
        sites = select(night_tables).where(night_tables.c.night == night)
        columns = (nights.c[name] for name in ("rated_to", "counted", "club", "joined"))
        facts = select(*columns).where(nights.c.id == night)
        async with self._reading() as connection:
            row = (await connection.execute(facts)).one_or_none()
            if row is None:
                return None
            bodies = await connection.execute(events.order_by(night_events.c.number))
            order = (night_tables.c.event, night_tables.c.table)
            found = await connection.execute(sites.order_by(*order))
            return StoredNight(
                tuple(bodies.scalars()),
                tuple(
                    OnlineTable(at.site, at.round, at.table, at.event, at.first, at.done)
                    for at in found
                ),
                row.rated_to,
                row.counted,
                row.club,
                row.joined,
            )

    @writes
    async def join(
        self,
        connection: AsyncConnection,
        night: str,
        hold: Lease,
        club: str | None,
        *,
        joined: bool | None,
    ) -> None:
        """Store the club of a night, and whether it admits the night.

        Raises:
            FencedError: another server has taken the lease.
        """
        change = update(nights).where(nights.c.id == night)
        change = change.values(club=club, joined=joined)
        await check_leases(connection, nights, [(night, hold)])
        await connection.execute(change)

    @writes
    async def site_done(self, connection: AsyncConnection, site: str) -> None:
        """Mark a table of the site as done."""
        change = update(night_tables).where(night_tables.c.site == site).values(done=True)
        await connection.execute(change)

    async def unfinished(self) -> list[str]:
        """Ids of nights that are not over, have open tables on the site, or are not fully rated."""
        waits = exists().where(night_tables.c.night == nights.c.id, ~night_tables.c.done)
        behind = nights.c.rated_to < nights.c.version
        query = select(nights.c.id).where(or_(nights.c.stage != "over", waits, behind))
        async with self._reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def all(self) -> list[str]:
        """Ids of all nights, oldest first."""
        query = select(nights.c.id).order_by(nights.c.opened, nights.c.id)
        async with self._reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def lines(
        self,
        viewer: str,
        *,
        club: str | None = None,
        stage: NightStage | None = None,
        before: UnixMs | None = None,
        most: int = 50,
    ) -> list[NightLine]:
        """List nights, latest first.

        Args:
            viewer: the caller's public id.
            club: only nights admitted to this club.
            stage: only nights at this stage.
            before: only nights created before this time.
            most: maximum number.
        """
        query = night_lines(club=club, stage=stage, before=before, most=most)
        async with self._reading() as connection:
            rows = (await connection.execute(query)).all()
            ids = [row.id for row in rows]
            own = select(night_people.c.night, night_people.c.role).where(
                night_people.c.person == viewer, night_people.c.night.in_(ids)
            )
            roles: dict[str, set[str]] = {}
            for night, role in (await connection.execute(own)) if ids else ():
                roles.setdefault(night, set()).add(role)
            named = await _clubs_of(connection, rows, viewer)
        return [
            made_from(
                NightLine,
                row,
                night=row.id,
                club=named.get(row.club) if row.joined else None,
                role=_role(roles.get(row.id, set())),
            )
            for row in rows
        ]

    async def of_person(self, person: str, club: str | None = None) -> list[str]:
        """Ids of the nights that a person organises or plays in, oldest first.

        Args:
            person: the id of the person in nights.
            club: only nights that name this club; `None`: all.
        """
        mine = select(night_people.c.night).where(night_people.c.person == person)
        query = select(nights.c.id).where(nights.c.id.in_(mine)).order_by(nights.c.opened)
        query = query if club is None else query.where(nights.c.club == club)
        async with self._reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def accounts_of(self, persons: Collection[str]) -> dict[str, str]:
        """The accounts of people, by public id: their own, or the one that a guest was merged into.

        Bots count as having none of their own.
        """
        query = select(accounts.c.person).where(accounts.c.person.in_(persons), ~accounts.c.bot)
        if not persons:
            return {}
        async with self._reading() as connection:
            own = (await connection.execute(query)).scalars()
            return await merged_owners(connection, persons) | {person: person for person in own}

    async def names(self, persons: Collection[str]) -> dict[str, str]:
        """The names of people; deleted people are missing."""
        query = select(people.c.id, people.c.name).where(people.c.id.in_(persons))
        async with self._reading() as connection:
            return {row.id: row.name for row in await connection.execute(query)}

    @writes
    async def rewrite(
        self, connection: AsyncConnection, night: str, bodies: Mapping[int, bytes]
    ) -> None:
        """Replace stored events, such as to remove a person's name."""
        for number, body in bodies.items():
            change = update(night_events).where(
                night_events.c.night == night, night_events.c.number == number
            )
            await connection.execute(change.values(body=body))

    @writes
    async def rate(
        self, connection: AsyncConnection, night: str, version: int, matches: Sequence[NightMatch]
    ) -> bool:
        """Replace the matches of a night in the ledger, and advance `rated_to`.

        Args:
            night: the night.
            version: number of the last event that `matches` includes.
            matches: all its matches to be rated; ledger entries of its other matches no longer
                count.

        Returns:
            Whether an entry has changed, so that the ratings must be advanced.
        """
        done = update(nights).where(nights.c.id == night, nights.c.rated_to < version)
        changed = await follow_night(connection, night, matches)
        await connection.execute(done.values(rated_to=version))
        return changed

    async def matches(self, night: str) -> dict[tuple[int, int], str]:
        """Ids of a night's matches in the history, by numbers of round and table."""
        real, online = pages_of(night)
        async with self._reading() as connection:
            found = {
                divmod(row.number, NIGHT_TABLES): row.id for row in await connection.execute(real)
            }
            for row in await connection.execute(online):
                found[row.round, row.table] = row.id
        return found

    async def gains(self, night: str) -> dict[str, float]:
        """Rating points that a night has brought so far, by public id of the account.

        Points of a person's ratings in several pools are added up.
        """
        query = gains_of(night)
        async with self._reading() as connection:
            return {row.person: round(row.gain, 3) for row in await connection.execute(query)}


def pages_of(night: str) -> tuple[Select[Any], Select[Any]]:
    """The queries of `NightStore.matches`: tables with real cards, and tables of the site."""
    of_site, at = matches.c.table == night_tables.c.site, night_tables.c
    return (
        of_night(night).with_only_columns(matches.c.number, matches.c.id).where(matches.c.open),
        select(at.round, at.table, matches.c.id)
        .join(matches, of_site)
        .where(at.night == night, matches.c.open)
        .order_by(at.event),
    )


def gains_of(night: str) -> Select[tuple[str, float]]:
    """The query of `NightStore.gains`."""
    changes, of_night = rating_changes.c, rated_matches.c.results.is_not(None)
    return (
        select(rated_people.c.person, func.sum(changes.value - changes.before).label("gain"))
        .join(rated_matches, rated_matches.c.match == changes.match)
        .join(matches, matches.c.key == changes.match)
        .join(rated_people, rated_people.c.key == changes.player)
        .where(matches.c.table == night, of_night, rated_people.c.person.is_not(None))
        .group_by(rated_people.c.person)
    )


def night_lines(
    *, club: str | None, stage: NightStage | None, before: int | None, most: int
) -> Select[tuple[object, ...]]:
    """The query of `NightStore.lines`; arguments as there."""
    query = select(nights).order_by(nights.c.opened.desc()).limit(most)
    if club is not None:
        query = query.where(nights.c.club == club, nights.c.joined.is_(True))
    if stage is not None:
        query = query.where(nights.c.stage == stage)
    return query if before is None else query.where(nights.c.opened < before)


async def _clubs_of(
    connection: AsyncConnection, rows: Sequence[Row[Any]], viewer: str
) -> dict[str, NamedClub]:
    """The clubs of nights that a viewer may see, by id."""
    ids = {row.club for row in rows if row.club is not None}
    member = exists().where(
        club_persons.c.club == clubs.c.id,
        club_persons.c.person == viewer,
        club_members.c.id == club_persons.c.line,
        club_members.c.state == "in",
    )
    query = select(clubs.c.id, clubs.c.name).where(
        clubs.c.id.in_(ids), or_(clubs.c.seen == "public", member)
    )
    found = (await connection.execute(query)).all() if ids else ()
    return {row.id: NamedClub(club=row.id, name=row.name) for row in found}


def _role(roles: Collection[str]) -> NightRole:
    if "organiser" in roles:
        return "organiser"
    return "player" if roles else "onlooker"


async def _write_members(
    connection: AsyncConnection, night: str, members: frozenset[tuple[str, NightRole]]
) -> None:
    """Update the member rows of a night."""
    query = select(night_people.c.person, night_people.c.role).where(night_people.c.night == night)
    before = {(row.person, row.role) for row in await connection.execute(query)}
    for person, role in before - members:
        gone = delete(night_people).where(
            night_people.c.night == night,
            night_people.c.person == person,
            night_people.c.role == role,
        )
        await connection.execute(gone)
    new = [{"night": night, "person": person, "role": role} for person, role in members - before]
    if new:
        await connection.execute(insert(night_people), new)
