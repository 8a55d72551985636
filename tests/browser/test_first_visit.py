"""Somebody who has never heard of the site is playing at once."""

from __future__ import annotations

import time

from playwright.sync_api import expect

from shengji.bots.characters import CHARACTERS
from tests.browser.conftest import Visit
from tests.browser.play import Player
from tests.browser.servers import ServerProcess
from tests.browser.speech import say
from tests.waiting import wait_for

SOON = 10.0
"""Seconds; of several visits, for other work on the machine makes single ones slow."""


def test_first_visit_plays_tractor_within_seconds(server: ServerProcess, person: Visit) -> None:
    def visit() -> float:
        page = person()
        player = Player(page)
        began = time.monotonic()
        page.goto(server.url)
        chosen = page.get_by_role("button", name=say("shell.change_choice"))
        expect(chosen).to_contain_text(say("shell.system_tractor"))
        player.button("shell.play_now").click()
        player.hand.nth(4).wait_for()
        lasted = time.monotonic() - began
        state = next(told["table"] for told in player.told.messages if "table" in told)
        assert state["playing"]
        assert state["rules"]["game"] == "tractor"
        own, *others = (seat["bot"] for seat in state["seats"])
        assert own is None and len(set(others)) == 3 and set(others) <= set(CHARACTERS)
        page.close()
        return lasted

    wait_for(lambda: visit() < SOON)


_COVERED = """note => {
    const box = note.getBoundingClientRect();
    return [...document.querySelectorAll("button, a[href]")].filter((one) => {
        const at = one.getBoundingClientRect();
        return at.width > 0 && box.left < at.right && at.left < box.right
            && box.top < at.bottom && at.top < box.bottom;
    }).length;
}"""
"""How many things to press lie below an explanation."""


def test_signs_are_explained_once_and_the_hand_is_found_again(
    server: ServerProcess, person: Visit
) -> None:
    page = person(width=390, height=844, knows_signs=False)
    player = Player(page)
    player.open_table(server.url)
    sign = page.get_by_role("note")
    sign.wait_for()
    # It makes way for a button that appears where it stands.
    wait_for(lambda: sign.evaluate(_COVERED) == 0)
    told = sign.inner_text()
    sign.click()
    expect(sign).to_be_hidden()
    player.until_own_turn()
    held = player.hand.count()

    # The hand is offered first, wherever the site is opened; the place is marked.
    for path, place in (("", "play"), ("friends", "friends")):
        page.goto(f"{server.url}/#/{path}")
        page.get_by_role("heading", name=say("shell.goes_on")).wait_for()
        current = page.get_by_role("navigation").locator("[aria-current=page]")
        expect(current).to_have_text(say(f"shell.place_{place}"))
    page.get_by_role("link", name=say("shell.continue")).click()
    expect(player.hand).to_have_count(held)
    page.get_by_role("note").filter(has_not_text=told).wait_for()


def test_a_mark_and_a_word_are_painted_before_any_script_or_style(
    server: ServerProcess, person: Visit
) -> None:
    page = person(width=390, height=844)
    page.route("**/assets/**", lambda route: None)  # they are still on their way
    page.goto(server.url, wait_until="commit")
    painted = "performance.getEntriesByName('first-contentful-paint').length"
    wait_for(lambda: page.evaluate(painted))
    for word in ("Loading", "正在载入"):
        expect(page.locator("#shell")).to_contain_text(word)
