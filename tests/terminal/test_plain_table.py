"""The plain mode: whole matches through pipes, every command, and whatever else may be typed."""

from __future__ import annotations

import io
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from shengji.record import read_record
from shengji.terminal.table import saves
from shengji.terminal.table.plain.game import choose, play_plain
from shengji.words import LANGUAGES, texts
from tests.commandkit import Command
from tests.forked import in_place
from tests.terminal.tablekit import ambiguous, cut_readings, lobby, state
from tests.waiting import PATIENCE


def plain(
    path: Path | None, lines: list[str], *, seed: int = 1, language: str = "en", **changes: Any
) -> str:
    """The text that is said to these lines in a new match."""
    out = io.StringIO()
    where = lobby(path, seed=seed, **changes)
    given = io.StringIO("\n".join(lines) + "\n")
    play_plain(lambda lines: choose(where, lines), given, out, "zh" if language == "zh" else "en")
    return out.getvalue()


def shengji(home: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    return subprocess.run(
        in_place("shengji", "play", *arguments),
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "XDG_DATA_HOME": str(home), "HOME": str(home), "LC_ALL": "C.UTF-8"},
        timeout=PATIENCE,
        check=False,
    )


def test_a_whole_match_by_doing_what_the_hints_say(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    said = plain(path, ["do"] * 2000, first_level="A", kitty=60)
    assert "The match is over" in said
    assert "Opponents have: " in said
    assert read_record(path).match.winners is not None


def test_a_hint_says_why(tmp_path: Path) -> None:
    """The sentences are those of the web table; what a bot would play stands before them."""
    for language in LANGUAGES:
        path = tmp_path / f"{language}.jsonl"
        said = plain(path, ["do"] * 3 + ["hint"], language=language).splitlines()
        heads = ["A bot in your seat would play", "机器人处在你的位置会出"]
        at = next(n for n, line in enumerate(said) if any(head in line for head in heads))
        reasons = [text.of(language).partition("{")[0] for text in texts("reasons").values()]
        assert any(reason and said[at + 1].startswith(reason) for reason in reasons), said[at + 1]


def test_a_match_in_chinese(tmp_path: Path) -> None:
    said = plain(tmp_path / "match.jsonl", ["do"] * 2000, language="zh", first_level="A", kitty=60)
    assert "整场结束" in said and "轮到你" in said
    assert "The " not in said


def test_every_command_answers_and_nonsense_gets_a_sentence(tmp_path: Path) -> None:
    typed = ["help", "what", "hint", "hand", "table", "last", "kitty", "score", "", "   "]
    typed += ["xyzzy", "5", "5H 5Q", "play", "play 9Z", "show", "show 2H 3H", "bury 2H", "BJ BJ BJ"]
    typed += ["lang", "lang fr", "lang zh", "what", "出 3♠", "lang en", "\x00\x1b[A", "x" * 9000]
    typed += ["🂡", "-1", "1e9", "{}", "play 3S " * 50, "pass"]
    for moves in (0, 1, 3, 20):
        said = plain(tmp_path / f"{moves}.jsonl", ["do"] * moves + typed)
        assert "Traceback" not in said
        assert "I do not understand 'xyzzy'" in said
        assert "'5Q' (number 2) is not a card" in said
        assert "现在用中文" in said
        assert "The match is saved in" in said


def test_the_sign_of_a_suit_may_stand_first(tmp_path: Path) -> None:
    said = plain(tmp_path / "m.jsonl", ["do", "♠K", "play ♥10,♠a", "♠X"])
    assert "understand '♠X'" in said
    assert "understand '♠K'" not in said and "is not a card" not in said


def test_cards_are_counted(tmp_path: Path) -> None:
    """The cards out, those played and one's own are the two decks."""
    said = plain(tmp_path / "m.jsonl", [*["do"] * 8, "count", "lang zh", "记牌"], seed=3)
    before, _, after = said.partition("Points with others or in the kitty: ")
    lines = after.partition("现在用中文")[0].splitlines()
    own = int(re.findall(r"Your hand, (\d+) cards", before)[-1])
    counted = [int(n) for line in lines[2:] for n in re.findall(r"(\d+) (?:out|played)", line)]
    assert len(counted) == 8 and sum(counted) + own == 108
    points = int(lines[0]) + int(lines[1].removeprefix("Points played: "))
    assert 150 <= points <= 200
    assert lines[2].startswith("trumps: ") and "(BJ" in lines[2]
    assert "别家手里和底牌里还有" in after and "主牌：还有" in after


def test_the_last_hand_is_reviewed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shengji.terminal.reviewed.DEPTH", 0.01)
    short: dict[str, Any] = {"decks": 1, "kitty": 38, "first_level": "K"}
    typed = ["review", *["do"] * 6, "review", "复盘", "lang zh", "review", "review now"]
    said = plain(tmp_path / "match.jsonl", typed, **short)
    assert "There is nothing to review yet" in said.partition("Hand 1 reviewed")[0]
    assert said.count("Hand 1 reviewed") == 2 and "第 1 局复盘" in said
    assert "You" in said.partition("Hand 1 reviewed")[2].partition("Judged by")[0]
    assert "Accuracy" in said and "准确率" in said


def test_auto_lets_the_bot_play_on(tmp_path: Path) -> None:
    said = plain(tmp_path / "match.jsonl", ["do", "auto"], first_level="A")
    assert "The bot plays for you" in said and "The match is over" in said


def test_refusals_say_why(tmp_path: Path) -> None:
    said = plain(tmp_path / "match.jsonl", ["BJ BJ", "4S", "do"] * 20, seed=2)
    assert "You do not hold big Joker." in said
    assert "Play as many cards as were led, 4; you chose 1." in said


def test_an_ambiguous_lead_is_asked_about(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    cards = ambiguous(path)
    out = io.StringIO()
    given = io.StringIO(f"{cards}\n{cards}\n2\n")
    play_plain(lambda lines: lobby(None).go_on(path), given, out, "en")
    said = out.getvalue()
    assert said.count("can be read in several ways") == 2
    assert "You lead" in said or "Your throw" in said


def test_other_ways_to_read_a_lead_are_named_by_their_units(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shengji.game.due.find_readings", cut_readings)
    path = tmp_path / "match.jsonl"
    cards = ambiguous(path)
    wrong, right = "2H 2H 2C 2C + 2D", "2D 2D + 2C 2C 2H 2H"
    out = io.StringIO()
    given = io.StringIO(f"{cards}\n{wrong}\n{cards}\n2X + 2D\n{cards}\n{right}\n")
    play_plain(lambda lines: lobby(None).go_on(path), given, out, "en")
    said = out.getvalue()
    assert said.count("There may be others. To name one, type its units") == 3
    assert "These cards cannot be read so" in said and "'2X' (number 1) is not a card" in said
    assert "You lead" in said or "Your throw" in said


def test_the_end_of_the_input_saves_and_the_match_can_be_resumed(tmp_path: Path) -> None:
    first = shengji(tmp_path, "--plain", "--seed", "5", typed="do\ndo\ndo\nnonsense\n")
    assert (first.returncode, first.stderr) == (0, "")
    assert "The match is saved in" in first.stdout and "nonsense" in first.stdout
    (path,) = (tmp_path / "shengji" / "matches").iterdir()
    before = read_record(path)
    second = shengji(tmp_path, "--plain", "--resume", typed="hand\nquit\n")
    assert (second.returncode, second.stderr) == (0, "")
    assert "The saved match goes on." in second.stdout
    assert state(read_record(path).match) == state(before.match)
    third = shengji(tmp_path, "--plain", "--auto", typed="what?\n1\n\n")
    assert "An unfinished match is saved" in third.stdout
    assert "The saved match goes on." in third.stdout
    assert third.returncode == 0


def test_a_saved_match_is_offered_and_never_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saves, "folder", lambda: tmp_path)
    plain(None, ["do"])
    (path,) = tmp_path.iterdir()
    before = path.read_bytes()

    def again(lines: list[str]) -> str:
        out = io.StringIO()
        where = lobby(None)
        where.offer = saves.newest_unfinished()
        given = io.StringIO("".join(f"{line}\n" for line in lines))
        play_plain(lambda lines: choose(where, lines), given, out, "en")
        return out.getvalue()

    assert "Nothing was started." in again([])
    assert "Nothing was started." in again(["what", "quit"])
    assert "level" in again(["2", "do"])
    assert len(list(tmp_path.iterdir())) == 2
    assert path.read_bytes() == before
    for other in tmp_path.iterdir():
        other.write_text("{broken\n")
    said = again(["1", "quit"])
    assert "cannot be read" in said and "Nothing was started." in said


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--bots", "basik"], "did you mean basic?"),
        (["--bots", "basic,basic"], "3 bots"),
        (["--rules", "zang-2021"], "zhang-2021"),
        (["--rules", "missing.toml"], "missing.toml"),
        (["--set", "first_level=17"], "first_level"),
        (["--set", "frist_level=8"], "first_level"),
        (["--set", "nothing"], "NAME=VALUE"),
        (["--resume", "missing.jsonl"], "missing.jsonl"),
        (["--resume"], "no unfinished match"),
        (["--resume", "--set", "first_level=8"], "keeps its rules"),
        (["match.jsonl"], "--resume match.jsonl"),
        (["--save", "/dev/null/x"], "/dev/null/x"),
        (["--speed", "quick"], "quick"),
    ],
)
def test_wrong_options_end_with_one_message_and_status_2(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: Command,
    arguments: list[str],
    message: str,
) -> None:
    for name, value in {"XDG_DATA_HOME": tmp_path, "HOME": tmp_path, "LC_ALL": "C.UTF-8"}.items():
        monkeypatch.setenv(name, str(value))
    done = command("play", "--plain", *arguments)
    assert done.status == 2
    assert message in done.err and "Traceback" not in done.err


def test_without_a_terminal_the_screen_is_not_opened(tmp_path: Path) -> None:
    done = shengji(tmp_path)
    assert done.returncode == 2 and "--plain" in done.stderr
