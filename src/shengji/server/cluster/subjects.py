"""All subjects of the bus between the nodes of a site."""

from __future__ import annotations

from enum import StrEnum, unique


@unique  # with equal values, messages would reach the wrong subscribers
class Subject(StrEnum):
    """Subjects of the bus; all messages of a subject have one schema."""

    EVERYWHERE = "everywhere"
    """Presence, and operations on users of the whole site."""
    NODE = "node"
    """Forwarded requests and sockets."""
    REMOTE_BOTS = "remote-bots"
    """Bots connected to one node that play at tables of another."""
    DECISIONS = "decisions"
    """Requests for decisions of bot workers."""
    CAUGHT_UP = "caught-up"
    """Whether all finished matches are rated."""

    def of(self, server: str) -> str:
        """The subject of messages for one node."""
        return f"{self.value}.{server}"
