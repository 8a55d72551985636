"""The store of played evenings: the table and the results of each date."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

import msgspec
from msgspec.structs import asdict
from sqlalchemy import delete, exists, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.accounts.people import is_there
from shengji.server.database.base_store import Store, writes
from shengji.server.database.ids import new_id
from shengji.server.database.merged_guests import merged_owners
from shengji.server.database.schema import (
    entries,
    evening_members,
    evening_players,
    evening_tables,
)
from shengji.server.evenings.evening import HeldEvening
from shengji.server.evenings.outcome import EveningPlayed
from shengji.server.evenings.schemas import EveningPlayer

_PLAYED: Final = 30
"""Maximum number of played evenings to return, the latest ones."""

_LATELY: Final = 14 * 24 * 60 * 60 * 1000
"""Milliseconds after the start during which a table is checked for more hands."""

_read_result = msgspec.json.Decoder(EveningPlayed).decode
_write = msgspec.json.encode


class HeldEvenings(Store):
    """The store of evenings that were played or are being played."""

    @writes
    async def table(self, connection: AsyncConnection, evening: str, day: date, at: int) -> str:
        """Return the id of the table of an evening on a day, assigning one if necessary."""
        own = (evening_tables.c.evening == evening) & (evening_tables.c.day == str(day))
        row = {"evening": evening, "day": str(day), "at": at, "table": new_id(), "version": 0}
        query = select(evening_tables.c.table).where(own)
        found: str | None = (await connection.execute(query)).scalar_one_or_none()
        if found is not None:
            return found
        await connection.execute(insert(evening_tables), row)
        return str(row["table"])

    async def tables(self) -> list[str]:
        """Return the tables of the last two weeks, whose logs may still grow."""
        query = select(evening_tables.c.table).where(evening_tables.c.at > self._since)
        async with self._reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def unread(self) -> list[str]:
        """Return the recent tables with unread entries in their logs."""
        of_table = entries.c.table == evening_tables.c.table
        more = exists().where(of_table, entries.c.number > evening_tables.c.version)
        query = select(evening_tables.c.table).where(evening_tables.c.at > self._since, more)
        async with self._reading() as connection:
            return list((await connection.execute(query)).scalars())

    @property
    def _since(self) -> int:
        return self._clock() - _LATELY

    @writes
    async def settle(
        self,
        connection: AsyncConnection,
        table: str,
        version: int,
        played: EveningPlayed,
        players: Sequence[EveningPlayer],
    ) -> None:
        """Store the results of an evening so far.

        Args:
            table: the id of its table.
            version: the last entry of the log that was read.
            played: the results.
            players: the players, in the order of their last turns in their seats; removed people
                are stored without a name.
        """
        own = evening_tables.c.table == table
        columns = (evening_tables.c[name] for name in ("evening", "day", "at"))
        query = select(*columns).where(own)
        row = (await connection.execute(query)).one_or_none()
        if row is None:
            return
        of_day = (evening_players.c.evening == row.evening) & (evening_players.c.day == row.day)
        await connection.execute(delete(evening_players).where(of_day))
        values = {"version": version, "result": _write(played)}
        await connection.execute(update(evening_tables).where(own).values(values))
        heirs = await merged_owners(connection, {at.person for at in players if at.person})
        for number, player in enumerate(players):
            whose = heirs.get(player.person or "", player.person)
            there = whose is not None and await is_there(connection, whose)
            added = {"evening": row.evening, "day": row.day, "number": number}
            stored = asdict(player) if there else asdict(player) | {"name": ""}
            stored |= added | {"person": whose if there else None}
            await connection.execute(insert(evening_players), stored)
            own_seat = update(evening_members).where(
                evening_members.c.person == whose,
                evening_members.c.evening == row.evening,
                ~exists().where(
                    evening_tables.c.evening == row.evening,
                    evening_tables.c.at > row.at,
                    evening_players.c.evening == row.evening,
                    evening_players.c.day == evening_tables.c.day,
                    evening_players.c.person == whose,
                ),
            )
            await connection.execute(own_seat.values(seat=player.seat))


async def held_of(connection: AsyncConnection, evening: str) -> tuple[HeldEvening, ...]:
    """Return the played dates of an evening, the latest first."""
    own = evening_tables.c.evening == evening
    query = select(evening_tables).where(own).order_by(evening_tables.c.at.desc()).limit(_PLAYED)
    rows = (await connection.execute(query)).all()
    days = [row.day for row in rows]
    of_days = (evening_players.c.evening == evening) & evening_players.c.day.in_(days)
    order = (evening_players.c.seat, evening_players.c.number)
    played = select(evening_players).where(of_days).order_by(*order)
    players: dict[str, list[EveningPlayer]] = {}
    for at in await connection.execute(played):
        player = EveningPlayer(
            seat=at.seat, person=at.person, name=at.name, bot=at.bot, hands=at.hands
        )
        players.setdefault(at.day, []).append(player)
    return tuple(
        HeldEvening(
            row.day,
            row.at,
            row.table,
            None if row.result is None else _read_result(row.result),
            tuple(players.get(row.day, ())),
        )
        for row in rows
    )
