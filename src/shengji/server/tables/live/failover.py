"""The tables of servers that have died, taken over before those who play there ask for them."""

from __future__ import annotations

from contextlib import suppress

from shengji.server.database.errors import StorageError
from shengji.server.database.nodes import Nodes
from shengji.server.site.work import Work
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.store import TableStore


class Failover:
    """Has in memory what servers that have died were playing, as far as it is to be here.

    Args:
        nodes: the servers of the site.
        store: knows what they owned.
        hub: the tables of this one.
    """

    def __init__(self, nodes: Nodes, store: TableStore, hub: Hub) -> None:
        self._nodes = nodes
        self._store = store
        self._hub = hub
        self._alive: frozenset[str] = frozenset()
        self._work = Work()

    def note_alive(self, alive: frozenset[str]) -> None:
        """Hear which servers are alive, by the ids of their nodes."""
        gone, self._alive = self._alive - alive, alive
        if gone:
            self._work.begin(self._take_over(gone))

    async def _take_over(self, gone: frozenset[str]) -> None:
        with suppress(StorageError):  # whoever comes to one of them has it taken over
            left = await self._store.left_by(gone)
            await self._hub.load_given([id_ for id_ in left if self._nodes.is_home(id_)])
