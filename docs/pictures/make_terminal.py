"""Makes the pictures of docs/terminal.md: `python docs/pictures/make_terminal.py`.

The table is driven by keys as a player would, with a fixed seed, so that the same program makes the
same pictures.
"""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from tempfile import TemporaryDirectory

from shengji.rules import Rules
from shengji.terminal.table.lobby import Lobby
from shengji.terminal.table.screen.app import TableApp
from shengji.terminal.table.session import Wait

FOLDER = Path(__file__).parent
SEED = 3


def save(app: TableApp, name: str) -> None:
    """The screen as an SVG that needs no font from elsewhere and keeps its spaces."""
    svg = app.export_screenshot(title="shengji play")
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    svg = svg.replace("Fira Code", "DejaVu Sans Mono").replace(
        "<text ", '<text xml:space="preserve" '
    )
    # Class names and ids carry a number that changes from run to run.
    svg = re.sub(r"terminal-\d+", "terminal", svg)
    lines = [line.rstrip() for line in svg.splitlines()]
    (FOLDER / f"{name}.svg").write_text("\n".join(lines) + "\n", encoding="utf-8")


async def picture(language: str, size: tuple[int, int], name: str, tricks: int) -> None:
    """Play some tricks by the hints, and keep what is then on the screen."""
    with TemporaryDirectory() as folder:
        lobby = Lobby(Rules(), ("basic",) * 3, seed=SEED, save=Path(folder) / "match.jsonl")
        app = TableApp(lobby, None, "zh" if language == "zh" else "en", "instant")
        async with app.run_test(size=size) as pilot:
            while True:
                await pilot.pause()
                session = app.table.session
                if session is None or session.waits_for is None or session.hand is None:
                    continue
                if session.waits_for is Wait.FOLLOW and len(session.hand.tricks) >= tricks:
                    break
                if session.waits_for is Wait.CALL:
                    await pilot.press("enter")
                else:
                    await pilot.press("h", "enter")
            app.table.pace.speed = "normal"
            app.table.redraw()
            await pilot.pause()
            save(app, name)


if __name__ == "__main__":
    for arguments in (
        ("en", (80, 24), "terminal-en", 2),
        ("zh", (80, 24), "terminal-zh", 2),
        ("en", (120, 40), "terminal-wide", 3),
    ):
        asyncio.run(picture(*arguments))
