"""Schemas of profiles."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from shengji.server.site.schemas import Schema
from shengji.words.others import ForOthers

LONGEST: Final = 80
"""Maximum length of a person's line about themselves, in characters."""

Drawing = Literal[
    "panda",
    "cat",
    "rabbit",
    "fox",
    "chick",
    "pig",
    "bear",
    "frog",
    "fish",
    "tiger",
    "lantern",
    "teapot",
    "fan",
    "blossom",
    "mountain",
    "moon",
]
"""The available pictures."""


class OwnFace(Schema, frozen=True):
    """A person's profile.

    Attributes:
        drawing: the picture; `null` for the one generated from the name.
        about: a line about oneself, or empty.
    """

    drawing: Drawing | None
    about: Annotated[ForOthers, msgspec.Meta(max_length=LONGEST)]


class Face(OwnFace, frozen=True):
    """A person's profile, with their public id."""

    person: str


class Faces(Schema, frozen=True):
    """The requested profiles; people without one are omitted."""

    faces: tuple[Face, ...]
