"""A clock that runs out: everybody reads whose time was up, and what a bot played for them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.browser.axe import Inspector
from tests.browser.company import SHORT, Guest, play_until, two_at_a_table, wait
from tests.browser.conftest import Visit
from tests.browser.speech import Tongue, pattern, say
from tests.cases import usually
from tests.server.http.site import running
from tests.server.leaping import Leaps

CLOCK = 10
LOCALES: dict[Tongue, str] = {"en": "en-US", "zh-Hans": "zh-CN"}


@usually(("tongue", "width"), ("zh-Hans", 360), ("en", 1280))
def test_a_clock_runs_out_and_everybody_is_told(
    person: Visit, tmp_path: Path, tongue: Tongue, width: int
) -> None:
    with running(tmp_path, None) as site:
        leaps = Leaps(site)
        one, other, watcher = everybody = [
            Guest(person(width=width, height=740, locale=LOCALES[tongue]), tongue) for _ in range(3)
        ]
        for guest, name in zip(everybody, ("Ann", "Bo", "Eve"), strict=True):
            guest.introduce(site.url, name)
        table = two_at_a_table(one, other, site.url, SHORT, clock=CLOCK, bank=0)
        watcher.page.goto(f"{site.url}/#/table/{table}")
        watcher.button("room.watch").click()
        inspector = Inspector(one.page)
        players = (one, other)
        play_until(players, lambda now: now["wait"] in ("lead", "follow"))
        wait(one.page, lambda: any(guest.may_act for guest in players))
        late = next(guest for guest in players if guest.may_act)
        name = ("Ann", "Bo")[players.index(late)]
        # Everybody sees the time run, and all of it is the decision's: no reserve was chosen.
        for guest in everybody:
            expect(guest.felt.get_by_role("timer")).to_be_visible()
        assert late.now["clock"]["bank"] == 0

        # It is read over what lies on the page as well.
        reader = next(guest for guest in players if guest is not late)
        reader.open_view("sheets.chat")
        reader.dialog.wait_for()
        leaps.leap(CLOCK + 1)
        for guest in everybody:
            place = guest.dialog if guest is reader else guest.page
            told = place.get_by_role("status").get_by_text(up_of(late, guest))
            expect(told).to_be_visible()
            if guest is not late:
                expect(told).to_contain_text(name)
        for guest in everybody:
            wait(guest.page, lambda at=guest: bool(ups(at)))  # type: ignore[misc]
            assert ups(guest)[0] == ups(late)[0] and ups(guest)[0]["cards"]
            # It stands among what was said, also for who comes back.
            guest.page.reload()
            if guest is watcher:
                guest.button("room.watch").click()
            chat = guest.page.get_by_role("button", name=say("sheets.chat", tongue))
            chat.filter(visible=True).first.click()
            line = guest.page.get_by_role("listitem").get_by_text(up_of(late, guest))
            expect(line.first).to_be_visible()
        inspector.look("a chat that says whose time was up")
        assert not inspector.findings, "\n".join(inspector.findings)


def up_of(late: Guest, guest: Guest) -> re.Pattern[str]:
    """The sentence for somebody whose time was up."""
    return pattern("table.time_up_you" if guest is late else "table.time_up", guest.tongue)


def ups(guest: Guest) -> list[dict[str, Any]]:
    """The people whose time was up, as a page was told."""
    return [told["time_up"] for told in guest.told.messages if told["type"] == "time_up"]
