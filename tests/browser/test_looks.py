"""How the table looks is a person's own choice, and stays."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.play import Player
from tests.browser.servers import ServerProcess
from tests.browser.speech import Tongue, say

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


@pytest.mark.parametrize(("tongue", "locale"), [("en", "en-US"), ("zh-Hans", "zh-CN")])
def test_felt_and_backs_are_chosen_and_kept(
    tongue: Tongue, locale: str, server: ServerProcess, person: Visit
) -> None:
    page = person(width=360, height=740, locale=locale)
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
