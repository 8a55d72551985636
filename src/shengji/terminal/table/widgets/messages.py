"""The messages: what has just happened, and what the person is asked or told."""

from __future__ import annotations

from shengji.terminal.table.widgets import paint
from shengji.terminal.table.widgets.paint import Canvas, clip, wrap
from shengji.terminal.table.widgets.painted import Painted, Scene


class Messages(Painted[Scene]):
    """Three lines: what has just happened, and what the person is asked or told."""

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
