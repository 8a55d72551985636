"""Faces: one is chosen, and others see it at the table and on the person's page."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.axe import Inspector
from tests.browser.company import ONE_DECK, Guest
from tests.browser.conftest import Visit
from tests.browser.servers import ServerProcess
from tests.browser.speech import Tongue, say
from tests.cases import usually

PHONE = {"width": 360, "height": 740, "color_scheme": "light"}
DESK = {"width": 1280, "height": 800, "color_scheme": "dark"}


@usually(("tongue", "device"), ("en", PHONE), ("zh-Hans", DESK), ids=["phone", "desk"])
def test_a_face_is_chosen_and_seen_by_others(
    server: ServerProcess, person: Visit, tongue: Tongue, device: dict[str, Any]
) -> None:
    locale = "en-US" if tongue == "en" else "zh-CN"
    ann, bob = (Guest(person(locale=locale, **device), tongue) for _ in range(2))
    inspectors = [Inspector(guest.page) for guest in (ann, bob)]
    names, about = (
        (("Ann", "Bob"), "Only for fun") if tongue == "en" else (("安", "波"), "随便玩玩")
    )
    for guest, name in zip((ann, bob), names, strict=True):
        guest.introduce(server.url, name)
    identity = ann.page.request.get(f"{server.url}/api/me").json()["person"]
    own = f"{server.url}/#/person/{identity}"

    ann.page.goto(own)
    ann.button("history.choose_face").click()
    ann.page.get_by_role("radio", name=say("faces.panda", tongue)).check(force=True)
    ann.page.get_by_label(say("faces.about", tongue)).fill(about)
    inspectors[0].look("one chooses a face")
    ann.button("shell.save").click()
    expect(ann.page.get_by_text(about)).to_be_visible()
    panda = ann.page.locator(".face path").first
    expect(panda).to_have_attribute("fill", "#cfe0c8")

    # At a table, and on the page that leads from it.
    ann.open_table(server.url, ONE_DECK, bots="basic", start=False)
    bob.page.goto(ann.page.url)
    expect(bob.page.locator(".face path").first).to_have_attribute("fill", "#cfe0c8")
    bob.page.goto(own)
    expect(bob.page.get_by_text(about)).to_be_visible()
    inspectors[1].look("the page of a person with a face")
