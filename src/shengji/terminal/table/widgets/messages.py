"""The messages: the latest event, the prompt, and the journal."""

from __future__ import annotations

from rich.style import Style

from shengji.terminal.table.widgets import paint
from shengji.terminal.table.widgets.paint import Canvas, clip, wrap
from shengji.terminal.table.widgets.painted import Painted, Scene


class Messages(Painted[Scene]):
    """Three lines: the latest event, and the prompt or an answer to the player."""

    news = ""
    loud = False
    prompt = ""
    refused = False
    asking = False

    def paint(self, canvas: Canvas, scene: Scene) -> None:
        """Paint the lines."""
        width = canvas.width - 2
        style = paint.BRIGHT_RIM if self.loud else paint.FAINT_RIM
        canvas.put(1, 0, clip(self.news, width), style)
        style = paint.BRIGHT_RIM if self.asking else paint.ON_RIM
        if self.refused:
            style = paint.REFUSED
        lines = wrap(self.prompt, width)
        if len(lines) > 2:
            lines = [lines[0], clip(f"{lines[1]} {' '.join(lines[2:])}", width)]
        for row, line in enumerate(lines):
            canvas.put(1, 1 + row, f" {line} " if self.refused else line, style)


class Journal(Painted[Scene]):
    """The events so far, the newest last; shown on wide screens."""

    background = paint.ON_PANEL

    def paint(self, canvas: Canvas, scene: Scene) -> None:
        """Paint the latest notes that fit."""
        width = canvas.width - 2
        canvas.put(1, 0, clip(scene.speaker.text("journal.title"), width), paint.BRIGHT_PANEL)
        lines: list[tuple[str, Style]] = []
        for note in reversed(scene.session.journal):
            style = paint.BRIGHT_PANEL if note.loud else paint.ON_PANEL
            said = wrap(scene.speaker.sentence(note), width - 2)
            lines[:0] = [(("· " if n == 0 else "  ") + line, style) for n, line in enumerate(said)]
            if len(lines) >= canvas.height - 1:
                break
        for row, (line, style) in enumerate(lines[-(canvas.height - 1) :], 1):
            canvas.put(1, row, line, style)
