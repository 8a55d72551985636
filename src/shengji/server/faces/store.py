"""Storage of profiles: one row for each person who has set one."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.database.base_store import Store, writes
from shengji.server.database.ids import PersonId
from shengji.server.database.schema import faces
from shengji.server.faces.schemas import Face, OwnFace


class FaceStore(Store):
    """Storage of profiles."""

    async def of(self, persons: Collection[PersonId]) -> tuple[Face, ...]:
        """The profiles of people; people without one are omitted."""
        query = select(faces).where(faces.c.person.in_(persons))
        async with self._reading() as connection:
            rows = (await connection.execute(query)).all()
        return tuple(Face(row.drawing, row.about, row.person) for row in rows)

    async def export(self, person: PersonId) -> dict[str, Any] | None:
        """A person's profile for their export; `None`: none is set."""
        for face in await self.of([person]):
            return {"drawing": face.drawing, "about": face.about}
        return None

    @writes
    async def set(self, connection: AsyncConnection, person: PersonId, face: OwnFace) -> None:
        """Replace a person's profile; an empty one is deleted."""
        row = {"person": person, "drawing": face.drawing, "about": face.about}
        await connection.execute(delete(faces).where(faces.c.person == person))
        if face.drawing is not None or face.about:
            await connection.execute(insert(faces), row)
