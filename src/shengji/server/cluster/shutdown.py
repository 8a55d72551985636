"""Graceful shutdown of a node: hands over its actors and notifies the other nodes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Final, Protocol

from shengji.server.cluster.bus import NoReplyError
from shengji.server.cluster.forwarding import Forwarder
from shengji.server.cluster.site_bus import SiteBus
from shengji.server.database.errors import StorageError
from shengji.server.database.nodes import Nodes
from shengji.server.site.events import Events, SiteEvent

_HANDING_OVER: Final = 15.0
"""Timeout in seconds of the handover; actors left over are released for any node to take."""

_READING: Final = 0.5
"""Timeout in seconds until the new owner has loaded an actor."""


class NodesChanged(SiteEvent, frozen=True):
    """A node has stopped to take over actors, or has left the site."""


class OwnedActors(Protocol):
    """A registry of actors that a node owns."""

    async def hand_over(
        self,
        home: Callable[[str], str],
        deliver: Callable[[str, SiteEvent], Awaitable[None]],
    ) -> None:
        """Hand over the actors to other nodes; see `Registry.hand_over`."""


class Shutdown:
    """Shutdown of a node: transfers its actors to other nodes.

    A node that serves no clients hands over one actor after another, so that each is unavailable
    only for a moment. A gateway releases all at once, since its browsers have to connect to another
    node anyway. Commands that have begun are completed; a client without a reply sends its command
    again.
    """

    def __init__(
        self,
        nodes: Nodes,
        forwarder: Forwarder,
        everywhere: SiteBus,
        events: Events,
        owned: Iterable[OwnedActors],
    ) -> None:
        self._nodes = nodes
        self._owned = owned
        self._forwarder = forwarder
        self._everywhere = everywhere
        self._events = events
        self._left = False
        events.subscribe(NodesChanged, lambda _: nodes.schedule_check())

    async def leave(self) -> None:
        """Shut down; does nothing when called again."""
        if self._left:
            return
        self._left = True
        if not self._nodes.serves_clients:
            with suppress(StorageError, TimeoutError):  # the lease of the rest expires
                async with asyncio.timeout(_HANDING_OVER):
                    await self._hand_over()
        self._forwarder.leave()
        with suppress(StorageError):  # the lease expires anyway
            await self._nodes.end()
        self._events.publish_to_others(NodesChanged())

    async def _hand_over(self) -> None:
        await self._nodes.retire()
        self._events.publish_to_others(NodesChanged())
        for owned in self._owned:
            await owned.hand_over(self._nodes.home, self._deliver)

    async def _deliver(self, node: str, event: SiteEvent) -> None:
        with suppress(NoReplyError):  # the actor is loaded at its first use
            await self._everywhere.deliver(event, node, _READING)
