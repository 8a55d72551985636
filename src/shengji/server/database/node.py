"""One life of a server process, in which what it owns is its own."""

from __future__ import annotations

import asyncio
from math import inf
from typing import Final

from shengji.server.database.errors import StorageError
from shengji.server.database.ids import new_id

_PATIENCE: Final = 3.0
"""Seconds for which something waits until it is known whether the node is alive."""


class Node:
    """One life of a server process; after it was taken for dead it goes on as another.

    Attributes:
        id: its id, which no life before or after has.
        is_over: whether it is over: nothing is its own any more.
    """

    def __init__(self) -> None:
        self.id = new_id()
        self.is_over = False
        self._sure_until = inf
        self._renewed = asyncio.Event()

    @classmethod
    def past(cls) -> Node:
        """A life that is over: nothing is done in its name."""
        node = cls()
        node.end()
        return node

    @property
    def is_sure(self) -> bool:
        """Whether it is taken to be alive for certain.

        After its lease, such as when the process was stopped for a while, or the database is gone,
        others may own what was its own; it is known again with the next heartbeat.
        """
        return self._sure_until == inf or asyncio.get_running_loop().time() < self._sure_until

    def renew(self, until: float) -> None:
        """Be taken to be alive until then, as the loop counts seconds."""
        self._sure_until = until
        self._renewed.set()

    def end(self) -> None:
        """Be over."""
        self.is_over = True
        self._renewed.set()

    async def settled(self) -> None:
        """Return when it is certain whether it is alive.

        Raises:
            StorageError: that cannot be found out.
        """
        if not (self.is_over or self.is_sure):  # seldom, and a timeout takes its time
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
