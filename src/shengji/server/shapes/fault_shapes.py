"""What is wrong with a request."""

from __future__ import annotations

from shengji.server.shapes.shape import Shape
from shengji.server.states import Text


class Fault(Shape, frozen=True):
    """Why a request was refused; nothing has changed."""

    code: str
    words: Text
