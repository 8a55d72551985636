"""Storage of the devices of tables: one for each table of a night."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.nights.devices import giver_of
from shengji.server.database.base_store import Store, writes
from shengji.server.database.ids import device_id, hashed, new_secret
from shengji.server.database.moments import UnixMs
from shengji.server.database.schema import night_devices

_SEEN: Final = 60_000
"""Interval in milliseconds at which the time of a device's last request is stored."""


class TableDevice(NamedTuple):
    """The code or the device of a table.

    Attributes:
        codes: number of codes made for this table so far.
        secret: hash of the device's secret; `None`: no device.
        waits: whether the latest code can still be opened.
        made: when the code was made, or when the device opened it.
        seen: when the device was last seen; `None`: no device.
    """

    table: int
    codes: int
    secret: bytes | None
    waits: bool
    made: UnixMs
    seen: UnixMs | None


class DeviceStore(Store):
    """Storage of the devices of tables."""

    async def of(self, night: str) -> list[TableDevice]:
        """The codes and devices of a night, by table."""
        query = select(night_devices).where(night_devices.c.night == night)
        async with self._reading() as connection:
            rows = await connection.execute(query.order_by(night_devices.c.table))
            return [
                TableDevice(at.table, at.codes, at.secret, at.waits, at.made, at.seen)
                for at in rows
            ]

    @writes
    async def make_codes(
        self, connection: AsyncConnection, night: str, tables: Iterable[int]
    ) -> None:
        """Make a new code for each of some tables; this ends their devices."""
        own = night_devices.c.night == night
        query = select(night_devices.c.table, night_devices.c.codes).where(own)
        known = {row.table: row.codes for row in await connection.execute(query)}
        new = [
            {
                "night": night,
                "table": table,
                "codes": known.get(table, 0) + 1,
                "secret": None,
                "waits": True,
                "made": self._clock(),
                "seen": None,
            }
            for table in dict.fromkeys(tables)
        ]
        replaced = night_devices.c.table.in_([row["table"] for row in new])
        await connection.execute(delete(night_devices).where(own, replaced))
        await connection.execute(insert(night_devices), new)

    @writes
    async def open(
        self, connection: AsyncConnection, night: str, table: int, codes: int
    ) -> str | None:
        """Register the browser with the latest code of a table as its device.

        Args:
            night: the night.
            table: number of the table.
            codes: number of the code among those of the table.

        Returns:
            The device's secret, of which only a hash is stored; `None`: the code has been opened or
            replaced.
        """
        secret, now = new_secret(), self._clock()
        change = update(night_devices).where(
            night_devices.c.night == night,
            night_devices.c.table == table,
            night_devices.c.codes == codes,
            night_devices.c.waits,
        )
        opened = await connection.execute(
            change.values(secret=hashed(secret), waits=False, made=now, seen=now)
        )
        return secret if opened.rowcount else None

    async def find(self, night: str, secret: str) -> tuple[int, str] | None:
        """The table of a device and its id in the night; `None`: unknown, or ended."""
        kept = hashed(secret)
        query = select(night_devices).where(
            night_devices.c.night == night, night_devices.c.secret == kept
        )
        async with self._reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None:
            return None
        if (row.seen or 0) <= self._clock() - _SEEN:
            await self._mark_seen(night, kept)
        return row.table, giver_of(row.table, device_id(kept))

    @writes
    async def _mark_seen(self, connection: AsyncConnection, night: str, kept: bytes) -> None:
        change = update(night_devices).where(
            night_devices.c.night == night, night_devices.c.secret == kept
        )
        await connection.execute(change.values(seen=self._clock()))

    @writes
    async def end(self, connection: AsyncConnection, night: str, table: int) -> None:
        """End a table's device, and its code."""
        change = update(night_devices).where(
            night_devices.c.night == night, night_devices.c.table == table
        )
        await connection.execute(change.values(secret=None, waits=False, seen=None))
