"""The site opens fast, keeps to what browsers ask of a good site, and opens without a line.

Other work on the machine makes single visits slow; so one of several has to be fast.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect

from tests.browser.conftest import Visit
from tests.browser.measures import Cost, measured, newcomer
from tests.browser.play import Player
from tests.browser.servers import ServerProcess
from tests.browser.speech import say
from tests.waiting import wait_for

SCORE = 95
"""As Lighthouse counts."""
FIRST_LOBBY = 95_000
"""Bytes of the lobby with its icons on a first visit, compressed, with headers."""
LONG_TASK = 200
SOON = 1000
"""Milliseconds in which the page must be there on a second visit."""


@pytest.fixture
def phone(browser: Browser) -> Iterator[BrowserContext]:
    """A phone that has never been here."""
    context = newcomer(browser)
    yield context
    context.close()


@pytest.mark.campaign
def test_first_visit_on_a_slow_phone(server: ServerProcess, browser: Browser) -> None:
    def visit() -> Cost:
        context = newcomer(browser)
        cost = measured(context.new_page(), server.url, phone=True)
        context.close()
        assert cost.shift < 0.1
        assert cost.transferred <= FIRST_LOBBY
        return cost

    wait_for(lambda: visit().score > SCORE)


def test_nothing_holds_the_page_up(server: ServerProcess, phone: BrowserContext) -> None:
    wait_for(lambda: measured(phone.new_page(), server.url).longest_task < LONG_TASK)


@pytest.mark.campaign
def test_second_visit(server: ServerProcess, phone: BrowserContext) -> None:
    first = phone.new_page()
    kept(first, server.url)
    first.close()

    def visit() -> Cost:
        cost = measured(phone.new_page(), server.url)
        assert cost.transferred < 20_000  # the lobby lists tables of others
        return cost

    wait_for(lambda: visit().first_paint < SOON)


def kept(page: Page, url: str) -> None:
    """Open the site, and wait until the browser keeps it."""
    page.goto(url)
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("navigator.serviceWorker.controller !== null")


def test_without_a_line(own_server: ServerProcess, phone: BrowserContext) -> None:
    page = phone.new_page()
    kept(page, own_server.url)
    own_server.stop()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text(say("shell.title"))
    expect(page.get_by_role("alert")).to_contain_text(say("shell.unreachable"))
    page.goto(f"{own_server.url}/#/intro")
    expect(page.get_by_role("heading", level=1)).to_have_text(say("intro.teams_title"))
    own_server.start()
    page.goto(f"{own_server.url}/#/")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_table_opens_before_the_line_is_back(own_server: ServerProcess, person: Visit) -> None:
    player = Player(person(service_workers="allow"))
    player.open_table(own_server.url)
    player.page.evaluate("navigator.serviceWorker.ready")
    player.page.wait_for_function("navigator.serviceWorker.controller !== null")
    assert player.until_own_turn()
    cards = player.hand.count()
    own_server.stop()
    player.page.reload()
    expect(player.page.get_by_text(say("room.connecting"))).to_be_attached()
    own_server.start()
    expect(player.hand).to_have_count(cards)


def test_manners(server: ServerProcess, person: Visit) -> None:
    """Best practices of Lighthouse, on the lobby, the introduction and at a table."""
    player = Player(person(service_workers="allow"))
    page = player.page
    complaints: list[str] = []
    failed: list[str] = []
    elsewhere: list[str] = []

    def asked(request: Request) -> None:
        if not request.url.startswith((server.url, "blob:")):
            elsewhere.append(request.url)

    page.on(
        "console",
        lambda said: complaints.append(said.text) if said.type in {"error", "warning"} else None,
    )
    page.on("requestfailed", lambda request: failed.append(request.url))
    page.on("request", asked)
    answer = page.goto(server.url)
    assert answer is not None
    assert "charset=utf-8" in (answer.header_value("content-type") or "").lower()
    policy = answer.header_value("content-security-policy") or ""
    assert "unsafe-eval" not in policy
    assert "default-src" in policy
    assert page.evaluate("document.doctype.name") == "html"
    assert page.evaluate("document.compatMode") == "CSS1Compat"
    assert page.evaluate("document.characterSet") == "UTF-8"
    assert page.evaluate("document.documentElement.lang") == "en"
    assert page.locator("meta[name=description]").get_attribute("content")
    assert "user-scalable" not in (
        page.locator("meta[name=viewport]").get_attribute("content") or ""
    )
    page.goto(f"{server.url}/#/intro")
    page.get_by_role("heading", level=1).wait_for()
    player.open_table(server.url)
    assert player.until_own_turn()
    unsized = "img:not([width][height])"
    assert page.locator(unsized).count() == 0
    assert page.locator("html").get_attribute("lang") == "en"
    # On a busy machine a page may be left before its line stands, of which a browser tells.
    left = "is closed before the connection is established"
    assert not [said for said in complaints if left not in said]
    assert not failed
    assert not elsewhere
