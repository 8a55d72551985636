"""The base of the table's widgets: a scene that is painted on a canvas."""

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
    """The data of a painting."""

    session: Session
    speaker: Speaker
    faces: Faces
    speed: str


Shown = TypeVar("Shown")


class Painted(Widget, Generic[Shown]):
    """A widget that paints its scene on a canvas."""

    background: Style = paint.ON_RIM
    scene: Shown | None = None
    _canvas: Canvas | None = None

    def show(self, scene: Shown) -> None:
        """Set the scene and repaint."""
        self.scene = scene
        self.repaint()

    def repaint(self) -> None:
        """Discard the canvas and repaint."""
        self._canvas = None
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Render a line of the canvas."""
        width, height = self.size
        if self._canvas is None or (self._canvas.width, self._canvas.height) != (width, height):
            self._canvas = Canvas(width, height, self.background)
            if self.scene is not None:
                self.paint(self._canvas, self.scene)
        return self._canvas.strip(y)

    def paint(self, canvas: Canvas, scene: Shown) -> None:
        """Paint the scene."""
        raise NotImplementedError
