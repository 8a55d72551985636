"""The tables in the database: their logs, and their summaries for lists."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Row, Select, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.database.base_store import Store, writes
from shengji.server.database.ids import PersonId
from shengji.server.database.lease import Lease
from shengji.server.database.log import Cause, LogTail, Stored
from shengji.server.database.moments import UnixMs
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
from shengji.server.tables.acts.talk import Spoke
from shengji.server.tables.aging import TABLE_DAYS, idle_tables
from shengji.server.tables.core.entries import decode_body
from shengji.server.tables.forgetting import NamedRow, named_rows, spoken_entries
from shengji.server.tables.schemas import TableLine
from shengji.server.tables.summary import Summary

_AT_ONCE: Final = 100
"""Maximum rows rewritten in one transaction, which blocks other writers."""

_LATELY: Final = 3_600_000
"""Maximum age in milliseconds of a table's last summary for a takeover by failover."""

_LEFT: Final = 2_000
"""Maximum tables that failover takes over; other tables are taken over on access."""

_read_line = msgspec.json.Decoder(TableLine).decode


class TableStore(Store):
    """The tables, with the log of each."""

    async def claim(self, table: str, *, by_force: bool = False) -> Lease | None:
        """Acquire the lease for a table's log; return `None` if there is no such table.

        Args:
            table: the table's id.
            by_force: whether to take the lease from its current holder.

        Raises:
            ElsewhereError: another server holds the lease.
        """
        return await claim(self._database, tables, table, by_force=by_force)

    async def give(self, table: str, hold: Lease, to: str) -> None:
        """Transfer the lease for a table's log to another node."""
        await give(self._database, tables, table, hold, to)

    async def open_table(
        self, table: str, bodies: Sequence[bytes], at: UnixMs, cause: Cause | None, summary: Summary
    ) -> Lease:
        """Create a table with the first entries of its log, from number 1 on.

        Args:
            table: its id, from `new_id`.
            bodies: the entries, as JSON.
            at: the time of the entries.
            cause: the person and command that led to the entries.
            summary: see `Summary`.

        Returns:
            The lease for its log.

        Raises:
            ElsewhereError: another server is responsible for this id.
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
        at: UnixMs,
        cause: Cause | None = None,
        summary: Summary | None = None,
        checkpoint: bytes | None = None,
        *,
        ends: bool = False,
    ) -> None:
        """Append to a table's log.

        Args:
            table: the table's id.
            hold: the lease for its log, from `claim`.
            first: the number of the first entry: the table's version plus one.
            bodies: the entries, as JSON.
            at: the time of the entries.
            cause: the person and command that led to the entries.
            summary: the table's new summary, written in this transaction; `None`: unchanged.
            checkpoint: the state before these entries, from which `load` starts; `None`: no
                checkpoint.
            ends: whether a match ends with these entries; it is then in `Matches.unrecorded`.

        Raises:
            FencedError: another server holds the lease now.
            StorageConflict: these numbers are taken, or the table is gone. The caller must read the
                log again.
        """
        append = Append(table, hold, first, bodies, at, cause, summary, checkpoint, ends=ends)
        await self._writer.append(append)

    async def read(self, table: str, since: int = 0, most: int | None = None) -> list[Stored]:
        """Return the entries of a table's log after number `since`, in order.

        Args:
            table: the table's id.
            since: the number of the last entry to skip.
            most: the maximum number of entries; `None`: all.

        Returns:
            The entries; empty if there is no such table.
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
        """Return a table's log from its last checkpoint on."""
        query = select(tables.c.checkpoint, tables.c.checked).where(tables.c.id == table)
        async with self._reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        checkpoint, checked = (None, None) if row is None else row
        return LogTail(checkpoint, await self.read(table, checked or 0))

    async def line(self, table: str) -> TableLine | None:
        """Return a table as the lobby shows it, even if it is private; `None`: no such table."""
        query = select(tables.c.line).where(tables.c.id == table)
        async with self._reading() as connection:
            line: bytes | None = (await connection.execute(query)).scalar_one_or_none()
        return None if line is None else _read_line(line)

    async def lobby(
        self, among: Collection[str] | None = None, limit: int = 200
    ) -> list[TableLine]:
        """Return the listed tables, tables without a match first, then by the latest change.

        Args:
            among: the ids of the tables to choose from; `None`: all.
            limit: the maximum number of tables.
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

    async def tables_of(self, person: PersonId) -> list[Seated]:
        """Return the tables at which a person holds a seat, latest change first."""
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

    async def chat_messages(self, person: PersonId) -> list[dict[str, Any]]:
        """Return the chat messages of a person at tables, with table and time.

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
        """Return a batch of unused tables with matches to be recorded before deletion.

        Args:
            busy: ids of tables to leave out.
            days: days after which an unused table is due.
        """
        async with self._reading() as connection:
            return await idle_tables(
                connection, self._clock(), frozenset(busy), days, unfinished=True
            )

    async def left_by(self, nodes: Collection[str]) -> list[str]:
        """Return recently changed tables with a match under way that some nodes own.

        At most `_LEFT` tables, latest change first.
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

    async def unname(
        self, person: PersonId, among: Collection[str] | None = None
    ) -> frozenset[str]:
        """Delete a person's name from all logs and checkpoints; the events stay.

        The name becomes empty beside each occurrence of the person's public id. This reads all
        logs, so it is slow, but it blocks other writers only briefly. A table in memory may write
        the name again meanwhile: repeat the call until it changes nothing.

        Args:
            person: the public id.
            among: the tables to change; `None`: all.

        Returns:
            The tables with changed rows.
        """
        async with self._reading() as connection:
            found = await named_rows(connection, person, among)
        changes = [(row, row.without_name(person)) for row in found]
        changes = [(row, body) for row, body in changes if body != row.body]
        for first in range(0, len(changes), _AT_ONCE):
            await self._rewrite(changes[first : first + _AT_ONCE])
        return frozenset(row.table for row, _ in changes)

    @writes
    async def _rewrite(
        self, connection: AsyncConnection, changes: list[tuple[NamedRow, bytes]]
    ) -> None:
        for row, body in changes:
            await connection.execute(row.update(body))


def fellows_of(held: Sequence[str], person: PersonId) -> Select[Any]:
    """Return the query of the other people seated at some tables, with their current names."""
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
    """Return a table of a person, with the other people seated there."""
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
