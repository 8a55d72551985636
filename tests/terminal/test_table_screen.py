"""The table on the screen, driven by keys and clicks as a player would."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from shengji.cards import Card, read_cards, write_cards
from shengji.game import Phase
from shengji.record import read_record
from shengji.terminal.table import saves
from shengji.terminal.table.lobby import Lobby
from shengji.terminal.table.screen.app import TableApp
from shengji.terminal.table.screen.sheets import ChoiceSheet, Sheet
from shengji.terminal.table.session import Wait
from shengji.terminal.table.widgets.keys import Keys
from tests.cases import cases
from tests.terminal.tablekit import (
    ambiguous,
    cut_readings,
    hand_of,
    lobby,
    my_turn,
    screen_text,
    session_of,
    stand_still,
    started,
    state,
    step,
    until,
)

TWELVE = {"players": 12, "decks": 3}


async def test_a_whole_match_by_keyboard(tmp_path: Path) -> None:
    app = started(tmp_path, seed=2, first_level="A", kitty=60)
    hands = 0
    async with app.run_test(size=(80, 24)) as pilot:
        while True:
            wait = await my_turn(pilot, app)
            if wait is Wait.OVER:
                break
            if wait is Wait.NEXT:
                hands += 1
                assert "Opponents" in screen_text(app)
                await pilot.press("enter")
                continue
            await pilot.press("h", "enter")
        assert isinstance(app.screen, Sheet)
        await pilot.press("enter")
        await pilot.pause()
        assert "match" in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
    assert "record" in app.farewell
    record = read_record(tmp_path / "match.jsonl")
    assert record.match.winners is not None and record.match.hands == hands + 1


async def test_cards_are_chosen_with_arrows_and_space(tmp_path: Path) -> None:
    app = started(tmp_path, seed=1)
    async with app.run_test(size=(80, 24)) as pilot:
        await my_turn(pilot, app)
        view = app.table.hand_view
        await pilot.press("escape", "home", "space", "right", "space")
        assert len(view.selected) == 2
        before = view.cursor
        await pilot.press("down")
        assert view.cursor != before
        await pilot.press("up")
        await pilot.press("escape")
        assert not view.selected
        held = hand_of(app).space.sort(session_of(app).cards)
        pair = next(i for i, card in enumerate(held) if held.count(card) == 2)
        view.cursor = pair
        await pilot.press("p")
        assert view.selected == (held[pair],) * 2
        await pilot.press("p")
        assert not view.selected
        await pilot.press(*["right"] * (len(held) + 1), *["down"] * 7, "end", "left", "space")
        assert len(view.selected) == 1


async def test_cards_and_keys_are_chosen_with_the_mouse(tmp_path: Path) -> None:
    app = started(tmp_path, seed=1)
    async with app.run_test(size=(80, 24)) as pilot:
        await my_turn(pilot, app)
        await pilot.press("escape")
        view = app.table.hand_view
        held = hand_of(app).space.sort(session_of(app).cards)
        x, y, number = view._places[-1]
        await pilot.click("HandView", offset=(x, y))
        assert view.selected == (held[number],)
        await pilot.click("HandView", offset=(x, y))
        assert not view.selected
        await pilot.click("HandView", offset=(79, 0))
        keys = app.table.query_one(Keys)
        at = next(start for start, _, key in keys._places if key == "f1")
        await pilot.click("Keys", offset=(at, 0))
        await until(pilot, lambda: isinstance(app.screen, Sheet))
        assert "Keys" in screen_text(app)


async def test_a_refused_play_says_why_in_both_languages_and_keeps_the_selection(
    tmp_path: Path,
) -> None:
    app = started(tmp_path, seed=1)
    async with app.run_test(size=(80, 24)) as pilot:
        while await my_turn(pilot, app) is not Wait.FOLLOW:
            await pilot.press("h", "enter")
        view, session = app.table.hand_view, session_of(app)
        trick = hand_of(app).trick
        assert trick is not None
        lead = trick.lead
        before = state(session.match)
        view.select(session.cards[: lead.size + 1])
        chosen = view.selected
        await pilot.press("enter")
        assert f"you chose {lead.size + 1}" in screen_text(app)
        assert view.selected == chosen and state(session.match) == before
        await pilot.press("g")
        assert f"现在选了 {lead.size + 1} 张" in screen_text(app)
        assert view.selected == chosen and state(session.match) == before
        await pilot.press("escape")
        assert "现在选了" not in screen_text(app) and "轮到你" in screen_text(app)


async def test_the_language_changes_everywhere_at_any_time(tmp_path: Path) -> None:
    app = started(tmp_path, seed=1)
    async with app.run_test(size=(80, 24)) as pilot:
        await my_turn(pilot, app)
        assert "Hand 1" in screen_text(app)
        await pilot.press("f1", "f2")
        assert "按键" in screen_text(app)
        await pilot.press("escape")
        assert "第 1 局" in screen_text(app) and "Hand 1" not in screen_text(app)
        await pilot.press("question_mark")
        assert "机器人处在你的位置" in screen_text(app)
        await pilot.press("g")
        assert "A bot in your seat" in screen_text(app)
        await pilot.press("escape", "c", "h")
        assert "The hint is selected" in screen_text(app)


@pytest.mark.parametrize(
    ("language", "size"),
    [
        ("zh", (80, 24)),
        pytest.param("en", (80, 24), marks=pytest.mark.campaign),
        pytest.param("en", (120, 40), marks=pytest.mark.campaign),
    ],
)
async def test_all_that_matters_is_on_the_screen(
    tmp_path: Path, language: str, size: tuple[int, int]
) -> None:
    app = started(tmp_path, seed=1, language=language)
    async with app.run_test(size=size) as pilot:
        waits: set[Wait] = set()
        while len(waits) < 3:
            wait = await my_turn(pilot, app)
            if wait is Wait.NEXT:
                break
            text, session = screen_text(app), session_of(app)
            hand, speaker = session.hand, app.table.speaker
            assert hand is not None and hand.trump is not None
            held = " ".join(text.split("\n")[-app.table.hand_view.size.height - 1 :])
            for card in set(session.cards):
                assert held.count(speaker.card(card)) >= session.cards.count(card), card
            assert speaker.trump(hand.trump) in text
            assert speaker.say("points-of", points=hand.opponents_points, threshold=80) in text
            for seat in range(2):
                assert speaker.seat(seat) in text
            if hand.trick is not None:
                for play in hand.trick.plays:
                    assert all(speaker.card(card) in text for card in play)
            waits.add(wait)
            await pilot.press("h", "enter")
        assert Wait.FOLLOW in waits


async def test_a_window_that_is_too_small_says_so(tmp_path: Path) -> None:
    app = started(tmp_path, seed=1)
    async with app.run_test(size=(60, 20)) as pilot:
        await my_turn(pilot, app)
        assert "at least 80 by 24" in screen_text(app)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "Your hand" in screen_text(app)


@pytest.mark.parametrize("changes", cases([{"players": 6, "decks": 3}, TWELVE], TWELVE))
async def test_more_players_find_their_places(tmp_path: Path, changes: Any) -> None:
    app = started(tmp_path, seed=1, **changes)
    async with app.run_test(size=(100, 36)) as pilot:
        for _ in range(2):
            if await my_turn(pilot, app) is Wait.NEXT:
                break
            text = screen_text(app)
            for seat in range(1, changes["players"]):
                assert f"Seat {seat}" in text
            await pilot.press("h", "enter")


async def test_declaring_during_a_paced_draw(tmp_path: Path) -> None:
    app = started(tmp_path, seed=1, speed="fast")
    async with app.run_test(size=(80, 24)) as pilot:
        # Nobody declares before, or more, in this deal.
        await until(pilot, lambda: app.table.session and app.table.session.options)
        assert "You can declare" in screen_text(app)
        await pilot.press("d")
        assert isinstance(app.screen, ChoiceSheet)
        drawn = hand_of(app).drawn
        await pilot.pause(0.2)
        assert hand_of(app).drawn == drawn
        await pilot.press("1")
        shown = hand_of(app).shown
        assert shown[-1].seat == 0
        assert app.table.pace.speed == "fast"
        await pilot.press("minus", "minus", "plus", "plus", "plus", "plus")
        assert app.table.pace.speed == "instant"
        await pilot.press("space")
        wait = await my_turn(pilot, app)
        assert wait is Wait.BURY or hand_of(app).dealer != 0


async def test_an_answer_to_a_key_of_the_draw_goes_with_the_draw(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = started(tmp_path, seed=1)
    stand_still(app, monkeypatch)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.session is not None and session_of(app).hand)
        app.table.say(lambda speaker: speaker.text("nothing-to-declare"))
        await pilot.pause()
        assert "nothing to declare" in screen_text(app)
        session = session_of(app)
        while hand_of(app).phase is Phase.DRAW:
            step(session)
            if session.waits_for is Wait.DECLARE:
                session.passes()
        assert session.waits_for is None
        app.table.redraw()
        await pilot.pause()
        assert "nothing to declare" not in screen_text(app)


async def test_the_last_trick_and_the_kitty_can_be_looked_at(tmp_path: Path) -> None:
    app = started(tmp_path, seed=1)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.session and app.table.session.waits_for)
        await pilot.press("l")
        assert "No trick has been played" in screen_text(app)
        while not hand_of(app).tricks:
            await my_turn(pilot, app)
            await pilot.press("h", "enter")
        await my_turn(pilot, app)
        await pilot.press("l")
        assert "The last trick" in screen_text(app)
        await pilot.press("l", "k")
        hand = session_of(app).hand
        assert hand is not None
        known = "The kitty" if hand.dealer == 0 else "Only whoever buried"
        assert known in screen_text(app)


async def test_cards_are_counted(tmp_path: Path) -> None:
    app = started(tmp_path, seed=1)
    async with app.run_test(size=(80, 24)) as pilot:
        await my_turn(pilot, app)
        while not hand_of(app).tricks or await my_turn(pilot, app) is not Wait.LEAD:
            await pilot.press("h", "enter")
        assert " n count" in screen_text(app)
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, Sheet))
        hand, text = hand_of(app), screen_text(app)
        for name, expected in (("out", len(hand.unseen_by(0))), ("played", hand.played.total())):
            rows = re.findall(rf"│ +{name} +([\d· ]+?) *│", text)
            assert sum(int(n) for row in rows for n in row.split() if n != "·") == expected
        await pilot.press("g")
        assert "记牌" in screen_text(app) and "还有" in screen_text(app)
        await pilot.press("n")
        await until(pilot, lambda: len(app.screen_stack) == 1)


async def test_an_ambiguous_lead_is_asked_about(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    cards = read_cards(ambiguous(path))
    app = TableApp(lobby(None), path, "en", "instant")
    async with app.run_test(size=(80, 24)) as pilot:
        assert await my_turn(pilot, app) is Wait.LEAD
        app.table.hand_view.select(cards)
        await pilot.press("enter")
        assert isinstance(app.screen, ChoiceSheet)
        assert "How is your lead to be read?" in screen_text(app)
        await pilot.press("escape")
        assert write_cards(app.table.hand_view.selected).split()[:2] == ["2H", "2H"]
        await pilot.press("enter", "2")
        await until(pilot, lambda: hand_of(app).tricks)


async def test_other_ways_to_read_a_lead_are_asked_for_by_a_tractor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shengji.game.due.find_readings", cut_readings)
    path = tmp_path / "match.jsonl"
    cards = read_cards(ambiguous(path))
    app = TableApp(lobby(None), path, "en", "instant")
    async with app.run_test(size=(80, 24)) as pilot:
        assert await my_turn(pilot, app) is Wait.LEAD
        app.table.hand_view.select(cards)
        await pilot.press("enter")
        await until(pilot, lambda: "Another way: choose a tractor" in screen_text(app))
        await pilot.press("2")
        await until(pilot, lambda: "Which tractor does it have?" in screen_text(app))
        tractors = [unit.cards for unit in session_of(app).tractors(cards)]
        other = next(i for i, tractor in enumerate(tractors) if Card("2C") in tractor)
        await pilot.press(str(other + 1))
        await until(pilot, lambda: "How is your lead to be read?" in screen_text(app))
        assert "Another way" not in screen_text(app)
        await pilot.press("1")
        await until(pilot, lambda: hand_of(app).trick or hand_of(app).tricks)
        hand = hand_of(app)
        trick = hand.tricks[0] if hand.tricks else hand.trick
        assert trick is not None
        led = [unit.cards for unit in trick.lead.reading]
        assert tractors[other] in led or led == [tuple(read_cards("2D 2D"))]


async def test_a_failed_throw_is_announced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = started(tmp_path, seed=1)
    async with app.run_test(size=(80, 24)) as pilot:
        while await my_turn(pilot, app) is not Wait.LEAD:
            await pilot.press("h", "enter")
        hand = hand_of(app)
        longest = max(hand.space.by_suit(session_of(app).cards).values(), key=len)
        app.table.hand_view.select(longest)
        stand_still(app, monkeypatch)
        await pilot.press("enter")
        await pilot.pause()
        assert hand.failed is not None
        text = screen_text(app)
        assert "Your throw" in text and "Throw failed" in text


@pytest.mark.parametrize("answer", ["1", "2", "q"])
async def test_a_saved_match_is_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    monkeypatch.setattr(saves, "folder", lambda: tmp_path)
    session = lobby(None).start()
    for _ in range(30):
        step(session)
    session.close()
    path = session.path
    assert path is not None
    assert session.hand is not None
    drawn, content = session.hand.drawn, path.read_bytes()
    where: Lobby = lobby(None)
    where.offer = saves.newest_unfinished()
    app = TableApp(where, None, "en", "slow")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ChoiceSheet))
        assert "An unfinished match is saved" in screen_text(app)
        await pilot.press(answer)
        if answer == "q":
            await pilot.pause()
        else:
            await until(pilot, lambda: app.table.session is not None)
            now = session_of(app)
            if answer == "1":
                assert now.path == path
                assert hand_of(app).drawn >= drawn  # on a busy machine more by now
            else:
                assert now.path != path
            await pilot.press("q")
    if answer == "q":
        assert app.farewell == "Nothing was started."
    else:
        assert "The match is saved in" in app.farewell
    if answer == "1":
        assert path.read_bytes().startswith(content)
    else:
        assert path.read_bytes() == content


async def test_the_bot_plays_a_demo_hand(tmp_path: Path) -> None:
    where = lobby(tmp_path / "match.jsonl", auto=True, first_level="A")
    app = TableApp(where, None, "zh", "instant")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.session and app.table.session.results)
        assert hand_of(app).phase is Phase.ENDED
