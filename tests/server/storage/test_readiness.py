"""While a database keeps everybody waiting, whoever watches the server hears so at once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from shengji.server.database import engine
from shengji.server.database.address import read_address
from shengji.server.database.database import Database
from shengji.server.site import operations
from tests.server.http.site import running
from tests.waiting import wait_for

pytestmark = pytest.mark.postgresql

_set_up = engine._set_up


@contextmanager
def locked(url: str) -> Iterator[None]:
    """Somebody holds the database, so that nothing can be written."""
    own = engine.for_writing(engine.make_engine(read_address(url)))
    with asyncio.Runner() as runner:
        connection = own.connect()
        runner.run(connection.start())
        taken = "SELECT 1"  # after which SQLite lets nobody else write
        if not url.startswith("sqlite"):
            taken = "LOCK TABLE alembic_version IN ACCESS EXCLUSIVE MODE"
        runner.run(connection.execute(text(taken)))
        try:
            yield
        finally:
            runner.run(connection.close())
            runner.run(own.dispose())


def _wait_for_hours(connection: Any, record: object) -> None:
    """Have SQLite wait for a lock as PostgreSQL does, however busy this machine is."""
    _set_up(connection, record)
    connection.execute("PRAGMA busy_timeout = 10000000").close()


def test_a_locked_database_is_not_ready_within_a_second(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    ready = Database.ready

    async def counted(store: Database) -> None:
        asked.append("asked")
        await ready(store)
        asked.append("answered")

    monkeypatch.setattr(engine, "_set_up", _wait_for_hours)
    monkeypatch.setattr(operations, "_FRESH", 0.0)
    assert operations._PATIENCE < 1
    with running(tmp_path, database=url) as site:
        browser = site.browser()
        assert browser.get("/api/ready").status_code == 200
        monkeypatch.setattr(Database, "ready", counted)
        with locked(url):
            for _ in range(2):
                answer = browser.get("/api/ready")
                assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
            assert asked == ["asked"], "once, as long as it has not answered"
            assert browser.get("/api/health").status_code == 200
        wait_for(lambda: browser.get("/api/ready").status_code == 200)
        assert asked[1] == "answered"
