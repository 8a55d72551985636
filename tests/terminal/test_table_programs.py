"""Programs at the table: what is said when one fails or takes its time, and what the record has."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from shengji.bots.outside import Failure, end_idle
from shengji.bots.outside.failures import Kind
from shengji.game import HandStarted
from shengji.record import Record, read_record, validate
from shengji.terminal.table.lobby import Lobby
from shengji.terminal.table.plain import game
from shengji.terminal.table.plain.game import choose, play_plain
from shengji.terminal.table.screen import pace
from shengji.terminal.table.screen.app import TableApp
from shengji.terminal.table.session import Session, Wait, bot_failed
from shengji.terminal.table.speaker import Speaker
from shengji.words import Language, texts
from tests.arena.kit import behaviour_of
from tests.bots.outside.kit import script
from tests.commandkit import Command
from tests.terminal.tablekit import rules_of, screen_text, session_of, step, until
from tests.waiting import PATIENCE

PLAYS = """
ready()
for ask in requests():
    say(id=ask["id"], **plain(ask))
"""
DIES = """
ready()
for ask in requests():
    if ask["type"] in ("lead", "follow"):
        sys.exit("the Ace of spades is here")
    say(id=ask["id"], **plain(ask))
"""
WAITS = 'while not os.path.exists("said"): time.sleep(0.01)'
SLOW = f"""
ready()
for ask in requests():
    if ask["type"] != "show":
        {WAITS}
    say(id=ask["id"], **plain(ask))
"""
SLOW_TO_START = WAITS + PLAYS


@pytest.fixture(autouse=True)
def programs_end() -> Iterator[None]:
    """Programs that wait for another match end with the test."""
    yield
    end_idle()


def opened(
    path: Path, bots: str, *, auto: bool = True, takers: str | None = None, seed: int = 3
) -> Lobby:
    """A lobby for a match of two hands or so."""
    rules = rules_of(preset="forty-points", last_level="2")
    return Lobby(rules, bots, takers=takers, seed=seed, auto=auto, save=path)


def program(folder: Path, text: str) -> str:
    return f"exec:{script(folder, text)}"


def plain(where: Lobby, language: Language = "en", out: io.StringIO | None = None) -> str:
    """The text of plain mode when nothing is typed."""
    out = out or io.StringIO()
    play_plain(lambda lines: choose(where, lines), io.StringIO(), out, language)
    return out.getvalue()


def run(session: Session, hands: int) -> None:
    """Play until so many hands more are over."""
    hands += len(session.results)
    while len(session.results) < hands and session.waits_for is not Wait.OVER:
        if session.waits_for is Wait.NEXT:
            session.confirm()
        step(session)


# A program that fails


def test_the_table_says_at_once_that_a_program_has_failed(tmp_path: Path) -> None:
    dies = program(tmp_path, DIES)
    said = plain(opened(tmp_path / "m", f"easy,{dies},easy")).splitlines()
    line = f"North's program has failed: it ended. medium plays on for {dies}."
    assert said.count(line) == 1
    then = said[said.index(line) + 1]
    assert then.startswith(("North leads", "North plays", "North throws"))
    assert not any("Hand 1 is over" in before for before in said[: said.index(line)])


def test_the_table_says_it_in_chinese(tmp_path: Path) -> None:
    dies = program(tmp_path, DIES)
    said = plain(opened(tmp_path / "m", f"{dies},easy,easy"), "zh")
    assert f"下家的程序出错：已退出。由中级替 {dies} 接着打。" in said


@pytest.mark.parametrize("kind", get_args(Kind))
def test_every_way_to_fail_is_told_and_no_cards(kind: Kind) -> None:
    failure = Failure("club", 3, kind, "it said AS", asked="AS", came="AS", stderr="AS")
    note = bot_failed(failure, "medium")
    english, chinese = (text.rstrip(".") for text in texts("terminal")[f"failed.{kind}"])
    told = f"West's program has failed: {english}. medium plays on for exec:club."
    assert Speaker("en", 4).sentence(note) == told
    assert chinese in Speaker("zh", 4).sentence(note)
    assert note.loud


def test_the_whole_report_comes_on_leaving(command: Command, tmp_path: Path) -> None:
    dies = program(tmp_path, DIES)
    rules = ("--rules", "forty-points", "--set", "last_level=2", "--seed", 3)
    where = ("--new", "--save", tmp_path / "m")
    ran = command("play", "--plain", "--auto", *where, "--bots", f"easy,easy,{dies}", *rules)
    assert ran.status == 0
    assert ran.out.count("West's program has failed: it ended.") == 1
    assert "the Ace of spades" not in ran.out
    assert f"{dies} (scripted) in seat 3 has failed" in ran.err and "the Ace of spades" in ran.err


def test_its_seat_goes_by_the_name_of_who_plays(tmp_path: Path) -> None:
    dies = program(tmp_path, DIES)
    session = opened(tmp_path / "m", f"easy,{dies},easy").start()
    assert session.bot_names == ("easy", dies, "easy")
    run(session, 1)
    assert session.bot_names == ("easy", "medium", "easy")
    session.close()


async def test_the_screen_shows_it_until_a_key_is_pressed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "_WARNING", 2 * PATIENCE)
    dies = program(tmp_path, DIES)
    where = opened(tmp_path / "m", f"easy,{dies},{dies}")
    app = TableApp(where, None, "en", "instant")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "program has failed: it ended. medium" in screen_text(app))
        first = "North" if "North's program" in screen_text(app) else "West"
        await pilot.press("g")
        await until(pilot, lambda: "的程序出错：已退出。由中级替 exec:" in screen_text(app))
        await pilot.press("g", "enter")
        other = "West" if first == "North" else "North"
        await until(pilot, lambda: f"{other}'s program has failed" in screen_text(app))
        await pilot.press("o")
        await until(pilot, lambda: "East: easy, North: medium, West: medium" in screen_text(app))
        await pilot.press("escape", "enter")
        await until(pilot, lambda: session_of(app).results)


# What the record has


def changed(record: Record) -> list[tuple[int, str | None, str]]:
    return [(line.seat, line.name, line.why) for _, line in record.changes]


def test_the_record_says_who_plays_on_and_the_habits_are_theirs(tmp_path: Path) -> None:
    path = tmp_path / "m"
    dies = program(tmp_path, DIES)
    session = opened(path, f"easy,{dies},easy").start()
    run(session, 1)
    session.close()
    assert validate(path).ok
    record = read_record(path)
    assert record.header.seats == ("medium", "easy", dies, "easy")
    assert changed(record) == [(2, "medium", "died")]
    # It stands right before the first play that is not the program's own.
    assert record.events[record.changes[0].after].seat == 2  # type: ignore[union-attr]
    found = behaviour_of([path])
    assert (found.hands, found.left_out) == (1, 1)
    assert set(found.figures()["players"]) == {"easy", "medium"}


def play_until_it_dies(path: Path, dies: str) -> None:
    """Leave a match in which a program has sat among our bots."""
    session = opened(path, f"easy,{dies},easy").start()
    while not read_record(path).changes:
        step(session)
    session.close()


def test_a_stand_in_stays_when_the_match_is_resumed(tmp_path: Path) -> None:
    path = tmp_path / "m"
    play_until_it_dies(path, program(tmp_path, DIES))
    session = opened(path, "easy").go_on(path)
    assert session.bot_names == ("easy", "medium", "easy")
    run(session, 1)
    session.close()
    assert changed(read_record(path)) == [(2, "medium", "died")]
    assert validate(path).ok


def test_a_program_that_is_named_again_is_started_again(tmp_path: Path) -> None:
    path = tmp_path / "m"
    dies = program(tmp_path, DIES)
    play_until_it_dies(path, dies)
    session = opened(path, "easy", takers=f"easy,{dies},easy").go_on(path)
    assert session.bot_names[1] == dies
    run(session, 1)
    session.close()
    record = read_record(path)
    assert changed(record) == [(2, "medium", "died"), (2, dies, "resumed"), (2, "medium", "died")]
    assert validate(path).ok
    assert behaviour_of([path]).left_out == 1


def test_who_takes_over_in_a_resumed_match_stands_in_the_record(tmp_path: Path) -> None:
    """A program is not started again by a file; our own bots are, however much they think."""
    path = tmp_path / "m"
    plays = program(tmp_path, PLAYS)
    session = opened(path, f"easy,{plays},strong@0.01").start()
    while not (session.hand and session.hand.tricks):
        step(session)
    session.close()
    before = path.read_bytes()
    session = opened(path, "easy", auto=False).go_on(path)
    assert session.bot_names == ("easy", "medium", "strong@0.01")
    session.close()
    # Whoever only looks has changed nothing.
    assert path.read_bytes() == before
    session = opened(path, "easy").go_on(path)
    run(session, 1)
    session.close()
    assert changed(read_record(path)) == [(2, "medium", "resumed")]
    assert validate(path).ok


def test_a_bot_that_plays_for_the_person_stands_in_the_record(tmp_path: Path) -> None:
    path = tmp_path / "m"
    session = opened(path, "easy", auto=False).start()
    while session.waits_for is None:
        step(session)
    assert read_record(path).players()[0] == "person"
    session.play_for_me()
    run(session, 1)
    session.close()
    assert changed(read_record(path)) == [(0, "medium", "asked")]
    session = opened(path, "easy", auto=False).go_on(path)
    assert session.players[0] == "person"
    session.confirm()
    while sum(isinstance(event, HandStarted) for event in read_record(path).events) < 2:
        step(session)
    session.close()
    assert changed(read_record(path))[1:] == [(0, "person", "resumed")]
    assert validate(path).ok


# A program that takes its time


class Heard(io.StringIO):
    """The output so far; programs wait until certain words are in it."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self._words = words

    def write(self, text: str) -> int:
        if self._words in text:
            Path("said").touch()
        return super().write(text)


def test_plain_mode_says_who_is_thinking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "_LONG", 0.3)
    monkeypatch.chdir(tmp_path)
    where = opened(tmp_path / "m", f"easy,easy,{program(tmp_path, SLOW)}")
    words = "West is thinking."
    said = plain(where, out=Heard(words)).splitlines()
    assert said[said.index(words) + 1].startswith("West ")


def test_plain_mode_does_not_tell_who_thinks_about_declaring(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game, "_LONG", 0.3)
    monkeypatch.chdir(tmp_path)
    # With this seed the first who can declare is a program.
    where = opened(tmp_path / "m", program(tmp_path, SLOW_TO_START), seed=1)
    words = "有机器人正在想。"
    said = plain(where, "zh", Heard(words)).splitlines()
    assert words in said[: next(n for n, s in enumerate(said) if "牌已摸完" in s)]


def test_bots_that_answer_at_once_are_not_said_to_think(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game, "_LONG", 0.0)
    said = plain(opened(tmp_path / "m", "easy,medium,basic"))
    assert "The match is over" in said and "thinking" not in said
