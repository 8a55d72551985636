"""Back, Escape, the backdrop and the X close what lies on top, at every layer."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.company import SHORT
from tests.browser.conftest import Visit
from tests.browser.play import Player
from tests.browser.servers import ServerProcess
from tests.browser.speech import Tongue, pattern, say
from tests.cases import usually

TABLE = "**/#/table/**"


def depth(page: Page) -> int:
    """How many entries of the history stand for layers, once the browser has gone there."""
    page.wait_for_function("() => new Promise((done) => setTimeout(() => done(true), 0))")
    layers: int = page.evaluate("history.state?.layers ?? 0")
    return layers


@usually(("tongue", "width"), ("en", 390), ("zh-Hans", 1280))
def test_back_at_every_layer(
    server: ServerProcess, person: Visit, tongue: Tongue, width: int
) -> None:
    page = person(width=width, height=800, locale={"en": "en-US", "zh-Hans": "zh-CN"}[tongue])
    player = Player(page, tongue)
    player.introduce(server.url, "Ann")  # or the lobby and the table's opening make two people
    page.goto(server.url)
    player.open_table(server.url, SHORT)
    hand = page.get_by_role("region", name=pattern("table.hand", tongue))
    hand.wait_for()

    def sheet(key: str) -> None:
        expect(page.get_by_role("dialog", name=say(key, tongue), exact=True)).to_be_visible()

    def nothing() -> None:
        expect(player.dialog).to_have_count(0)
        expect(hand).to_be_visible()
        page.wait_for_url(TABLE)
        page.wait_for_function("() => !history.state?.layers")

    # A sheet, and one that has taken the place of the menu.
    ways = (page.go_back, lambda: page.keyboard.press("Escape"), lambda: page.mouse.click(5, 5))
    for way in (*ways, lambda: player.button("shell.close").click()):
        player.button("sheets.menu").click()
        sheet("sheets.menu")
        player.dialog.get_by_role("button", name=say("sheets.people", tongue)).click()
        sheet("sheets.people")
        assert depth(page) == 1
        way()
        nothing()

    # A menu and the help are layers as well.
    if player.button("sheets.react").is_visible():
        player.button("sheets.react").click()
        expect(page.get_by_role("menu")).to_be_visible()
        page.go_back()
        expect(page.get_by_role("menu")).to_have_count(0)
        nothing()
        player.button("shell.help_button").click()
    else:
        player.open_view("shell.help")
    pointing = page.get_by_text(say("help.pointing", tongue))
    expect(pointing).to_be_visible()
    page.go_back()
    expect(pointing).to_have_count(0)
    nothing()

    # A dialog over a dialog: each Back closes one.
    player.open_view("sheets.rules")
    sheet("sheets.rules")
    player.button("room.rules_change").click()
    sheet("room.rules_change")
    page.go_back()
    nothing()

    # A result opens by itself; once it is touched, Back closes it and the way to it is there.
    player.play_hand()
    result = player.result
    expect(result).to_be_visible()
    assert depth(page) == 0
    result.get_by_role("heading").first.click()
    page.wait_for_function("history.state?.layers === 1")
    page.go_back()
    nothing()
    player.button("sheets.result", number=1).click()
    expect(result).to_be_visible()

    # A page that is loaded again is not left twice.
    page.reload()
    expect(result).to_be_visible()
    page.wait_for_function("() => !history.state?.layers")
    page.keyboard.press("Escape")
    nothing()

    # What leads on from a layer leads on from the table, and Back leads to the table again.
    player.button("sheets.menu").click()
    player.dialog.get_by_role("button", name=say("sheets.to_lobby", tongue)).click()
    page.wait_for_url(f"{server.url}/#/")
    expect(hand).to_have_count(0)  # the address changes before the page
    page.go_back()
    page.wait_for_url(TABLE)
    expect(result).to_be_visible()
    page.go_forward()
    page.wait_for_url(f"{server.url}/#/")
    expect(player.dialog).to_have_count(0)
