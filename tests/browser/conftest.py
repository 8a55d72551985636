"""A server and a browser for each worker, and people, each with a context of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.chromium import FLAGS, chromium_path
from tests.browser.servers import ServerProcess

Visit = Callable[..., Page]
PATIENCE_MS = 30_000
"""How long a page may take for anything, in milliseconds: the machine may have much to do."""
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of a file.

    It does not outlive the file, for while it is there its event loop counts as running, and tests
    that run one of their own could not.
    """
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that nobody stops before the end; a test that does starts one of its own."""
    with ServerProcess(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server for one test, which may stop and start it."""
    server = ServerProcess(tmp_path).start()
    yield server
    server.stop()


@pytest.fixture
def person(browser: Browser) -> Iterator[Visit]:
    """People: each call makes a browser of one's own, whose page must show no error.

    A person is given as `person(width=..., height=..., locale=...)`.
    """
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def visit(
        *, width: int = 1280, height: int = 800, locale: str = "en-US", **more: object
    ) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            locale=locale,
            has_touch=width < 800,
            reduced_motion="reduce",
            **more,  # type: ignore[arg-type]
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.set_default_timeout(PATIENCE_MS)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert not faults
