"""The tables in the database: their logs, and what lists tell of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Row, Select, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.database.base_store import Store
from shengji.server.database.lease import Lease
from shengji.server.database.log import Cause, LogTail, Stored
from shengji.server.database.owners import claim, give, need_own
from shengji.server.database.schema import (
    accounts,
    entries,
    people,
    seats,
    tables,
)
from shengji.server.database.writer import Append
from shengji.server.site.me import Fellow, Seated
from shengji.server.tables.aging import TABLE_DAYS, idle_tables
from shengji.server.tables.core.entries import Spoke, decode_body
from shengji.server.tables.forgetting import NamedRow, named_rows, spoken_entries
from shengji.server.tables.schemas import TableLine
from shengji.server.tables.summary import Summary

_AT_ONCE: Final = 100
"""Rows that are rewritten together, so that nobody else waits long."""

_LATELY: Final = 3_600_000
"""Milliseconds since a table's line has changed at which it is still taken over unasked."""

_LEFT: Final = 2_000
"""So many tables are taken over unasked; the others when somebody comes to them."""

_read_line = msgspec.json.Decoder(TableLine).decode


class TableStore(Store):
    """The tables, and the log of each."""

    async def claim(self, table: str, *, by_force: bool = False) -> Lease | None:
        """Have the right to write to a table's log; `None`: no such table.

        Args:
            table: the table's id.
            by_force: whether it is taken from whoever has it.

        Raises:
            ElsewhereError: another server has it.
        """
        return await claim(self._database, tables, table, by_force=by_force)

    async def give(self, table: str, hold: Lease, to: str) -> None:
        """Let another server, by the id of its node, have the right to write to a table's log."""
        await give(self._database, tables, table, hold, to)

    async def open_table(
        self, table: str, bodies: Sequence[bytes], at: int, cause: Cause | None, summary: Summary
    ) -> Lease:
        """Make a table, with the first entries of its log, from number 1 on.

        Args:
            table: its id, from `new_id`.
            bodies: the entries, as JSON.
            at: when they happened.
            cause: who asked for them.
            summary: see `Summary`.

        Returns:
            The right to write to its log.

        Raises:
            ElsewhereError: another server is to open it.
            StorageConflict: there is such a table.
        """
        need_own(self._database, table)
        hold = Lease(self._database.node, 1)
        await self._writer.append(Append(table, hold, 1, bodies, at, cause, summary, opens=True))
        return hold

    async def append(
        self,
        table: str,
        hold: Lease,
        first: int,
        bodies: Sequence[bytes],
        at: int,
        cause: Cause | None = None,
        summary: Summary | None = None,
        checkpoint: bytes | None = None,
        *,
        ends: bool = False,
    ) -> None:
        """Append to a table's log.

        Args:
            table: the table's id.
            hold: the right to write to its log, from `claim`.
            first: the number of the first of these entries: the table's version, and one.
            bodies: the entries, as JSON.
            at: when they happened.
            cause: who asked for them.
            summary: the table's new summary, written together with them; `None` leaves it.
            checkpoint: what the log comes to before these entries; `load` begins there.
            ends: whether a match is over with them; then it is one of `Matches.unrecorded`.

        Raises:
            FencedError: another server has the right by now.
            StorageConflict: these numbers are taken, or the table is gone. Whoever appends must
                then read the log again.
        """
        append = Append(table, hold, first, bodies, at, cause, summary, checkpoint, ends=ends)
        await self._writer.append(append)

    async def read(self, table: str, since: int = 0, most: int | None = None) -> list[Stored]:
        """The entries of a table's log after number `since`, in order; none: no such table.

        Args:
            table: the table's id.
            since: the number after which to begin.
            most: how many at most; `None`: all.
        """
        query = (
            select(entries)
            .where(entries.c.table == table, entries.c.number > since)
            .order_by(entries.c.number)
            .limit(most)
        )
        async with self._reading() as connection:
            return [_stored(row) for row in await connection.execute(query)]

    async def load(self, table: str) -> LogTail:
        """A table's log from its last checkpoint on."""
        query = select(tables.c.checkpoint, tables.c.checked).where(tables.c.id == table)
        async with self._reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        checkpoint, checked = (None, None) if row is None else row
        return LogTail(checkpoint, await self.read(table, checked or 0))

    async def line(self, table: str) -> TableLine | None:
        """A table as the lobby would show it, also when it is private; `None`: no such table."""
        query = select(tables.c.line).where(tables.c.id == table)
        async with self._reading() as connection:
            line: bytes | None = (await connection.execute(query)).scalar_one_or_none()
        return None if line is None else _read_line(line)

    async def lobby(
        self, among: Collection[str] | None = None, limit: int = 200
    ) -> list[TableLine]:
        """The listed tables: those that do not play yet first, then what changed last.

        Args:
            among: the ids of the tables to choose from; `None`: all.
            limit: how many at most.
        """
        query = (
            select(tables.c.line)
            .where(tables.c.listed)
            .order_by(tables.c.playing, tables.c.updated.desc())
            .limit(limit)
        )
        if among is not None:
            query = query.where(tables.c.id.in_(among))
        async with self._reading() as connection:
            return [_read_line(line) for line in (await connection.execute(query)).scalars()]

    async def tables_of(self, person: str) -> list[Seated]:
        """The tables at which a person holds a seat, those that changed last first."""
        query = (
            select(tables.c.id, tables.c.line, tables.c.updated)
            .join(seats, seats.c.table == tables.c.id)
            .where(seats.c.person == person)
            .order_by(tables.c.updated.desc())
        )
        async with self._reading() as connection:
            rows = (await connection.execute(query)).all()
            others = fellows_of([row.id for row in rows], person)
            found = (await connection.execute(others)).all() if rows else []
        return [_seated(row, [at for at in found if at.table == row.id]) for row in rows]

    async def said_by(self, person: str) -> list[dict[str, Any]]:
        """The messages of a person at tables, with the table and the time.

        This reads the logs of all tables, as `unname` does.
        """
        async with self._reading() as connection:
            rows = (await connection.execute(spoken_entries(person))).all()
        found = ((row, decode_body(row.body)) for row in rows)
        return [
            {
                "table": row.table,
                "at": row.at,
                "phrase": said.phrase,
                "text": said.text,
                "seat": said.seat,
            }
            for row, said in found
            if isinstance(said, Spoke)
        ]

    async def idle(self, busy: Collection[str] = (), days: int = TABLE_DAYS) -> list[str]:
        """Some of the tables that would be swept, had all of their matches been recorded.

        Args:
            busy: tables that are not wanted.
            days: after how many days a table goes.
        """
        async with self._reading() as connection:
            return await idle_tables(
                connection, self._clock(), frozenset(busy), days, unfinished=True
            )

    async def left_by(self, nodes: Collection[str]) -> list[str]:
        """The tables that servers own, by the ids of their nodes, where a match is being played.

        Only so many as can be taken over at once: those that changed last.
        """
        lately = self._clock() - _LATELY
        query = (
            select(tables.c.id)
            .where(tables.c.updated > lately, tables.c.playing, tables.c.owner.in_(nodes))
            .order_by(tables.c.updated.desc())
            .limit(_LEFT)
        )
        async with self._reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def unname(self, person: str, among: Collection[str] | None = None) -> frozenset[str]:
        """Take a person's name out of all logs and checkpoints; what happened stays.

        Wherever one of them names the person by the public id, the name beside it becomes empty.
        This reads all that is kept, so it takes a while; others are not held up. Whatever knows
        the name may write it once more meanwhile: it is done when nothing is left to be changed.

        Args:
            person: the person, by public id.
            among: only of these tables; `None`: of all.

        Returns:
            The tables of which something was to be changed.
        """
        async with self._reading() as connection:
            found = await named_rows(connection, person, among)
        changes = [(row, row.without_name(person)) for row in found]
        changes = [(row, body) for row, body in changes if body != row.body]
        for first in range(0, len(changes), _AT_ONCE):
            some = changes[first : first + _AT_ONCE]

            async def work(
                connection: AsyncConnection, some: list[tuple[NamedRow, bytes]] = some
            ) -> None:
                for row, body in some:
                    await connection.execute(row.update(body))

            await self._writer.write(work)
        return frozenset(row.table for row, _ in changes)


def fellows_of(held: Sequence[str], person: str) -> Select[Any]:
    """The other people who hold seats at some tables, with their names as they are now."""
    return (
        select(
            seats.c.table, seats.c.person, people.c.name, accounts.c.role.is_not(None).label("own")
        )
        .join(people, people.c.id == seats.c.person)
        .outerjoin(accounts, accounts.c.person == seats.c.person)
        .where(seats.c.table.in_(held), seats.c.person != person)
        .order_by(people.c.name, people.c.id)
    )


def _seated(row: Row[Any, Any, Any], others: Sequence[Row[Any, Any, Any, Any]]) -> Seated:
    """A table of a person, with the others there."""
    line = _read_line(row.line)
    return Seated(
        table=line.table,
        title=line.title,
        playing=line.playing,
        game=line.game,
        heading=line.heading,
        levels=line.levels,
        others=tuple(Fellow(person=at.person, name=at.name, account=bool(at.own)) for at in others),
        at=row.updated,
    )


def _stored(row: Row[tuple[str, int, int, str | None, str | None, bytes]]) -> Stored:
    cause = None if row.command is None else Cause(row.person, row.command)
    return Stored(row.number, row.at, row.body, cause)
