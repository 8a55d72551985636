"""Failover: takes over the tables of dead nodes before their players ask for them."""

from __future__ import annotations

from contextlib import suppress

from shengji.server.database.errors import StorageError
from shengji.server.database.nodes import Nodes
from shengji.server.site.tasks import TaskSet
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.store import TableStore


class Failover:
    """Loads the recently active tables of dead nodes that belong on this node."""

    def __init__(self, nodes: Nodes, store: TableStore, hub: Hub) -> None:
        self._nodes = nodes
        self._store = store
        self._hub = hub
        self._alive: frozenset[str] = frozenset()
        self._tasks = TaskSet()

    def on_alive_changed(self, alive: frozenset[str]) -> None:
        """Process the current set of live nodes, by their ids."""
        gone, self._alive = self._alive - alive, alive
        if gone:
            self._tasks.start(self._take_over(gone))

    async def _take_over(self, gone: frozenset[str]) -> None:
        with suppress(StorageError):  # the tables are then taken over on access
            left = await self._store.left_by(gone)
            await self._hub.preload([id_ for id_ in left if self._nodes.is_home(id_)])
