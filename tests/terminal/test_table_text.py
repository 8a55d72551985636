"""The texts: complete in both languages, and all of them used."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

import shengji.terminal.table
from shengji.cards import Rank, Suit, Trump
from shengji.game.notes import LeadShape
from shengji.terminal.table.speaker import Speaker
from shengji.terminal.table.widgets.paint import clip, wrap
from shengji.words import texts
from tests.kit import cards

TEXTS = texts("terminal")


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("key", [key for key in TEXTS if key.endswith(".you")])
def test_what_is_said_to_the_person_needs_no_more_than_what_is_said_of_others(key: str) -> None:
    if key != "seat.you":
        known = placeholders(TEXTS[key.removesuffix(".you")][0])
        assert placeholders(TEXTS[key][0]) <= known | {"cards"}


def test_every_text_is_used_and_every_used_text_exists() -> None:
    folder = Path(shengji.terminal.table.__file__).parent
    source = "".join(p.read_text() for p in folder.rglob("*.py"))
    written = set(re.findall(r"[\"']([a-z.-]+)[\"']", source))
    composed = {key for key in TEXTS if key.startswith(("speed.", "failed."))}
    asked = {*re.findall(r"Question\(\"([a-z-]+)\"", source), "claim-all", "claim-none"}
    assert {f"ask.{name}" for name in asked} <= set(TEXTS)
    composed |= {f"{table}.{name}" for table in ("ask", "plain") for name in asked}
    spoken = {key.removesuffix(".one").removesuffix(".you") for key in TEXTS} - {"seat"} - composed
    assert spoken - written == set()
    said = set(re.findall(r"(?:say|text|Note)\(\s*\"([a-z.-]+)\"", source))
    assert said - set(TEXTS) - set(texts("notes")) == set()


def test_no_text_of_the_table_hides_a_note() -> None:
    assert set(TEXTS) & set(texts("notes")) == set()


def test_english_has_no_chinese() -> None:
    allowed = {"start.title", "help.language", "form.keys"}
    for key, (english, _) in TEXTS.items():
        assert key in allowed or not re.search(r"[\u4e00-\u9fff]", english), key


def test_chinese_has_no_english_but_keys_and_what_is_typed() -> None:
    typed = re.compile(
        r"\{[^}]*\}|`[^`]*`|\b(Enter|Esc|Space|PgDn|English|Sheng Ji|play|show|pass|bury|redeal|bid"
        r"|call|claim|what|hint|do|hand|table|score|count|last|kitty|rules|review|auto|lang|zh|en|help|quit"
        r"|SJ|BJ"
        r"|AH|KS|AC)\b|--rules"
    )
    for key, (_, chinese) in TEXTS.items():
        assert not re.search(r"[A-Za-z]{2,}", typed.sub("", chinese)), key


def test_cards_and_trumps_in_words() -> None:
    en, zh = Speaker("en", 4), Speaker("zh", 4)
    held = cards("10S SJ BJ")
    assert (en.cards(held), zh.cards(held)) == ("10♠ SJ BJ", "10♠ 小王 大王")
    assert Speaker("zh", 4, "letters").cards(held) == "10S SJ BJ"
    assert en.trump(Trump(Rank.TWO, Suit.HEARTS)) == "♥ 2"
    assert zh.trump(Trump(Rank.TWO, None)) == "2 无主"
    assert zh.say("trump-none", trump=Trump(Rank.TWO, None)) == "打 2 无主"
    assert en.say("plain.hand", count=1, rows="SJ").startswith("Your hand, 1 card:")
    assert en.lead(LeadShape(((2, 2), (1, 1), (1, 1)), "S")) == (
        "a tractor of 2 pairs and 2 singles in spades"
    )
    assert [en.seat(seat) for seat in range(4)] == ["You", "East", "North", "West"]
    assert Speaker("en", 6).seat(5) == "Seat 5"


def test_lines_are_wrapped_and_clipped_by_cells() -> None:
    assert wrap("", 10) == [""]
    assert wrap("你没有黑桃：任意出 2 张。", 10) == ["你没有黑", "桃：任意出", "2 张。"]
    assert clip("轮到下家出牌", 7) == "轮到下…"
    assert clip("short", 7) == "short"
