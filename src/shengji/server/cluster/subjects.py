"""The subjects on which the servers of a site tell each other something, all of them."""

from __future__ import annotations

from enum import StrEnum, unique


@unique  # two that were the same would hear each other's messages
class Subject(StrEnum):
    """Subjects of the bus: each for messages of one kind, which whoever listens there can read."""

    EVERYWHERE = "everywhere"
    """Things that happen to people on the whole site."""
    NODE = "node"
    """The requests and sockets that go on with a server."""
    REMOTE_BOTS = "remote-bots"
    """The bots that are connected to servers, and their games at tables of others."""
    DECISIONS = "decisions"
    """Decisions that bot workers are asked for."""
    CAUGHT_UP = "caught-up"
    """Whether all that is over is rated."""

    def of(self, server: str) -> str:
        """The subject on which one server hears what is meant for it alone."""
        return f"{self.value}.{server}"
