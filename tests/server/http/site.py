"""A whole server in a thread, and browsers that talk to it."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.sync.client import ClientConnection, connect

from shengji.server.reviews.waiting_list import ReviewSettings
from shengji.server.runner import SiteServer
from shengji.server.site.chance import Chance
from shengji.server.site.settings import ServerSettings
from shengji.server.tables.live.context import LiveSettings
from shengji.terminal.commands.serve import listen
from tests.forked import children_forked
from tests.seeds import Seeded
from tests.server.applications import give_back, use_again
from tests.server.fresh import make_fresh
from tests.waiting import PATIENCE

Json = dict[str, Any]

QUICK = LiveSettings(absent_after=0.2, unload_after=5.0, presence_delay=0.0, declare_window=0.2)
SHALLOW = ReviewSettings(depth=0.01, niceness=0)


class Reachable:
    """A server under way, wherever it runs."""

    def __init__(self, port: int) -> None:
        self.host = f"localhost:{port}"
        self.url = f"http://{self.host}"
        self._browsers: list[httpx.Client] = []

    def browser(self, **options: Any) -> httpx.Client:
        """A browser that nobody knows yet."""
        # Nothing goes over HTTPS here, and loading the certificates takes longer than the rest.
        found = httpx.Client(base_url=self.url, timeout=PATIENCE, verify=False, **options)
        self._browsers.append(found)
        return found

    def close(self) -> None:
        """Close all browsers."""
        for browser in self._browsers:
            browser.close()

    def guest(self) -> httpx.Client:
        """A browser that is a guest's."""
        browser = self.browser()
        browser.post("/api/me").raise_for_status()
        return browser

    def table(self, browser: httpx.Client, **new: Any) -> str:
        """A new table of a browser's person."""
        new = {"settings": {"pace": "instant"}, **new}
        response = browser.post("/api/tables", json=new)
        assert response.status_code == 201, response.text
        found: str = response.json()["table"]
        return found

    def connect(self, browser: httpx.Client, table: str, **options: Any) -> Talk:
        """The browser's connection to a table."""
        return self._talk(browser, f"/api/tables/{table}/socket", **options)

    def page(self, browser: httpx.Client, *, lobby: bool = False, **options: Any) -> Talk:
        """A page of a browser that is open, as the socket of the site has it."""
        return self._talk(browser, "/api/socket?lobby=1" if lobby else "/api/socket", **options)

    def _talk(self, browser: httpx.Client, path: str, **options: Any) -> Talk:
        cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        headers = {"Cookie": cookie, **options.pop("headers", {})}
        url = f"ws://{self.host}{path}"
        # Who has left much unread does not hear the server say goodbye.
        options = {"max_size": None, "close_timeout": 1, **options}
        return Talk(connect(url, additional_headers=headers, legacy=True, **options))


class Site(Reachable):
    """A server under way in this process.

    Attributes:
        loop: on which it runs.
    """

    def __init__(
        self, server: SiteServer, port: int, folder: Path, loop: asyncio.AbstractEventLoop
    ) -> None:
        super().__init__(port)
        self.server = server
        self.folder = folder
        self.loop = loop


class Talk:
    """A connection to a table, from the browser's side."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self._lines: list[str] = []

    def __enter__(self) -> Talk:
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    def say(self, message: Json | str | bytes) -> None:
        """Send a message, or a frame as it is."""
        frame = message if isinstance(message, str | bytes) else msgspec.json.encode(message)
        raw = isinstance(message, bytes)
        self.connection.send(frame if raw else frame if isinstance(frame, str) else frame.decode())

    def hear(self) -> Json:
        """The next message."""
        found = self.heard(PATIENCE)
        if found is None:
            raise TimeoutError
        return found

    def heard(self, seconds: float) -> Json | None:
        """The next message, where one comes within so many seconds."""
        if not self._lines:
            try:
                frame = self.connection.recv(timeout=seconds)
            except TimeoutError:
                return None
            assert isinstance(frame, str)
            self._lines = frame.splitlines()
        found: Json = msgspec.json.decode(self._lines.pop(0))
        return found

    def until(self, *kinds: str) -> Json:
        """The next message of one of these types."""
        while (message := self.hear())["type"] not in kinds:
            pass
        return message

    def hello(self) -> Json:
        """Say hello; the welcome."""
        self.say({"type": "hello"})
        return self.until("welcome")


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[subprocess.Popen[str]]:
    """A process that serves from a database in a folder; it prints its address first."""
    database = f"sqlite:///{folder / 'tables.db'}"
    with subprocess.Popen(
        [sys.executable, "-m", "shengji", "serve", "--port", "0", "--database", database, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def running(
    folder: Path,
    live: LiveSettings | None = QUICK,
    reviews: ReviewSettings = SHALLOW,
    own_children: bool = False,
    chance: Chance | None = None,
    **settings: Any,
) -> Iterator[Site]:
    """A server that runs in a thread, with a database in a folder.

    Args:
        folder: the folder.
        live: as for `SiteServer`; `reviews` likewise.
        own_children: whether what it starts for jobs and reviews is started, and not forked.
        chance: its chance; by default from the seed of the test.
        settings: how it runs, unless as usual in tests.
    """
    given = {
        "database": f"sqlite:///{folder / 'tables.db'}",
        "creations_per_minute": 100_000,
        "sign_ins_per_minute": 100_000,
        "work_per_address": 64.0,
        "work_per_person": 64.0,
    }
    if "database" not in settings:
        make_fresh(folder / "tables.db")
    chosen = ServerSettings(**{**given, **settings})
    ready = threading.Event()
    loops: list[asyncio.AbstractEventLoop] = []

    def started() -> None:
        loops.append(asyncio.get_running_loop())
        ready.set()

    use_again()
    server = SiteServer(chosen, started, live, reviews, chance or Seeded())
    forked = nullcontext() if own_children else children_forked()
    with forked, listen("127.0.0.1", 0) as listener:

        def run() -> None:
            asyncio.run(server.serve([listener]))

        thread = threading.Thread(target=run)
        thread.start()
        try:
            assert ready.wait(PATIENCE), "the server does not start"
            site = Site(server, listener.getsockname()[1], folder, loops[0])
            try:
                yield site
            finally:
                site.close()
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
            assert not thread.is_alive(), "the server does not end"
            give_back(server.app)
