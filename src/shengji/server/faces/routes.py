"""Endpoints of profiles."""

from __future__ import annotations

from typing import Annotated, Final

from litestar.params import PathParameter
from msgspec.structs import replace

from shengji.server.faces.schemas import LONGEST, Faces, OwnFace
from shengji.server.faces.store import FaceStore
from shengji.server.site.addresses import Addresses
from shengji.server.site.characters import visible
from shengji.server.site.guards import PersonCaller

addresses = Addresses("faces")

_IDS: Final = "^[A-Za-z0-9_-]{1,40}(,[A-Za-z0-9_-]{1,40}){0,39}$"


@addresses.get("/api/faces/{people:str}")
async def faces(
    caller: PersonCaller,
    people: Annotated[
        str, PathParameter(pattern=_IDS, description="Up to 40 public ids, with commas between.")
    ],
) -> Faces:
    """The profiles of people.

    People without one are omitted. The line of a muted person is visible to themselves only.
    """
    found = await caller.services[FaceStore].of(set(people.split(",")))
    sanctions, me = caller.services.sanctions, caller.person.id
    return Faces(
        tuple(
            replace(face, about="")
            if face.person != me and sanctions.held(face.person, "mute")
            else face
            for face in found
        )
    )


@addresses.put("/api/me/face")
async def set_face(caller: PersonCaller, data: OwnFace) -> None:
    """Set my profile: a picture, and a line about myself."""
    about = visible(data.about)[:LONGEST]
    await caller.services[FaceStore].set(caller.person.id, replace(data, about=about))
