"""How the table looks is a person's own choice, and stays."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.play import Player
from tests.browser.servers import ServerProcess
from tests.browser.speech import Tongue, say
from tests.cases import usually

_LOOKS = """() => {
    const style = getComputedStyle(document.documentElement);
    return ["--felt", "--card-back"].map((name) => style.getPropertyValue(name));
}"""


def _choose(page: Page, tongue: Tongue, *keys: str) -> None:
    """Choose among the looks in the settings, from the lobby."""
    page.get_by_role("button", name=say("shell.settings", tongue)).first.click()
    for key in keys:
        page.get_by_role("dialog").get_by_role("radio", name=say(key, tongue)).check()
    page.keyboard.press("Escape")


@usually(("tongue", "locale"), ("zh-Hans", "zh-CN"), ("en", "en-US"))
def test_felt_and_backs_are_chosen_and_kept(
    tongue: Tongue, locale: str, server: ServerProcess, person: Visit
) -> None:
    page = person(width=360, height=740, locale=locale)
    with page.expect_response("**/api/me"):  # else it could become another guest too late
        page.goto(server.url)
    usual = page.evaluate(_LOOKS)
    _choose(page, tongue, "shell.felt_wine", "shell.back_jade")
    chosen = page.evaluate(_LOOKS)
    assert chosen[0] != usual[0] and chosen[1] != usual[1]
    player = Player(page, tongue)
    player.open_table(server.url)
    assert player.until_own_turn()
    assert page.evaluate(_LOOKS) == chosen
    expect(page.locator("html")).to_have_attribute("data-felt", "wine")


@usually("size", (360, 740), (2560, 1440), ids=["phone", "wall"])
def test_the_counter_says_what_is_out_where_the_table_has_one(
    size: tuple[int, int], server: ServerProcess, person: Visit
) -> None:
    width, height = size
    page = person(width=width, height=height)
    player = Player(page)
    player.open_table(server.url)
    assert player.until_own_turn()
    expect(player.button("room.set_counter")).to_have_count(0)
    player.open_table(server.url, counter=True)
    assert player.until_own_turn()
    expect(player.button("table.play").or_(player.button("table.bury"))).to_be_visible()
    player.open_view("room.set_counter")
    counts = player.dialog.locator(".counter li > b")
    expect(counts).to_have_count(54)
    out = sum(map(int, counts.all_inner_texts()))
    laid = page.locator(".felt .play .card").count() if player.told.plays_in_trick else 0
    assert out == 108 - player.hand.count() - laid
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.campaign
def test_the_last_trick_lies_open_as_long_as_the_host_has_set(
    server: ServerProcess, person: Visit
) -> None:
    player = Player(person(width=360, height=740))
    menu = player.button("sheets.menu")
    look = player.dialog.get_by_role("button", name=say("table.last_trick"), exact=True)
    player.open_table(server.url, last_trick="never")
    assert player.until_own_turn()
    menu.click()
    expect(player.dialog).to_be_visible()
    expect(look).to_have_count(0)
    player.open_table(server.url, start=False)
    player.button("room.settings_change").click()
    until = player.dialog.get_by_role("radio", name=say("room.last_trick_until_lead"))
    until.check()
    player.button("room.settings_use").click()
    expect(player.dialog).to_have_count(0)
    player.button("room.start").click()
    seen = set[bool]()
    while seen != {True, False} and player.until_own_turn():
        if player.hand.count() < 25:
            led = player.told.plays_in_trick > 0
            menu.click()
            expect(look).to_be_enabled(enabled=not led)
            player.page.keyboard.press("Escape")
            expect(player.dialog).to_have_count(0)
            seen.add(led)
        player.follow_hint()
    assert seen == {True, False}
