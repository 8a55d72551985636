"""Makes the pictures of docs/terminal.md: `python docs/pictures/make_terminal.py`.

The table is driven by keys as a player would, with a fixed seed, so that the same program makes the
same pictures.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from textual.pilot import Pilot

from shengji.rules import rules_from
from shengji.terminal.reviewing import ReviewSheet
from shengji.terminal.table.lobby import Lobby
from shengji.terminal.table.screen.app import TableApp
from shengji.terminal.table.screen.sheets import EndSheet
from shengji.terminal.table.session import Session, Wait
from shengji.words import Language

FOLDER = Path(__file__).parent


class Picture(NamedTuple):
    """A moment of a match.

    Attributes:
        name: the file.
        ready: whether the moment has come.
        given: the rules.
        language: in which.
        size: columns and lines.
        seed: which match.
        keys: what is pressed then.
    """

    name: str
    ready: Callable[[Session], bool]
    given: dict[str, object]
    language: Language = "en"
    size: tuple[int, int] = (80, 24)
    seed: int = 3
    keys: tuple[str, ...] = ()


def _following(tricks: int) -> Callable[[Session], bool]:
    """The person is to follow, after so many tricks."""

    def ready(session: Session) -> bool:
        hand = session.hand
        return session.waits_for is Wait.FOLLOW and hand is not None and len(hand.tricks) >= tricks

    return ready


def _calling(session: Session) -> bool:
    return session.waits_for is Wait.CALL


_FRIENDS: dict[str, object] = {"preset": "finding-friends"}
PICTURES = (
    Picture("terminal-en", _following(2), {}),
    Picture("terminal-zh", _following(2), {}, "zh"),
    Picture("terminal-wide", _following(3), {}, size=(120, 40)),
    Picture("terminal-twelve", _following(3), {**_FRIENDS, "players": 12}),
    Picture("terminal-call", _calling, _FRIENDS, keys=("h",)),
    Picture("terminal-count", _following(8), {}, keys=("n",)),
)


def save(app: TableApp, name: str) -> None:
    """The screen as an SVG that needs no font from elsewhere and keeps its spaces."""
    svg = app.export_screenshot(title="shengji play")
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    svg = svg.replace("Fira Code", "DejaVu Sans Mono").replace(
        "<text ", '<text xml:space="preserve" '
    )
    # Class names and ids carry a number that changes from run to run.
    svg = re.sub(r"terminal-[0-9]+", "terminal", svg)
    lines = [line.rstrip() for line in svg.splitlines()]
    (FOLDER / f"{name}.svg").write_text("\n".join(lines) + "\n", encoding="utf-8")


async def picture(wanted: Picture) -> None:
    """Play by the hints up to the moment, and keep what is then on the screen."""
    with TemporaryDirectory() as folder:
        rules = rules_from(wanted.given)
        lobby = Lobby(rules, seed=wanted.seed, save=Path(folder) / "match.jsonl")
        app = TableApp(lobby, None, wanted.language, "instant")
        async with app.run_test(size=wanted.size) as pilot:
            while (session := app.table.session) is None or not wanted.ready(session):
                await pilot.pause()
                if session is not None and session.waits_for is not None:
                    await _go_on(pilot, session)
            await pilot.pause(0.1)
            await pilot.press(*wanted.keys)
            app.table.pace.speed = "normal"
            app.table.redraw()
            await pilot.pause()
            save(app, wanted.name)


async def _go_on(pilot: Pilot[None], session: Session) -> None:
    """Do what the hint says."""
    if session.waits_for in (Wait.DECLARE, Wait.REDEAL, Wait.LAND):
        await pilot.press("enter")
    elif session.waits_for in (Wait.NEXT, Wait.OVER):
        await pilot.pause(0.1)
        await pilot.press("enter")
    else:
        await pilot.press("h", "enter")


async def form() -> None:
    """The form, with Finding Friends chosen and a number of players that needs more Jokers out."""
    app = TableApp(Lobby(rules_from(_FRIENDS), asks=True), None, "en", "normal")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.1)
        await pilot.press("2")
        await pilot.pause(0.1)
        await pilot.press("pagedown", "right", "right", "down", "down", "down", "right")
        await pilot.pause()
        save(app, "terminal-rules")


async def review() -> None:
    """The first hand reviewed, at its end."""
    with TemporaryDirectory() as folder:
        lobby = Lobby(rules_from({}), seed=3, save=Path(folder) / "match.jsonl")
        app = TableApp(lobby, None, "en", "instant")
        async with app.run_test(size=(80, 24)) as pilot:
            while (session := app.table.session) is None or session.waits_for is not Wait.NEXT:
                await pilot.pause()
                if session is not None and session.waits_for not in (None, Wait.NEXT):
                    await _go_on(pilot, session)
            while not isinstance(app.screen, EndSheet):
                await pilot.pause(0.1)
            await pilot.press("v")
            while not isinstance(app.screen, ReviewSheet) or app.screen.review is None:
                await pilot.pause(0.1)
            await pilot.pause()
            save(app, "terminal-review")


if __name__ == "__main__":
    for wanted in PICTURES:
        asyncio.run(picture(wanted))
    asyncio.run(form())
    asyncio.run(review())
