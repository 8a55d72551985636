"""Deletion of a person's name from the logs and checkpoints of tables."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import (
    ColumnElement,
    LargeBinary,
    Select,
    Update,
    func,
    literal,
    or_,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.database.ids import PersonId
from shengji.server.database.merged_guests import merged_guests
from shengji.server.database.schema import entries, tables

_SPOKE: Final = b'{"event":"spoke",'
"""The start of the JSON of a `Spoke` entry."""


class NamedRow(NamedTuple):
    """A row that names a person, as JSON.

    Attributes:
        table: the id of the table of players.
        number: the number of the log entry; `None`: the row is a checkpoint.
    """

    table: str
    number: int | None
    body: bytes

    def without_name(self, person: PersonId) -> bytes:
        """Return the JSON without the name of a person.

        >>> NamedRow("t", 1, b'{"event":"sat","person":"p","name":"Wu"}').without_name("p")
        b'{"event":"sat","person":"p","name":""}'
        """
        found = msgspec.json.decode(self.body)
        _unname(found, person)
        return msgspec.json.encode(found)

    def update(self, body: bytes) -> Update:
        """Return the statement that replaces the JSON, unless it has changed meanwhile.

        A checkpoint that was written meanwhile is therefore kept.
        """
        if self.number is None:
            row = update(tables).where(tables.c.id == self.table)
            return row.where(tables.c.checkpoint == self.body).values(checkpoint=body)
        row = update(entries).where(entries.c.table == self.table, entries.c.number == self.number)
        return row.where(entries.c.body == self.body).values(body=body)


def spoken_entries(person: PersonId) -> Select[tuple[str, int, bytes]]:
    """Return the query of a person's chat entries, oldest first, including those as a guest."""
    guests = merged_guests(person)
    start = func.substr(entries.c.body, 1, len(_SPOKE), type_=LargeBinary)
    return (
        select(entries.c.table, entries.c.at, entries.c.body)
        .where(or_(entries.c.person == person, entries.c.person.in_(guests)), start == _SPOKE)
        .order_by(entries.c.at, entries.c.table, entries.c.number)
    )


async def named_rows(
    connection: AsyncConnection, person: PersonId, among: Collection[str] | None = None
) -> list[NamedRow]:
    """Return the rows that contain the public id of a person.

    Args:
        connection: a connection to read with.
        person: the person.
        among: only rows of these tables; `None`: of all.
    """

    def named(column: ColumnElement[Any]) -> ColumnElement[bool]:
        found = literal(person.encode())
        if connection.dialect.name == "sqlite":
            return func.instr(column, found) > 0
        return func.position(found.op("IN")(column)) > 0

    logs = select(entries.c.table, entries.c.number, entries.c.body).where(named(entries.c.body))
    kept = select(tables.c.id, tables.c.checkpoint).where(named(tables.c.checkpoint))
    if among is not None:
        logs = logs.where(entries.c.table.in_(among))
        kept = kept.where(tables.c.id.in_(among))
    rows = [NamedRow(*row) for row in await connection.execute(logs)]
    return rows + [NamedRow(row.id, None, row.checkpoint) for row in await connection.execute(kept)]


def _unname(part: Any, person: PersonId) -> None:
    """Clear the name wherever it stands beside the id."""
    if isinstance(part, list):
        for one in part:
            _unname(one, person)
    elif isinstance(part, dict):
        if part.get("person") == person and "name" in part:
            part["name"] = ""
        for one in part.values():
            _unname(one, person)
