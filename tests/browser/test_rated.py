"""Rated play in the browser: the board, a person's ratings as drawing and table, being paired."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import Inspector
from tests.browser.conftest import Visit
from tests.browser.servers import ServerProcess
from tests.browser.speech import Tongue, say

PHONE = {"width": 360, "height": 740, "locale": "en-US", "color_scheme": "light"}
DESK = {"width": 1280, "height": 800, "locale": "zh-CN", "color_scheme": "dark"}
SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])

Json = dict[str, Any]


def fits(page: Page) -> bool:
    """Whether nothing stands out at the side."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@SIZES
def test_the_board_and_the_ratings_of_a_person(
    server: ServerProcess, person: Visit, size: Json
) -> None:
    tongue: Tongue = "en" if size is PHONE else "zh-Hans"
    page = person(**size)
    inspector = Inspector(page)
    me = page.request.post(f"{server.url}/api/me").json()
    board: Json = {
        "pool": "two-decks",
        "season": "2026-2",
        "seasons": ["2026-2", "2026-1"],
        "provisional": False,
        "lines": [
            {
                "rank": rank,
                "person": me["person"] if rank == 2 else f"p{rank}",
                "name": f"Name {rank}",
                "value": 1800 - 25.4 * rank,
                "deviation": 48.0,
                "games": 40 + rank,
            }
            for rank in (1, 2, 3)
        ],
        "next": None,
    }
    asked: list[str] = []

    def answer(route: Any) -> None:
        asked.append(route.request.url)
        route.fulfill(json=board)

    page.route("**/api/leaderboard?*", answer)
    page.goto(f"{server.url}/#/")
    page.get_by_role("link", name=say("shell.leaderboard", tongue), exact=True).click()
    row = page.get_by_role("row").filter(has_text="Name 2")
    expect(row).to_contain_text("1749")
    expect(row).to_contain_text("± 96")
    inspector.look("leaderboard")
    assert fits(page)
    page.get_by_label(say("rated.pool", tongue)).select_option(
        label=say("rated.pool_friends", tongue)
    )
    expect(row).to_be_visible()
    assert "pool=friends" in page.url and "pool=friends" in asked[-1]

    values = [1500, 1540, 1525, 1590]
    ratings: Json = {
        "person": me["person"],
        "name": me["name"],
        "pools": [
            {
                "pool": "two-decks",
                "value": 1590.3,
                "deviation": 60.0,
                "provisional": True,
                "games": 4,
                "season": "2026-2",
                "peak": None,
                "seasons": ["2026-2", "2026-1"],
                "shown": "2026-2",
                "points": [
                    {"at": 1_800_000_000_000 + at, "match": None, "value": value, "deviation": 60}
                    for at, value in enumerate(values)
                ],
            }
        ],
    }
    page.route("**/api/people/*/ratings*", lambda route: route.fulfill(json=ratings))
    row.get_by_role("link").click()
    words = say("rated.graph", tongue, first=1500, last=1590, low=1500, high=1590)
    expect(page.get_by_role("img", name=words)).to_be_visible()
    page.get_by_text(say("rated.as_table", tongue)).click()
    expect(page.get_by_role("cell", name="1540")).to_be_visible()
    inspector.look("ratings")
    assert fits(page)
    assert not inspector.findings, "\n\n".join(inspector.findings)


@SIZES
def test_a_guest_is_told_what_it_needs_to_be_paired(
    server: ServerProcess, person: Visit, size: Json
) -> None:
    tongue: Tongue = "en" if size is PHONE else "zh-Hans"
    page = person(**size)
    inspector = Inspector(page)
    page.goto(f"{server.url}/#/")
    page.get_by_role("link", name=say("shell.rated_game", tongue), exact=True).click()
    find = page.get_by_role("button", name=say("rated.alone", tongue), exact=True)
    find.wait_for()
    inspector.look("rated game")
    assert fits(page)
    refused = page.request.post(f"{server.url}/api/pairing", data={"rules": "zhang-2021"}).json()
    assert refused["code"] == "no-account"
    find.click()
    expect(page.get_by_role("alert")).to_have_text(refused["words"][tongue])
    inspector.look("refused")
    assert not inspector.findings, "\n\n".join(inspector.findings)


@SIZES
def test_who_is_paired_waits_and_goes_to_the_table(
    server: ServerProcess, person: Visit, size: Json
) -> None:
    tongue: Tongue = "en" if size is PHONE else "zh-Hans"
    page = person(**size)
    inspector = Inspector(page)
    page.request.post(f"{server.url}/api/me")
    table = page.request.post(f"{server.url}/api/tables", data={}).json()["table"]
    state: Json = {
        "state": "partner",
        "rules": "zhang-2021",
        "code": "abc",
        "people": ["Ann"],
        "since": 0,
        "waiting": 3,
        "reach": 100.0,
        "table": None,
        "until": None,
    }
    page.route("**/api/pairing", lambda route: route.fulfill(json=state))
    page.goto(f"{server.url}/#/pairing")
    page.get_by_role("button", name=say("rated.with_partner", tongue), exact=True).click()
    link = page.get_by_role("textbox", name=say("rated.partner_link", tongue))
    expect(link).to_have_value(f"{server.url}/#/pairing/abc")
    inspector.look("waits for the partner")
    assert fits(page)
    state.update(state="waits", people=["Ann", "Bob"])
    expect(page.get_by_text(say("rated.waits_with", tongue, name="Bob"))).to_be_visible()
    inspector.look("waits")
    state.update(state="seated", table=table)
    expect(page).to_have_url(f"{server.url}/#/table/{table}")
    assert not inspector.findings, "\n\n".join(inspector.findings)
