"""Leases: fenced rights to write to logs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from sqlalchemy import Table, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.database.errors import FencedError
from shengji.server.database.node import Node


class Lease(NamedTuple):
    """The right to write to a log until another node takes the log over.

    Attributes:
        epoch: the fencing token: how often the log had changed its owner.
    """

    node: Node
    epoch: int

    @property
    def columns(self) -> dict[str, Any]:
        """The owner columns of the log's row while the lease holds."""
        return {"owner": self.node.id, "epoch": self.epoch}


async def check_leases(
    connection: AsyncConnection, logs: Table, holds: Iterable[tuple[str, Lease]]
) -> None:
    """Check leases inside a writing transaction, and lock their rows until it ends.

    Args:
        connection: the connection of the transaction.
        logs: the database table with the logs of this kind.
        holds: pairs of a log's id and its lease.

    Raises:
        FencedError: another node has taken over one of the logs.
    """
    given = list(holds)
    query = (
        select(logs.c.id, logs.c.owner, logs.c.epoch)
        .where(logs.c.id.in_({id_ for id_, _ in given}))
        .order_by(logs.c.id)
        .with_for_update(key_share=True)
    )
    rows = await connection.execute(query) if given else ()
    kept = {row.id: {"owner": row.owner, "epoch": row.epoch} for row in rows}
    for id_, hold in given:
        if kept.get(id_, hold.columns) != hold.columns:
            raise FencedError(id_)
