"""No screen has a fault that axe-core finds: small or large, light or dark, English or Chinese.

Each is looked at on a phone or at a desk, half of them so and half so; in a campaign in both ways.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, WebSocketRoute, expect
from playwright.sync_api import TimeoutError as TooLate

from shengji.game import Phase
from shengji.rules import rules_from
from shengji.server.tables.core.entries import Body
from shengji.server.tables.state import Settings
from tests.browser.axe import Inspector
from tests.browser.conftest import Visit
from tests.browser.play import POLL_MS, Player
from tests.browser.prepared import lay
from tests.browser.servers import ServerProcess
from tests.browser.speech import Tongue, pattern, say
from tests.cases import usually
from tests.server.table.kit import Player as Everybody
from tests.server.table.kit import started

PHONE = {"width": 360, "height": 640, "locale": "en-US", "color_scheme": "light"}
DESK = {"width": 1280, "height": 800, "locale": "zh-CN", "color_scheme": "dark"}
LOOKS = 3
"""So often what comes again and again in a match is looked at."""
LAND = {
    "preset": "zhang-2021",
    "system": "tractor",
    "decks": 3,
    "land": True,
    "redeal_points": 50,
    "redeal_limit": 1,
}
LAST_LEVEL = {"preset": "zhang-2021", "system": "tractor", "first_level": "A", "kitty": 60}


ON_A_PHONE = usually("visitor", PHONE, DESK, ids=["phone", "desk"], indirect=True)
AT_A_DESK = usually("visitor", DESK, PHONE, ids=["desk", "phone"], indirect=True)


@pytest.fixture
def visitor(request: pytest.FixtureRequest, person: Visit) -> Player:
    """Somebody who will come with a phone in English, or with a desktop computer in Chinese."""
    tongue: Tongue = "en" if request.param is PHONE else "zh-Hans"
    return Player(person(**request.param), tongue)


@pytest.fixture
def inspector(visitor: Player) -> Iterator[Inspector]:
    """The one who looks over the visitor's shoulder."""
    inspector = Inspector(visitor.page)
    yield inspector
    assert not inspector.findings, "\n\n".join(inspector.findings)


def look_over(visitor: Player, inspector: Inspector, screen: str) -> None:
    """Look at what is laid over the page once it lies there, and close it."""
    visitor.dialog.wait_for()
    inspector.look(screen)
    close(visitor)


def close(visitor: Player) -> None:
    """Close what is laid over the page."""
    visitor.page.keyboard.press("Escape")
    expect(visitor.dialog).to_have_count(0)


@ON_A_PHONE
def test_lobby(server: ServerProcess, visitor: Player, inspector: Inspector) -> None:
    page, tongue = visitor.page, visitor.tongue
    page.request.post(f"{server.url}/api/me")
    page.request.post(f"{server.url}/api/tables", data={"settings": {"title": "Sunday"}})
    page.goto(server.url)
    page.get_by_role("heading", name=say("shell.your_tables", tongue)).wait_for()
    inspector.look("lobby")

    visitor.button("shell.language").click()
    inspector.look("language menu")
    page.keyboard.press("Escape")

    page.get_by_role("button", name=say("shell.rename", tongue)).click()
    inspector.look("own name")
    page.keyboard.press("Escape")

    visitor.button("shell.settings").click()
    inspector.look("settings")
    visitor.button("shell.device").click()
    page.get_by_role("img", name=say("shell.qr", tongue)).wait_for()
    inspector.look("device link")
    close(visitor)

    visitor.button("shell.new_table").click()
    visitor.dialog.get_by_label(say("rules.system", tongue)).wait_for()
    inspector.look("rules form")
    for group in page.locator("dialog details:not(.notes)").all()[:2]:
        group.locator("summary").first.click()
    inspector.look("rules form with open groups")


@AT_A_DESK
def test_rules_with_a_fault(server: ServerProcess, visitor: Player, inspector: Inspector) -> None:
    page, tongue = visitor.page, visitor.tongue
    # A fault of these rules is told for the rules that the form asks about.
    page.goto(server.url)
    visitor.button("shell.new_table").click()
    visitor.dialog.get_by_label(say("rules.system", tongue)).wait_for()
    answer = page.request.post(
        f"{server.url}/api/rules/check",
        data={"rules": {"preset": "zhang-2021", "players": 12, "decks": 1, "kitty": 40}},
    )
    assert answer.json()["fault"], answer.json()
    page.route("**/api/rules/check", lambda route: route.fulfill(json=answer.json()))
    visitor.dialog.get_by_label(say("rules.system", tongue)).select_option(index=1)
    page.get_by_text(say("rules.fault", tongue)).first.wait_for()
    inspector.look("rules form with a fault")


@AT_A_DESK
def test_pages(server: ServerProcess, visitor: Player, inspector: Inspector) -> None:
    page, tongue = visitor.page, visitor.tongue
    page.goto(f"{server.url}/#/table/nosuchtable0")
    page.get_by_role("heading", name=say("room.gone", tongue)).wait_for()
    inspector.look("no such table")
    page.goto(f"{server.url}/#/device/nosuchtoken")
    visitor.button("shell.device_yes").wait_for()
    inspector.look("another device")
    visitor.button("shell.device_yes").click()
    page.get_by_role("alert").first.wait_for()
    inspector.look("a device link that is spent")

    page.goto(f"{server.url}/nowhere")
    page.get_by_text(say("shell.no_page", tongue)).wait_for()
    inspector.look("no such page")

    page.goto(f"{server.url}/#/")
    visitor.button("shell.help_button").click()
    page.locator("[data-help=bots_only]").click()
    inspector.look("help")
    visitor.button("help.glossary").click()
    visitor.dialog.wait_for()
    inspector.look("glossary")


@pytest.mark.campaign
@ON_A_PHONE
def test_introduction(server: ServerProcess, visitor: Player, inspector: Inspector) -> None:
    page = visitor.page
    page.goto(f"{server.url}/#/intro")
    end = page.get_by_role("heading", name=say("intro.done_title", visitor.tongue))
    onward = visitor.button("intro.next")
    wrong = page.locator(".option:enabled, .felt button:enabled")
    for step in range(1, 40):
        if visitor.until(end, page.get_by_role("heading", level=1)) is end:
            break
        inspector.look(f"introduction, step {step}")
        confirm = page.locator("footer .button.main")
        while not onward.is_visible():
            reveal = visitor.button("intro.reveal")
            if reveal.is_visible():
                if step == 1:
                    inspector.look("introduction, answered wrongly")
                reveal.click()
            elif confirm.is_visible():
                confirm.click()
            else:
                wrong.first.click()
        onward.click()
    inspector.look("end of the introduction")
    assert end.is_visible()


@pytest.mark.campaign
@ON_A_PHONE
def test_waiting_room(
    server: ServerProcess, visitor: Player, inspector: Inspector, person: Visit
) -> None:
    table = visitor.open_table(server.url, start=False, bots=None)
    page, tongue = visitor.page, visitor.tongue
    fill = visitor.button("room.fill")
    fill.wait_for()
    inspector.look("waiting room of the host")

    friend = Player(person(locale=page.evaluate("navigator.language")), tongue)
    friend.page.goto(f"{server.url}/#/table/{table}")
    friend.button("room.sit_down").click()
    page.get_by_text(say("room.not_ready", tongue)).first.wait_for()
    page.get_by_role("button", name=pattern("room.more", tongue)).first.click()
    inspector.look("what a host can do about a seat")
    page.keyboard.press("Escape")
    for sheet in ("people", "chat"):
        page.get_by_role("button", name=say(f"sheets.{sheet}", tongue)).first.click()
        look_over(visitor, inspector, f"{sheet}, in the waiting room")
    for sheet in ("settings_change", "rules_change"):
        visitor.button(f"room.{sheet}").click()
        look_over(visitor, inspector, sheet)

    other = friend.page.request.post(f"{server.url}/api/tables", data={})
    page.goto(f"{server.url}/#/table/{other.json()['table']}")
    visitor.button("room.sit_down").wait_for()
    inspector.look("waiting room of a newcomer")


@AT_A_DESK
@pytest.mark.seed(3)  # at the second table one has a pair of Big Jokers, which nothing beats
def test_match(server: ServerProcess, visitor: Player, inspector: Inspector) -> None:
    page, tongue = visitor.page, visitor.tongue
    visitor.open_table(server.url, "finding-friends", pace="slow")
    page.locator("progress").wait_for()
    inspector.look("draw")
    for sheet in ("rules", "score", "chat"):
        visitor.open_view(f"sheets.{sheet}")
        look_over(visitor, inspector, f"{sheet}, early")

    until_dealer(server.url, visitor, inspector)
    inspector.look("burying")
    visitor.follow_hint()
    visitor.button("table.call").wait_for()
    inspector.look("calling friends")
    visitor.call_friends()
    visitor.button("table.play").wait_for()
    inspector.look("leading")
    visitor.open_view("table.own_kitty")
    look_over(visitor, inspector, "kitty")
    visitor.follow_hint()
    visitor.button("table.play").wait_for()
    visitor.hand.first.click(position={"x": 8, "y": 12})
    visitor.hand.last.click()
    inspector.look("following")
    visitor.open_view("table.last_trick")
    look_over(visitor, inspector, "last trick")
    page.get_by_role("button", name=say("table.points_more", tongue)).click()
    look_over(visitor, inspector, "what the points mean")
    if visitor.button("sheets.react").is_visible():  # a phone has none among bots
        visitor.button("sheets.react").click()
        inspector.look("reactions")
        page.get_by_role("menuitem", name=say("sheets.phrase_flower", tongue)).click()
        inspector.look("table with a reaction")
    visitor.open_view("sheets.chat")
    visitor.button("sheets.phrase_hello").click()
    look_over(visitor, inspector, "chat")
    inspector.look("table with a word just said")
    for sheet in ("people", "invite", "table_settings", "preferences", "leave"):
        visitor.button("sheets.menu").click()
        if sheet in ("people", "table_settings"):
            page.get_by_text(say("sheets.more", tongue), exact=True).click()
        if sheet == "people":
            inspector.look("menu")
        visitor.button(f"sheets.{sheet}").click()
        look_over(visitor, inspector, f"{sheet}, from the menu")


def until_dealer(url: str, visitor: Player, inspector: Inspector) -> None:
    """Declare, to be the Dealer who has to bury."""
    no_more, bury = visitor.button("table.no_more"), visitor.button("table.bury")
    visitor.open_table(url, "finding-friends", clock=600)  # to be looked at before one declares
    while (way := visitor.until(bury, no_more, visitor.button("table.play"))) is no_more:
        if "declaring" not in inspector.screens:
            inspector.look("declaring")
        press(visitor.page.locator(".showing button").last)
    assert way is bury, "somebody else is the Dealer of this hand"


def press(button: Locator) -> None:
    """Press a button of a question that the table may have gone on from meanwhile."""
    with suppress(TooLate):
        button.click(timeout=1000)


@pytest.mark.campaign
@ON_A_PHONE
@pytest.mark.seed(8)  # one leads in the first hand
def test_readings(server: ServerProcess, visitor: Player, inspector: Inspector) -> None:
    """Every lead can be read in two ways, and in others, as the page is told here."""
    nows: list[dict[str, Any]] = []

    def listen(browser: WebSocketRoute) -> None:
        line = browser.connect_to_server()

        def tell(frame: str | bytes) -> None:
            messages = [json.loads(line) for line in frame.splitlines()]
            nows.extend(message["now"] for message in messages if "now" in message)
            if messages[0]["type"] == "checked" and nows[-1]["wait"] == "lead":
                messages[0] |= {"refusal": None, "readings": [[["AS", "AS"]], [["AS"], ["AS"]]]}
                messages[0] |= {"tractors": [["AS", "AS", "KS", "KS"]]}
            browser.send("\n".join(map(json.dumps, messages)))

        line.on_message(tell)

    visitor.page.route_web_socket("**/socket", listen)
    play, bury = visitor.button("table.play"), visitor.button("table.bury")
    no_more, over = visitor.button("table.no_more"), visitor.result
    visitor.open_table(server.url)
    while (way := visitor.until(over, no_more, play, bury)) is not over:
        if way is no_more:
            press(no_more)
        elif nows[-1]["turn"] is None:
            visitor.page.wait_for_timeout(POLL_MS)
        elif nows[-1]["wait"] == "lead":
            visitor.hand.first.click(position={"x": 8, "y": 12})
            visitor.page.get_by_role("radio").first.wait_for()
            inspector.look("readings of a lead")
            more = say("readings.more", visitor.tongue)
            others = visitor.page.get_by_label(more)
            others.select_option(index=2)
            visitor.page.get_by_role("radio").first.wait_for()
            expect(others.locator("option:checked")).not_to_have_text(more)
            inspector.look("readings with a tractor")
            others.select_option(index=1)
            expect(others.locator("option:checked")).to_have_text(more)
            return
        else:
            visitor.follow_hint()
    raise AssertionError("one never leads in this hand")


@pytest.mark.campaign
@AT_A_DESK
def test_questions(server: ServerProcess, visitor: Player, inspector: Inspector) -> None:
    """A re-deal and the land, which come before the play."""
    made = visitor.page.request.post(f"{server.url}/api/me").json()
    for phase, key in ((Phase.REDEAL, "table.redeal_play_on"), (Phase.LAND, "table.pass")):
        table = lay(server, until_asked(phase), {"host": made["person"]})
        visitor.page.goto(f"{server.url}/#/table/{table}")
        button = visitor.button(key)
        button.wait_for()
        inspector.look(key)
        visitor.press(button)


def until_asked(phase: Phase) -> list[Body]:
    """Everything that has happened at a table until its host is asked something before the play.

    Few hands are such that one may have them dealt again.
    """
    for seed in range(200):
        log: list[Body] = []
        table = started(rules_from(LAND), 1, Settings(pace="instant"), log)
        everybody = Everybody(table, Random(seed), told=log.append)
        while table.step not in ("next", "over") and table.phase is not Phase.PLAY:
            if table.phase is phase and table.step == "wait" and table.waiting == (0,):
                return log
            everybody.step()
    raise AssertionError("the host is never asked")


@pytest.mark.campaign
@ON_A_PHONE
def test_results(server: ServerProcess, visitor: Player, inspector: Inspector) -> None:
    page, tongue = visitor.page, visitor.tongue
    visitor.open_table(server.url, LAST_LEVEL)
    visitor.button("sheets.menu").click()
    page.get_by_role("switch").or_(page.get_by_role("checkbox")).first.click()
    close(visitor)
    over = page.get_by_role("dialog", name=say("sheets.match_over", tongue))
    while visitor.until(over, visitor.result, visitor.button("sheets.take_back")) is not over:
        if visitor.result.is_visible():
            if inspector.screens.count("result") < LOOKS:
                for part in page.locator("dialog details").all():
                    part.locator("summary").first.click()
                inspector.look("result")
            visitor.button("sheets.next").click()
        else:
            if inspector.screens.count("a bot plays") < LOOKS:
                inspector.look("a bot plays")
            page.wait_for_timeout(300)
    look_over(visitor, inspector, "match over")
    visitor.open_view("sheets.score")
    inspector.look("score")
