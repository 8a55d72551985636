"""Choosing what is played: a text, a system, an option, and what cannot be."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.play import Player
from tests.browser.servers import ServerProcess
from tests.browser.speech import say


def test_rules_are_chosen_explained_and_shown(server: ServerProcess, person: Visit) -> None:
    page = person()
    player = Player(page)
    page.goto(server.url)
    player.button("shell.new_table").click()
    form = player.dialog
    form.get_by_label(say("shell.table_title"), exact=True).fill("王对王")
    form.get_by_label(say("rules.system")).select_option(label="Tractor: four players, two decks")
    text = form.get_by_label(say("rules.text"))
    text.select_option(index=1)
    chosen_text = text.evaluate("select => select.selectedOptions[0].text")
    expect(form.get_by_text(say("rules.unchanged"))).to_be_visible()

    open_table = player.button("shell.open_table")
    search = form.get_by_label(say("rules.search"))
    search.fill("First level")
    form.get_by_label("First level", exact=True).select_option(label="K")
    expect(form.get_by_text(say("rules.changed", count=1), exact=True)).to_be_visible()
    search.fill("Last level")
    form.get_by_label("Last level", exact=True).select_option(label="3")
    fault = form.get_by_role("alert")
    expect(fault).to_contain_text("below the first level, K")
    expect(open_table).to_be_disabled()

    form.get_by_label("Last level", exact=True).select_option(label="A")
    expect(fault).to_have_count(0)
    expect(open_table).to_be_enabled()
    open_table.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("王对王")
    changed = page.locator("[data-help=changed]")
    expect(changed.get_by_text("First level")).to_be_visible()
    expect(changed.locator("mark")).to_have_text(["K"])
    expect(changed).to_contain_text(say("sheets.rules_text_has", value="2"))
    expect(page.get_by_text(chosen_text).first).to_be_visible()
    player.button("room.rules_show").click()
    differs = player.dialog.get_by_text(say("rules.differs", value="2"))
    expect(differs).to_have_count(1)
