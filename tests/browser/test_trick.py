"""Cards of a trick lie before their seats, and a card that is dragged up is played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.company import wait
from tests.browser.conftest import Visit
from tests.browser.play import Player
from tests.browser.servers import ServerProcess
from tests.browser.speech import say

SIZES = ((320, 568), (1280, 800))

_LIES = """async felt => {
    // A table of another size lays its cards anew when its next frames are painted.
    const corners = () => [...felt.querySelectorAll("[data-seat], .card")]
        .flatMap((one) => { const { x, y } = one.getBoundingClientRect(); return [x, y]; })
        .join();
    for (let [last, times] = ["", 0]; times < 4; ) {
        await new Promise(requestAnimationFrame);
        const now = corners();
        times = now === last ? times + 1 : 0;
        last = now;
    }
    const boxOf = (element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        return [left, top, right, bottom];
    };
    const all = (within, selector) => [...within.querySelectorAll(selector)];
    const hidden = (card) => {
        const { left, top, width, height } = card.getBoundingClientRect();
        const [x, y] = [left + width * 0.16, top + height * 0.14];
        const seen = document.elementsFromPoint(x, y).find((one) => one.closest(".card"));
        return seen?.closest(".card") !== card;
    };
    return {
        felt: boxOf(felt),
        around: all(document, "header.status, section.hand").map(boxOf),
        plates: Object.fromEntries(all(felt, "[data-seat]").map((plate) =>
            [plate.dataset.seat, boxOf(plate)])),
        plays: Object.fromEntries(all(felt, "[data-play]").map((play) =>
            [play.dataset.play, boxOf(play.querySelector(".fan"))])),
        hidden: all(felt, "[data-play] .card").filter(hidden).length,
    };
}"""
"""The places of the seats and the plays once all stand still, and how many cards are covered where
their index is.
"""

Box = list[float]


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _distance(one: Box, other: Box) -> float:
    """The distance of the middle of a box from another box, squared."""
    x, y = (one[0] + one[2]) / 2, (one[1] + one[3]) / 2
    return max(0, other[0] - x, x - other[2]) ** 2 + max(0, other[1] - y, y - other[3]) ** 2


def _look(felt: Locator) -> dict[str, Any]:
    """Check that nothing on the table is covered, and that no play lies nearer to a seat than its
    own; returns the places.
    """
    lies: dict[str, Any] = felt.evaluate(_LIES)
    felt_box, plates, plays = lies["felt"], lies["plates"], lies["plays"]
    assert lies["hidden"] == 0
    for seat, play in plays.items():
        distances = {one: _distance(other, plates[seat]) for one, other in plays.items()}
        assert min(distances, key=distances.__getitem__) == seat, lies
        assert play[0] >= felt_box[0] and play[1] >= felt_box[1]
        assert play[2] <= felt_box[2] and play[3] <= felt_box[3]
        assert not any(_meet(play, box) for box in (*lies["around"], *plates.values())), lies
    return lies


@pytest.mark.seed(4)
def test_each_play_lies_before_its_seat(server: ServerProcess, person: Visit) -> None:
    page = person()
    player, felt = Player(page), page.get_by_role("region", name=say("table.table"), exact=True)
    table = player.open_table(server.url, one_hand=True)
    most = 0
    while most < 3 and player.until_own_turn():
        wait(page, lambda: felt.locator("[data-play]").count() == player.told.plays_in_trick)
        most = max(most, player.told.plays_in_trick)
        for lies in _at_both_sizes(page, felt):
            for seat, play in lies["plays"].items():
                away = {one: _distance(play, plate) for one, plate in lies["plates"].items()}
                assert min(away, key=away.__getitem__) == seat, lies
        player.follow_hint()
    assert most == 3
    player.let_a_bot_play(table)
    page.get_by_role("dialog", name=say("sheets.match_over")).wait_for()

    # In the replay all four lie there, pairs and throws as well.
    page.goto(f"{server.url}/#/replay/table/{table}/1")
    page.get_by_label(say("replay.position")).wait_for()
    for trick in range(1, 6):
        page.keyboard.press(str(trick))
        for _ in range(3):
            page.keyboard.press("ArrowRight")
        for lies in _at_both_sizes(page, felt):
            assert len(lies["plays"]) == 4


def _at_both_sizes(page: Page, felt: Locator) -> Iterator[dict[str, Any]]:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        yield _look(felt)


def _middle(card: Locator) -> tuple[float, float]:
    box = card.bounding_box()
    assert box is not None
    return box["x"] + min(8, box["width"] / 2), box["y"] + 12


def _drag_by_mouse(page: Page, card: Locator, up: float) -> None:
    x, y = _middle(card)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - up, steps=6)
    page.mouse.up()


def _drag_by_touch(page: Page, card: Locator, up: float) -> None:
    x, y = _middle(card)
    session = page.context.new_cdp_session(page)
    points = [{"x": x, "y": y - up * step / 6} for step in range(7)]
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points[:1]})
    for point in points[1:]:
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize(
    ("width", "drag"), [(1280, _drag_by_mouse), (390, _drag_by_touch)], ids=["mouse", "touch"]
)
def test_a_card_dragged_up_is_played(
    width: int, drag: Any, server: ServerProcess, person: Visit
) -> None:
    page = person(width=width, height=800)
    player = Player(page)
    player.open_table(server.url)
    while player.until_own_turn() and player.told.asked == "bury":
        player.follow_hint()
    player.button("table.hint").click()
    expect(player.button("table.play")).to_be_enabled()
    held, chosen = player.hand.count(), len(player.chosen)
    card = player.hand.and_(page.locator("[aria-pressed=true]")).first
    drag(page, card, 20)
    page.wait_for_timeout(100)
    assert len(player.chosen) == chosen and player.hand.count() == held
    drag(page, card, 160)
    expect(player.hand).to_have_count(held - chosen)
