"""Personal data, declared by the columns that assign rows to a person.

Export, merge of a guest into an account, and deletion follow from the declarations in the schema.
What they cannot express is code: see `server.privacy`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from sqlalchemy import Column, MetaData, Table, delete, exists, false, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.database.ids import PersonId

Merge: TypeAlias = Literal["stay", "move", "keep-one", "code"]
"""Fate of a guest's rows when the guest signs in to an account.

`stay`: they stay with the guest, who is deleted with the account. `move`: they become the
account's; rows that would violate a unique key stay. `keep-one`: as `move`, but those rows are
deleted. `code`: `server.privacy` names the code that transfers them.
"""

Forget: TypeAlias = Literal["delete", "unlink", "keep", "code"]
"""Fate of a person's rows when the person is deleted.

`delete` the rows, `unlink` them (NULL), or `keep` the id, which has no name then. `code`:
`server.privacy` names the code that deletes or changes them before.
"""


@dataclass(frozen=True)
class Personal:
    """Declaration for the rows that a column assigns to a person; see `server.database.personal`.

    Attributes:
        export: the file of the person's export with the rows, or a folder; `None`: not exported,
            because they are secrets, other people's, or about internals.
        shows: the columns of `export` if it lists the rows as they are; empty: code makes it.
        merge: see `Merge`.
        forget: see `Forget`.
        clears: columns of text that become empty when the person is deleted.
    """

    export: str | None
    shows: tuple[str, ...] = ()
    merge: Merge = "stay"
    forget: Forget = "delete"
    clears: tuple[str, ...] = ()

    @property
    def info(self) -> dict[str, Any]:
        """The declaration as the `info` of a column."""
        return {_KEY: self}


_KEY = "personal"


def declared(table: Table) -> Iterator[tuple[Column[Any], Personal]]:
    """Iterate over the columns of a table that assign its rows to a person."""
    return ((column, column.info[_KEY]) for column in table.columns if _KEY in column.info)


async def exported_rows(
    connection: AsyncConnection, metadata: MetaData, person: PersonId
) -> dict[str, list[dict[str, Any]]]:
    """Return the files of a person's export that list rows as they are, the oldest row first."""
    files: dict[str, list[dict[str, Any]]] = {}
    for table in metadata.sorted_tables:
        for column, personal in declared(table):
            if personal.export is None or not personal.shows:
                continue
            shown = select(*(table.c[name] for name in personal.shows)).where(column == person)
            rows = await connection.execute(shown.order_by(table.c.at))
            files[personal.export] = [dict(row._mapping) for row in rows]
    return files


async def merge_rows(
    connection: AsyncConnection, metadata: MetaData, guest: PersonId, owner: PersonId
) -> None:
    """Transfer a guest's rows to an account; rows that relate the two are deleted."""
    for table in metadata.sorted_tables:
        moving = [at for at in declared(table) if at[1].merge in ("move", "keep-one")]
        if len(moving) > 1:
            both = (column.in_((guest, owner)) for column, _ in moving)
            await connection.execute(delete(table).where(*both))
        for column, personal in moving:
            change = update(table).where(column == guest, ~_collides(table, column, owner))
            await connection.execute(change.values({column: owner}))
            if personal.merge == "keep-one":
                await connection.execute(delete(table).where(column == guest))


async def clear_rows(connection: AsyncConnection, metadata: MetaData, person: PersonId) -> None:
    """Empty the text about a person who is about to be deleted; foreign keys do the rest."""
    for table in metadata.sorted_tables:
        for column, personal in declared(table):
            if personal.clears:
                change = update(table).where(column == person)
                await connection.execute(change.values(dict.fromkeys(personal.clears, "")))


def _collides(table: Table, column: Column[Any], owner: PersonId) -> Any:
    """Whether a row, assigned to `owner`, would violate a unique key."""
    other = table.alias()
    keys = [table.primary_key.columns, *(at.columns for at in table.indexes if at.unique)]
    return or_(
        false(),
        *(
            exists().where(
                other.c[column.name] == owner,
                *(other.c[at.name] == at for at in key if at is not column),
            )
            for key in keys
            if column.name in key
        ),
    )
