"""The journal: what has happened, note by note."""

from __future__ import annotations

from rich.style import Style

from shengji.terminal.table.widgets import paint
from shengji.terminal.table.widgets.paint import Canvas, clip, wrap
from shengji.terminal.table.widgets.painted import Painted, Scene


class Journal(Painted[Scene]):
    """What has happened, the newest last; on wide screens."""

    background = paint.ON_PANEL

    def paint(self, canvas: Canvas, scene: Scene) -> None:
        """Paint as many notes as there is room for."""
        width = canvas.width - 2
        canvas.put(1, 0, clip(scene.speaker.text("journal.title"), width), paint.BRIGHT_PANEL)
        lines: list[tuple[str, Style]] = []
        for note in reversed(scene.session.journal):
            style = paint.BRIGHT_PANEL if note.loud else paint.ON_PANEL
            said = wrap(note.words(scene.speaker), width - 2)
            lines[:0] = [(("· " if n == 0 else "  ") + line, style) for n, line in enumerate(said)]
            if len(lines) >= canvas.height - 1:
                break
        for row, (line, style) in enumerate(lines[-(canvas.height - 1) :], 1):
            canvas.put(1, row, line, style)
