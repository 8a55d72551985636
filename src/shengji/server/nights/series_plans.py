"""Plans of series of nights: when they are, for calendars."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, NamedTuple

import msgspec
from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.database.part import Part
from shengji.server.database.schema import series_plans
from shengji.server.evenings.agreed import Day, When
from shengji.server.evenings.shapes import ComingDay
from shengji.server.site.shapes import Shape


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
        runs: whether the asker may change it.
    """

    plan: SeriesPlan | None
    coming: tuple[ComingDay, ...]
    runs: bool


class KeptPlan(NamedTuple):
    """The plan of a series, as it is kept.

    Attributes:
        plan: it.
        version: how often it was changed.
        changed: when it was changed last, in milliseconds since 1970.
    """

    plan: SeriesPlan
    version: int
    changed: int


_read_plan = msgspec.json.Decoder(SeriesPlan).decode


class SeriesStore(Part):
    """Plans of series of nights, in the database."""

    async def plan(self, series: str) -> KeptPlan | None:
        """The plan of a series; `None`: it has none."""
        query = select(series_plans).where(series_plans.c.series == series)
        async with self._reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else KeptPlan(_read_plan(row.plan), row.version, row.changed)

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
