"""Personal data: every column with a person's id declares what becomes of its rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, cast

import pytest
from sqlalchemy import Column, ForeignKey, MetaData, String, Table, insert, select

from shengji.server.database.personal import declared
from shengji.server.database.schema import metadata
from shengji.server.privacy import personal_data
from shengji.server.stores import Stores
from tests.server.storage.kit import Clock

PEOPLE: Final = {"people.id", "keys.secret", "rated_people.key"}
"""Columns that identify a person, one of their browsers, or them as a rated player."""

NAMES: Final = {"person", "player", "guest", "member", "by", "about"}
"""Names of columns with a person's id, also where there is no foreign key."""

ID_LENGTH: Final = 40

FOLDERS: Final = {"nights/"}


def personal_columns(of: MetaData) -> Iterator[Column[Any]]:
    """The columns of a schema that hold a person's id, by their foreign key or name."""
    for table in of.sorted_tables:
        for column in table.columns:
            targets = {key.target_fullname for key in column.foreign_keys}
            is_id = isinstance(column.type, String) and column.type.length == ID_LENGTH
            if targets & PEOPLE or (is_id and column.name in NAMES):
                yield column


def undeclared(of: MetaData) -> list[str]:
    """Columns without a declaration."""
    return [
        str(column)
        for column in personal_columns(of)
        if column not in [known for known, _ in declared(column.table)]
    ]


def test_every_column_with_a_persons_id_is_declared() -> None:
    assert undeclared(metadata) == []
    assert len(list(personal_columns(metadata))) > 40


@pytest.mark.parametrize(
    "column",
    [
        Column("person", String(40)),
        Column("writer", String(40), ForeignKey("people.id")),
        Column("browser", String(40), ForeignKey("keys.secret")),
    ],
    ids=lambda column: column.name,
)
def test_a_new_table_without_a_declaration_is_found(column: Column[Any]) -> None:
    new = MetaData()
    for table in ("people", "keys"):
        metadata.tables[table].to_metadata(new)
    Table("diaries", new, column)
    assert undeclared(new) == [f"diaries.{column.name}"]


def test_deletion_follows_from_foreign_keys_wherever_no_code_is_declared() -> None:
    actions = {"delete": {"CASCADE"}, "unlink": {"SET NULL"}, "code": set(), "keep": set()}
    for table in metadata.sorted_tables:
        for column, personal in declared(table):
            found = {key.ondelete for key in column.foreign_keys} - {None}
            assert found == actions[personal.forget], column
            assert set(personal.shows) | set(personal.clears) <= set(table.columns.keys())


async def test_every_declared_file_is_exported(store: Stores) -> None:
    service = personal_data(store, cast(Any, None), cast(Any, None), cast(Any, None))
    files = [personal for table in metadata.sorted_tables for _, personal in declared(table)]
    rows = {at.export for at in files if at.shows}
    code = {at.export for at in files if at.export and not at.shows} - FOLDERS
    assert code == set(service.exports)
    assert rows == set(await store.accounts.exported_rows("ann"))


@pytest.mark.postgresql
async def test_a_guests_rows_become_the_accounts_but_for_those_that_collide(
    store: Stores, clock: Clock
) -> None:
    guest, owner, cem, dai = [
        (await store.people.new_person(name))[0].id for name in ("Guest", "Ann", "Cem", "Dai")
    ]
    faces, invitations = metadata.tables["faces"], metadata.tables["invitations"]
    about = [{"person": one, "about": one} for one in (guest, owner)]
    sent = {"kind": "table", "place": "t", "at": clock.now, "until": clock.now + 1}
    pairs = ((guest, owner), (guest, cem), (dai, guest))
    rows = [{"id": f"{one}{two}", "by": one, "person": two, **sent} for one, two in pairs]
    writer = store.database.writer
    await writer.write(lambda connection: connection.execute(insert(faces), about))
    await writer.write(lambda connection: connection.execute(insert(invitations), rows))
    await store.accounts.merge_rows(guest, owner)
    async with store.database.reading() as connection:
        shown = await connection.execute(select(faces.c.person, faces.c.about))
        assert [tuple(at) for at in shown] == [(owner, owner)]
        asked = await connection.execute(select(invitations.c.by, invitations.c.person))
        assert {tuple(at) for at in asked} == {(owner, cem), (dai, owner)}
