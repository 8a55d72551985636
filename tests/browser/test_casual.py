"""Playing with people: at once with bots, for whom others come in; and after the match."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from shengji.rules import rules_from
from shengji.server.tables.casual_sets import SETS
from tests.browser.axe import Inspector
from tests.browser.company import SHORT, Guest, play_until, wait
from tests.browser.conftest import Visit
from tests.browser.speech import Tongue, pattern, say
from tests.cases import usually
from tests.server.http.site import Site, running

PHONE, DESK = ("en", 360), ("zh-Hans", 1280)
LOCALES: dict[Tongue, str] = {"en": "en-US", "zh-Hans": "zh-CN"}
NAMES: dict[Tongue, tuple[str, str]] = {"en": ("Ann", "Bob"), "zh-Hans": ("小安", "小波")}


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """A site where the first set is short, and nothing is waited for but people."""
    first = SETS["relaxed"]
    monkeypatch.setattr(first, "preset", SHORT)
    monkeypatch.setitem(first.__dict__, "rules", rules_from(SHORT))
    settings = replace(first.settings, pace="instant", clock=None, bank=0)
    monkeypatch.setattr(first, "settings", settings)
    with running(tmp_path, None) as found:
        yield found


def two_people(
    person: Visit, url: str, tongue: Tongue, width: int
) -> tuple[tuple[Guest, Guest], list[Inspector]]:
    """Two people in the lobby, and who looks over their shoulders."""
    visits = [person(width=width, height=740, locale=LOCALES[tongue]) for _ in range(2)]
    ann, bob = (Guest(page, tongue) for page in visits)
    inspectors = [Inspector(guest.page) for guest in (ann, bob)]
    for guest, name in zip((ann, bob), NAMES[tongue], strict=True):
        guest.introduce(url, name)
        guest.page.goto(url)
    return (ann, bob), inspectors


def press(guest: Guest) -> str:
    """Press "Play with people"; the address of the table."""
    guest.button("company.with_people").click()
    guest.page.wait_for_url("**/#/table/**")
    wait(guest.page, lambda: guest.seat is not None)
    return guest.page.url


@usually(("tongue", "width"), PHONE, DESK)
def test_a_bots_place_is_taken_between_hands(
    person: Visit, site: Site, tongue: Tongue, width: int
) -> None:
    (ann, bob), inspectors = two_people(person, site.url, tongue, width)
    expect(ann.page.get_by_text(say("company.nobody_playing", tongue))).to_be_visible()
    expect(ann.page.get_by_text(say("company.no_tables", tongue))).to_be_visible()
    inspectors[0].look("a lobby where nothing goes on")
    table = press(ann)
    ann.play_hand()
    assert press(bob) == table
    inspectors[1].look("between hands")
    # Who has come waits for seconds alone, though nobody has gone on.
    expect(bob.hand.first).to_be_visible(timeout=20_000)
    expect(ann.hand.first).to_be_visible()
    seats = [seat["person"] for seat in ann.table["seats"]]
    assert sum(seat is not None for seat in seats) == 2
    for inspector in inspectors:
        assert inspector.findings == []


@pytest.mark.campaign
@usually(("tongue", "width"), DESK, PHONE)
def test_after_a_match_people_are_thanked_and_become_friends(
    person: Visit, site: Site, tongue: Tongue, width: int
) -> None:
    guests, inspectors = two_people(person, site.url, tongue, width)
    ann, bob = guests
    table = press(ann)
    ann.play_hand()
    assert press(bob) == table
    # Newcomers play from the second hand on; the match ends with it.
    ann.change_settings(ann.table["id"], one_hand=True)
    play_until(guests, lambda now: now["wait"] == "over")
    (a, b) = NAMES[tongue]
    over = ann.page.get_by_role("dialog", name=say("sheets.match_over", tongue))
    line = over.get_by_role("listitem").filter(has=ann.page.get_by_role("link", name=b))
    expect(line).to_contain_text(say("after.met", tongue, count=1))
    against = pattern("after.against", tongue).pattern.strip("^$")
    expect(line).to_contain_text(re.compile(against))
    inspectors[0].look("the end of a match")

    ann.button("after.thank").click()
    expect(over.get_by_text(say("after.thanked", tongue))).to_be_visible()
    wait(bob.page, lambda: any(told["type"] == "said" for told in bob.told.messages))

    ann.button("friends.ask_of", name=b).click()
    expect(ann.button("friends.asked_now", name=b)).to_be_visible()
    bob.page.reload()
    bob.button("friends.accept_from", name=a).click()
    expect(bob.button("friends.is_friend", name=a)).to_be_visible()
    inspectors[1].look("a friend is made")

    # The two play again at a table of their own, to which the friend is invited.
    expect(ann.button("friends.is_friend", name=b)).to_be_visible()
    before = ann.page.url
    ann.button("after.again_with", names=b).click()
    wait(ann.page, lambda: "/table/" in ann.page.url and ann.page.url != before)
    bob.button("friends.come").click()
    wait(bob.page, lambda: bob.page.url == ann.page.url)
    for inspector in inspectors:
        assert inspector.findings == []
