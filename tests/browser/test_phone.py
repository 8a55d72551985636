"""On a phone: everything can be touched, nothing lies beside the screen."""

from __future__ import annotations

from collections import Counter

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.play import Player
from tests.browser.servers import ServerProcess
from tests.browser.speech import say

TALL, FLAT = (360, 640), (640, 360)
LONG_SIDE, SHORT_SIDE = 44, 24
"""What of every card a finger must find, in pixels."""

_REACH = """cards => cards.map(card => {
    const box = card.getBoundingClientRect();
    const hit = (x, y) => document.elementFromPoint(x, y)?.closest('[data-card]') === card;
    const columns = new Set(), rows = new Set();
    for (let x = box.left + 0.5; x < box.right; x++)
        for (let y = box.top + 0.5; y < box.bottom; y++)
            if (hit(x, y)) columns.add(x), rows.add(y);
    return [columns.size, rows.size];
})"""
_BESIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def _nothing_beside(page: Page) -> None:
    assert page.evaluate(_BESIDE) <= 0


def _name(card: str) -> str:
    """What a card is called in the hand."""
    if card in ("BJ", "SJ"):
        return say("table.card_big_joker" if card == "BJ" else "table.card_small_joker")
    suit = say(f"table.suit_{card[-1].lower()}")
    return say("table.card", rank=card[:-1], suit=suit)


def _tap_out(player: Player) -> None:
    """Play what a bot would, by tapping one's own cards until they are the chosen ones."""
    forced = Counter(map(_name, player.until_told_turn()["forced"]))
    assert forced <= Counter(player.chosen), "what must be played is chosen from the start"
    player.button("table.hint").tap()
    ready = player.until(player.button("table.play"), player.button("table.bury"))
    expect(ready).to_be_enabled()
    wanted = Counter(player.chosen)
    player.button("table.clear").tap()
    for name in wanted:
        for copy in player.hand.and_(player.page.get_by_label(name)).all():
            has = Counter(player.chosen)[name]
            is_chosen = copy.get_attribute("aria-pressed") == "true"
            if has < wanted[name] and not is_chosen:
                copy.tap(position={"x": 8, "y": 12})
    # A tap brings the pair or tractor that a card belongs to; what is too much goes by a tap.
    for name, more in (Counter(player.chosen) - wanted).items():
        taken = player.hand.and_(player.page.locator("[aria-pressed=true]"))
        for copy in taken.and_(player.page.get_by_label(name)).all()[:more]:
            copy.tap(position={"x": 8, "y": 12})
    assert Counter(player.chosen) == wanted
    player.send()


@pytest.mark.parametrize("size", [TALL, FLAT], ids=["tall", "flat"])
def test_a_hand_by_tapping(size: tuple[int, int], server: ServerProcess, person: Visit) -> None:
    width, height = size
    page = person(width=width, height=height)
    player = Player(page)
    player.open_table(server.url, "forty-points" if size == FLAT else "tractor")
    player.play_hand(lambda: _tap_out(player))
    _nothing_beside(page)
    expect(player.button("sheets.next")).to_be_in_viewport()


@pytest.mark.parametrize("size", [TALL, FLAT], ids=["tall", "flat"])
@pytest.mark.parametrize("rules", ["three-deck", "finding-friends"])
def test_every_card_of_a_big_hand_can_be_touched(
    rules: str, size: tuple[int, int], server: ServerProcess, person: Visit
) -> None:
    width, height = size
    page = person(width=width, height=height)
    player = Player(page)
    player.open_table(server.url, rules)
    player.until_own_turn()
    _nothing_beside(page)
    player.hand.first.scroll_into_view_if_needed()
    reach = player.hand.evaluate_all(_REACH)
    assert len(reach) == len(player.hand.all()) >= 25
    for across, down in reach:
        assert max(across, down) >= LONG_SIDE, reach
        assert min(across, down) >= SHORT_SIDE, reach


@pytest.mark.parametrize("size", [TALL, FLAT], ids=["tall", "flat"])
def test_no_page_is_wider_than_the_screen(
    size: tuple[int, int], server: ServerProcess, person: Visit
) -> None:
    width, height = size
    page = person(width=width, height=height)
    player = Player(page)
    player.open_table(server.url, bots=None, start=False)
    player.button("room.fill").wait_for()
    _nothing_beside(page)
    for key in ("room.rules_show", "room.rules_change", "room.settings_change"):
        player.button(key).tap()
        player.dialog.wait_for()
        _nothing_beside(page)
        page.keyboard.press("Escape")
        player.dialog.wait_for(state="hidden")
    for route in ("", "intro"):
        page.goto(f"{server.url}/#/{route}")
        page.get_by_role("heading", level=1).wait_for()
        _nothing_beside(page)
