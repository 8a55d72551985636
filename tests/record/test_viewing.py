"""A record watched: any moment of it is what its events make, and its picture shows no more."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from xml.etree import ElementTree as ET

import pytest

from shengji.cards import read_cards, write_cards
from shengji.game import (
    FriendJoined,
    HandStarted,
    KittyBuried,
    Match,
    Phase,
    Played,
    Shown,
    TrickTaken,
    TrumpMade,
    view,
)
from shengji.game.scene import Eyes, picture_of
from shengji.record import Moment, Viewing, write_record
from tests.commandkit import Command
from tests.record.kit import FAMILY, played, state
from tests.record.test_family import hands_of
from tests.record.test_notation import recorded

SVG = "{http://www.w3.org/2000/svg}"


def watched(name: str = "tractor", eyes: Eyes = "all") -> Viewing:
    header, events, _ = hands_of(name)
    return Viewing(recorded(header, events), eyes)


def as_it_was(viewing: Viewing, at: int) -> Match:
    """The match after so many events, built from the first."""
    rules, eyes = viewing.record.rules, viewing.eyes
    match = Match(rules) if eyes == "all" else Match.seen(rules, eyes)
    for event in viewing.record.events[:at]:
        match.apply(event if eyes == "all" else view(event, eyes))
    return match


@pytest.mark.parametrize("eyes", ["all", 2, None])
@pytest.mark.parametrize("name", ["tractor", "friends", "asked again"])
def test_any_moment_is_what_its_events_make(name: str, eyes: Eyes) -> None:
    viewing, chance = watched(name, eyes), Random(name)
    last = len(viewing.record.events)
    assert viewing.at == last
    for at in (*chance.choices(range(last + 1), k=12), 0, last, -5, last + 5):
        viewing.go(at)
        assert viewing.at == min(max(at, 0), last)
        assert state(viewing.match) == state(as_it_was(viewing, viewing.at))


def test_steps_go_from_one_thing_to_see_to_the_next() -> None:
    viewing = watched("friends")
    viewing.go(0)
    seen = []
    while viewing.at < viewing.stops[-1]:
        viewing.step()
        seen.append(viewing.at)
    assert tuple(seen) == viewing.stops
    viewing.step()
    assert viewing.at == len(viewing.record.events)
    viewing.go(viewing.stops[-1])
    events = viewing.record.events
    plays = sum(isinstance(event, Played) for event in events)
    stopped = [events[at - 1] for at in seen]
    assert sum(isinstance(event, Played | FriendJoined) for event in stopped) == plays
    assert not any(isinstance(event, TrickTaken) for event in stopped)
    for at in reversed(seen[:-1]):
        viewing.step(-1)
        assert viewing.at == at
    viewing.step(-1)
    assert viewing.at == 0
    viewing.step(3)
    assert viewing.at == seen[2]


@pytest.mark.parametrize("name", ["tractor", "friends", "land"])
def test_a_stop_before_the_play_shows_the_cards_of_the_next_decision(name: str) -> None:
    viewing = watched(name)
    decided = [
        before
        for before, event in enumerate(viewing.record.events)
        if isinstance(event, Shown | TrumpMade | KittyBuried)
    ]
    assert len(decided) > 3
    for before in decided:
        stop = max(at for at in viewing.stops if at <= before)
        viewing.go(stop)
        assert viewing.match.hand is not None
        sizes = tuple(viewing.match.hand.sizes)
        viewing.go(before)
        assert tuple(viewing.match.hand.sizes) == sizes


def test_steps_from_trick_to_trick_and_hand_to_hand() -> None:
    viewing = watched("tractor")
    viewing.go(0)
    for hand in (1, 2):
        viewing.step(1, viewing.hands)
        assert viewing.at == viewing.place_of(hand)
    viewing.step(-1, viewing.hands)
    assert viewing.at == viewing.place_of(1)
    for trick in (1, 2, 3):
        viewing.step(1, viewing.tricks)
        assert viewing.at == viewing.place_of(1, trick)
    viewing.step(-2, viewing.tricks)
    assert viewing.moment == Moment(1, 1, 4)
    viewing.step(-1, viewing.tricks)
    assert viewing.at == 0
    viewing.step(9, viewing.hands)
    assert viewing.at == len(viewing.record.events)


@pytest.mark.parametrize("name", ["tractor", "friends", "forty points"])
def test_a_moment_is_found_by_its_name(name: str) -> None:
    viewing = watched(name)
    players = viewing.record.rules.players
    for hand, trick, plays in ((1, 1, 1), (1, 3, players), (2, 2, 0), (2, 4, 3)):
        viewing.go(viewing.place_of(hand, trick, plays))
        state_of = viewing.match.hand
        assert state_of is not None and state_of.number == hand
        if plays:
            assert viewing.moment == Moment(hand, trick, plays)
        else:
            assert len(state_of.tricks) == trick - 1 and state_of.trick is None
    viewing.go(viewing.place_of(1, 3))
    assert viewing.moment == Moment(1, 3, players)
    viewing.go(viewing.place_of(2))
    assert viewing.match.hand is not None and viewing.moment == Moment(2)
    assert viewing.match.hand.phase is Phase.PLAY


@pytest.mark.parametrize("moment", [(3, None, None), (0, None, None), (1, 99, None), (1, 1, 9)])
def test_a_moment_that_is_not_there(moment: tuple[int, int | None, int | None]) -> None:
    with pytest.raises(ValueError, match=r"no hand \d"):
        watched().place_of(*moment)


def test_only_what_a_record_shows_is_watched() -> None:
    header, events, _ = played("tractor")
    own = recorded(header, events, 1)
    assert Viewing(own).eyes == 1
    assert Viewing(own, None).eyes is None
    with pytest.raises(ValueError, match="does not show what seat 2 saw"):
        Viewing(own, 2)
    with pytest.raises(ValueError, match="there is no seat 4"):
        Viewing(recorded(header, events), 4)


# Pictures


@pytest.mark.parametrize("name", FAMILY)
def test_a_picture_shows_a_seat_what_it_knows_and_no_more(name: str) -> None:
    """A picture from a match that knows all, to a seat's eyes, is that of the seat's own match."""
    _, events, match = hands_of(name)
    eyes = Random(name).choice([0, 1, None])
    whole, own = Match(match.rules), Match.seen(match.rules, eyes)
    for number, event in enumerate(events):
        if number % 17 == 0:
            assert picture_of(whole, eyes=eyes) == picture_of(own) == own._repr_svg_()
        whole.apply(event)
        own.apply(view(event, eyes))
    assert picture_of(whole, eyes=eyes) == picture_of(own)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", ["tractor", "twelve friends", "forty points"])
def test_a_picture_has_all_that_lies_open(name: str, language: str) -> None:
    viewing = watched(name)
    viewing.go(viewing.place_of(1, 3, 3))
    svg = picture_of(
        viewing.match,
        names=[f"<{seat}> & 小明\x1b" for seat in range(viewing.record.rules.players)],
        language="zh" if language == "zh" else "en",
    )
    root = ET.fromstring(svg)
    hand = viewing.match.hand
    assert hand is not None and hand.kitty is not None and hand.trick is not None
    told = root.findtext(f"{SVG}desc") or ""
    for seat, cards in enumerate(hand.hands):
        (line,) = [
            line for line in told.splitlines() if line.startswith(f"<{seat}>") and ";" in line
        ]
        assert read_cards(line.partition(": ")[2].replace(";", "")) == hand.space.sort(cards)
    for play in hand.trick.plays:
        assert f": {write_cards(play)}" in told
    lying = sum(map(len, (*hand.hands, hand.kitty, *hand.trick.plays)))
    faces = [r for r in root.iter(f"{SVG}rect") if r.get("width") == "34.0"]
    assert len(faces) == lying
    drawn = {symbol.get("id") for symbol in root.iter(f"{SVG}symbol")}
    assert {(use.get("href") or "")[1:] for use in root.iterfind(f"./{SVG}use")} <= drawn
    width, height = (float(n) for n in (root.get("viewBox") or "").split()[2:])
    for rect in root.iter(f"{SVG}rect"):
        at = [float(rect.get(name) or 0) for name in ("x", "y", "width", "height")]
        assert at[0] >= 0 and at[1] >= 0 and at[0] + at[2] <= width and at[1] + at[3] <= height
    assert ("庄" in svg) == (language == "zh")


def test_a_picture_of_every_stage() -> None:
    viewing = watched("land for all")
    viewing.go(0)
    assert "The next hand has not started" in viewing.picture()
    titles = set()
    for at in viewing.stops[:60] + viewing.stops[-3:]:
        viewing.go(at)
        root = ET.fromstring(viewing.picture())
        titles.add(root.findtext(f"{SVG}title"))
    assert {"Hand 1, level 2", "Hand 1, level 2, trick 2"} <= titles


def test_a_notebook_shows_a_viewing_and_a_match() -> None:
    viewing = watched()
    assert viewing._repr_svg_() == viewing.picture()
    assert "bot 0" in viewing.picture() and "Seat 0" in viewing.match._repr_svg_()


def test_a_picture_is_drawn_into_a_file(command: Command, tmp_path: Path) -> None:
    header, events, _ = played("tractor")
    write_record(tmp_path / "r", recorded(header, events))
    out = tmp_path / "x.svg"
    ran = command(
        "record", "picture", tmp_path / "r", "--hand", 2, "--trick", 5, "--seat", 0, "--out", out
    )
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    viewing = Viewing(recorded(header, events), 0)
    viewing.go(viewing.place_of(2, 5))
    assert out.read_text("utf-8") == viewing.picture()
    assert "Hand 2, level 2, trick 5" in viewing.picture()
    started = max(n for n, event in enumerate(events) if isinstance(event, HandStarted))
    command("record", "picture", tmp_path / "r", "--at", started, "--lang", "zh", "--out", out)
    assert re.search(r"第 1 局，打 2", out.read_text("utf-8"))
    ran = command("record", "picture", tmp_path / "r", "--hand", 9, "--out", tmp_path / "y")
    assert ran.status == 2 and "there is no hand 9; the record has " in ran.err
    ran = command(
        "record", "picture", tmp_path / "r", "--at", 9, "--plays", 2, "--out", tmp_path / "y"
    )
    assert ran.status == 2 and "choose one of --at and --plays" in ran.err
    assert not (tmp_path / "y").exists()
    ran = command("record", "picture", tmp_path / "r", "--out", tmp_path)
    assert ran == (2, "", f"shengji: cannot write {tmp_path}: Is a directory\n")
