"""The node of this process: one lifetime, during which it may own logs."""

from __future__ import annotations

import asyncio
from math import inf
from typing import Final

from shengji.server.database.errors import StorageError
from shengji.server.database.ids import new_id

_PATIENCE: Final = 3.0
"""Timeout in seconds of the wait for the next heartbeat."""


class Node:
    """One lifetime of a server process; after other nodes declare it dead, a new node replaces it.

    Attributes:
        id: the id, unique to this lifetime.
        is_over: whether the lifetime has ended; the node then owns nothing.
    """

    def __init__(self) -> None:
        self.id = new_id()
        self.is_over = False
        self._sure_until = inf
        self._renewed = asyncio.Event()

    @classmethod
    def past(cls) -> Node:
        """Return a node that has already ended."""
        node = cls()
        node.end()
        return node

    @property
    def is_sure(self) -> bool:
        """Whether the lease of the node certainly holds.

        After the lease lapses, for example because the process or the database was stopped, other
        nodes may take over its logs. The next heartbeat clears the doubt.
        """
        return self._sure_until == inf or asyncio.get_running_loop().time() < self._sure_until

    def renew(self, until: float) -> None:
        """Extend the lease until this time, in seconds of the event loop."""
        self._sure_until = until
        self._renewed.set()

    def end(self) -> None:
        """End this lifetime."""
        self.is_over = True
        self._renewed.set()

    async def settled(self) -> None:
        """Wait until the node's lease certainly holds or its lifetime has ended.

        Raises:
            StorageError: the wait has timed out.
        """
        if not (self.is_over or self.is_sure):  # rare; a timeout costs time
            await self._wait()

    async def _wait(self) -> None:
        try:
            async with asyncio.timeout(_PATIENCE):
                while not (self.is_over or self.is_sure):
                    self._renewed.clear()
                    await self._renewed.wait()
        except TimeoutError:
            raise StorageError(
                "The database does not answer, so it is not known what this server may still do. "
                "Once it does, everything goes on by itself."
            ) from None
