"""What lies where on the table: on a phone, a tablet, a desktop and a wall."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.company import Guest, acts, play_until, two_at_a_table, wait
from tests.browser.conftest import Visit
from tests.browser.play import Player
from tests.browser.servers import ServerProcess
from tests.browser.speech import Tongue, say

PHONE, TABLET, DESKTOP, WALL = (360, 740), (820, 1180), (1280, 800), (2560, 1440)

_CARDS = """cards => cards.map(card => {
    const box = card.getBoundingClientRect();
    const style = getComputedStyle(card);
    const [x, y] = style.translate.split(' ').map(parseFloat);
    return {id: card.dataset.card, x, y: y || 0, width: box.width};
})"""
"""Where the cards of the hand lie, whether or not they are chosen."""

_BOXES = """elements => elements.map(element => {
    const {left, top, right, bottom} = element.getBoundingClientRect();
    return [left, top, right, bottom];
})"""

_SEEN = """
globalThis.seen = [];
new MutationObserver(() => {
    for (const button of document.querySelectorAll('button:not(:disabled)'))
        seen.push(button.innerText.trim());
}).observe(document, { childList: true, subtree: true });
"""
"""Keeps what was written on every button that could ever be pressed."""

_ENDLESS = """() => document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().iterations === Infinity)
    .map(({ effect }) => effect.target.className)"""

Box = tuple[float, float, float, float]


def _lies(player: Player) -> dict[str, dict[str, Any]]:
    """Where each card of the own hand lies."""
    return {card["id"]: card for card in player.hand.evaluate_all(_CARDS)}


def _at_turn(player: Player, url: str, rules: str = "tractor") -> None:
    player.open_table(url, rules)
    assert player.until_own_turn()


def test_a_tablet_shows_tens_whole_on_two_rows(server: ServerProcess, person: Visit) -> None:
    width, height = TABLET
    player = Player(person(width=width, height=height))
    _at_turn(player, server.url)
    lies = _lies(player)
    assert len(lies) >= 25
    rows = sorted({card["y"] for card in lies.values()})
    assert len(rows) == 2 or len(lies) > 25
    for row in rows:
        places = sorted(card["x"] for card in lies.values() if card["y"] == row)
        wide = next(iter(lies.values()))["width"]
        assert all(b - a >= wide / 2 for a, b in pairwise(places))


def _still(page: Page, thing: Locator) -> float:
    """How far down something lies, when nothing moves any more."""
    seen = list[float]()

    def stands() -> bool:
        box = thing.bounding_box()
        assert box is not None
        seen.append(box["y"])
        return len(seen) > 3 and len(set(seen[-3:])) == 1

    wait(page, stands)
    return seen[-1]


def test_a_phone_keeps_suits_whole_and_cards_where_they_are(
    server: ServerProcess, person: Visit
) -> None:
    width, height = PHONE
    page = person(width=width, height=height)
    player = Player(page)
    player.open_table(server.url)
    bar = page.locator("#play-fault")
    shifts, before, asked = 0, dict[str, dict[str, Any]](), 0.0
    while player.until_own_turn():
        playing = player.button("table.play").is_visible()
        if playing:
            place = _still(page, bar)
            lies = _lies(player)
            rows = len({card["y"] for card in before.values()})
            if rows and rows == len({card["y"] for card in lies.values()}):
                # No card changes its row; what is asked may need a line more, or less.
                assert all(lies[card]["y"] == before[card]["y"] for card in lies)
                assert all(lies[card]["x"] <= before[card]["x"] for card in lies)
                assert abs(place - asked) < 20
            elif rows:
                shifts += 1
            before, asked = lies, place
        player.follow_hint()
    assert shifts <= 3, "only when the hand fits on fewer rows"


def test_a_wall_shows_more_and_larger(server: ServerProcess, person: Visit) -> None:
    page = person(width=DESKTOP[0], height=DESKTOP[1])
    player = Player(page)
    _at_turn(player, server.url)
    beside = page.get_by_role("complementary", name=say("table.beside"))
    expect(beside).to_have_count(0)
    small = next(iter(_lies(player).values()))["width"]
    words = page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
    page.set_viewport_size({"width": WALL[0], "height": WALL[1]})
    expect(beside).to_be_visible()
    page.wait_for_timeout(300)
    lies = _lies(player)
    assert next(iter(lies.values()))["width"] >= 1.6 * small
    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") > words
    for key in ("sheets.score", "sheets.last_trick", "sheets.chat"):
        expect(beside.get_by_role("region", name=say(key), exact=True)).to_be_visible()
        # What stands there needs no button.
        expect(page.get_by_role("button", name=say(key), exact=True)).to_be_hidden()
    beside.get_by_role("button", name=say("sheets.phrase_nice")).click()
    expect(beside.locator("ol").get_by_text(say("sheets.phrase_nice"))).to_be_visible()


@pytest.mark.parametrize("locale", ["en-US", "zh-CN"])
def test_play_now_shows_no_waiting_room(locale: str, server: ServerProcess, person: Visit) -> None:
    tongue: Tongue = "en" if locale == "en-US" else "zh-Hans"
    page = person(locale=locale)
    player = Player(page, tongue)
    page.add_init_script(_SEEN)
    page.goto(server.url)
    player.button("shell.play_now").click()
    player.hand.first.wait_for()
    seen = set(page.evaluate("seen"))
    assert say("shell.play_now", tongue) in seen
    for key in ("room.start", "room.fill", "room.ready", "room.rules_change"):
        assert say(key, tongue) not in seen


@pytest.fixture
def lively(browser: Browser) -> Iterator[Page]:
    """The page of somebody who has not asked for less movement."""
    context = browser.new_context(reduced_motion="no-preference")
    yield context.new_page()
    context.close()


def test_nothing_moves_endlessly_while_a_person_is_waited_for(
    server: ServerProcess, lively: Page
) -> None:
    player = Player(lively)
    _at_turn(player, server.url)
    lively.wait_for_timeout(100)
    assert lively.evaluate(_ENDLESS) == []
    lively.wait_for_timeout(6000)
    moving = "() => document.getAnimations().filter(a => a.playState === 'running').length"
    assert lively.evaluate(moving) == 0


@pytest.mark.parametrize("size", [PHONE, TABLET, DESKTOP], ids=["phone", "tablet", "desktop"])
def test_words_stand_at_their_seat_and_on_no_card(
    size: tuple[int, int], server: ServerProcess, person: Visit
) -> None:
    width, height = size
    ann, ben = Guest(person(width=width, height=height)), Guest(person())
    two_at_a_table(ann, ben, server.url)
    # Others have laid cards down before it is Ann's turn.
    play_until([ann, ben], lambda now: acts(ann)(now) and len(ann.plays) >= 2)
    ben.button("sheets.chat").click()
    ben.dialog.get_by_role("button", name=say("sheets.phrase_thanks")).click()
    bubble = ann.felt.locator("[data-said]").filter(has_text=say("sheets.phrase_thanks"))
    expect(bubble).to_be_visible()
    ann.page.wait_for_timeout(500)
    (said,) = bubble.evaluate_all(_BOXES)
    for card in ann.felt.locator(".card").evaluate_all(_BOXES):
        assert not _meet(said, card)
    assert ben.seat is not None
    plates = {seat: ann.plate(seat).evaluate_all(_BOXES)[0] for seat in range(4)}
    nearest = min(plates, key=lambda seat: _apart(said, plates[seat]))
    assert nearest == ben.seat


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _apart(one: Box, other: Box) -> float:
    """How far apart the nearest edges of two boxes are."""
    across = max(0, one[0] - other[2], other[0] - one[2])
    down = max(0, one[1] - other[3], other[1] - one[3])
    return float(across**2 + down**2)
