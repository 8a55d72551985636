"""Reports, mutes and bans as people meet them, and what administrators see of them."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.axe import Inspector
from tests.browser.company import ONE_DECK, Guest, wait
from tests.browser.conftest import Visit
from tests.browser.servers import ServerProcess
from tests.browser.speech import Tongue, say
from tests.browser.test_accounts import DESK, PHONE, Owner
from tests.cases import usually
from tests.forked import run


def administrator(server: ServerProcess, person: Visit, device: dict[str, Any]) -> Owner:
    """Somebody in front of the page of administrators."""
    tongue: Tongue = "en" if device is PHONE else "zh-Hans"
    name = "Song Jiang" if device is PHONE else "宋江"
    boss = Owner(person(**device), tongue)
    # Before a page is opened, which would ask who it is at the same time, and be another guest.
    assert boss.page.request.post(f"{server.url}/api/me").ok
    boss.make_by_request(server.url, name)
    command = ["admin", "role", name, "administrator", "--database", server.database]
    run("shengji", *command)
    return boss


def act(boss: Owner, report: Locator, kind: str, reason: str) -> None:
    """Mute or ban who is reported, for a week."""
    report.get_by_role("button", name=say(f"admin.{kind}", boss.tongue), exact=True).click()
    boss.dialog.get_by_role("textbox", name=say("admin.reason", boss.tongue)).fill(reason)
    boss.dialog.get_by_role("button", name=say(f"admin.{kind}", boss.tongue), exact=True).click()
    expect(boss.dialog).to_have_count(0)


@pytest.mark.campaign
@usually("device", DESK, PHONE, ids=["desk", "phone"])
def test_a_report_leads_to_a_mute_and_a_ban_with_their_reasons(
    own_server: ServerProcess, person: Visit, device: dict[str, Any]
) -> None:
    boss = administrator(own_server, person, device)
    tongue, site = boss.tongue, own_server.url
    host, rude = Guest(person(**device), tongue), Guest(person(**device), tongue)
    inspectors = [Inspector(guest.page) for guest in (boss, host, rude)]
    table = host.open_table(site, ONE_DECK, bots="basic", start=False, chat=True)
    host.button("room.remove_bot").first.click()
    rude.introduce(site, "Li Kui")
    rude.come(f"{site}/#/table/{table}")

    def say_aloud(text: str) -> None:
        field = rude.page.get_by_label(say("sheets.say", tongue))
        field.fill(text)
        field.press("Enter")

    rude.button("sheets.chat").click()
    say_aloud("You play like an ox")
    expect(rude.dialog.get_by_text("You play like an ox")).to_be_visible()

    # The report, from the menu of the seat.
    host.page.get_by_role("button", name=say("room.more", tongue, name="Li Kui")).click()
    host.page.get_by_role("menuitem", name=say("sheets.report", tongue, name="Li Kui")).click()
    what = host.dialog.get_by_role("textbox", name=say("moderation.what", tongue))
    what.fill("He insults everybody")
    inspectors[1].look("reporting somebody")
    host.dialog.get_by_role("button", name=say("moderation.send", tongue)).click()
    expect(host.dialog).to_have_count(0)

    # What an administrator sees of it.
    boss.come(site, "admin")
    report = boss.page.get_by_role("article")
    expect(report).to_contain_text("He insults everybody")
    report.get_by_role("button", name=say("admin.details", tongue)).click()
    expect(report.get_by_role("list").get_by_text("You play like an ox")).to_be_visible()
    inspectors[0].look("a report")
    act(boss, report, "mute", "Insults")
    expect(report.get_by_role("button", name=say("admin.lift", tongue))).to_be_visible()

    # Who is muted is told why, and nobody hears anything.
    say_aloud("Are you deaf?")
    note = rude.page.get_by_role("note").filter(has_text=say("moderation.muted", tongue))
    expect(note).to_contain_text("Insults")
    expect(rude.page.get_by_role("status").filter(has_text="Insults").first).to_be_visible()
    inspectors[2].look("muted")
    expect(rude.dialog.locator("ol").get_by_text("Are you deaf?")).to_have_count(0)

    # Lifted, everybody hears again.
    report.get_by_role("button", name=say("admin.lift", tongue)).click()
    expect(report.get_by_role("button", name=say("admin.lift", tongue))).to_have_count(0)
    say_aloud("Sorry")
    expect(rude.dialog.locator("ol").get_by_text("Sorry")).to_be_visible()

    # Who is banned is sent away at once, and reads why wherever they come.
    act(boss, report, "ban", "Enough")
    expect(rude.page.get_by_role("heading", name=say("room.banned", tongue))).to_be_visible()
    rude.page.goto(f"{site}/#/")
    rude.page.reload()
    expect(rude.page.get_by_role("heading", name=say("moderation.banned", tongue))).to_be_visible()
    expect(rude.page.get_by_text("Enough")).to_be_visible()
    inspectors[2].look("banned")
    rude.page.get_by_role("link", name=say("moderation.my_data", tongue)).click()
    expect(rude.page.get_by_role("heading", name=say("account.title", tongue))).to_be_visible()

    # Settled, and all of it in the book.
    report.get_by_role("textbox", name=say("admin.outcome", tongue)).fill("banned")
    report.get_by_role("button", name=say("admin.settle", tongue)).click()
    boss.says("admin.no_reports").wait_for()
    book = boss.page.get_by_role("region", name=say("admin.book", tongue))
    acts = ("settle", "ban", "lift", "mute", "role")
    wait(boss.page, lambda: book.get_by_role("listitem").count() == len(acts))
    for line, done in zip(book.get_by_role("listitem").all(), acts, strict=True):
        expect(line).to_contain_text(say(f"admin.act_{done}", tongue))
    for inspector in inspectors:
        assert not inspector.findings, "\n\n".join(inspector.findings)
