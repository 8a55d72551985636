"""Notes: every event in words, for everybody who may watch, in each language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import get_args, get_type_hints

import pytest

import shengji.game
from shengji.cards import Card, Rank, Suit, Trump
from shengji.game import Call, Event, KittyBuried, KittyTaken
from shengji.game.events import Again, HandEnded, MatchEnd, Side, Takes, Way
from shengji.game.notes import LeadShape, Note, hand_won, notes_of
from shengji.game.scene import Eyes
from shengji.game.voice import Voice
from shengji.rules import Rules
from shengji.words import LANGUAGES, texts
from tests.kit import cards
from tests.record.kit import FAMILY
from tests.record.test_viewing import watched

TEXTS = texts("notes")
FIRST_DEALERS = get_args(get_args(get_type_hints(Rules, include_extras=True)["first_dealer"])[0])
COMPOSED = {
    *get_args(Way),
    *(f"again-{reason}" for reason in get_args(Again)),
    *(f"claims-{takes}" for takes in get_args(Takes)),
    *(f"dealer-by-{which}" for which in FIRST_DEALERS),
    *(f"match-{reason}" for reason in get_args(MatchEnd)),
}


def told(name: str, eyes: Eyes = "all") -> Iterator[tuple[Event, Note]]:
    viewing = watched(name, eyes)
    viewing.go(0)
    for event in viewing.walk(len(viewing.record.events)):
        for note in notes_of(viewing.match, event):
            yield event, note


def test_every_text_is_used_and_every_used_text_exists() -> None:
    folder = Path(shengji.game.__file__).parent
    source = (folder / "notes.py").read_text() + (folder / "voice.py").read_text()
    written = set(re.findall(r"\"([a-z-]+)\"", source))
    plain = {key.removesuffix(".one").removesuffix(".you") for key in TEXTS}
    # What lies on the table is said by who asks for a play.
    assert plain - written - {"has-led"} == COMPOSED
    assert set(re.findall(r"(?:Note|say|text)\(\"([a-z-]+)\"", source)) <= set(TEXTS)


@pytest.mark.parametrize("key", [key for key in TEXTS if key.endswith(".you")])
def test_the_viewer_is_told_no_more_than_others(key: str) -> None:
    mine, others = (
        {name for _, name, _, _ in Formatter().parse(TEXTS[found].en)}
        for found in (key, key.removesuffix(".you"))
    )
    assert mine <= others


@pytest.mark.parametrize("eyes", ["all", 0, None])
@pytest.mark.parametrize("name", FAMILY)
def test_whatever_happens_can_be_said(name: str, eyes: Eyes) -> None:
    viewer = eyes if isinstance(eyes, int) else None
    names = [f"bot {seat}" for seat in range(12)]
    for language in LANGUAGES:
        voice = Voice(language, names, viewer)
        for _, note in told(name, eyes):
            words = voice.sentence(note)
            assert words and not re.search(r"[{}\[\]]|None", words), (note, words)
            assert viewer is None or f"bot {viewer} " not in words, words


@pytest.mark.parametrize("eyes", [0, None])
def test_hidden_cards_are_told_to_nobody_else(eyes: Eyes) -> None:
    found = 0
    for event, note in told("tractor", eyes):
        if isinstance(event, KittyTaken | KittyBuried):
            found += 1
            own = event.seat == eyes
            assert note.key.endswith("-known") == own
            assert bool(note.params.get("cards")) == own
    assert found


@pytest.mark.parametrize(
    ("winner", "levels", "words"),
    [
        ("declarers", 2, "The Declarers win the hand and go up 2 levels"),
        ("declarers", 0, "The Declarers win the hand and stay at their level"),
        ("opponents", 0, "The Opponents win the hand and take over, with no levels"),
    ],
)
def test_nobody_goes_up_no_levels(winner: Side, levels: int, words: str) -> None:
    ended = HandEnded(
        dealer=0,
        declarers=(0, 2),
        tricks=75,
        factor=0,
        points=75,
        winner=winner,
        levels=levels,
        levels_after=(Rank.TWO,) * 4,
        next_dealer=0,
        next_first=0,
        buried_by=0,
    )
    said = Voice("en", ()).sentence(hand_won(ended))
    assert said == f"{words}: the Opponents have 75 points."


def test_a_voice_says_you_to_the_viewer() -> None:
    names = ["Ann", "Bo", "Cai", "Dee"]
    failed = Note("throw-failed", {"seat": 1, "cards": cards("9D 6D"), "challenger": 0})
    fives = Note("red-fives", {"seat": 2, "owners": (0, 1)})
    won = Note("match-conceded", {"winners": (0, 2), "losers": (1, 3)})
    en, zh = ([Voice(tongue, names, at) for at in (None, 0, 1)] for tongue in LANGUAGES)
    assert [voice.sentence(failed) for voice in en] == [
        "Bo throws 9♦ 6♦, but Ann can beat it.",
        "Bo throws 9♦ 6♦, but you can beat it.",
        "Your throw 9♦ 6♦ fails: Ann can beat it.",
    ]
    assert [voice.sentence(failed) for voice in zh] == [
        "Bo甩牌 9♦ 6♦，但Ann能管上。",
        "Bo甩牌 9♦ 6♦，但你能管上。",
        "你甩牌 9♦ 6♦ 失败：Ann能管上。",
    ]
    assert [voice.sentence(fives) for voice in en[:2]] == [
        "Cai captures red fives of Ann, Bo.",
        "Cai captures red fives of you, Bo.",
    ]
    assert [voice.sentence(won) for voice in en] == [
        "The match is won by Ann, Cai: Bo, Dee concede.",
        "The others concede: you have won the match!",
        "The match is won by Ann, Cai: you, Dee concede.",
    ]


def test_what_is_said_in_the_same_breath() -> None:
    lost = Note("points-lost", {"points": 10})
    joins = Note("joins", {"seat": 0, "call": Call(Card("AH"), 2)}, joined=lost)
    en, zh = Voice("en", ["Ann"]), Voice("zh", ["Ann"])
    assert en.sentence(joins) == (
        "Ann has played the 2nd A♥ and is the Dealer's friend. "
        "10 points won before are thrown away."
    )
    assert zh.sentence(joins) == "Ann打出第 2 张 A♥，是庄家的朋友。此前所得 10 分作废。"


def test_leads_and_trumps_in_words() -> None:
    en, zh = Voice("en", ["Ann"]), Voice("zh", ["Ann"])
    lead = LeadShape(((2, 2), (1, 1), (1, 1)), "S")
    assert en.lead(lead) == "a tractor of 2 pairs and 2 singles in spades"
    assert zh.lead(LeadShape(((2, 1), (2, 1)), "T")) == "主牌 2 对"
    assert en.trump(Trump(Rank.TWO, Suit.HEARTS)) == "♥ 2"
    assert (en.trump(Trump(Rank.TWO, None)), zh.trump(Trump(Rank.TWO, None))) == (
        "2 (no suit)",
        "2 无主",
    )
