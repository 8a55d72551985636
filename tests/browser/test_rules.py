"""Choosing what is played: a text, a system, an option, and what cannot be."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.play import Player
from tests.browser.servers import ServerProcess
from tests.browser.speech import Tongue, say
from tests.cases import usually


def test_rules_are_chosen_explained_and_shown(server: ServerProcess, person: Visit) -> None:
    page = person()
    player = Player(page)
    page.goto(server.url)
    player.button("shell.new_table").click()
    form = player.dialog
    form.get_by_label(say("room.set_title"), exact=True).fill("王对王")
    form.get_by_label(say("rules.system")).select_option(label="Tractor: four players, two decks")
    text = form.get_by_label(say("rules.text"))
    text.select_option(index=1)
    chosen_text = text.evaluate("select => select.selectedOptions[0].text")
    expect(form.get_by_text(say("rules.unchanged"))).to_be_visible()

    open_table = player.button("shell.open_table")
    form.get_by_label("First level", exact=True).select_option(label="K")
    expect(form.get_by_text(say("rules.changed", count=1), exact=True)).to_be_visible()
    form.get_by_text(say("rules.options"), exact=True).click()
    form.get_by_label(say("rules.search")).fill("Last level")
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


@pytest.mark.campaign
@usually(
    ("size", "tongue", "locale"),
    ((360, 740), "zh-Hans", "zh-CN"),
    ((1280, 800), "en", "en-US"),
    ids=["phone", "desktop"],
)
def test_the_kitty_is_shown_to_all_where_the_house_has_it_so(
    size: tuple[int, int], tongue: Tongue, locale: str, server: ServerProcess, person: Visit
) -> None:
    """It lies face up on the table when it is taken, whoever takes it."""
    player = Player(person(width=size[0], height=size[1], locale=locale), tongue)
    player.open_table(server.url, {"kitty_shown": True}, pace="fast")
    up = player.page.locator(".up")
    words = up.get_by_text(say("table.kitty_shown", tongue))
    no = [player.button(f"table.{key}") for key in ("no_more", "redeal_play_on")]
    while (way := player.until(words, *no)) is not words:
        player.say_no(way)
    expect(up.locator(".slot")).to_have_count(8)
    told = (told for message in player.told.messages for told in message.get("events", ()))
    (taken,) = [at["event"] for at in told if at["event"]["event"] == "kitty_taken"]
    assert taken["shown"] and len(taken["cards"]) == 8
