"""Friends: by a code, at a table, where they are, and the end of it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.axe import Inspector
from tests.browser.company import ONE_DECK, Guest
from tests.browser.conftest import Visit
from tests.browser.servers import ServerProcess
from tests.browser.speech import Tongue, say
from tests.cases import usually

PHONE = {"width": 360, "height": 740, "color_scheme": "light"}
DESK = {"width": 1280, "height": 800, "color_scheme": "dark"}


def line_of(guest: Guest, name: str) -> Locator:
    """The line of somebody on the page that a guest looks at."""
    return guest.page.get_by_role("listitem").filter(has_text=name)


@usually(("tongue", "device"), ("en", PHONE), ("zh-Hans", DESK), ids=["phone", "desk"])
def test_friends_by_a_code_and_the_way_to_their_table(
    server: ServerProcess, person: Visit, tongue: Tongue, device: dict[str, Any]
) -> None:
    locale = "en-US" if tongue == "en" else "zh-CN"
    ann, bob = (Guest(person(locale=locale, **device), tongue) for _ in range(2))
    inspectors = [Inspector(guest.page) for guest in (ann, bob)]
    names = ("Ann", "Bob") if tongue == "en" else ("小安", "小波")
    for guest, name in zip((ann, bob), names, strict=True):
        guest.introduce(server.url, name)
    (a, b), friends = names, f"{server.url}/#/friends"

    # The code on the screen of one is scanned by the other, who agrees.
    ann.page.goto(friends)
    field = ann.page.get_by_role("textbox", name=say("friends.link", tongue))
    field.wait_for()
    link = field.input_value()
    assert link.startswith(f"{server.url}/#/friend/")
    inspectors[0].look("no friends yet")
    bob.page.goto(link)
    expect(bob.page.get_by_role("heading", level=1)).to_contain_text(a)
    inspectors[1].look("an offer")
    bob.button("friends.offer_yes").click()
    expect(line_of(bob, a)).to_be_visible()

    # At a table: seen by the friend, who goes there with one touch.
    ann.open_table(server.url, ONE_DECK, bots="basic", start=False)
    bob.page.goto(server.url)
    expect(bob.button("friends.more", name=a)).to_be_visible()
    inspectors[1].look("a friend is here")
    line_of(bob, a).get_by_role("link", name=say("friends.join", tongue)).click()
    bob.page.wait_for_url("**/#/table/**")
    expect(bob.page.get_by_role("main")).to_be_visible()

    # Blocked: gone from both lists, and the one who is blocked learns nothing of it.
    ann.page.goto(friends)
    ann.button("friends.more", name=b).click()
    inspectors[0].look("what can be done about a friend")
    ann.button("friends.block", name=b).click()
    expect(ann.page.get_by_role("heading", name=say("friends.blocked", tongue))).to_be_visible()
    bob.page.goto(friends)
    expect(bob.page.get_by_text(say("friends.nobody", tongue))).to_be_visible()
    bob.page.goto(link)
    expect(bob.page.get_by_role("alert")).to_be_visible()
    for inspector in inspectors:
        assert inspector.findings == []


@pytest.mark.campaign
def test_somebody_at_the_table_is_asked_and_agrees(server: ServerProcess, person: Visit) -> None:
    ann, bob = Guest(person()), Guest(person(width=360, height=740))
    for guest, name in ((ann, "Ann of the table"), (bob, "Bob of the table")):
        guest.introduce(server.url, name)
    table = ann.open_table(server.url, ONE_DECK, bots="basic", start=False)
    ann.button("room.remove_bot").first.click()
    bob.page.goto(f"{server.url}/#/table/{table}")
    bob.button("room.sit_here").first.click()

    ann.button("sheets.people").click()
    ann.dialog.get_by_role("button", name=say("friends.ask_of", name="Bob of the table")).click()
    asked = say("friends.asked_now", name="Bob of the table")
    expect(ann.dialog.get_by_role("button", name=asked)).to_be_disabled()
    bob.page.goto(server.url)
    asking = bob.page.get_by_role("heading", name=say("friends.asking"))
    expect(asking).to_be_visible()
    line_of(bob, "Ann of the table").get_by_role("button", name=say("friends.accept")).click()
    expect(asking).to_have_count(0)
    expect(bob.button("friends.more", name="Ann of the table")).to_be_visible()
