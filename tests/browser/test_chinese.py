"""The site in Chinese: no word of English is left on any screen."""

from __future__ import annotations

import re
from collections import Counter

from playwright.sync_api import Page, expect

from tests.browser.company import SHORT
from tests.browser.conftest import Visit
from tests.browser.play import Player
from tests.browser.servers import ServerProcess
from tests.browser.speech import Tongue, say
from tests.cases import usually

_READ = """() => {
    const words = [document.title, document.body.innerText];
    for (const element of document.querySelectorAll('*'))
        if (element.checkVisibility() && !['en', 'en-US'].includes(element.lang))
            for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
                words.push(element.getAttribute(name) ?? '');
    return words;
}"""
_ENGLISH = re.compile(r"[A-Za-z]{2,}")
_ALLOWED = {"English", "QR", "Esc", "http", "https"}
"""The words that Chinese pages have in English, and those in the link to a table."""
_STRANGE = re.compile(r"https?://\S+|Guest \d+|Pagat|Botzone")


def _no_english(page: Page, where: str) -> None:
    for text in page.evaluate(_READ):
        left = Counter(_ENGLISH.findall(_STRANGE.sub("", text)))
        found = set(left) - _ALLOWED
        assert not found, f"{where}: {sorted(found)} in {text[:300]!r}"


@usually(("locale", "tongue"), ("zh-CN", "zh-Hans"), ("zh-TW", "zh-Hant"))
def test_no_english_on_any_screen(
    locale: str, tongue: Tongue, server: ServerProcess, person: Visit
) -> None:
    page = person(locale=locale)
    player = Player(page, tongue)
    page.goto(server.url)
    player.button("shell.play_now").wait_for()
    page.get_by_role("button", name=say("shell.rename", tongue)).wait_for()
    _no_english(page, "lobby")
    player.button("shell.settings").click()
    player.dialog.wait_for()
    _no_english(page, "settings")
    page.keyboard.press("Escape")
    player.button("shell.new_table").click()
    player.dialog.get_by_label(say("rules.system", tongue)).wait_for()
    _no_english(page, "rules form")

    page.goto(f"{server.url}/#/intro")
    page.get_by_role("heading", level=1).wait_for()
    page.get_by_title(say("intro.left_seat", tongue), exact=True).click()
    expect(page.get_by_text(say("intro.teams_opponent", tongue))).to_be_visible()
    _no_english(page, "introduction")

    player.open_table(server.url, SHORT, bots=None, start=False)
    player.button("room.fill").click()
    expect(player.button("room.start")).to_be_enabled()
    _no_english(page, "waiting room")
    player.button("room.settings_change").click()
    player.dialog.wait_for()
    _no_english(page, "set up the table")
    page.keyboard.press("Escape")
    player.button("room.start").click()

    player.until_own_turn()
    for key in ("sheets.rules", "sheets.score", "sheets.chat", "sheets.menu"):
        player.button(key).click()
        player.dialog.wait_for()
        _no_english(page, key)
        page.keyboard.press("Escape")
        player.dialog.wait_for(state="hidden")
    while player.until_own_turn():
        _no_english(page, "table")
        player.follow_hint()
    _no_english(page, "result")
    player.result.get_by_role("button", name=say("sheets.look", tongue)).click()
    player.button("table.last_trick").click()
    player.dialog.wait_for()
    _no_english(page, "last trick")


def test_another_language_keeps_the_page_and_the_selection(
    server: ServerProcess, person: Visit
) -> None:
    page = person()
    player = Player(page)
    player.open_table(server.url)
    player.until_own_turn()
    player.button("table.hint").click()
    chosen = player.hand.and_(page.locator("[aria-pressed=true]"))
    # What must be followed with is chosen before the hint comes; then it is as many as are wanted.
    expect(player.until(player.button("table.play"), player.button("table.bury"))).to_be_enabled()
    count = chosen.count()
    assert count > 0
    page.evaluate("window.stays = true")
    player.button("sheets.menu").click()
    player.button("sheets.preferences").click()
    page.get_by_role("radio", name="简体中文").check(force=True)
    player.tongue = "zh-Hans"
    player.button("shell.close").click()
    expect(player.button("table.hint")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    after = player.hand.and_(page.locator("[aria-pressed=true]"))
    expect(after).to_have_count(count)
    assert page.evaluate("window.stays")
    player.send()
