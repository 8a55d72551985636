"""The right to write to a log, and what keeps those out who have it no more."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from sqlalchemy import Table, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.database.errors import FencedError
from shengji.server.database.node import Node


class Lease(NamedTuple):
    """The right to write to a log, as long as nobody has taken it over.

    Attributes:
        node: whose it is.
        epoch: how often the log had changed hands by then.
    """

    node: Node
    epoch: int

    @property
    def columns(self) -> dict[str, Any]:
        """The values in the row of a log as long as this holds."""
        return {"owner": self.node.id, "epoch": self.epoch}


async def check_leases(
    connection: AsyncConnection, logs: Table, holds: Iterable[tuple[str, Lease]]
) -> None:
    """Find out, in a transaction that writes, whether rights to write to logs still hold.

    Until that transaction is at its end nobody else takes them over.

    Args:
        connection: of the transaction.
        logs: the table of the database with all logs of their kind.
        holds: the rights, each with the id of its log.

    Raises:
        FencedError: one does not.
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
