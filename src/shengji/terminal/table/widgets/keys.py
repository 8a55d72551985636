"""The line of keys: those that do something now, as far as there is room, and clicks on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.message import Message

from shengji.terminal.table.widgets import paint
from shengji.terminal.table.widgets.paint import Canvas
from shengji.terminal.table.widgets.painted import Painted, Scene

_SPARED = ("f2", "plus", "s", "k", "l", "p", "n")
"""Keys that the line leaves out where it is too narrow, in this order; the help has them all."""


class Key(NamedTuple):
    """A key that does something now.

    Attributes:
        key: as Textual calls it.
        name: as the person reads it.
        does: what it does.
    """

    key: str
    name: str
    does: str


class Keys(Painted[Scene]):
    """The keys that do something now; they can be clicked."""

    class Pressed(Message):
        """A key of the line was clicked."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    keys: Sequence[Key] = ()
    _places: Sequence[tuple[int, int, str]] = ()

    def paint(self, canvas: Canvas, scene: Scene) -> None:
        """Paint the keys, each with what it does, as far as there is room."""
        keys, places = list(self.keys), []
        for key in _SPARED:
            if sum(cell_len(f" {name} {does} ") for _, name, does in keys) >= canvas.width:
                keys = [entry for entry in keys if entry.key != key]
        x = 1
        for key, name, does in keys:
            at = canvas.put(x, 0, f" {name} ", paint.TAG)
            at = canvas.put(at, 0, does, paint.ON_RIM)
            places.append((x, at, key))
            x = at + 1
        self._places = places

    def on_click(self, event: events.Click) -> None:
        """As if the key had been pressed."""
        for start, end, key in self._places:
            if start <= event.x < end:
                self.post_message(self.Pressed(key))
                return
