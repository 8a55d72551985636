"""A result is read as long as somebody likes; several people see when the next hand begins."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from shengji.server.reviews.waiting_list import ReviewSettings
from tests.browser.axe import Inspector
from tests.browser.company import SHORT, Guest, play_until, two_at_a_table, wait
from tests.browser.conftest import Visit
from tests.browser.play import Player
from tests.browser.speech import Tongue, pattern, say
from tests.cases import usually
from tests.server.http.site import running
from tests.server.leaping import Leaps

QUICK = ReviewSettings(depth=0.2, niceness=0)
MINUTES = 5
LOCALES: dict[Tongue, str] = {"en": "en-US", "zh-Hans": "zh-CN"}


@pytest.mark.campaign
@usually(("tongue", "width"), ("zh-Hans", 360), ("en", 1280))
def test_a_newcomer_reads_a_result_for_minutes(
    person: Visit, tmp_path: Path, tongue: Tongue, width: int
) -> None:
    with running(tmp_path, None, QUICK) as site:
        leaps = Leaps(site)
        page = person(width=width, height=740, locale=LOCALES[tongue])
        player = Player(page, tongue)
        player.open_table(site.url, SHORT)
        player.play_hand()
        player.result.get_by_role("button", name=say("sheets.review", tongue), exact=True).click()
        expect(player.result.locator(".review select").first).to_be_visible(timeout=120_000)
        for _ in range(2):
            for _ in range(MINUTES):
                leaps.leap(60)
                page.wait_for_timeout(100)
            expect(player.result).to_be_visible()
            expect(page.get_by_role("timer")).to_have_count(0)
            page.reload()
        name = say("sheets.result", tongue, number=1)
        expect(page.get_by_role("dialog", name=name)).to_be_visible()
        player.button("sheets.next").click()
        expect(player.hand.first).to_be_visible()


@pytest.mark.campaign
@usually(("tongue", "width"), ("en", 1280), ("zh-Hans", 360))
def test_several_people_wait_for_who_reads_and_not_for_ever(
    person: Visit, tmp_path: Path, tongue: Tongue, width: int
) -> None:
    with running(tmp_path, None, QUICK) as site:
        leaps = Leaps(site)
        one, other = guests = [
            Guest(person(width=width, height=740, locale=LOCALES[tongue]), tongue) for _ in range(2)
        ]
        inspectors = [Inspector(guest.page) for guest in guests]
        for guest, name in zip(guests, ("Ann", "Bo"), strict=True):
            guest.introduce(site.url, name)
        two_at_a_table(one, other, site.url, SHORT)
        play_until(guests, lambda now: now["wait"] == "next")
        for guest in guests:
            told = guest.result.get_by_role("timer")
            expect(told).to_have_text(pattern("sheets.next_in", tongue))
        one.button("sheets.next").click()
        expect(one.result).to_contain_text(say("sheets.next_waits", tongue, names="Bo"))

        # While Bo goes through the hand, it is said for whom the next one waits.
        other.result.get_by_role("button", name=say("sheets.replay", tongue), exact=True).click()
        expect(one.result).to_contain_text(say("sheets.next_reads", tongue, names="Bo"))
        expect(other.result).to_contain_text(say("sheets.next_reads_you", tongue))
        for guest in guests:
            told = guest.result.get_by_role("timer")
            expect(told).to_have_text(pattern("sheets.next_most", tongue))
        for inspector in inspectors:
            inspector.look("a result that waits")
        leaps.leap(200)
        one.page.reload()
        expect(one.result).to_contain_text(say("sheets.next_reads", tongue, names="Bo"))
        expect(one.result.get_by_role("timer")).to_have_text(re.compile(r"\b[23]:\d\d\b"))
        expect(other.result).to_be_visible()

        # Who has closed it sees the same beside the table.
        one.button("sheets.look").click()
        expect(one.page.get_by_role("timer")).to_be_visible()
        assert one.page.evaluate("document.documentElement.scrollWidth") <= width
        inspectors[0].look("a table whose result waits")
        # No hand is under way: what one changes now holds from the next one on.
        one.page.get_by_role("button", name=say("sheets.menu", tongue), exact=True).click()
        one.dialog.get_by_text(say("sheets.more", tongue), exact=True).click()
        one.button("room.rules_change").click()
        expect(one.dialog.get_by_text(say("room.rules_next", tongue))).to_be_visible()
        one.button("room.cancel").click()
        expect(one.dialog).to_have_count(0)

        leaps.leap(300)
        wait(one.page, lambda: one.now["wait"] not in ("next", "start"))
        expect(other.result).to_have_count(0)
        findings = [found for inspector in inspectors for found in inspector.findings]
        assert not findings, "\n".join(findings)
