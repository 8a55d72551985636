"""Invitations of friends: on a page that is open, on a phone without one, refused, and ended."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.axe import Inspector
from tests.browser.company import ONE_DECK, Guest, wait
from tests.browser.conftest import Visit
from tests.browser.servers import ServerProcess
from tests.browser.speech import Tongue, pattern, say
from tests.browser.test_friends import DESK, PHONE
from tests.browser.test_pushes import (
    TOUCH,
    awake_worker,
    called,
    push,
    the_switch,
    with_pushes,
)
from tests.cases import usually
from tests.server.push.service import PushBrowser, PushService, Taken


def befriended(one: Guest, two: Guest, url: str) -> None:
    """Let two people be friends."""
    token = one.page.request.post(f"{url}/api/friends/link").json()["token"]
    assert two.page.request.post(f"{url}/api/friend-links/{token}").ok


def met(server: ServerProcess, ann: Guest, bob: Guest, *names: str) -> None:
    """Let two be friends, the first at a table whose match has not begun, the other on no page."""
    for guest, name in zip((ann, bob), names, strict=True):
        guest.introduce(server.url, name)
    befriended(ann, bob, server.url)
    ann.open_table(server.url, ONE_DECK, bots="basic", start=False)


def line_of(guest: Guest, name: str) -> Locator:
    """The line of a friend who can be invited, on the page or in the sheet that lies over it."""
    place = guest.dialog if guest.dialog.count() else guest.page
    return place.get_by_role("listitem").filter(has_text=name)


def invite(guest: Guest, name: str) -> None:
    line_of(guest, name).get_by_role("button", name=say("friends.invite", guest.tongue)).click()


def card(guest: Guest) -> Locator:
    """The invitation that is shown."""
    return guest.page.get_by_role(
        "region", name=say("friends.invitation", guest.tongue), exact=True
    )


def answer(guest: Guest, key: str) -> None:
    card(guest).get_by_role("button", name=say(key, guest.tongue)).click()


@usually(("tongue", "device"), ("zh-Hans", DESK), ("en", PHONE), ids=["desk", "phone"])
def test_an_open_page_shows_it_at_once_and_it_is_refused_or_taken(
    pushing: ServerProcess, person: Visit, tongue: Tongue, device: dict[str, Any]
) -> None:
    locale = "en-US" if tongue == "en" else "zh-CN"
    names = ("Wu Song", "Lin Chong") if tongue == "en" else ("武松", "林冲")
    ann, bob, cem = (Guest(person(locale=locale, **device), tongue) for _ in range(3))
    inspectors = [Inspector(guest.page) for guest in (ann, bob)]
    met(pushing, ann, bob, *names)
    cem.introduce(pushing.url, "Cem")
    befriended(ann, cem, pushing.url)

    # Refused: who invites sees "not this time", and nothing else.
    bob.page.goto(pushing.url)
    ann.button("sheets.people").click()
    expect(ann.dialog).to_be_visible()
    here = line_of(ann, names[1]).get_by_text(say("friends.on_site", tongue))
    expect(here).to_be_visible()
    inspectors[0].look("friends to be invited")
    invite(ann, names[1])
    expect(line_of(ann, names[1]).get_by_text(say("friends.invited", tongue))).to_be_visible()
    expect(card(bob)).to_contain_text(names[0])
    inspectors[1].look("an invitation")
    answer(bob, "friends.not_now")
    expect(card(bob)).to_have_count(0)
    refused = line_of(ann, names[1]).get_by_text(say("friends.not_this_time", tongue))
    expect(refused).to_be_visible()
    inspectors[0].look("a refusal")

    # Taken: the other comes to the table.
    cem.page.goto(f"{pushing.url}/#/friends")
    invite(ann, "Cem")
    expect(card(cem)).to_be_visible()
    answer(cem, "friends.come")
    cem.page.wait_for_url("**/#/table/**")
    expect(card(cem)).to_have_count(0)
    for inspector in inspectors:
        assert inspector.findings == []


@pytest.mark.campaign
def test_it_ends_with_the_table(pushing: ServerProcess, person: Visit) -> None:
    ann, bob = Guest(person()), Guest(person())
    met(pushing, ann, bob, "Wu Song", "Lin Chong")
    bob.page.goto(pushing.url)
    invite(ann, "Lin Chong")
    expect(card(bob)).to_be_visible()
    me = ann.page.request.post(f"{pushing.url}/api/me").json()
    for seated in me["tables"]:
        assert ann.page.request.delete(f"{pushing.url}/api/me/tables/{seated['table']}").ok
    ann.page.goto(pushing.url)
    expect(card(bob)).to_have_count(0)


@pytest.mark.campaign
def test_over_cards_that_are_played_it_waits(pushing: ServerProcess, person: Visit) -> None:
    ann, bob = Guest(person(**PHONE)), Guest(person(**PHONE))
    met(pushing, ann, bob, "Wu Song", "Lin Chong")
    bob.open_table(pushing.url, ONE_DECK, bots="basic")
    bob.page.get_by_role("region", name=pattern("table.hand")).wait_for()
    invite(ann, "Lin Chong")
    expect(line_of(ann, "Lin Chong").get_by_text(say("friends.invited"))).to_be_visible()
    expect(card(bob)).to_have_count(0)
    bob.page.goto(f"{pushing.url}/#/")
    expect(card(bob)).to_be_visible()


@pytest.mark.campaign
def test_to_a_night_from_its_page(pushing: ServerProcess, person: Visit) -> None:
    ann, bob = (Guest(person(**PHONE)) for _ in range(2))
    boss, inspector = Guest(person()), Inspector(ann.page)
    for guest, name in ((ann, "Wu Song"), (bob, "Lin Chong"), (boss, "Song Jiang")):
        guest.introduce(pushing.url, name)
    befriended(ann, bob, pushing.url)
    account = {"name": "Night Boss", "passphrase": "tiger on the ridge"}
    boss.page.request.post(f"{pushing.url}/api/me/account", data=account)
    made = boss.page.request.post(
        f"{pushing.url}/api/nights", data={"settings": {"title": "Club night"}}
    )
    assert made.ok, made.text()
    night = made.json()["night"]
    bob.page.goto(pushing.url)
    ann.page.goto(f"{pushing.url}/#/night/{night}")
    expect(line_of(ann, "Lin Chong")).to_be_visible()
    inspector.look("a night to which friends are invited")
    invite(ann, "Lin Chong")
    expect(card(bob)).to_contain_text("Club night")
    answer(bob, "friends.come")
    bob.page.wait_for_url(f"**/#/night/{night}")
    assert inspector.findings == []


@pytest.mark.campaign
def test_a_phone_without_a_page_is_called(
    pushing: ServerProcess, service: PushService, person: Visit
) -> None:
    ann = Guest(person())
    ann.introduce(pushing.url, "Wu Song")
    phone = PushBrowser(service.url, "invited")
    page = person(width=360, height=740, service_workers="allow")
    bob = Guest(page)
    with_pushes(page, phone)
    bob.introduce(pushing.url, "Lin Chong")
    befriended(ann, bob, pushing.url)
    page.goto(f"{pushing.url}/#/")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    the_switch(bob).click()
    wait(page, lambda: called(bob, pushing.url))
    page.goto("about:blank")

    table = ann.open_table(pushing.url, ONE_DECK, bots="basic", start=False, title="Friday")
    # Whose last page has closed is here for some seconds more, though their phone is called.
    invite(ann, "Lin Chong")

    def taken() -> list[Taken]:
        return [one for one in service.taken if one.path == phone.path]

    wait(ann.page, lambda: bool(taken()))
    page.goto(f"{pushing.url}/#/friends")
    worker = awake_worker(page)
    push(page, pushing.url, phone.read(taken()[0]))
    wait(page, lambda: bool(worker.evaluate("self.shown.length")))
    (shown,) = worker.evaluate("self.shown")
    assert (shown["title"], shown["body"]) == ("Friday", "Wu Song invites you to this table.")
    expect(card(bob)).to_be_visible()
    worker.evaluate(TOUCH)
    page.wait_for_url(f"**/#/table/{table}")
    expect(card(bob)).to_have_count(0)
