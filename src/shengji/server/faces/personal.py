"""Personal data of the faces package: export and guest merge."""

from __future__ import annotations

from shengji.server.faces.store import FaceStore
from shengji.server.site.archives import Files
from shengji.server.site.person import Person
from shengji.server.site.personal import PersonalData, as_json


class FacePersonal(PersonalData):
    """Export of profiles; the database deletes them with the person."""

    def __init__(self, faces: FaceStore) -> None:
        self._faces = faces

    async def export(self, person: Person) -> Files:
        """Export a person's profile."""
        for face in await self._faces.of([person.id]):
            yield "face.json", as_json({"drawing": face.drawing, "about": face.about})

    async def merge_guest(self, guest: Person, owner: str) -> None:
        """Transfer a guest's profile to their account, if that has none."""
        if guest.id != owner:
            await self._faces.merge_guest(guest.id, owner)
