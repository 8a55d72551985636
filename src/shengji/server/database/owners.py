"""Owners: each log has one node at most, and another one takes over where that is gone."""

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
"""Seconds until it is looked again whether a node is dead."""

_PATIENCE: Final = 2 * LEASE + 1
"""Seconds for which it is waited until what a dead node owned is free."""


class _Kept(NamedTuple):
    owner: str
    alive: bool


async def claim(
    database: Database, logs: Table, id_: str, *, by_force: bool = False
) -> Lease | None:
    """Own a log, unless another node does; who owns it already has it in the same epoch.

    Args:
        database: where it is kept.
        logs: the table of the database with all logs of its kind, their owners and epochs.
        id_: which.
        by_force: whether it is taken from whoever has it, who can write to it no more.

    Returns:
        `None`: there is none such.

    Raises:
        ElsewhereError: a node that is alive owns it.
        StorageError: that is not known, or the node before is only just dead.
    """
    by_force = by_force or database.takes_over
    if database.home is not None and not by_force:
        await _send_elsewhere(database, logs, id_, database.home(id_))
        return None
    node = database.node
    if node.is_over:
        raise StorageError(f"This server goes, and takes {id_} no more. Come again.")
    free = true() if by_force else ~is_taken(logs.c.owner, node.id)
    later = logs.c.epoch + 1
    taking = (
        update(logs)
        .where(logs.c.id == id_, logs.c.owner.is_(None) | free)
        .values(owner=node.id, epoch=case((logs.c.owner == node.id, logs.c.epoch), else_=later))
        .returning(logs.c.epoch)
    )
    asking = _asking(logs, id_)

    async def work(connection: AsyncConnection) -> Lease | _Kept | None:
        epoch = (await connection.execute(taking)).scalar_one_or_none()
        if epoch is not None:
            return Lease(node, epoch)
        kept = (await connection.execute(asking)).one_or_none()
        return None if kept is None else _Kept(*kept)

    for _ in range(round(_PATIENCE / _AGAIN)):
        found = await database.writer.write(work)
        if not isinstance(found, _Kept):
            return found
        if found.alive:
            raise ElsewhereError(found.owner)
        await asyncio.sleep(_AGAIN)
    raise StorageError(
        f"The server that has {id_} has just gone, and is given time to show itself. Come again."
    )


async def give(database: Database, logs: Table, id_: str, hold: Lease, to: str) -> None:
    """Give a log to another node; where the right to write to it holds no more, nothing happens.

    Args:
        database: where it is kept.
        logs: as of `claim`.
        id_: which.
        hold: the right to write to it.
        to: the id of the node that is to own it.
    """
    held = (logs.c[name] == value for name, value in hold.columns.items())
    giving = update(logs).where(logs.c.id == id_, *held).values(owner=to, epoch=hold.epoch + 1)
    await database.writer.write(lambda connection: connection.execute(giving))


def need_own(database: Database, id_: str) -> None:
    """Refuse to make something new where another node is to own it.

    Raises:
        ElsewhereError: that is so.
    """
    if database.home is not None:
        raise ElsewhereError(database.home(id_))


async def _send_elsewhere(database: Database, logs: Table, id_: str, home: str) -> None:
    """Say who is to be asked, where this node owns nothing and there is such a log."""
    async with database.reading() as connection:
        kept = (await connection.execute(_asking(logs, id_))).one_or_none()
    if kept is not None:
        found = _Kept(*kept)
        raise ElsewhereError(found.owner if found.alive else home)


def _asking(logs: Table, id_: str) -> Select[Any]:
    return select(logs.c.owner, is_alive(logs.c.owner)).where(logs.c.id == id_)
