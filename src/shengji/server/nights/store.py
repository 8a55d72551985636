"""The nights: the log of each one's events, and an index of what they come to.

What an event means is not known here. Beside the events stands whatever else has to be written
together with them: who is in the night, and at which tables of the site it is played.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Select, delete, exists, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.nights.copies import made_from
from shengji.ratings import Counted
from shengji.server.database.base_store import Store
from shengji.server.database.errors import StorageConflict
from shengji.server.database.lease import Lease, check_leases
from shengji.server.database.owners import claim, give, need_own
from shengji.server.database.schema import (
    accounts,
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
from shengji.server.matches.guest_merges import merged_owners
from shengji.server.nights.schemas import NightLine, NightRole, NightStage
from shengji.server.ratings.night_results import NIGHT_TABLES, NightMatch, follow_night, of_night


class NightIndex(NamedTuple):
    """The line that lists tell of a night without its log.

    Attributes:
        title: what it is called.
        series: the series to which it belongs; empty: none.
        stage: where it stands.
        opened: when it was made, in milliseconds since 1970.
        ended: when it was over; `None`: it is not.
        people: how many have checked in.
        rounds: how many rounds have been drawn.
        counted: what counts for ratings; it stays as it was when the night was made.
        members: who runs it and who plays in it, by public id.
        joined: whether its series has taken it in; `None`: the owner has not answered.
    """

    title: str
    series: str
    stage: NightStage
    opened: int
    ended: int | None
    people: int
    rounds: int
    counted: Counted
    members: frozenset[tuple[str, NightRole]]
    joined: bool | None = None


class OnlineTable(NamedTuple):
    """A table of the site at which a table of a night is played.

    Attributes:
        site: its id.
        round: of which round; `table`: which of it.
        event: the number of the event by which it is so; what came later counts.
        first: how many hands of that table were played before, where a round was reopened.
        done: whether it has been let go, and nothing more comes from there.
    """

    site: str
    round: int
    table: int
    event: int
    first: int = 0
    done: bool = False


class StoredNight(NamedTuple):
    """A night as it is kept.

    Attributes:
        bodies: its events as JSON, in order.
        sites: the tables of the site.
        rated_to: up to which event ratings have followed.
        counted: what counts for these.
        joined: as of `NightIndex`.
    """

    bodies: tuple[bytes, ...]
    sites: tuple[OnlineTable, ...]
    rated_to: int
    counted: Counted
    joined: bool | None = None


class NightStore(Store):
    """The nights, in the database; `Store.nights`, whose rules hold here."""

    async def claim(self, night: str, *, by_force: bool = False) -> Lease | None:
        """Have the right to write to a night's log; `None`: no such night.

        Args:
            night: its id.
            by_force: whether it is taken from whoever has it.

        Raises:
            ElsewhereError: another server has it.
        """
        return await claim(self._database, nights, night, by_force=by_force)

    async def give(self, night: str, hold: Lease, to: str) -> None:
        """Let another server, by the id of its node, have the right to write to a night's log."""
        await give(self._database, nights, night, hold, to)

    def own(self, night: str) -> Lease:
        """The right to write to the log of a night that is not kept yet.

        Raises:
            ElsewhereError: another server is to make it.
        """
        need_own(self._database, night)
        return Lease(self._database.node, 1)

    async def append(
        self,
        night: str,
        hold: Lease,
        first: int,
        bodies: Sequence[bytes],
        index: NightIndex,
        sites: Sequence[OnlineTable] = (),
    ) -> None:
        """Append to a night's log, and make the night with its first events.

        Args:
            night: its id.
            hold: the right to write to its log.
            first: the number of the first of these events: the night's version, and one.
            bodies: the events, as JSON.
            index: what they come to.
            sites: the tables of the site that are to be opened for it.

        Raises:
            FencedError: another server has the right by now.
            StorageConflict: others stand in their place. Whoever appends must read the log again.
        """
        version = first - 1 + len(bodies)
        row = index._asdict()
        members = row.pop("members")
        known = select(nights.c.version).where(nights.c.id == night)
        events = [
            {"night": night, "number": number, "body": body}
            for number, body in enumerate(bodies, first)
        ]

        async def work(connection: AsyncConnection) -> None:
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
                change = update(nights).where(nights.c.id == night)
                await connection.execute(change.values(version=version, **row))
            await connection.execute(insert(night_events), events)
            await _write_members(connection, night, members)
            if sites:
                new_sites = [{"night": night, **site._asdict()} for site in sites]
                await connection.execute(insert(night_tables), new_sites)

        await self._writer.write(work)

    async def load(self, night: str) -> StoredNight | None:
        """A night; `None`: there is none such."""
        events = select(night_events.c.body).where(night_events.c.night == night)
        sites = select(night_tables).where(night_tables.c.night == night)
        facts = select(nights.c.rated_to, nights.c.counted, nights.c.joined).where(
            nights.c.id == night
        )
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
                row.joined,
            )

    async def join(self, night: str, hold: Lease, *, joined: bool) -> None:
        """Write whether the series of a night has taken it in.

        Raises:
            FencedError: another server has the right to write to the night by now.
        """
        change = update(nights).where(nights.c.id == night).values(joined=joined)

        async def work(connection: AsyncConnection) -> None:
            await check_leases(connection, nights, [(night, hold)])
            await connection.execute(change)

        await self._writer.write(work)

    async def site_done(self, site: str) -> None:
        """A table of the site has been let go."""
        change = update(night_tables).where(night_tables.c.site == site).values(done=True)
        await self._writer.write(lambda connection: connection.execute(change))

    async def unfinished(self) -> list[str]:
        """The nights that are not over, have tables on the site, or are to be rated further."""
        waits = exists().where(night_tables.c.night == nights.c.id, ~night_tables.c.done)
        behind = nights.c.rated_to < nights.c.version
        query = select(nights.c.id).where(or_(nights.c.stage != "over", waits, behind))
        async with self._reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def all(self) -> list[str]:
        """All nights, in the order in which they were made."""
        query = select(nights.c.id).order_by(nights.c.opened, nights.c.id)
        async with self._reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def lines(
        self,
        asker: str,
        *,
        series: str | None = None,
        stage: NightStage | None = None,
        before: int | None = None,
        most: int = 50,
    ) -> list[NightLine]:
        """Nights, the one that was made last first.

        Args:
            asker: who asks, by public id.
            series: only those that this series has taken in.
            stage: only those that stand there.
            before: only those that were made before, in milliseconds since 1970.
            most: how many at most.
        """
        query = night_lines(series=series, stage=stage, before=before, most=most)
        async with self._reading() as connection:
            rows = (await connection.execute(query)).all()
            ids = [row.id for row in rows]
            own = select(night_people.c.night, night_people.c.role).where(
                night_people.c.person == asker, night_people.c.night.in_(ids)
            )
            roles: dict[str, set[str]] = {}
            for night, role in (await connection.execute(own)) if ids else ():
                roles.setdefault(night, set()).add(role)
        return [
            made_from(
                NightLine,
                row,
                night=row.id,
                series=row.series if row.joined else "",
                role=_role(roles.get(row.id, set())),
            )
            for row in rows
        ]

    async def of_person(self, person: str) -> list[str]:
        """The nights that a person runs or plays in, in the order in which they were made."""
        mine = select(night_people.c.night).where(night_people.c.person == person)
        query = select(nights.c.id).where(nights.c.id.in_(mine)).order_by(nights.c.opened)
        async with self._reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def accounts_of(self, persons: Collection[str]) -> dict[str, str]:
        """The accounts that people have now, by public ids: their own, or that of an heir.

        Bots have none of their own.
        """
        query = select(accounts.c.person).where(accounts.c.person.in_(persons), ~accounts.c.bot)
        if not persons:
            return {}
        async with self._reading() as connection:
            own = (await connection.execute(query)).scalars()
            return await merged_owners(connection, persons) | {person: person for person in own}

    async def names(self, persons: Collection[str]) -> dict[str, str]:
        """The names of people; who is gone is missing."""
        query = select(people.c.id, people.c.name).where(people.c.id.in_(persons))
        async with self._reading() as connection:
            return {row.id: row.name for row in await connection.execute(query)}

    async def rewrite(self, night: str, bodies: Mapping[int, bytes]) -> None:
        """Put other events in the place of some, such as those without the name of a person."""

        async def work(connection: AsyncConnection) -> None:
            for number, body in bodies.items():
                change = update(night_events).where(
                    night_events.c.night == night, night_events.c.number == number
                )
                await connection.execute(change.values(body=body))

        await self._writer.write(work)

    async def rate(self, night: str, version: int, matches: Sequence[NightMatch]) -> bool:
        """Let the ledger have what a night has left to be rated up to a version.

        Args:
            night: the night.
            version: up to which event this is.
            matches: all its tables that are to be rated; what was entered before of others counts
                no more.

        Returns:
            Whether anything was otherwise before; the ratings are then still to be advanced.
        """
        done = update(nights).where(nights.c.id == night, nights.c.rated_to < version)

        async def work(connection: AsyncConnection) -> bool:
            changed = await follow_night(connection, night, matches)
            await connection.execute(done.values(rated_to=version))
            return changed

        return await self._writer.write(work)

    async def matches(self, night: str) -> dict[tuple[int, int], str]:
        """The pages of a night's matches in the history, by the numbers of round and table."""
        real, online = pages_of(night)
        async with self._reading() as connection:
            found = {
                divmod(row.number, NIGHT_TABLES): row.id for row in await connection.execute(real)
            }
            for row in await connection.execute(online):
                found[row.round, row.table] = row.id
        return found

    async def gains(self, night: str) -> dict[str, float]:
        """How many points of their ratings a night has brought those with accounts so far.

        Who plays in several pools has several ratings; the points of all are added up.
        """
        query = gains_of(night)
        async with self._reading() as connection:
            return {row.person: round(row.gain, 3) for row in await connection.execute(query)}


def pages_of(night: str) -> tuple[Select[Any], Select[Any]]:
    """The rows of `NightBook.matches`: of tables with real cards, and of those of the site."""
    of_site, at = matches.c.table == night_tables.c.site, night_tables.c
    return (
        of_night(night).with_only_columns(matches.c.number, matches.c.id).where(matches.c.open),
        select(at.round, at.table, matches.c.id)
        .join(matches, of_site)
        .where(at.night == night, matches.c.open)
        .order_by(at.event),
    )


def gains_of(night: str) -> Select[tuple[str, float]]:
    """The rows of `NightBook.gains`."""
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
    *, series: str | None, stage: NightStage | None, before: int | None, most: int
) -> Select[tuple[object, ...]]:
    """The rows of a list of nights; arguments as of `NightBook.lines`."""
    query = select(nights).order_by(nights.c.opened.desc()).limit(most)
    if series is not None:
        query = query.where(nights.c.series == series, nights.c.joined.is_(True))
    if stage is not None:
        query = query.where(nights.c.stage == stage)
    return query if before is None else query.where(nights.c.opened < before)


def _role(roles: Collection[str]) -> NightRole:
    if "organiser" in roles:
        return "organiser"
    return "player" if roles else "onlooker"


async def _write_members(
    connection: AsyncConnection, night: str, members: frozenset[tuple[str, NightRole]]
) -> None:
    """Write who is in a night, where that has changed."""
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
