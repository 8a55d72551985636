"""Storage of series of nights: their owners, and their plans for calendars."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, NamedTuple

import msgspec
from sqlalchemy import delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.nights.copies import made_from
from shengji.server.database.base_store import Store, writes
from shengji.server.database.ids import PersonId
from shengji.server.database.moments import UnixMs
from shengji.server.database.schema import night_people, nights, people, series, series_plans
from shengji.server.evenings.evening_settings import Day, When
from shengji.server.evenings.schemas import ComingDay
from shengji.server.nights.schemas import SeriesRequest
from shengji.server.site.schemas import Schema


class SeriesPlan(When, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The schedule of a series of nights.

    Attributes:
        skipped: scheduled days without a night.
    """

    skipped: Annotated[tuple[Day, ...], msgspec.Meta(max_length=60)] = ()


class SeriesPlanned(Schema, frozen=True):
    """The plan of a series, as sent to clients.

    Attributes:
        plan: `null`: none.
        runs: whether the caller owns the series and may change the plan.
    """

    plan: SeriesPlan | None
    coming: tuple[ComingDay, ...]
    runs: bool


class StoredPlan(NamedTuple):
    """The plan of a series, as stored.

    Attributes:
        version: number of changes.
    """

    plan: SeriesPlan
    version: int
    changed: UnixMs


_REQUESTS = 50
"""Maximum number of pending nights to list for a series' owner."""

_read_plan = msgspec.json.Decoder(SeriesPlan).decode


class SeriesStore(Store):
    """Database store of series."""

    @writes
    async def begin(self, connection: AsyncConnection, name: str, person: PersonId) -> str | None:
        """The owner of a series, by public id; `person` becomes the owner of a new series.

        `None`: the account of the owner is deleted.
        """
        query = select(series.c.owner).where(series.c.name == name)
        put = postgresql.insert if self._database.is_shared else sqlite.insert
        begun = put(series).values(name=name, owner=person).on_conflict_do_nothing()
        await connection.execute(begun)
        owner: PersonId | None = (await connection.execute(query)).scalar_one()
        return owner

    async def owner(self, name: str) -> str | None:
        """The owner of a series, by public id; `None`: no such series or account."""
        query = select(series.c.owner).where(series.c.name == name)
        async with self._reading() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def requests(self, owner: PersonId, name: str | None = None) -> tuple[SeriesRequest, ...]:
        """Nights of other organisers that wait for the answer of a series' owner, latest first.

        Args:
            owner: the owner's public id.
            name: only nights that ask for this series.
        """
        query = (
            select(nights)
            .join(series, series.c.name == nights.c.series)
            .where(series.c.owner == owner, nights.c.joined.is_(None))
            .order_by(nights.c.opened.desc())
            .limit(_REQUESTS)
        )
        if name is not None:
            query = query.where(series.c.name == name)
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
            for row in await connection.execute(named) if rows else ():
                organisers.setdefault(row.night, []).append(row.name)
        return tuple(
            made_from(
                SeriesRequest,
                row,
                night=row.id,
                organisers=tuple(organisers.get(row.id, ())),
            )
            for row in rows
        )

    async def owned_by(self, person: PersonId) -> tuple[str, ...] | None:
        """The names of the series that a person owns; `None`: none."""
        query = select(series.c.name).where(series.c.owner == person).order_by(series.c.name)
        async with self._reading() as connection:
            return tuple((await connection.execute(query)).scalars()) or None

    async def plan(self, series: str) -> StoredPlan | None:
        """The plan of a series; `None`: none."""
        query = select(series_plans).where(series_plans.c.series == series)
        async with self._reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else StoredPlan(_read_plan(row.plan), row.version, row.changed)

    @writes
    async def keep(self, connection: AsyncConnection, series: str, plan: SeriesPlan) -> None:
        """Set the plan of a series."""
        own = series_plans.c.series == series
        values: Mapping[str, object] = {
            "plan": msgspec.json.encode(plan),
            "changed": self._clock(),
        }
        change = update(series_plans).where(own)
        changed = change.values(version=series_plans.c.version + 1, **values)
        if not (await connection.execute(changed)).rowcount:
            row = {"series": series, "version": 0, **values}
            await connection.execute(insert(series_plans), row)

    @writes
    async def end(self, connection: AsyncConnection, series: str) -> None:
        """Delete the plan of a series."""
        gone = delete(series_plans).where(series_plans.c.series == series)
        await connection.execute(gone)
