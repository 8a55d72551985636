"""The end of a server, of which the others hear at once."""

from __future__ import annotations

from contextlib import suppress

from shengji.server.database.errors import StorageError
from shengji.server.database.nodes import Nodes
from shengji.server.wire.everywhere import Everywhere
from shengji.server.wire.forwarding import Forwarder


class Leaving:
    """Lets a server go: what it owns is free, and others take it as soon as somebody needs it.

    What has begun is brought to its end, or is asked again elsewhere by whoever gets no answer.

    Args:
        nodes: the servers of the site.
        forwarder: answers what others send on.
        everywhere: tells the others.
    """

    def __init__(self, nodes: Nodes, forwarder: Forwarder, everywhere: Everywhere) -> None:
        self._nodes = nodes
        self._forwarder = forwarder
        self._everywhere = everywhere
        self._left = False

    async def leave(self) -> None:
        """Let it go; twice does no harm."""
        if self._left:
            return
        self._left = True
        self._forwarder.leave()
        with suppress(StorageError):  # its lease runs out by itself
            await self._nodes.end()
        self._everywhere.note("nodes")
