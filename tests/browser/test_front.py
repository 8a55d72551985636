"""Front of the site: usual actions bear a word, rare ones are folded, wide screens are used."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from shengji.rules import OFTEN_CHANGED, option_of
from shengji.words import Language
from tests.browser.conftest import Visit
from tests.browser.play import Player
from tests.browser.servers import ServerProcess
from tests.browser.speech import Tongue, say
from tests.cases import usually
from tests.server.http.site import running

PHONE = ((360, 740), "zh-Hans", "zh-CN")
DESKTOP = ((1280, 800), "en", "en-US")
SIZE = ("size", "tongue", "locale")
WIDE = (2560, 1440)
SHARE = "found => found.getBoundingClientRect().width / innerWidth"
NOTE_TOPS = """
window.tops = [];
const note = () => {
  const found = document.querySelector("[data-help=new_table]");
  if (found) tops.push(found.getBoundingClientRect().top);
  requestAnimationFrame(note);
};
note();
"""


def _tops(page: Page, *words: str) -> list[float]:
    """How far from the top of the dialog some texts stand."""
    dialog = page.get_by_role("dialog")
    places = [dialog.get_by_text(one, exact=True).first.bounding_box() for one in words]
    return [place["y"] for place in places if place is not None]


@usually(("tongue", "locale"), ("en", "en-US"), ("zh-Hans", "zh-CN"))
def test_nothing_moves_in_the_lobby_once_it_can_be_touched(
    tongue: Tongue, locale: str, tmp_path: Path, person: Visit
) -> None:
    player = Player(person(width=360, height=740, locale=locale), tongue)
    page = player.page
    page.add_init_script(NOTE_TOPS)
    with running(tmp_path) as site:
        page.goto(site.url)
        player.button("company.with_people").wait_for()
        page.get_by_text(say("company.nobody_playing", tongue)).wait_for()
        host = site.guest()
        with site.connect(host, site.table(host, settings={"private": True})) as talk:
            talk.hello()
            page.get_by_text(say("company.playing", tongue, count=1)).wait_for()
        assert len(set(page.evaluate("tops"))) == 1
        page.goto("about:blank")


@usually(SIZE, PHONE, DESKTOP, ids=["phone", "desktop"])
def test_the_rules_form_begins_with_what_houses_change(
    size: tuple[int, int], tongue: Tongue, locale: str, server: ServerProcess, person: Visit
) -> None:
    player = Player(person(width=size[0], height=size[1], locale=locale), tongue)
    page, form = player.page, player.dialog
    page.goto(server.url)
    player.button("shell.new_table").click()
    language: Language = "en" if tongue == "en" else "zh"
    often = [option_of(name).title(language) for name in OFTEN_CHANGED]
    texts = form.get_by_label(say("rules.text", tongue))
    known = "Usual rules" if tongue == "en" else "通行打法"
    expect(texts.locator("option:checked")).to_have_text(known)
    everything = form.get_by_text(say("rules.options", tongue), exact=True)
    order = [say("rules.system", tongue), *often, say("rules.options", tongue)]
    everything.wait_for()
    tops = _tops(page, *order)
    assert tops == sorted(tops) and len(tops) == len(order)
    assert form.locator("[data-help=option]:visible").count() == len(OFTEN_CHANGED)

    # What differs is seen, though the rest is folded.
    last = option_of("last_level").title(language)
    everything.click()
    form.get_by_label(say("rules.search", tongue)).fill(last)
    form.get_by_label(last, exact=True).select_option(label="K")
    everything.click()
    expect(form.locator("[data-help=option]:visible")).to_have_count(len(OFTEN_CHANGED) + 1)
    expect(form.get_by_label(last, exact=True)).to_be_visible()


@usually(SIZE, DESKTOP, PHONE, ids=["desktop", "phone"])
def test_the_ways_at_a_table_bear_words_and_few_stand_in_its_menu(
    size: tuple[int, int], tongue: Tongue, locale: str, server: ServerProcess, person: Visit
) -> None:
    player = Player(person(width=size[0], height=size[1], locale=locale), tongue)
    player.open_table(server.url)
    player.until_own_turn()
    bar = player.page.get_by_role("navigation")
    ways = [say(f"sheets.{way}", tongue) for way in ("last_trick", "score", "rules", "chat")]
    wide = size[0] > 1000
    ways.insert(3 if wide else 4, say("shell.help", tongue))
    captions = [*ways, say("sheets.react", tongue)] if wide else []
    for caption in (*captions, say("sheets.menu", tongue)):
        expect(bar.get_by_text(caption, exact=True)).to_be_visible()
    for button in ("undo", "clear", "hint"):
        expect(player.button(f"table.{button}")).to_have_text(say(f"table.{button}", tongue))
    assert player.page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    player.button("sheets.menu").click()
    menu = player.dialog
    first = ("invite", "people", "preferences", "to_lobby", "leave")
    entries = menu.get_by_role("listitem").get_by_role("button")
    tiles = [] if wide else ways  # a phone's bar has no room for them
    entries = entries.filter(visible=True)
    expect(entries).to_have_text([*tiles, *(say(f"sheets.{entry}", tongue) for entry in first)])
    menu.get_by_text(say("sheets.more", tongue), exact=True).click()
    more = ("sheets.table_settings", "room.rules_change", "sheets.concede", "sheets.end")
    expect(entries).to_have_text(
        [
            *tiles,
            *(say(f"sheets.{entry}", tongue) for entry in first),
            *(say(key, tongue) for key in more),
        ]
    )
    # What is asked for stands above the question whether one is sure.
    player.button("sheets.concede").click()
    expect(menu.get_by_role("heading", name=say("sheets.concede", tongue))).to_be_visible()


def test_what_only_programs_need_is_folded(server: ServerProcess, person: Visit) -> None:
    player = Player(person(width=360, height=740))
    player.introduce(server.url, "Hu Sanniang")
    account = {"name": "Hu Sanniang", "passphrase": "tiger on the ridge"}
    assert player.page.request.post(f"{server.url}/api/me/account", data=account).ok
    player.page.goto(f"{server.url}/#/account")
    programs = player.page.get_by_text(say("account.tokens"), exact=True)
    programs.wait_for()
    for button in ("account.token_new", "account.bot_become"):
        expect(player.button(button)).to_be_hidden()
    programs.click()
    for button in ("account.token_new", "account.bot_become"):
        expect(player.button(button)).to_be_visible()


def test_a_very_wide_screen_is_used(server: ServerProcess, person: Visit) -> None:
    player = Player(person(width=WIDE[0], height=WIDE[1]))
    page = player.page
    page.goto(server.url)
    main = page.get_by_role("main")
    page.get_by_role("heading", level=1).wait_for()
    assert main.evaluate(SHARE) > 0.85
    page.goto(f"{server.url}/#/practice/puzzles")
    page.locator("#prompt").wait_for()
    question = page.locator("#prompt").bounding_box()
    position = page.locator(".position").bounding_box()
    assert question and position and question["x"] > position["x"] + position["width"]
    player.open_table(server.url)
    player.until_own_turn()
    assert main.evaluate(SHARE) > 0.95
    card = player.hand.last.bounding_box()
    assert card and card["height"] > 180
