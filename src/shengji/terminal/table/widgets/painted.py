"""Common parts of the table's widgets: the scene they show, and painting it on a canvas."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from shengji.terminal.table.session import Session
from shengji.terminal.table.speaker import Speaker
from shengji.terminal.table.widgets import paint
from shengji.terminal.table.widgets.paint import Canvas, Faces


class Scene(NamedTuple):
    """The scene to show, and how."""

    session: Session
    speaker: Speaker
    faces: Faces
    speed: str


Shown = TypeVar("Shown")


class Painted(Widget, Generic[Shown]):
    """A widget that paints what it is shown on a canvas."""

    background: Style = paint.ON_RIM
    scene: Shown | None = None
    _canvas: Canvas | None = None

    def show(self, scene: Shown) -> None:
        """Paint something else."""
        self.scene = scene
        self.repaint()

    def repaint(self) -> None:
        """Paint anew."""
        self._canvas = None
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line of what is painted."""
        width, height = self.size
        if self._canvas is None or (self._canvas.width, self._canvas.height) != (width, height):
            self._canvas = Canvas(width, height, self.background)
            if self.scene is not None:
                self.paint(self._canvas, self.scene)
        return self._canvas.strip(y)

    def paint(self, canvas: Canvas, scene: Shown) -> None:
        """Paint the scene."""
        raise NotImplementedError
