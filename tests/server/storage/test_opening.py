"""Opening a database: its address, its shape, and what is said when it cannot be done."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest
from sqlalchemy import text

from shengji.server.database.address import read_address, shown
from shengji.server.database.errors import FencedError, StorageError
from shengji.server.database.nodes import Nodes
from shengji.server.stores import Stores
from tests.server.storage.kit import bodies, execute, held, own, summary

pytestmark = pytest.mark.postgresql


async def test_a_database_is_opened_again_and_by_several_at_once(store: Stores, url: str) -> None:
    others = await asyncio.gather(*(Stores.open(url) for _ in range(2)))
    for other in others:
        await other.database.ready()
        await other.close()
    await store.database.ready()


@pytest.mark.bare
async def test_of_servers_that_start_together_one_makes_the_database(postgres_url: str) -> None:
    for store in await asyncio.gather(*(Stores.open(postgres_url) for _ in range(3))):
        await store.database.ready()
        await store.close()


async def test_a_database_of_a_newer_version_is_left_alone(url: str) -> None:
    await (await Stores.open(url)).close()
    await execute(url, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(
        StorageError, match=r"newer version .* step 9999, .* up to \d{4}\. Install .* --database"
    ):
        await Stores.open(url)


async def test_sqlite_is_set_to_keep_what_is_committed(tmp_path: Path) -> None:
    store = await Stores.open(f"sqlite:///{tmp_path}/tables.db")
    async with store.database._engine.connect() as connection:
        settings = [
            (await connection.execute(text(f"PRAGMA {name}"))).scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        ]
    await store.close()
    assert settings == ["wal", 2, 1, 10_000]


@pytest.mark.parametrize(
    "given, driver",
    [
        ("sqlite:///tables.db", "sqlite+aiosqlite:///tables.db"),
        ("sqlite:////var/tables.db", "sqlite+aiosqlite:////var/tables.db"),
        ("postgresql://u:p@h:5433/n", "postgresql+asyncpg://u:p@h:5433/n"),
        ("postgres://u:p@h/n?sslmode=require", "postgresql+asyncpg://u:p@h/n?ssl=require"),
        ("postgresql+psycopg://u:p@h/n", "postgresql+asyncpg://u:p@h/n"),
    ],
)
def test_an_address_is_given_our_driver(given: str, driver: str) -> None:
    assert read_address(given).render_as_string(hide_password=False) == driver


@pytest.mark.parametrize(
    "given, said",
    [
        ("mysql://u:hush@h/n", r"kind mysql is not supported. Write sqlite:////"),
        ("hush", r"cannot be read. Write sqlite:////"),
        ("", r"cannot be read"),
        ("postgresql://u:hush@h:port/n", r"cannot be read"),
        ("sqlite://", r"in memory would lose every table. Name a file"),
        ("sqlite:///:memory:", r"in memory"),
    ],
)
def test_an_address_that_is_none_is_refused(given: str, said: str) -> None:
    with pytest.raises(StorageError, match=said) as caught:
        read_address(given)
    assert "hush" not in str(caught.value)


def test_a_password_is_not_shown() -> None:
    for address in ("postgresql://u:hush@h/n", "postgresql://u@h/n?password=hush"):
        assert "hush" not in shown(read_address(address))
    assert shown(read_address("postgres://u:hush@h/n")) == "postgresql://u:***@h/n"


async def test_a_server_that_is_not_there_is_named_without_its_password() -> None:
    with pytest.raises(
        StorageError, match=r"postgresql://u:\*\*\*@127\.0\.0\.1:1/n cannot be opened: .*running"
    ) as caught:
        await Stores.open("postgresql://u:hush@127.0.0.1:1/n")
    assert "hush" not in str(caught.value)


async def test_a_database_that_does_not_exist_is_said_so(postgres: str) -> None:
    with pytest.raises(StorageError, match=r'cannot be opened: .*"nowhere" does not exist'):
        await Stores.open(postgres.replace("/postgres?", "/nowhere?"))


async def test_a_file_that_is_no_database_is_said_so(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ann, " * 100)
    with pytest.raises(StorageError, match=r"letter\.txt cannot be opened: .*not a database"):
        await Stores.open(f"sqlite:///{file}")
    assert file.read_text().startswith("Dear Ann")


async def test_a_file_belongs_to_who_has_opened_it_last(tmp_path: Path) -> None:
    stores = []
    for _ in range(2):
        store = await Stores.open(f"sqlite:///{tmp_path}/tables.db")
        await Nodes(store.database).begin()
        stores.append(store)
        if len(stores) == 1:
            await store.tables.open_table("t", bodies("opened"), 5, None, summary("t"))
    first, later = stores
    await later.tables.append("t", await held(later, "t"), 2, bodies("new"), 6)
    with pytest.raises(FencedError):
        await first.tables.append("t", own(first), 2, bodies("old"), 6)
    for store in stores:
        await store.close()


async def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "wrong" / "dir"
    with pytest.raises(StorageError, match=f"There is no folder {folder}"):
        await Stores.open(f"sqlite:///{folder / 'x.db'}")
    assert not folder.parent.exists()
    (tmp_path / "file").touch()
    with pytest.raises(StorageError, match="There is no folder"):
        await Stores.open(f"sqlite:///{tmp_path / 'file' / 'tables.db'}")


async def test_our_own_data_folder_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "share" / "shengji"
    monkeypatch.setattr("shengji.server.database.address.DATA_FOLDER", folder)
    store = await Stores.open(f"sqlite:///{folder / 'tables.db'}")
    await store.close()
    assert folder.is_dir()


@pytest.mark.skipif(os.name == "nt", reason="files have no such modes there")
async def test_a_new_file_is_its_owners_alone(tmp_path: Path) -> None:
    store = await Stores.open(f"sqlite:///{tmp_path / 'tables.db'}")
    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    await store.close()
    assert modes["tables.db"] == modes["tables.db-wal"] == 0o600, modes
