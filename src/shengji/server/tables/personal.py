"""Deletion of a person's name from the logs of tables, stored and in memory."""

from __future__ import annotations

from shengji.server.database.ids import PersonId
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.store import TableStore


async def unname(hub: Hub, tables: TableStore, person: PersonId) -> None:
    """Delete a person's name from all logs of tables, and from the tables in memory."""
    known = None
    # A table in memory may write the name again until it has reloaded its log.
    while known := await tables.unname(person, known):
        await hub.reread(known)
        for table in known - hub.ids:
            await tables.claim(table, by_force=True)  # from its current node
