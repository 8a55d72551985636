"""Rows that are kept of how people want to be seen."""

from __future__ import annotations

from shengji.server.faces.store import FaceStore
from shengji.server.site.archives import Files
from shengji.server.site.person import Person
from shengji.server.site.personal import PersonalData, as_json


class FacePersonal(PersonalData):
    """The faces of people; the database removes them with the person."""

    def __init__(self, faces: FaceStore) -> None:
        self._faces = faces

    async def export(self, person: Person) -> Files:
        """Give out what a person has chosen."""
        for face in await self._faces.of([person.id]):
            yield "face.json", as_json({"drawing": face.drawing, "about": face.about})

    async def merge_guest(self, guest: Person, owner: str) -> None:
        """Let an account that has chosen nothing have what its guest has chosen."""
        if guest.id != owner:
            await self._faces.merge_guest(guest.id, owner)
