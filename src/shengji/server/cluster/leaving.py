"""The end of a server, of which the others hear at once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Final, Protocol

from shengji.server.cluster.bus import NobodyError
from shengji.server.cluster.forwarding import Forwarder
from shengji.server.cluster.site_bus import SiteBus
from shengji.server.database.errors import StorageError
from shengji.server.database.nodes import Nodes

_HANDING_OVER: Final = 15.0
"""Seconds that handing over may take; what is left then is free, and others take it."""

_READING: Final = 0.5
"""Seconds for which it is waited until one thing has been read where it goes."""


class OwnedActors(Protocol):
    """Things that a server owns."""

    async def hand_over(
        self, home: Callable[[str], str], read: Callable[[str, str], Awaitable[None]]
    ) -> None:
        """Let other servers own them: see `Registry.hand_over`."""


class Shutdown:
    """Lets a server go: others own what it owned.

    From a node to which no browser comes each of them gets one thing after the other, so that
    nobody waits for longer than that takes. Else all is free at once, since browsers have to come
    elsewhere anyway. What has begun is brought to its end, or is asked again by whoever gets no
    answer.

    Args:
        nodes: the servers of the site.
        forwarder: answers what others send on.
        everywhere: tells the others.
        owned: what it owns, by the names under which the others are asked to read it.
    """

    def __init__(
        self,
        nodes: Nodes,
        forwarder: Forwarder,
        everywhere: SiteBus,
        owned: Mapping[str, OwnedActors],
    ) -> None:
        self._nodes = nodes
        self._owned = owned
        self._forwarder = forwarder
        self._everywhere = everywhere
        self._left = False

    async def leave(self) -> None:
        """Let it go; twice does no harm."""
        if self._left:
            return
        self._left = True
        if not self._nodes.serves_clients:
            with suppress(StorageError, TimeoutError):  # what is left is free in a moment
                async with asyncio.timeout(_HANDING_OVER):
                    await self._hand_over()
        self._forwarder.leave()
        with suppress(StorageError):  # its lease runs out by itself
            await self._nodes.end()
        self._everywhere.note("nodes")

    async def _hand_over(self) -> None:
        await self._nodes.retire()
        self._everywhere.note("nodes")
        for name, owned in self._owned.items():
            await owned.hand_over(self._nodes.home, partial(self._have_read, name))

    async def _have_read(self, name: str, node: str, id_: str) -> None:
        with suppress(NobodyError):  # it is read when somebody comes to it
            await self._everywhere.ask(node, name, (id_,), _READING)
