"""Refusals in Chinese for whoever asks for it, by Typer's own checks too."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import pytest

from shengji.bots import make_bot
from shengji.practice.drills import DrillError, make_drill
from shengji.record import RecordError, read_record
from shengji.rules import Rules
from shengji.words import SpokenError
from tests.commandkit import Command
from tests.record.kit import lines, played

CHINESE = re.compile(r"[\u4e00-\u9fff]")


@pytest.mark.parametrize(
    "typed",
    [
        "nosuch",
        "rules --nosuch",
        "rules --set",
        "rules --json=3",
        "rules one two",
        "rules --set players=x",
        "rules --set decks",
        "rules --set laps=3",
        "rules --forget gran",
        "rules --save a/b",
        "rules --json --toml",
        "rules --list --forget gran",
        "rules nosuch.toml",
        "drill --kind x",
        "drill --count 0",
        "drill --seed 1x",
        "record find",
        "record find /nosuch",
        "record find . --result x",
        "record find . --trump Z",
        "record find . --pattern x",
        "record find . --result won",
        "record show /nosuch",
        "review --depth x /nosuch",
        "review --all --hand 1 /nosuch",
        "replay /nosuch --text",
        "explain",
        "puzzles play --kinds x",
        "puzzles play /nosuch",
        "play",
        "play --resume --new",
        "play --plain --bots x",
        "play --plain --bots medium@x",
        "play --plain --time x",
        "play --plain --start-time 0",
    ],
)
def test_refusals_are_in_chinese(command: Command, typed: str) -> None:
    ran = command(*typed.split(), "--lang", "zh")
    assert ran.status == 2 and ran.err.startswith("shengji: ")
    (line,) = ran.err.splitlines()
    said = line.removeprefix("shengji: ")
    assert CHINESE.search(said)
    # What stands between Chinese words are names of options, values and files, and no sentence.
    assert not re.search(r"[a-z]{2,} [a-z]{2,} [a-z]{2,}", said), said
    english = command(*typed.split())
    assert english.status == 2 and not CHINESE.search(english.err)


@pytest.mark.parametrize("language", ["--lang=zh", "--language=zh"])
def test_however_the_language_is_written(command: Command, language: str) -> None:
    assert CHINESE.search(command("rules", language, "--nosuch").err)


def test_a_message_of_typer_that_is_not_known_is_told_as_it_is(command: Command) -> None:
    assert not CHINESE.search(command("rules", "--nosuch", "--lang", "en").err)


@pytest.mark.parametrize(
    ("number", "line", "said"),
    [
        (0, b"", "文件是空的"),
        (0, b"{}", '这不是牌谱：第一行没有 "format": "shengji-record"'),
        (1, b"{", "这不是 JSON："),
        (1, b'{"event":"played","seat":0,"cards":["5H"]}', "这里不能有 played：没有正在打的一局"),
    ],
)
def test_why_a_record_cannot_be_read(tmp_path: Path, number: int, line: bytes, said: str) -> None:
    header, events, _ = played("tractor")
    path = tmp_path / "r"
    whole = lines(header, events)
    whole[number] = line
    path.write_bytes(b"\n".join(whole[: number + 2]) if line else b"")
    with pytest.raises(RecordError) as caught:
        read_record(path)
    assert f"第 {number + 1} 行：{said}" in caught.value.render("zh")
    assert not CHINESE.search(str(caught.value))


def test_a_fault_comes_whole_from_another_process() -> None:
    with pytest.raises(SpokenError) as caught:
        make_bot("nobody", Rules(), 0)
    come = pickle.loads(pickle.dumps(caught.value))
    assert (come.render("zh"), str(come)) == (caught.value.render("zh"), str(caught.value))
    with pytest.raises(DrillError) as drill:
        make_drill(Rules(decks=1), "tractor", 1)
    again = pickle.loads(pickle.dumps(drill.value))
    assert isinstance(again, DrillError) and "按这些规则没有" in again.render("zh")
