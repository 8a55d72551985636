"""Evenings from beginning to end: what hosts, friends and newcomers meet."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.company import Guest, wait
from tests.browser.conftest import Visit
from tests.browser.servers import ServerProcess
from tests.browser.speech import Tongue, pattern, say

LOCALES: dict[Tongue, str] = {"en": "en-US", "zh-Hans": "zh-CN"}


@pytest.mark.parametrize("tongue", LOCALES)
def test_who_plays_now_twenty_times_has_one_match(
    server: ServerProcess, person: Visit, tongue: Tongue
) -> None:
    newcomer = Guest(person(width=360, height=740, locale=LOCALES[tongue]), tongue)
    page = newcomer.page
    page.goto(server.url)
    for _ in range(20):
        newcomer.button("shell.play_now").click()
        page.get_by_role("region", name=pattern("table.hand", tongue)).wait_for()
        page.goto(f"{server.url}/#/")
        page.get_by_role("heading", name=say("shell.your_tables", tongue)).wait_for()
    mine = page.get_by_role("region", name=say("shell.your_tables", tongue)).get_by_role("listitem")
    expect(mine).to_have_count(1)
    game = say("shell.system_tractor", tongue)
    expect(mine.get_by_role("heading", name=game)).to_be_visible()
    expect(mine).to_contain_text(say("shell.levels", tongue, levels="2 : 2"))
    expect(mine).to_contain_text(say("shell.with_bots", tongue))
    expect(mine.locator("time")).to_be_visible()
    newcomer.button("shell.leave_table", game=game).click()
    expect(mine).to_have_count(0)
    lobby = page.request.get(f"{server.url}/api/lobby").json()["tables"]
    wait(page, lambda: not [line for line in lobby if not line["people"]])
