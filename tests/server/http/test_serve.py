import asyncio
import os
import re
import signal
import socket
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from shengji.server import runner
from shengji.server.database.errors import StorageError
from shengji.server.runner import SiteServer
from shengji.server.site.settings import ServerSettings
from shengji.terminal.commands.serve import address_of, listen
from shengji.terminal.ending import end as end_by_signal
from shengji.terminal.main import main
from tests.cases import cases
from tests.server.fresh import make_fresh
from tests.server.http.site import serving
from tests.waiting import PATIENCE


@pytest.mark.skipif(os.name == "nt", reason="there are no such signals")
@pytest.mark.parametrize("end", cases([signal.SIGINT, signal.SIGTERM], signal.SIGTERM))
def test_it_prints_one_address_serves_and_ends_well(tmp_path: Path, end: signal.Signals) -> None:
    with serving(tmp_path, "--host", "127.0.0.1") as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert re.fullmatch(r"http://localhost:\d+", address)
        assert httpx.get(f"{address}/api/ready", timeout=PATIENCE).status_code == 200
        process.send_signal(end)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == (0, "", "")


@pytest.mark.skipif(os.name == "nt", reason="there are no such signals")
def test_a_signal_in_a_finalizer_during_the_start_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An exception of the handler is lost there, so that the server once served on."""

    class Finalized:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGTERM)

    async def check(settings: ServerSettings) -> None:
        Finalized()

    started: list[bool] = []

    def on_start() -> None:
        started.append(True)
        signal.raise_signal(signal.SIGINT)  # Else it would serve on and on.

    monkeypatch.setattr(runner, "_check", check)
    monkeypatch.setattr(runner, "spare_collector", lambda: None)
    before = signal.signal(signal.SIGTERM, end_by_signal)
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    settings = ServerSettings(host="127.0.0.1", port=0, database=database, push="off")
    try:
        with listen("127.0.0.1", 0) as listener:
            runner.serve(settings, listener, on_start)
            assert signal.getsignal(signal.SIGTERM) is end_by_signal
            runner.serve(settings, listener, on_start, lambda: True)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert not started


def run(capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, str, str]:
    """Run the command in this process; its status, output and errors."""
    with pytest.MonkeyPatch.context() as patch, pytest.raises(SystemExit) as end:
        patch.setattr(sys, "argv", ["shengji", "serve", *options])
        main()
    assert isinstance(end.value.code, int)
    return (end.value.code, *capsys.readouterr())


def test_a_busy_port_is_said_clearly(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        status, out, err = run(capsys, "--host", "127.0.0.1", "--port", str(port))
    assert (status, out) == (2, "")
    assert f"port {port}" in err
    assert "--port" in err


@pytest.mark.skipif(os.name == "nt", reason="there is no such limit")
def test_too_little_address_space_is_said_before_anything_begins(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("resource.getrlimit", lambda _: (900_000_000, 900_000_000))
    status, out, err = run(capsys, "--port", "0")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "900 MB of address space" in err and "1200 MB" in err


def test_too_little_memory_is_no_fault_of_ours(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("shengji.terminal.commands.serve.listen", fail)
    assert run(capsys)[::2] == (1, "shengji: there is not enough memory for this\n")


def damage(path: Path, table: str) -> None:
    """Damage the page of a SQLite file at which a table begins."""
    with closing(sqlite3.connect(path)) as database:
        ((page,),) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", [table])
        ((size,),) = database.execute("PRAGMA page_size")
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)


async def test_a_database_that_cannot_be_used_is_one_error_and_no_traceback(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "tables.db"
    make_fresh(path)
    damage(path, "nodes")
    server = SiteServer(ServerSettings(database=f"sqlite:///{path}", push="off"), pytest.fail)
    said = r"^The database did not write: .*malformed\.$"
    with closing(listen("127.0.0.1", 0)) as listener, pytest.raises(StorageError, match=said):
        await server.serve([listener])
    assert caplog.records == []


async def test_connections_send_at_once() -> None:
    accepted = asyncio.Queue[asyncio.StreamWriter]()

    async def accept(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        accepted.put_nowait(writer)

    with listen("127.0.0.1", 0) as listener:
        async with await asyncio.start_server(accept, sock=listener) as server:
            _, browser = await asyncio.open_connection(*server.sockets[0].getsockname())
            writer = await accepted.get()
            connection = writer.get_extra_info("socket")
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            browser.close()
            writer.close()


@pytest.mark.parametrize(
    ("options", "variables", "words"),
    [
        (("--port", "70000"), {}, "0 to 65535"),
        (("--port", "0", "--database", "mysql://x/y"), {}, "not supported"),
        ((), {"SHENGJI_PORT": "x"}, "SHENGJI_PORT cannot be 'x'"),
        ((), {"SHENGJI_ROLE": "bots"}, "without SHENGJI_NATS"),
        (
            ("--port", "0"),
            {"SHENGJI_ROLE": "bots", "SHENGJI_NATS": "nats://127.0.0.1:1"},
            "NATS cannot be reached",
        ),
    ],
)
def test_wrong_input_is_one_message(
    options: tuple[str, ...],
    variables: dict[str, str],
    words: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("shengji.server.site.log_lines.set_up_logs", lambda settings: None)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    status, out, err = run(capsys, *options)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert words in err


def test_the_address_is_one_that_can_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    assert address_of("127.0.0.1", 8000) == "http://localhost:8000"
    assert address_of("192.0.2.7", 80) == "http://192.0.2.7"
    assert address_of("2001:db8::1", 8000) == "http://[2001:db8::1]:8000"
    where = "shengji.terminal.commands.serve._house_address"
    monkeypatch.setattr(where, lambda: "192.168.1.20")
    assert address_of("0.0.0.0", 8000) == "http://192.168.1.20:8000"
    monkeypatch.setattr(where, lambda: None)
    assert address_of("0.0.0.0", 8000) == "http://localhost:8000"
