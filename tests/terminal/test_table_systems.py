"""Every system at the table: whole hands by keys and by lines, and every new decision."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from shengji.game import BidLand, Call, CallFriends, Phase, Refusal
from shengji.record import read_record
from shengji.rules import SYSTEMS
from shengji.terminal.table.friends import CallError, read_calls
from shengji.terminal.table.plain.game import play_plain
from shengji.terminal.table.prompt import what
from shengji.terminal.table.screen.callsheet import CallSheet
from shengji.terminal.table.screen.sheets import ChoiceSheet
from shengji.terminal.table.session import Session, Wait
from shengji.terminal.table.speaker import Speaker
from tests.cases import cases
from tests.kit import SHORT_HANDS
from tests.terminal.tablekit import (
    accept,
    hand_of,
    lobby,
    my_turn,
    reached,
    screen_text,
    session_of,
    stand_still,
    started,
    state,
    step,
    until,
    up_to,
)

SOME = ("forty-points", "finding-friends")
"""Hands of these systems are played in any case."""
FRIENDS: dict[str, Any] = {"preset": "finding-friends", "players": 5, "bots": "random"}
LAND: dict[str, Any] = {"land": True, "bots": "random"}
REDEAL: dict[str, Any] = {
    "redeal_points": 50,
    "redeal_limit": 9,
    "redeal_no_trumps": True,
    "bots": "random",
}


def test_no_system_is_left_out() -> None:
    assert set(SHORT_HANDS) == set(SYSTEMS)


@pytest.mark.parametrize("system", cases(SHORT_HANDS, *SOME))
async def test_a_whole_hand_by_keyboard(tmp_path: Path, system: str) -> None:
    app = started(tmp_path, seed=5, bots="random", preset=system, **SHORT_HANDS[system])
    async with app.run_test(size=(80, 24)) as pilot:
        while (wait := await my_turn(pilot, app)) is not Wait.NEXT:
            assert wait is not Wait.OVER
            await pilot.press("h", "enter")
        text = screen_text(app)
        assert "Opponents:" in text and "Levels" not in text
        assert session_of(app).results[-1].ended.points == hand_of(app).result.points  # type: ignore[union-attr]
        await pilot.press("enter")
        await my_turn(pilot, app)
        assert hand_of(app).number == 2


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("system", cases(SHORT_HANDS, *SOME))
def test_a_whole_match_in_lines(tmp_path: Path, system: str, language: str) -> None:
    path = tmp_path / "match.jsonl"
    out = io.StringIO()
    where = lobby(
        path, seed=3, bots="random", preset=system, first_level="A", **SHORT_HANDS[system]
    )
    typed = io.StringIO("do\n" * 20_000)
    play_plain(lambda _: where.start(), typed, out, "zh" if language == "zh" else "en")
    said = out.getvalue()
    assert ("整场结束" if language == "zh" else "The match is over") in said
    assert read_record(path).match.winners is not None
    if language == "zh":
        assert " the " not in said and " is " not in said
    elif system == "finding-friends":
        assert "friend" in said and "Declarers: " in said


@pytest.mark.parametrize(
    ("wait", "changes"),
    [
        (Wait.REDEAL, REDEAL),
        (Wait.BURY, {"bots": "random"}),
        (Wait.LAND, LAND),
        (Wait.CALL, FRIENDS),
        (Wait.LEAD, {**FRIENDS, "later_dealer": "draw"}),
        (Wait.NEXT, FRIENDS),
    ],
)
def test_a_match_killed_while_something_is_asked_asks_it_again(
    tmp_path: Path, wait: Wait, changes: dict[str, Any]
) -> None:
    path = tmp_path / "match.jsonl"
    session = lobby(path, seed=4, **changes).start()
    up_to(session, wait)
    before = state(session._table.match)
    session.close()
    path.write_bytes(path.read_bytes() + b'{"event": "card_dr')
    again = lobby(None, bots="random").go_on(path)
    assert again.waits_for is wait
    assert state(again._table.match) == before == state(read_record(path).match)
    again.close()


def test_more_decks_have_more_to_lead(tmp_path: Path) -> None:
    for decks, words in (
        (2, ""),
        (3, "three equal cards are a triple"),
        (4, "up to 4 equal cards"),
    ):
        session = lobby(tmp_path / f"{decks}.jsonl", seed=1, bots="random", decks=decks).start()
        up_to(session, Wait.LEAD)
        first, *more = what(session, Speaker("en", 4))
        assert first.startswith("Lead a single") and len(more) == (decks > 2)
        assert words in "".join(more)
        session.close()


def test_who_has_nothing_to_decide_is_not_asked(tmp_path: Path) -> None:
    session = lobby(tmp_path / "m.jsonl", seed=1, bots="random", redeal_points=5).start()
    up_to(session, Wait.LEAD)
    assert session.hand is not None and session.hand.redeals == 0
    session.close()
    # With a hand like this nobody could bid, and yet all are asked in turn.
    session = lobby(tmp_path / "n.jsonl", seed=1, **LAND).start()
    asked = 0
    while session.waits_for not in (Wait.LEAD, Wait.FOLLOW):
        hand = session.hand
        if hand is not None and hand.phase is Phase.LAND and hand.turn == 0:
            asked += bool(session.land_options)
            assert (session.waits_for is Wait.LAND) == bool(session.land_options)
        if session.waits_for is None:
            step(session)
        else:
            accept(session)
    session.close()


def test_a_re_deal_is_claimed_in_lines(tmp_path: Path) -> None:
    where = lobby(tmp_path / "match.jsonl", seed=2, **REDEAL)
    out = io.StringIO()
    play_plain(lambda _: where.start(), io.StringIO("pass\nwhat\nhint\nredeal\n" * 12), out, "en")
    said = out.getvalue()
    assert "Type redeal to claim a re-deal" in said
    assert "You may claim a re-deal" in said and "A bot in your seat would" in said
    assert "You claim a re-deal and show" in said
    assert "The cards are dealt again." in said


async def test_a_re_deal_is_claimed_on_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = started(tmp_path, seed=2, **REDEAL)
    async with app.run_test(size=(80, 24)) as pilot:
        while await my_turn(pilot, app) is not Wait.REDEAL:
            await pilot.press("h", "enter")
        assert "r: ask; Enter: play on." in " ".join(screen_text(app).split())
        assert "A re-deal may be" in screen_text(app)
        redeals = hand_of(app).redeals
        stand_still(app, monkeypatch)
        await pilot.press("r")
        await pilot.pause()
        assert hand_of(app).redeals == redeals + 1 or hand_of(app).phase is Phase.AGAIN
        assert f"Hand {hand_of(app).number}, dealt again" in screen_text(app)
        assert "You claim a re-deal" in screen_text(app)
        await pilot.press("g")
        assert f"第 {hand_of(app).number} 局（重发）" in screen_text(app)


async def test_bidding_for_land_on_the_screen(tmp_path: Path) -> None:
    app = started(tmp_path, seed=8, **LAND)
    async with app.run_test(size=(80, 24)) as pilot:
        while await my_turn(pilot, app) is not Wait.LAND:
            await pilot.press("h", "enter")
        text = screen_text(app)
        assert "You can bid for the land" in text and "Bidding for Land: you" in text
        options = session_of(app).land_options
        await pilot.press("d")
        assert isinstance(app.screen, ChoiceSheet) and "Bid for the land" in screen_text(app)
        await pilot.press("1")
        assert hand_of(app).land[-1].cards == options[0]
        assert await my_turn(pilot, app) is Wait.BURY
        assert hand_of(app).dealer is not None
        assert "Choose 8 cards to bury" in screen_text(app)
        await pilot.press("h", "enter")
        assert hand_of(app).buried_by == 0


def test_a_bid_for_the_land_is_refused_with_a_reason(tmp_path: Path) -> None:
    session = lobby(tmp_path / "match.jsonl", seed=4, **LAND).start()
    up_to(session, Wait.LAND)
    answer = session.do(BidLand(0, (session.cards[0],)))
    assert isinstance(answer, Refusal) and answer.code == "land-cards"
    session.close()


async def test_friends_are_called_on_the_screen(tmp_path: Path) -> None:
    app = reached(tmp_path, Wait.CALL, seed=7, **{**FRIENDS, "players": 6})
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, CallSheet))
        sheet = app.screen
        assert isinstance(sheet, CallSheet)
        first = sheet.card
        hand = hand_of(app)
        assert not first.is_joker and hand.space.suit(first) in range(4)
        await pilot.press("2", "enter")
        assert "The number of cards to call is 2; you called 1." in screen_text(app)
        await pilot.press("down", "right", "space", "g")
        second = sheet.card
        assert sheet.calls == (Call(first, 2), Call(second, 1))
        assert "已叫 2/2" in screen_text(app)
        await pilot.press("g", "escape")
        await pilot.pause()
        assert "Enter opens the list" in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert "Called 2 of 2" in screen_text(app)
        await pilot.press("backspace", "3", "enter")
        assert hand.calls == (Call(first, 2), Call(second, 3))
        assert hand.phase is Phase.PLAY
        await my_turn(pilot, app)
        text = screen_text(app)
        assert "Called 2nd" in text and "L2" in text and " D " in text
        await pilot.press("s")
        assert "side not known yet" in screen_text(app)


async def test_a_card_is_called_with_the_mouse(tmp_path: Path) -> None:
    app = reached(tmp_path, Wait.CALL, seed=7, **FRIENDS)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, CallSheet))
        sheet = app.screen
        assert isinstance(sheet, CallSheet)
        lines = screen_text(app).split("\n")
        card = sheet._rows[1][2]
        sign = app.table.speaker.card(card)
        y = next(y for y, line in enumerate(lines) if f" {sign} " in line and "│" in line)
        x = lines[y].index(sign)
        await pilot.click(offset=(x, y))
        assert sheet.card is card and not sheet.calls
        await pilot.click(offset=(x, y))
        assert sheet.calls == (Call(card, 1),)


def test_friends_are_called_in_lines(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    session = lobby(path, seed=4, **FRIENDS).start()
    up_to(session, Wait.CALL)
    hand = session.hand
    assert hand is not None
    trump = next(card for card in session.cards if hand.space.suit(card) == 4)
    plain = next(card for card in session.cards if hand.space.suit(card) != 4)
    session.close()
    typed = f"what\ncall XX 1\ncall\ncall {trump.value} 1\ncall {plain.value} 9\nhint\n"
    out = io.StringIO()
    given = io.StringIO(f"{typed}call {plain.value} 2\nscore\nrules\nlang zh\nscore\nrules\n")
    play_plain(lambda _: lobby(None, bots="random").go_on(path), given, out, "en")
    said = out.getvalue()
    assert "Friends to call: 1. Type call and the cards" in said
    assert "'XX' is not understood here. Write for instance: call " in said
    assert "The number of cards to call is 1; you called 0." in said
    assert "A trump cannot be called." in said
    assert "The copies of a card are numbered 1 to 2" in said
    assert f"You call friends: 2nd {plain.value}." in said
    assert "still open" in said and "Finding Friends: teams change every hand" in said
    assert "身份未明" in said and "找朋友" in said


def test_calls_are_read() -> None:
    assert [str(c.card.value) for c in read_calls("AH 2, 10S #1；KD 第3张")] == ["AH", "10S", "KD"]
    assert [c.ordinal for c in read_calls("AH 2nd KS")] == [2, 1]
    for wrong in ("2", "AH 2 2", "nonsense", "AHKS"):
        with pytest.raises(CallError):
            read_calls(wrong)


def test_calling_too_many_is_refused(tmp_path: Path) -> None:
    session = lobby(tmp_path / "match.jsonl", seed=4, **FRIENDS).start()
    up_to(session, Wait.CALL)
    answer = session.do(CallFriends(0, ()))
    assert isinstance(answer, Refusal) and answer.code == "call-count"
    session.close()


def test_own_ranks_are_bid(tmp_path: Path) -> None:
    where = lobby(tmp_path / "m.jsonl", seed=3, later_dealer="draw", **FRIENDS)
    out = io.StringIO()
    play_plain(lambda _: where.start(), io.StringIO("do\n" * 90), out, "en")
    said = out.getvalue()
    assert "Who deals next is open;" in said
    assert "everyone bids at their own level" in said


def test_a_failed_throw_that_must_be_beaten_says_so(tmp_path: Path) -> None:
    changes: dict[str, Any] = {"failed_throw": "must-beat", "throw_penalty": "flat"}
    path, out = tmp_path / "match.jsonl", io.StringIO()
    session = lobby(path, seed=4, bots="random", **changes).start()
    assert _challenged(session), "no throw fails because of the person"
    session.close()
    again = lobby(None, bots="random").go_on(path)
    play_plain(lambda _: again, io.StringIO("what\n"), out, "en")
    assert "The throw failed because of you: beat what was led with" in out.getvalue()


def _challenged(session: Session) -> bool:
    """Play until a throw has failed because of the person; not for long."""
    for _ in range(30):
        up_to(session, Wait.FOLLOW)
        assert session.hand is not None and session.hand.trick is not None
        if session.hand.trick.challenger == 0:
            return True
        accept(session)
    return False
