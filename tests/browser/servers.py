"""A real server in a process of its own, which tests may stop in any way and start again."""

from __future__ import annotations

import os
import signal
import socket
import time
from contextlib import suppress
from pathlib import Path
from random import SystemRandom
from typing import ClassVar, Final, Self
from urllib.error import URLError
from urllib.request import urlopen

from shengji.server.site.assets import STATIC
from tests.forked import Forked
from tests.seeds import told_in, told_no_more
from tests.server.fresh import make_fresh
from tests.waiting import PATIENCE

_PORTS: Final = range(11_000, 30_000)
"""Ports which every browser opens, below those that systems give to connections that go out."""

_CHANCE: Final = SystemRandom()
"""The same port for tests that run side by side would be one for both."""


class ServerProcess:
    """`shengji serve` on a free port, with a database that outlives the process.

    Its chance comes from the seed of the test that runs.

    Args:
        folder: where the database and the log lie.
        settings: settings of the server, by the names of their environment variables.

    Attributes:
        shared: whether the pages' shares decide the deals too, so that decks do not repeat.
    """

    shared: ClassVar[bool] = False

    def __init__(self, folder: Path, **settings: str) -> None:
        assert (STATIC / "index.html").exists(), "the web client is not built; run `make web`"
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = f"sqlite:///{folder / 'tables.sqlite'}"
        make_fresh(folder / "tables.sqlite")
        self._seed = folder / "seed"
        self._environment = {
            **os.environ,
            "SHENGJI_HOST": "127.0.0.1",
            "SHENGJI_PORT": str(self.port),
            "SHENGJI_DATABASE": self.database,
            **settings,
        }
        self._process: Forked | None = None

    def start(self) -> Self:
        """Start it, and wait until it answers."""
        told_in(self._seed)
        with (self.folder / "server.log").open("ab") as log:
            self._process = Forked(
                "tests.seeded",
                str(self._seed),
                *(["shared"] if self.shared else []),
                "serve",
                environment=self._environment,
                out=log,
                err=log,
            )
        until = time.monotonic() + PATIENCE
        while not is_ready(self.url):
            if self._process.poll() is not None or time.monotonic() > until:
                self.kill()
                raise RuntimeError(f"the server did not start:\n{self.log}")
            time.sleep(0.05)
        return self

    @property
    def log(self) -> str:
        """The log that it has written."""
        return (self.folder / "server.log").read_text(errors="replace")

    def kill(self) -> None:
        """Stop it as a power cut does."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ask it to stop, and wait."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait()
            self._process = None
            told_no_more(self._seed)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()


def is_ready(url: str, seconds: float = PATIENCE) -> bool:
    """Whether a server answers within some seconds, and its database does."""
    try:
        with urlopen(f"{url}/api/ready", timeout=seconds) as answer:
            return bool(answer.status == 200)
    except (URLError, OSError):
        return False


def free_port() -> int:
    """A port at which nobody listens.

    None of those that the system gives to connections that go out: one of these could take it
    before the server does that is started for it.
    """
    while True:
        port = _CHANCE.choice(_PORTS)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
