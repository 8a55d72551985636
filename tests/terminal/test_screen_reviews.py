"""A hand reviewed on the screen: in the background, with the way to the moments that cost most."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from rich.console import Console

from shengji.cards import read_cards
from shengji.record import Record, Viewing, read_record
from shengji.review import (
    Choice,
    CurvePoint,
    Figure,
    HandReview,
    PlayerReview,
    Reviewed,
    review_hand,
)
from shengji.review.process import ReviewFailedError
from shengji.review.stored import numbered, numbered_again
from shengji.review.worker import ReviewOrder, order_of, record_of
from shengji.terminal.curve import chart
from shengji.terminal.reviewed import review_parts
from shengji.terminal.reviewing import ReviewSheet
from shengji.terminal.table.screen.sheets import EndSheet
from shengji.terminal.table.session import Wait
from shengji.terminal.watch import WatchApp, WatchScreen
from tests.record.kit import played
from tests.record.test_notation import recorded
from tests.terminal.tablekit import my_turn, screen_text, session_of, started, until

SHALLOW = 0.01
SHORT: dict[str, Any] = {"decks": 1, "kitty": 38, "first_level": "K"}


def point(trick: int, levels: float) -> CurvePoint:
    return CurvePoint(trick, trick, Figure(levels, 0.1))


def reviewed(levels: tuple[float, ...], worst: tuple[int, ...] = ()) -> HandReview:
    """A review whose decisions are one a trick, seat 0's, each with something better."""
    better = (Choice(tuple(read_cards("AH")), ahead=Figure(0.5, 0.1)),)
    made = Choice(tuple(read_cards("3C")))
    decisions = [Reviewed(n, n, 0, "lead", made, better, 0.5) for n in range(len(levels))]
    points = tuple(point(*each) for each in enumerate(levels))
    players = (PlayerReview(0, "Ann", 1, 0.5, 50.0),)
    return HandReview(1, {}, 1.0, 0, players, tuple(decisions), points, None, worst)


def test_the_curve_is_drawn() -> None:
    lines = [line.plain.rstrip() for line in chart(reviewed((1, 1, 0, -1.5), (3, 1)), "en", 70)]
    assert lines == [
        "     +1.0┤──────╮",
        "         │      │",
        "        0┼┈┈┈┈┈┈╰──╮┈┈",
        "         │         │",
        "         │         │",
        "     -1.5┤         ╰──",
        "    Trick    1",
        " Mistakes    2     1",
    ]
    flat = [line.plain for line in chart(reviewed((0.1,) * 40), "zh", 50)]
    assert len(flat) == 7 and all(len(line) <= 50 for line in flat)
    assert chart(replace(reviewed((1,)), curve=()), "en", 70) == []


@pytest.mark.parametrize(
    ("cost", "expected"),
    [(0.5, "What cost most:"), (0.07, "Small differences only"), (0.0, "No decision was surely")],
)
def test_small_differences_are_said_without_a_list(cost: float, expected: str) -> None:
    review = reviewed((0.1,), (0,) if cost >= 0.1 else ())
    review = replace(review, players=(replace(review.players[0], cost=cost),))
    out = StringIO()
    Console(file=out, width=80).print(*review_parts(review, "en", []))
    told = out.getvalue()
    assert expected in told and ("Better by" in told) == (cost >= 0.1)


def test_an_order_ends_with_its_hand() -> None:
    header, events, _ = played("dealt again")
    record = recorded(header, events)
    order = order_of(record, 1, SHALLOW, 7)
    alone = record_of(order.lines)
    assert {e.hand for e in alone.events if hasattr(e, "hand")} == {1}
    for hand in (1, 2):
        here = review_hand(record, hand, 7, SHALLOW)
        sent = record_of(order_of(record, hand, SHALLOW, 7).lines)
        there = numbered(review_hand(sent, hand, 7, SHALLOW), sent)
        assert numbered_again(there, record) == replace(here, players=there.players)


class Maker:
    """Makes reviews in this process when it is told to."""

    made: list[Maker]

    def __init__(self, niceness: int, *, quiet: bool) -> None:
        assert quiet
        self.go = asyncio.Event()
        self.closed = False
        self.made.append(self)

    async def make(self, order: ReviewOrder, progress: Callable[[int, int], None]) -> bytes:
        progress(1, 4)
        await self.go.wait()
        record = record_of(order.lines)
        review = review_hand(record, order.hand, order.seed, SHALLOW)
        place = next(n for n, found in enumerate(review.decisions) if found.seat == 0)
        found = review.decisions[place]
        better = Choice(tuple(read_cards("AH")), ahead=Figure(0.5, 0.1))
        bad = replace(found, better=(better,), cost=0.5)
        decisions = (*review.decisions[:place], bad, *review.decisions[place + 1 :])
        review = replace(review, decisions=decisions, worst=(place,))
        return msgspec.json.encode(numbered(review, record))

    async def close(self) -> None:
        self.closed = True


@pytest.fixture
def makers(monkeypatch: pytest.MonkeyPatch) -> list[Maker]:
    Maker.made = []
    monkeypatch.setattr("shengji.terminal.reviewing.ReviewProcess", Maker)
    return Maker.made


async def test_a_hand_is_reviewed_at_its_end(tmp_path: Path, makers: list[Maker]) -> None:
    app = started(tmp_path, **SHORT)
    async with app.run_test(size=(80, 24)) as pilot:
        await my_turn(pilot, app)
        await pilot.press("v")
        await pilot.pause()
        assert "There is nothing to review yet" in screen_text(app)
        while await my_turn(pilot, app) is not Wait.NEXT:
            await pilot.press("h", "enter")
        assert isinstance(app.screen, EndSheet) and "v reviews the hand" in screen_text(app)
        await pilot.press("v")
        await until(pilot, lambda: makers)
        await until(pilot, lambda: "The hand is being reviewed: 25 %" in screen_text(app))
        # Going on ends it; asked again, it is made anew, and only once.
        await pilot.press("escape")
        await until(pilot, lambda: makers[0].closed)
        assert isinstance(app.screen, EndSheet)
        await pilot.press("v")
        await until(pilot, lambda: len(makers) == 2)
        makers[1].go.set()
        await until(pilot, lambda: "In the end: " in screen_text(app))
        assert makers[1].closed
        for words in ("Hand 1 reviewed", "You ", "Better by 0.50 levels", "1: look at it"):
            assert words in screen_text(app)
        await pilot.press("g")
        assert "第 1 局复盘" in screen_text(app) and "看那一刻" in screen_text(app)
        await pilot.press("g", "1")
        await until(pilot, lambda: isinstance(app.screen, WatchScreen))
        await pilot.pause()
        watching = app.screen
        assert isinstance(watching, WatchScreen)
        assert "South decides" in screen_text(app) and "Better by 0.50" in screen_text(app)
        assert watching.viewing.moment.hand == 1
        await pilot.press("g")
        assert "轮到你" in screen_text(app)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, ReviewSheet))
        await pilot.press("escape", "enter")
        await until(pilot, lambda: session_of(app).match.hands == 2)
    assert len(makers) == 2


@pytest.mark.campaign
async def test_leaving_ends_the_review(tmp_path: Path, makers: list[Maker]) -> None:
    app = started(tmp_path, **SHORT)
    async with app.run_test(size=(80, 24)) as pilot:
        while await my_turn(pilot, app) is not Wait.NEXT:
            await pilot.press("h", "enter")
        await pilot.press("v")
        await until(pilot, lambda: makers)
        await pilot.press("ctrl+c")
        await until(pilot, lambda: makers[0].closed)
    assert "--resume" in app.farewell


async def test_a_review_that_cannot_be_made_says_why(
    tmp_path: Path, makers: list[Maker], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(self: Maker, order: object, progress: object) -> bytes:
        raise ReviewFailedError("the process has ended: EOFError")

    monkeypatch.setattr(Maker, "make", fails)
    viewing = Viewing(recorded(*played("tractor")[:2]))
    app = WatchApp(viewing, "en", "basic")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("v")
        await until(pilot, lambda: "could not be made: the process has ended" in screen_of(app))
        assert makers[0].closed


@pytest.mark.campaign
async def test_a_record_that_is_watched_is_reviewed_in_a_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same review as that of the command, and from it to the moment."""
    monkeypatch.setattr("shengji.terminal.reviewing.DEPTH", SHALLOW)
    app = started(tmp_path, auto=True, **SHORT)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, EndSheet))
    record: Record = read_record(tmp_path / "match.jsonl")
    watching = WatchApp(Viewing(record), "en", "basic")
    async with watching.run_test(size=(80, 24)) as pilot:
        await pilot.press("v")
        await until(pilot, lambda: "Accuracy" in screen_of(watching))
        made = watching.watching._reviews.made[1][1]
        assert made == review_hand(record, 1, depth=SHALLOW)
        await pilot.press("escape", "home", "v")
        await pilot.pause()
        assert "No hand has begun" in screen_of(watching)


def screen_of(app: WatchApp) -> str:
    return "\n".join(line.text for line in app.screen._compositor.render_strips())
