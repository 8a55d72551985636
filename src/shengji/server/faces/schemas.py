"""Faces, as addresses take and give them."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from shengji.server.site.schemas import Shape
from shengji.words.others import ForOthers

LONGEST: Final = 80
"""As long as what people say of themselves may be."""

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
"""The pictures that there are to choose from."""


class OwnFace(Shape, frozen=True):
    """How a person wants to be seen.

    Attributes:
        drawing: the picture; `None`: the one that is made of the name.
        about: a line about oneself; empty: none.
    """

    drawing: Drawing | None
    about: Annotated[ForOthers, msgspec.Meta(max_length=LONGEST)]


class Face(OwnFace, frozen=True):
    """How somebody is seen.

    Attributes:
        person: who, by public id.
    """

    person: str


class Faces(Shape, frozen=True):
    """Some of those who were asked for: who has chosen nothing is left out."""

    faces: tuple[Face, ...]
