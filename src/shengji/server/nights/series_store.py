"""The series of nights: whose they are, and when their nights are, for calendars."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, NamedTuple

import msgspec
from sqlalchemy import delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.nights.copies import made_from
from shengji.server.database.base_store import Store
from shengji.server.database.schema import night_people, nights, people, series, series_plans
from shengji.server.evenings.agreed import Day, When
from shengji.server.evenings.schemas import ComingDay
from shengji.server.nights.schemas import SeriesRequest
from shengji.server.site.schemas import Shape


class SeriesPlan(When, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The times of the nights of a series.

    Attributes:
        skipped: the days on which there is no night, though there would be one.
    """

    skipped: Annotated[tuple[Day, ...], msgspec.Meta(max_length=60)] = ()


class SeriesPlanned(Shape, frozen=True):
    """The plan of a series of nights, as it is told.

    Attributes:
        plan: when they are; nothing: it has no plan.
        coming: the next of its days.
        runs: whether the asker may change it: the owner of the series.
    """

    plan: SeriesPlan | None
    coming: tuple[ComingDay, ...]
    runs: bool


class StoredPlan(NamedTuple):
    """The plan of a series, as it is kept.

    Attributes:
        plan: it.
        version: how often it was changed.
        changed: when it was changed last, in milliseconds since 1970.
    """

    plan: SeriesPlan
    version: int
    changed: int


_REQUESTS = 50
"""Maximum number of nights that are told to wait for an owner's answer."""

_read_plan = msgspec.json.Decoder(SeriesPlan).decode


class SeriesStore(Store):
    """The series of nights, in the database."""

    async def begin(self, name: str, person: str) -> str | None:
        """The owner of a series by public id: a person, where nobody has begun it before.

        `None`: the account of its owner is gone.
        """
        query = select(series.c.owner).where(series.c.name == name)

        async def work(connection: AsyncConnection) -> str | None:
            put = postgresql.insert if self._database.is_shared else sqlite.insert
            begun = put(series).values(name=name, owner=person).on_conflict_do_nothing()
            await connection.execute(begun)
            owner: str | None = (await connection.execute(query)).scalar_one()
            return owner

        return await self._writer.write(work)

    async def owner(self, name: str) -> str | None:
        """The owner of a series by public id; `None`: there is none, or the account is gone."""
        query = select(series.c.owner).where(series.c.name == name)
        async with self._reading() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def requests(self, owner: str, name: str | None = None) -> tuple[SeriesRequest, ...]:
        """The nights of others that wait for the answer of a series' owner, the latest first.

        Args:
            owner: the owner, by public id.
            name: only those that ask for this series.
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

    async def owned_by(self, person: str) -> tuple[str, ...]:
        """The names of the series that a person owns."""
        query = select(series.c.name).where(series.c.owner == person).order_by(series.c.name)
        async with self._reading() as connection:
            return tuple((await connection.execute(query)).scalars())

    async def disown(self, person: str) -> None:
        """Let the series of a person belong to nobody; their nights and plans stay."""
        change = update(series).where(series.c.owner == person).values(owner=None)
        await self._writer.write(lambda connection: connection.execute(change))

    async def plan(self, series: str) -> StoredPlan | None:
        """The plan of a series; `None`: it has none."""
        query = select(series_plans).where(series_plans.c.series == series)
        async with self._reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else StoredPlan(_read_plan(row.plan), row.version, row.changed)

    async def keep(self, series: str, plan: SeriesPlan) -> None:
        """Let a series have this plan."""
        own = series_plans.c.series == series
        values: Mapping[str, object] = {
            "plan": msgspec.json.encode(plan),
            "changed": self._clock(),
        }

        async def work(connection: AsyncConnection) -> None:
            change = update(series_plans).where(own)
            changed = change.values(version=series_plans.c.version + 1, **values)
            if not (await connection.execute(changed)).rowcount:
                row = {"series": series, "version": 0, **values}
                await connection.execute(insert(series_plans), row)

        await self._writer.write(work)

    async def end(self, series: str) -> None:
        """Let a series have no plan."""
        gone = delete(series_plans).where(series_plans.c.series == series)
        await self._writer.write(lambda connection: connection.execute(gone))
