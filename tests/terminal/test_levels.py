"""Choosing how strong bots are, and a screen that answers while they think."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from shengji.bots import BOTS, LEVELS, RandomBot
from shengji.cards import Card
from shengji.game import Phase
from shengji.terminal.table.screen.app import TableApp
from shengji.terminal.table.screen.sheets import ChoiceSheet, Sheet
from shengji.terminal.table.session import Wait
from shengji.terminal.table.speaker import Speaker
from shengji.words import Language
from tests.commandkit import Command
from tests.terminal.tablekit import hand_of, lobby, my_turn, screen_text, session_of, until
from tests.waiting import PATIENCE


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_level_has_a_name_and_a_cost(language: Language) -> None:
    speaker = Speaker(language, 4)
    names = [speaker.bot(bot) for bot in LEVELS]
    assert len(set(names)) == len(LEVELS)
    assert all((each in LEVELS) == (language == "en") for each in names)
    for bot in LEVELS:
        seconds = BOTS[bot].seconds
        assert (f"{seconds:g}" in speaker.cost(bot)) == (seconds > 0)


def test_a_level_that_thinks_more_says_so() -> None:
    en, zh = Speaker("en", 4), Speaker("zh", 4)
    assert en.bots(("strong@2",) * 3) == "strong@2 (thinks about 0.2 s a move)"
    assert zh.bots(("strong@0.5",) * 3) == "高级@0.5（每步约想 0.05 秒）"
    assert en.cost("exec:strong@2") == "a program of its own"


def test_the_command_line_names_the_levels(command: Command) -> None:
    words = " ".join(command("play", "--help").out.replace("│", " ").split())
    assert all(level in words for level in LEVELS)
    ran = command("play", "--plain", "--new", "--bots", "stong")
    assert ran.status == 2
    assert "did you mean strong?" in ran.err
    assert all(level in ran.err for level in LEVELS)


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "The others are bots: medium (answers at once)."), ("zh", "中级（立即出牌）")],
    ids=("en", "zh"),
)
def test_plain_mode_says_who_plays(
    command: Command, tmp_path: Path, language: str, words: str
) -> None:
    ran = command("play", "--plain", "--new", "--save", tmp_path / "a.jsonl", "--lang", language)
    assert words in ran.out


@pytest.mark.parametrize(
    ("language", "now", "line", "then"),
    [
        ("en", "bots: basic (answers at once)", "strong: thinks about 0.1 s a", "bots: strong ("),
        ("zh", "机器人：basic（立即出牌）", "高级：每步约想 0.1 秒", "机器人：高级（"),
    ],
    ids=("en", "zh"),
)
async def test_levels_are_offered_before_a_match(
    tmp_path: Path, language: Language, now: str, line: str, then: str
) -> None:
    where = lobby(tmp_path / "match.jsonl", asks=True)
    app = TableApp(where, None, language, "slow")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ChoiceSheet))
        assert now in screen_text(app)
        await pilot.press("3")
        await until(pilot, lambda: line in screen_text(app))
        await pilot.press("escape")
        await until(pilot, lambda: now in screen_text(app))
        await pilot.press("3", "3")
        await until(pilot, lambda: then in screen_text(app))
        await pilot.press("1")
        await until(pilot, lambda: app.table.session is not None)
        assert session_of(app).bot_names == ("strong",) * 3
        await pilot.press("o")
        await until(pilot, lambda: isinstance(app.screen, Sheet))
        assert then in screen_text(app)


class WaitingBot(RandomBot):
    """Thinks about a play, and at the draw, until it is let go."""

    name = "waiting"
    seconds = 1.0
    go = threading.Event()

    def show(self, options: list[tuple[Card, ...]]) -> tuple[Card, ...] | None:
        self.go.wait(PATIENCE)
        return None

    def follow(self) -> tuple[Card, ...]:
        self.go.wait(PATIENCE)
        return super().follow()


@pytest.fixture
def waiting(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Lets the bots that wait go on."""
    monkeypatch.setitem(BOTS, WaitingBot.name, WaitingBot)
    monkeypatch.setattr(WaitingBot, "go", threading.Event())
    yield WaitingBot.go
    WaitingBot.go.set()


async def test_the_screen_answers_while_a_bot_thinks(
    tmp_path: Path, waiting: threading.Event
) -> None:
    where = lobby(tmp_path / "match.jsonl", bots="random")
    where.bots = WaitingBot.name
    app = TableApp(where, None, "en", "instant")
    async with app.run_test(size=(80, 24)) as pilot:
        waiting.set()
        while await my_turn(pilot, app) is not Wait.LEAD:
            await pilot.press("h", "enter")
        waiting.clear()
        await pilot.press("h", "enter")
        await until(pilot, lambda: hand_of(app).trick is not None)
        await until(pilot, lambda: "is thinking." in screen_text(app))
        held = len(session_of(app).cards)
        await pilot.press("s")
        await until(pilot, lambda: isinstance(app.screen, Sheet))
        await pilot.press("escape", "g")
        await until(pilot, lambda: "正在想" in screen_text(app))
        await pilot.press("right", "space")
        assert app.table.hand_view.selected
        assert len(session_of(app).cards) == held
        waiting.set()
        await until(pilot, lambda: session_of(app).waits_for is not None)
        assert "正在想" not in screen_text(app)


async def test_what_is_declared_while_a_bot_thinks_is_done_afterwards(
    tmp_path: Path, waiting: threading.Event
) -> None:
    where = lobby(tmp_path / "match.jsonl", bots="random")
    where.bots = WaitingBot.name
    app = TableApp(where, None, "en", "instant")
    async with app.run_test(size=(80, 24)) as pilot:
        waiting.set()
        await until(pilot, lambda: app.table.session is not None)
        waiting.clear()
        session = session_of(app)
        while not session.options:
            # Those who may declare think about it until they are let go for one moment.
            waiting.set()
            await pilot.pause(0.001)
            waiting.clear()
        hand = hand_of(app)
        assert hand.phase is Phase.DRAW
        await pilot.press("d")
        await until(pilot, lambda: isinstance(app.screen, ChoiceSheet))
        await pilot.press("1")
        waiting.set()
        await until(pilot, lambda: any(shown.seat == 0 for shown in hand_of(app).shown))
