"""The server under test: the real one, on a core of its own."""

from __future__ import annotations

import os
import socket
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from benchmarks.load.door import HOST
from benchmarks.load.process import Process

START_SECONDS = 60


class Server:
    """`shengji serve` with a new SQLite database, while the context lasts.

    Args:
        folder: where the database and the server's log are made.
        cores: the cores it may use; none: all.

    Attributes:
        port: where it listens.
        process: what runs.
    """

    def __init__(self, folder: Path, cores: Sequence[int]) -> None:
        self.port = _free_port()
        self._log = folder / "server.log"
        self._cores = cores
        self._environment = os.environ | {
            "SHENGJI_HOST": HOST,
            "SHENGJI_PORT": str(self.port),
            "SHENGJI_DATABASE": f"sqlite:///{folder}/tables.db",
            "SHENGJI_CREATIONS_PER_MINUTE": "1000000",  # all come from one address
        }

    def __enter__(self) -> Server:
        command = [sys.executable, "-m", "shengji", "serve"]
        with self._log.open("wb") as log:
            self.process = Process(command, self._cores, log=log, environment=self._environment)
        deadline = time.monotonic() + START_SECONDS
        while not self._is_ready():
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

    def _is_ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://{HOST}:{self.port}/api/ready", timeout=2) as page:
                return bool(page.status == 200)
        except (urllib.error.URLError, OSError):
            return False


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])
