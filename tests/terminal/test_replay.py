"""`shengji replay`: a record watched in the terminal, with keys and without."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from shengji.record import Viewing, write_record
from shengji.terminal.table.screen.sheets import Sheet
from shengji.terminal.watch import WatchApp, eyes_of
from tests.commandkit import Command
from tests.record.kit import played
from tests.record.test_notation import recorded
from tests.record.test_viewing import watched
from tests.terminal.tablekit import until


@pytest.fixture
def path(tmp_path: Path) -> Path:
    header, events, _ = played("tractor")
    write_record(tmp_path / "r", recorded(header, events))
    return tmp_path / "r"


def test_a_moment_is_printed(command: Command, path: Path) -> None:
    ran = command("replay", path, "--hand", 1, "--trick", 1, "--plays", 1)
    assert (ran.status, ran.err) == (0, "")
    for words in (
        "Hand 1, level 2, trick 1",
        "all hands open",
        "1 bot 1 throws 9♦ 6♦ 6♦ 5♦, but 2 bot 2 can beat it.",
        "1 bot 1 led a single in diamonds. 2 bot 2 decides: You have diamonds, so play one.",
    ):
        assert words in ran.out
    own = command("replay", path, "--hand", 1, "--trick", 1, "--plays", 1, "--seat", 0)
    assert "what 0 bot 0 saw" in own.out and "2 bot 2 decides: what to follow with?" in own.out
    assert len(own.out.splitlines()) < len(ran.out.splitlines())
    assert "闲家" in command("replay", path, "--text", "--lang", "zh").out


def test_a_moment_that_is_not_there(command: Command, path: Path) -> None:
    ran = command("replay", path, "--hand", 3)
    assert (ran.status, ran.out) == (2, "") and "there is no hand 3; the record has 2" in ran.err
    assert command("replay", path, "--seat", 4).status == 2
    assert "say which trick, too" in command("replay", path, "--plays", 2).err
    assert command("replay", path.with_name("none")).status == 2


def shown(app: WatchApp) -> str:
    lines = app.screen._compositor.render_strips()
    return "\n".join(line.text for line in lines)


def test_the_keys() -> None:
    viewing = watched("tractor")
    viewing.go(0)
    app = WatchApp(viewing, "en", "basic")

    async def watch() -> None:
        async with app.run_test(size=(110, 40)) as pilot:
            assert "The next hand has not started" in shown(app)
            await pilot.press("right")
            assert app.viewing.at == viewing.stops[0]
            await pilot.press("pagedown", "down", "down", "left")
            assert app.viewing.moment == (1, 2, 3)
            assert "Hand 1, level 2, trick 2" in shown(app)
            assert "decides: " in shown(app)
            await pilot.press("b")
            await until(pilot, lambda: isinstance(app.screen, Sheet))
            assert "What the bot basic would do" in shown(app) and "by rule" in shown(app)
            await pilot.press("escape", "up")
            assert app.viewing.moment == (1, 1, 4) and "basic" not in shown(app)
            await pilot.press("e")
            assert "what 0 bot 0 saw" in shown(app) and app.viewing.moment == (1, 1, 4)
            await pilot.press("g", "end")
            assert "旁观者" not in shown(app) and "局" in shown(app)
            await pilot.press("home")
            assert app.viewing.at == 0
            await pilot.press("q")

    asyncio.run(watch())


def test_a_trick_can_be_jumped_to() -> None:
    viewing = watched("tractor")
    viewing.go(0)
    app = WatchApp(viewing, "en", "basic")

    async def watch() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            for typed, moment in (("7", (1, 7, 4)), ("2.3", (2, 3, 4)), ("5", (2, 5, 4))):
                await pilot.press("t", *typed, "enter")
                await pilot.pause()
                assert app.viewing.moment == moment
            for wrong in ("99", "x", "9.1"):
                await pilot.press("t", *wrong, "enter")
                await pilot.pause()
                assert f"There is no trick '{wrong}'" in shown(app)
                assert app.viewing.moment == (2, 5, 4)
            await pilot.press("t", "escape", "left")
            assert app.viewing.moment == (2, 5, 3) and "no trick" not in shown(app)

    asyncio.run(watch())


def test_it_goes_on_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shengji.terminal.watch._RESTS", {"normal": 9, "fast": 0.05, "slow": 9})
    viewing = watched("tractor")
    viewing.go(viewing.place_of(1, 1))
    app = WatchApp(viewing, "en", "basic")

    async def watch() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            assert "Space play  + - normal" in shown(app)
            at = viewing.at
            await pilot.press("space", "plus")
            await until(pilot, lambda: viewing.at > at + 3)
            assert "Space stop  + - fast" in shown(app)
            await pilot.press("left")
            at = viewing.at
            await pilot.pause(0.1)
            assert viewing.at == at and not app.watching.playing
            viewing.go(viewing.stops[-3])
            await pilot.press("space")
            await until(pilot, lambda: not app.watching.playing)
            assert viewing.at == len(viewing.record.events)
            # At the end it begins anew.
            await pilot.press("minus", "minus", "minus", "space")
            assert viewing.at == 0 and "Space stop  + - slow" in shown(app)

    asyncio.run(watch())


def test_the_eyes_that_a_record_can_be_seen_with() -> None:
    header, events, _ = played("tractor")
    assert eyes_of(recorded(header, events)) == ["all", 0, 1, 2, 3, None]
    assert eyes_of(recorded(header, events, 2)) == [2, None]
    assert eyes_of(recorded(header, events, None)) == [None]
    assert Viewing(recorded(header, events, 2)).eyes == 2
