"""A server and a browser for each worker, and people, each with a context of their own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Error,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from tests.browser.chromium import FLAGS, chromium_path
from tests.browser.servers import ServerProcess
from tests.server.push.service import PushService, push_service
from tests.waiting import PATIENCE

Visit = Callable[..., Page]
PATIENCE_MS = PATIENCE * 1000
"""The time that a page may take for anything, in milliseconds."""
expect.set_options(timeout=PATIENCE_MS)
_PAGES = pytest.StashKey[list[Page]]()
_LOOK_MS = 5000
"""The time for a page to say what it shows when a test has failed, in milliseconds."""
KNOW_SIGNS = """try {
    const signs = ["side", "dealer", "bot", "points", "winning", "friend", "forced"];
    localStorage["shengji.preferences"] ??= JSON.stringify({signs});
} catch { /* an empty page keeps nothing */ }"""
"""Stores that the signs at the table were explained, before a page is opened first."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Say what each person's page shows when a test fails."""
    report = yield
    if report.when == "call" and report.failed:
        pages: list[Page] = item.stash.get(_PAGES, [])
        for number, page in enumerate(pages, 1):
            report.sections.append((f"Page {number}", _shown(page)))
    return report


def _shown(page: Page) -> str:
    """The address of a page, and what it shows."""
    try:
        return f"{page.url}\n{page.locator('body').aria_snapshot(timeout=_LOOK_MS)}"
    except Error as error:
        return f"{page.url}\n{error}"


class Chromium:
    """A browser that is driven from one event loop, which counts as running all the time.

    Attributes:
        loop: the event loop.
    """

    def __init__(self, playwright: Playwright) -> None:
        self.loop = asyncio.get_running_loop()
        self._kind = playwright.chromium
        self._browser = self._launched()

    @property
    def browser(self) -> Browser:
        """The browser; a new one where it has crashed, so that only one test fails for that."""
        if not self._browser.is_connected():
            self._browser = self._launched()
        return self._browser

    def _launched(self) -> Browser:
        return self._kind.launch(executable_path=chromium_path(), args=list(FLAGS))


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    """One Chromium for all tests of a worker; its event loop is to be hidden from the others."""
    with sync_playwright() as playwright:
        found = Chromium(playwright)
        asyncio._set_running_loop(None)
        yield found
        asyncio._set_running_loop(found.loop)
        found.browser.close()


@pytest.fixture
def browser(chromium: Chromium) -> Iterator[Browser]:
    """The Chromium, in which each test makes contexts of its own and closes them.

    Between tests its event loop is hidden, since tests that run one of their own could not.
    """
    asyncio._set_running_loop(chromium.loop)
    yield chromium.browser
    asyncio._set_running_loop(None)


def frequented(folder: Path) -> ServerProcess:
    """A server to which many come, all from one address, and who try often."""
    return ServerProcess(
        folder,
        SHENGJI_CREATIONS_PER_MINUTE="1000",
        SHENGJI_SIGN_INS_PER_MINUTE="1000",
        SHENGJI_TABLES_PER_PERSON="1000",
        SHENGJI_WORK_PER_ADDRESS="64",
    )


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that nobody stops before the end; a test that does starts one of its own."""
    with frequented(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server for one test, which may stop and start it."""
    server = ServerProcess(tmp_path).start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PushService]:
    """A push service of the tests."""
    with (
        pytest.MonkeyPatch.context() as patch,
        push_service(tmp_path_factory.mktemp("service"), patch) as found,
    ):
        yield found


@pytest.fixture(scope="module")
def pushing(
    tmp_path_factory: pytest.TempPathFactory, service: PushService
) -> Iterator[ServerProcess]:
    """A server that may send to a push service of the tests."""
    folder = tmp_path_factory.mktemp("pushing")
    with ServerProcess(folder, SHENGJI_PUSH_HOSTS=service.host) as server:
        yield server


@pytest.fixture
def person(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """People: each call makes a browser of one's own, whose page must show no error.

    A person is given as `person(width=..., height=..., locale=...)`. Their browser keeps no site,
    which takes as long as the rest of a visit, unless they come with `service_workers="allow"`. It
    has no sound, which is computed all the time once something was heard, unless `sound=True`. They
    know the signs at the table, unless `knows_signs=False`.
    """
    contexts: list[BrowserContext] = []
    faults: list[str] = []
    pages = request.node.stash[_PAGES] = []

    def visit(
        *,
        width: int = 1280,
        height: int = 800,
        locale: str = "en-US",
        sound: bool = False,
        knows_signs: bool = True,
        **more: object,
    ) -> Page:
        options: dict[str, Any] = {"service_workers": "block", **more}
        context = browser.new_context(
            viewport={"width": width, "height": height},
            locale=locale,
            has_touch=width < 800,
            reduced_motion="reduce",
            **options,
        )
        contexts.append(context)
        if not sound:
            context.add_init_script("delete window.AudioContext")
        if knows_signs:
            context.add_init_script(KNOW_SIGNS)
        page = context.new_page()
        pages.append(page)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.set_default_timeout(PATIENCE_MS)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert not faults
