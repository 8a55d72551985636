"""Ownership of logs: at most one node owns a log, with failover when that node dies."""

from __future__ import annotations

import asyncio
from typing import Any, Final, NamedTuple

from sqlalchemy import Select, Table, case, select, true, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.database.database import Database
from shengji.server.database.errors import ElsewhereError, StorageError
from shengji.server.database.lease import Lease
from shengji.server.database.nodes import LEASE, is_alive, is_taken

_AGAIN: Final = 0.1
"""Interval in seconds between two attempts to claim the log of a dead node."""

_PATIENCE: Final = 2 * LEASE + 1
"""Maximum wait in seconds until the logs of a dead node are free."""


class _OwnerRow(NamedTuple):
    owner: str
    alive: bool


async def claim(
    database: Database, logs: Table, id_: str, *, by_force: bool = False
) -> Lease | None:
    """Claim a log unless another node owns it; a repeated claim keeps the epoch.

    Args:
        database: the database.
        logs: the database table with the logs of this kind, their owners and epochs.
        id_: the id of the log.
        by_force: whether to take the log over from a live node, which is then fenced.

    Returns:
        The lease, or `None` if there is no such log.

    Raises:
        ElsewhereError: a live node owns the log.
        StorageError: the owner is unknown or has only just died, or this node is shutting down.
    """
    by_force = by_force or database.takes_over
    if database.home is not None and not by_force:
        await _send_elsewhere(database, logs, id_, database.home(id_))
        return None
    node = database.node
    if node.is_over:
        raise StorageError(f"This server is shutting down and loads {id_} no longer. Try again.")
    free = true() if by_force else ~is_taken(logs.c.owner, node.id)
    later = logs.c.epoch + 1
    taking = (
        update(logs)
        .where(logs.c.id == id_, logs.c.owner.is_(None) | free)
        .values(owner=node.id, epoch=case((logs.c.owner == node.id, logs.c.epoch), else_=later))
        .returning(logs.c.epoch)
    )
    asking = _asking(logs, id_)

    async def take(connection: AsyncConnection) -> Lease | _OwnerRow | None:
        epoch = (await connection.execute(taking)).scalar_one_or_none()
        if epoch is not None:
            return Lease(node, epoch)
        kept = (await connection.execute(asking)).one_or_none()
        return None if kept is None else _OwnerRow(*kept)

    for _ in range(round(_PATIENCE / _AGAIN)):
        found = await database.writer.write(take)
        if not isinstance(found, _OwnerRow):
            return found
        if found.alive:
            raise ElsewhereError(found.owner)
        await asyncio.sleep(_AGAIN)
    raise StorageError(
        f"The server that owns {id_} does not respond and is given time to return. Try again."
    )


async def give(database: Database, logs: Table, id_: str, hold: Lease, to: str) -> None:
    """Transfer a log to another node; does nothing if the lease no longer holds.

    Args:
        database: the database.
        logs: the database table with the logs of this kind.
        id_: the id of the log.
        hold: the lease of this node.
        to: the id of the new owner.
    """
    held = (logs.c[name] == value for name, value in hold.columns.items())
    giving = update(logs).where(logs.c.id == id_, *held).values(owner=to, epoch=hold.epoch + 1)
    await database.writer.write(lambda connection: connection.execute(giving))


def need_own(database: Database, id_: str) -> None:
    """Reject the creation of a log on a node that owns no logs.

    Raises:
        ElsewhereError: another node has to create the log.
    """
    if database.home is not None:
        raise ElsewhereError(database.home(id_))


async def _send_elsewhere(database: Database, logs: Table, id_: str, home: str) -> None:
    """Raise `ElsewhereError` with the owner or the home node, if the log exists."""
    async with database.reading() as connection:
        kept = (await connection.execute(_asking(logs, id_))).one_or_none()
    if kept is not None:
        found = _OwnerRow(*kept)
        raise ElsewhereError(found.owner if found.alive else home)


def _asking(logs: Table, id_: str) -> Select[Any]:
    return select(logs.c.owner, is_alive(logs.c.owner)).where(logs.c.id == id_)
