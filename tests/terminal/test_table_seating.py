"""Tables of 4 to 12 fit the smallest screen: everyone and every card in their place."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from shengji.cards import Card
from shengji.terminal.table.session import Wait
from shengji.terminal.table.speaker import Speaker
from shengji.terminal.table.widgets.hand import HandView
from shengji.terminal.table.widgets.paint import Faces
from shengji.terminal.table.widgets.seats import least_height, seating
from shengji.words import LANGUAGES, Language
from tests.cases import cases
from tests.kit import cards
from tests.terminal.tablekit import hand_of, my_turn, reached, screen_text, session_of


@pytest.mark.parametrize("players", range(4, 13))
def test_no_two_share_a_place_and_all_are_on_the_board(players: int) -> None:
    for width in (74, 80, 82, 120):
        for height in range(least_height(players), 32):
            table = seating(players, width, height)
            assert sorted(seat for seat, _, _ in table.places) == list(range(players))
            areas = [area for _, area, _ in table.places]
            if table.middle.height > 0:
                areas.append(table.middle)
            taken: set[tuple[int, int]] = set()
            for x, y, wide, high in areas:
                assert x >= 0 and y >= 0 and x + wide <= width and y + high <= height
                assert wide >= 16 and high >= 1
                cells = {(x + i, y + j) for i in range(wide) for j in range(high)}
                assert not cells & taken
                taken |= cells


@pytest.mark.parametrize("players", range(4, 13))
def test_seats_run_counter_clockwise(players: int) -> None:
    places = {seat: (area, where) for seat, area, where in seating(players, 80, 10).places}
    right = [seat for seat in range(1, players) if places[seat][1] == "right"]
    left = [seat for seat in range(1, players) if places[seat][1] == "left"]
    ups = [places[seat][0].y for seat in right]
    downs = [places[seat][0].y for seat in left]
    assert ups == sorted(ups, reverse=True) and downs == sorted(downs)
    top = [seat for seat in range(1, players) if places[seat][1] == "top"]
    assert right + top + left == list(range(1, players))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", cases(range(4, 13), 4, 12))
async def test_everyone_and_every_card_is_seen_at_80_by_24(
    tmp_path: Path, players: int, language: Language
) -> None:
    app = reached(
        tmp_path,
        Wait.FOLLOW,
        seed=players,
        language=language,
        bots="random",
        preset="finding-friends",
        players=players,
    )
    async with app.run_test(size=(80, 24)) as pilot:
        followed = 0
        while followed < 3:
            wait = await my_turn(pilot, app)
            if wait is Wait.NEXT:
                break
            lines = screen_text(app).split("\n")
            assert all(cell_len(line) == 80 for line in lines)
            if wait in (Wait.LEAD, Wait.FOLLOW):
                followed += 1
                _all_is_seen(app, lines)
            await pilot.press("h", "enter")
        assert followed == 3


def _all_is_seen(app: Any, lines: list[str]) -> None:
    hand, session, speaker = hand_of(app), session_of(app), app.table.speaker
    flat = seating(hand.players, 80, app.table.query_one("Board").size.height).flat
    board = "\n".join(lines[3 : 20 - app.table.hand_view.size.height])
    for seat in range(1, hand.players):
        name = rf"(?<!\d){seat}\b" if flat else re.escape(speaker.seat(seat))
        tag = r"( *(Dealer|Friend|庄家|朋友|D|F|庄|友))? *(L|打)"
        assert re.search(rf"{name}{tag}\w+ +{hand.sizes[seat]}\b", board), seat
    assert ("▶" in board and "★" in board) or hand.trick is None
    if hand.trick is not None:
        faces = Faces(speaker, four_colours=False)
        for play in hand.trick.plays:
            whole = " ".join(faces.text(card) for card in play)
            grouped = faces.laid(play, len(whole) - 1, 1)[0] if len(play) > 1 else []
            short = "".join(text for _, text in grouped)
            seen = board.replace(" ", "")
            assert whole.replace(" ", "") in seen or short.replace(" ", "") in seen
    held = "\n".join(lines[-app.table.hand_view.size.height - 1 :])
    for card in set(session.cards):
        assert held.count(speaker.card(card)) >= session.cards.count(card), card


async def test_a_hand_of_39_with_its_kitty_is_seen_whole(tmp_path: Path) -> None:
    app = reached(tmp_path, Wait.BURY, seed=6, bots="random", preset="three-deck")
    async with app.run_test(size=(80, 24)) as pilot:
        assert await my_turn(pilot, app) is Wait.BURY
        session = session_of(app)
        assert len(session.cards) == 45
        held = "\n".join(screen_text(app).split("\n")[-app.table.hand_view.size.height - 1 :])
        for card in set(session.cards):
            assert held.count(app.table.speaker.card(card)) >= session.cards.count(card)


def test_rows_are_enough_for_any_hand() -> None:
    for count in range(1, 91):
        suits = [count - 4, 1, 1, 1, 1] if count > 4 else [1] * count
        rows = sum(-(-size // 17) for size in suits)
        assert HandView.rows_for(count, 80) >= rows


@pytest.mark.parametrize(
    ("held", "width", "height", "shown"),
    [
        ("5S 5S 5S", 11, 1, "5♠ 5♠ 5♠"),
        ("5S 5S 5S 5S", 11, 1, "5♠×4"),
        ("5S 5S 5S 6S 6S 7S 8S", 11, 1, "5♠×3 +4"),
        ("5S 5S 5S 6S 6S 7S 8S", 11, 2, "5♠×3 6♠×2 7♠ 8♠"),
    ],
)
def test_cards_that_do_not_fit_are_counted(held: str, width: int, height: int, shown: str) -> None:
    faces = Faces(Speaker("en", 6), four_colours=False)
    lines = faces.laid(cards(held), width, height)
    assert len(lines) <= height
    assert " ".join(text.strip() for line in lines for _, text in line) == shown
    assert all(sum(cell_len(text) + 1 for _, text in line) - 1 <= width for line in lines)


def test_nothing_is_lost_when_cards_are_put_together() -> None:
    held: list[Card] = cards("10S 10S 10S JS JS QS KS KS AS")
    for width in range(8, 60):
        for line in Faces(Speaker("zh", 6), four_colours=False).laid(held, width, 1):
            count = 0
            for card, text in line:
                if card is None:
                    count += int(text[1:])
                else:
                    count += int(text.split("×")[1]) if "×" in text else 1
            assert count == len(held)
