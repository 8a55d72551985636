"""Nothing is cut or lies beside the screen: 320 px wide, and with letters of twice the size."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Visit
from tests.browser.play import Player
from tests.browser.servers import ServerProcess
from tests.browser.speech import Tongue
from tests.cases import usually
from tests.kit import SHORT_HANDS

CUT = (Path(__file__).parent / "cut.js").read_text()
"""A script that finds text cut on a page, and elements beside it."""

PAGES = (
    *("/", "/intro", "/practice/drills", "/practice/daily", "/matches", "/leaderboard"),
    *("/account", "/sign-in", "/friends", "/nights", "/evenings", "/make-evening/", "/replay/file"),
)


def _large(page: Page, percent: int) -> None:
    page.evaluate("percent => document.documentElement.style.fontSize = `${percent}%`", percent)


@pytest.mark.parametrize(("width", "percent"), [(320, 100), (390, 200)], ids=["narrow", "large"])
@usually("locale", "en-US", "zh-CN")
def test_nothing_is_cut(
    width: int, percent: int, locale: str, server: ServerProcess, person: Visit
) -> None:
    page = person(width=width, height=780, locale=locale)
    tongue: Tongue = "en" if locale == "en-US" else "zh-Hans"
    player, cut = Player(page, tongue), dict[str, list[str]]()

    def look(what: str) -> None:
        _large(page, percent)
        cut[what] = page.evaluate(CUT)

    player.introduce(server.url, "Robin Goodfellow" if tongue == "en" else "罗宾好伙伴")
    for address in PAGES:
        page.goto(f"{server.url}/#{address}")
        page.get_by_role("heading").first.wait_for()
        page.wait_for_load_state("networkidle")
        look(address)
    player.open_table(server.url, bots=None, start=False, private=True)
    player.button("room.fill").wait_for()
    look("the room")
    player.open_table(server.url, SHORT_HANDS["tractor"])
    assert player.until_own_turn()
    look("the table")
    player.button("table.hint").click()
    page.locator(".advice").wait_for()
    look("a hint")
    player.play_hand()
    look("the result")
    assert not any(cut.values()), "\n".join(
        f"{what}: {found}" for what, found in cut.items() if found
    )
