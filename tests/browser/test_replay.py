"""After a hand everybody goes through it, with all hands, the kitty and every trick open."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from playwright.sync_api import Locator, expect

from shengji.game import Played
from shengji.record import read_record
from tests.browser.conftest import Visit
from tests.browser.play import Player
from tests.browser.servers import ServerProcess
from tests.browser.speech import Tongue, say
from tests.cases import usually


def _cards(fans: Locator) -> list[str]:
    """The names of cards in some fans, all together."""
    labels: list[str] = fans.evaluate_all("fans => fans.map((fan) => fan.ariaLabel)")
    return [card for label in labels for card in re.split(", |、", label)]


@usually(
    ("size", "tongue", "locale"),
    ((1280, 800), "zh-Hans", "zh-CN"),
    ((360, 740), "zh-Hans", "zh-CN"),
    ((820, 1180), "en", "en-US"),
    ((2560, 1440), "en", "en-US"),
    ids=["desktop", "phone", "tablet", "wall"],
)
def test_a_hand_is_gone_through_from_its_result(
    size: tuple[int, int],
    tongue: Tongue,
    locale: str,
    server: ServerProcess,
    person: Visit,
    tmp_path: Path,
) -> None:
    width, height = size
    page = person(width=width, height=height, locale=locale)
    player = Player(page, tongue)
    player.let_a_bot_play(player.open_table(server.url, "forty-points", one_hand=True))
    sheet = page.get_by_role("dialog", name=say("sheets.match_over", tongue))
    sheet.wait_for()
    with page.expect_download() as download:
        sheet.get_by_role("link", name=say("sheets.record", tongue)).click()
    file = tmp_path / "match.jsonl"
    download.value.save_as(file)
    record = read_record(file)
    sheet.get_by_role("button", name=say("sheets.replay", tongue)).click()
    hands, kitty = sheet.locator(".held .fan"), sheet.locator(".replay .kitty .fan")
    # All cards lie open before the first lead: 48 in hands and six in the kitty.
    expect(hands).to_have_count(4)
    held = _cards(hands)
    assert len(held) == 48 and len(_cards(kitty)) == 54 - 48
    assert len(set(held + _cards(kitty))) == 54, "each card of one deck once"
    assert page.evaluate("document.documentElement.scrollWidth") <= width

    # One play on: its cards have gone from a hand onto the table.
    first = next(event for event in record.events if isinstance(event, Played))
    sheet.get_by_role("button", name=say("replay.after", tongue)).click()
    laid = sheet.locator(".play .fan")
    expect(laid).to_have_count(1)
    led = _cards(laid)
    assert len(led) == len(first.cards)
    assert Counter(held) - Counter(_cards(hands)) == Counter(led)

    # A trick on, and to the end.
    sheet.get_by_role("button", name=say("replay.trick_after", tongue)).click()
    expect(laid).to_have_count(4)
    where = sheet.get_by_label(say("replay.position", tongue))
    where.focus()
    page.keyboard.press("End")
    expect(hands).to_have_count(0)
    expect(where).to_have_attribute("aria-valuetext", say("replay.end", tongue))
    # From the beginning, where nobody has a card, to the first lead.
    page.keyboard.press("Home")
    expect(hands).to_have_count(0)
    sheet.get_by_role("button", name=say("replay.trick_after", tongue)).click()
    expect(hands).to_have_count(4)
