"""The line of active keys, as far as they fit, and clicks on them."""

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
"""Keys omitted in this order if the line is too narrow; the help has all keys."""


class Key(NamedTuple):
    """An active key.

    Attributes:
        key: its name in Textual.
        name: its label.
        does: its effect.
    """

    key: str
    name: str
    does: str


class Keys(Painted[Scene]):
    """The line of active keys, which can be clicked."""

    class Pressed(Message):
        """Posted when a key is clicked."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    keys: Sequence[Key] = ()
    _places: Sequence[tuple[int, int, str]] = ()

    def paint(self, canvas: Canvas, scene: Scene) -> None:
        """Paint the keys with their effects, as far as they fit."""
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
        """Post the clicked key."""
        for start, end, key in self._places:
            if start <= event.x < end:
                self.post_message(self.Pressed(key))
                return
