"""A program of the last release goes on with the database that this one has brought up to date.

While a site is updated both run, and what the older one reads and writes must stay: a step only
adds, and takes away what the release before has stopped using (docs/adding.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import pytest
from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    UniqueConstraint,
    delete,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.ext.asyncio import create_async_engine

from shengji.server.database import migrations
from shengji.server.database.address import read_address
from shengji.server.database.errors import StorageError
from shengji.server.database.migrations import known_steps, tables_at
from shengji.server.stores import Stores
from tests.server.storage.kit import add_step

RELEASED: Final = "0033"
"""The last step of the newest release; a new release moves it on, and empties `UNUSED`."""

UNUSED: Final[frozenset[str]] = frozenset()
"""The tables (`table`) and columns (`table.column`) that the newest release has left behind: it
neither reads nor writes them, so that a step may take them away now."""


def used(tables: Sequence[Table]) -> dict[str, list[Column[Any]]]:
    """The columns that a program of the newest release uses, by table."""
    return {
        table.name: [at for at in table.columns if f"{table.name}.{at.name}" not in UNUSED]
        for table in tables
        if table.name not in UNUSED
    }


def narrowed(before: Sequence[Table], after: Sequence[Table]) -> Iterator[str]:
    """The things that a program which knows the tables as they were can no longer do."""
    there = {table.name: table for table in after}
    old = {table.name: table for table in before}
    for name, columns in used(before).items():
        if name not in there:
            yield f"{name} is gone"
            continue
        new, names = there[name], {at.name for at in columns}
        for at in columns:
            now = new.columns.get(at.name)
            if now is None:
                yield f"{name}.{at.name} is gone"
            elif repr(now.type) != repr(at.type):
                yield f"{name}.{at.name} was {at.type!r} and is {now.type!r}"
            elif at.nullable and not now.nullable:
                yield f"{name}.{at.name} must be given"
        for now in new.columns:
            if now.name not in names and not now.nullable and now.server_default is None:
                yield f"{name}.{now.name} is new, and must be given"
        for rule in rules(new) - rules(old[name]):
            yield f"{name} has a new rule: {rule}"


def rules(table: Table) -> set[str]:
    """The rules by which a table refuses a row, but for those of its columns' types."""
    alone = [at.columns for at in table.indexes if at.unique]
    alone += [at.columns for at in table.constraints if isinstance(at, UniqueConstraint)]
    unique = {f"unique {sorted(columns.keys())}" for columns in alone}
    checks = {str(at.sqltext) for at in table.constraints if isinstance(at, CheckConstraint)}
    keys = {f"{at.parent.name} of {at.target_fullname}" for at in table.foreign_keys}
    return unique | checks | keys | {f"key {table.primary_key.columns.keys()}"}


def test_no_step_takes_away_what_the_newest_release_uses() -> None:
    assert list(narrowed(tables_at(RELEASED), tables_at(known_steps()[-1]))) == []


async def test_a_step_does_not_stop_a_site_by_waiting_for_a_reader(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrations, "_LOCK_TIMEOUT_MS", 100)
    store = await Stores.open(postgres_url)
    ann, secret = await store.people.new_person("Ann")
    await store.close()
    add_step(monkeypatch, tmp_path)
    engine = create_async_engine(read_address(postgres_url))
    async with engine.connect() as backup:
        await backup.execute(text("SELECT * FROM people"))
        with pytest.raises(StorageError, match=r"not brought up to date.* such as a backup. Start"):
            await Stores.open(postgres_url)
    await engine.dispose()
    store = await Stores.open(postgres_url)
    assert await store.people.person_by_secret(secret) == ann
    await store.close()


GIVEN: Final = Column("more", Integer, nullable=False, server_default="0")
VALUES: Final[dict[type, Any]] = {str: "x", int: 1, float: 1.5, bool: True, bytes: b"x" * 32}


@pytest.mark.postgresql
async def test_rows_of_the_newest_release_are_taken_and_given_back(store: Stores, url: str) -> None:
    tables = [table for table in tables_at(RELEASED) if table.name not in UNUSED]
    columns = used(tables)
    engine = create_async_engine(read_address(url))
    async with engine.begin() as connection:
        # The same value everywhere, so that each row refers to those that are there.
        for table in tables:
            mine = columns[table.name]
            row = {at.name: VALUES[at.type.python_type] for at in mine}
            await connection.execute(insert(table).values(row))
            where = [at == VALUES[at.type.python_type] for at in table.primary_key.columns]
            (found,) = await connection.execute(select(*mine).where(*where))
            assert found._asdict() == row
            assert (await connection.execute(update(table).where(*where).values(row))).rowcount == 1
        for table in reversed(tables):
            where = [at == VALUES[at.type.python_type] for at in table.primary_key.columns]
            assert (await connection.execute(delete(table).where(*where))).rowcount == 1
    await engine.dispose()


def people(*columns: Any) -> list[Table]:
    """A table with a key and more, and one to which it may refer."""
    found = MetaData()
    other = Table("other", found, Column("id", Integer, primary_key=True))
    return [other, Table("people", found, Column("id", Integer, primary_key=True), *columns)]


@pytest.mark.parametrize(
    ("after", "said"),
    [
        ([Column("name", String(40)), Column("more", Integer)], []),
        ([Column("name", String(40)), Index("ix", "name")], []),
        (
            [
                Column("name", String(40)),
                Column("more", Integer, nullable=False, server_default="0"),
            ],
            [],
        ),
        ([], ["people.name is gone"]),
        ([Column("title", String(40))], ["people.name is gone"]),
        ([Column("name", BigInteger)], ["people.name was String(length=40) and is BigInteger()"]),
        ([Column("name", String(40), nullable=False)], ["people.name must be given"]),
        (
            [Column("name", String(40)), Column("more", Integer, nullable=False)],
            ["people.more is new, and must be given"],
        ),
        (
            [Column("name", String(40)), Index("ix", "name", unique=True)],
            ["people has a new rule: unique ['name']"],
        ),
        (
            [Column("name", String(40), ForeignKey("other.id"))],
            ["people has a new rule: name of other.id"],
        ),
        (
            [Column("name", String(40)), CheckConstraint("name <> ''")],
            ["people has a new rule: name <> ''"],
        ),
    ],
)
def test_a_step_that_takes_something_away_is_seen(after: list[Any], said: list[str]) -> None:
    assert list(narrowed(people(Column("name", String(40))), people(*after))) == said


def test_a_step_that_takes_a_table_away_is_seen() -> None:
    before = people(Column("name", String(40)))
    assert list(narrowed(before, before[:1])) == ["people is gone"]
