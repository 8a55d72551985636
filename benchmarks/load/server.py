"""The server under test: the real one, on a core of its own."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType

from benchmarks.load.door import HOST
from benchmarks.load.process import Process
from tests.browser.servers import free_port, is_ready

START_SECONDS = 60

UNLIMITED = {
    "SHENGJI_CREATIONS_PER_MINUTE": "1000000",
    "SHENGJI_SIGN_INS_PER_MINUTE": "1000000",
    "SHENGJI_WORK_PER_ADDRESS": "64",
}
"""Settings of a server to which all come from one address."""


class Server:
    """`shengji serve` with a new SQLite database, while the context lasts.

    Args:
        folder: where the database and the server's log are made.
        cores: the cores it may use; none: all.
        settings: further settings, by the names of their environment variables.

    Attributes:
        port: where it listens.
        process: what runs.
    """

    def __init__(
        self, folder: Path, cores: Sequence[int], settings: Mapping[str, str] = UNLIMITED
    ) -> None:
        self.port = free_port()
        self._log = folder / "server.log"
        self._cores = cores
        self._environment = os.environ | {
            "SHENGJI_HOST": HOST,
            "SHENGJI_PORT": str(self.port),
            "SHENGJI_DATABASE": f"sqlite:///{folder}/tables.db",
            **settings,
        }

    def __enter__(self) -> Server:
        command = [sys.executable, "-m", "shengji", "serve"]
        with self._log.open("wb") as log:
            self.process = Process(command, self._cores, log=log, environment=self._environment)
        deadline = time.monotonic() + START_SECONDS
        while not is_ready(f"http://{HOST}:{self.port}"):
            if not self.process.runs or time.monotonic() > deadline:
                self.process.end()
                raise SystemExit(f"The server did not start:\n{self._log.read_text()[-3000:]}")
            time.sleep(0.1)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.end(patience=15)

    def complaints(self) -> list[str]:
        """The last lines of the server's log that tell of something wrong."""
        lines = self._log.read_text(errors="replace").splitlines()
        return [line for line in lines if "error" in line.lower() or "Traceback" in line][-5:]
