"""Everything without a mouse: from the lobby over the waiting room to the end of a hand."""

from __future__ import annotations

from contextlib import suppress

from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.browser.conftest import Visit
from tests.browser.play import SHORTLY, Player
from tests.browser.servers import ServerProcess
from tests.browser.speech import say

FAR = 80
"""More stops of the Tab key than any page has before what is wanted."""


def _go_to(place: Locator) -> None:
    """Press Tab until something has the focus."""
    place.wait_for()
    for _ in range(FAR):
        if place.evaluate("element => element === document.activeElement", timeout=SHORTLY):
            return
        place.page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key does not come to {place}")


def _enter(place: Locator) -> None:
    _go_to(place)
    place.page.keyboard.press("Enter")


def _set_up(page: Page, player: Player) -> None:
    """Open a table for Forty Points, where bots do not let wait, and start."""
    _enter(player.button("shell.skip"))
    expect(page.get_by_role("main")).to_be_focused()
    _enter(page.get_by_role("button", name=say("shell.change_choice")))
    _go_to(page.get_by_role("radio", name=say("shell.system_tractor")).first)
    forty = page.get_by_role("radio", name=say("shell.system_forty_points"))
    while not forty.is_checked():
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    _enter(page.get_by_role("button", name=say("shell.with_friends")))
    _enter(player.button("room.settings_change"))
    pace = page.get_by_role("radio", name=say("room.pace_normal"), exact=True)
    _go_to(pace)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name=say("room.pace_instant"), exact=True)).to_be_checked()
    _enter(player.button("room.settings_use"))
    expect(player.dialog).to_have_count(0)
    _enter(player.button("room.fill"))
    expect(player.button("room.start")).to_be_enabled()
    _enter(player.button("room.start"))


def test_a_hand_by_keys_alone(server: ServerProcess, person: Visit) -> None:
    page = person()
    player = Player(page)
    page.goto(server.url)
    _set_up(page, player)
    play, bury = player.button("table.play"), player.button("table.bury")
    questions = [player.button(f"table.{key}") for key in ("no_more", "redeal_play_on")]
    result = player.result
    moved = False
    while (way := player.until(result, *questions, bury, play)) is not result:
        if way in questions:
            with suppress(TimeoutError):  # a bot has declared meanwhile
                before = player.told.answers
                _enter(way)
                player.until_answered(before)
            continue
        held = player.hand.count()
        if way is play and not moved:
            _choose_by_arrows(page, player)
            moved = True
        page.keyboard.press("h")
        expect(way).to_be_enabled()
        page.keyboard.press("Enter")
        expect(player.hand).not_to_have_count(held)
    assert moved
    expect(player.button("sheets.next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(result).to_have_count(0)
    assert player.told.now["wait"] != "next"


def _choose_by_arrows(page: Page, player: Player) -> None:
    """The arrows go along the hand, Space chooses, U takes back."""
    page.keyboard.press("Escape")
    _go_to(player.hand.first)
    page.keyboard.press("End")
    expect(player.hand.last).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    second = player.hand.nth(1)
    expect(second).to_be_focused()
    page.keyboard.press("Space")
    expect(second).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("u")
    expect(second).to_have_attribute("aria-pressed", "false")
