"""Faults of the database, told so that somebody can act on them."""

from __future__ import annotations


class StorageError(Exception):
    """The database cannot do what it was asked; nothing of it was written."""


class StorageConflict(StorageError):
    """Somebody else has written to the same table of players, or it is gone."""


class LogDamaged(StorageError):
    """A log of a table that cannot have happened, or cannot be read."""


class NightDamaged(LogDamaged):
    """A log of a night that cannot have happened so, or cannot be read."""


class FencedError(StorageConflict):
    """Another node writes to a log by now; whoever wrote to it has to forget what it knows of it.

    Args:
        log: the id of what the log is of.
    """

    def __init__(self, log: str) -> None:
        super().__init__(f"Another server has taken over {log}. Come to it again.")


class ElsewhereError(StorageError):
    """A node that is alive owns what was asked for; that node is to be asked.

    Args:
        node: the id of its owner.
    """

    def __init__(self, node: str) -> None:
        super().__init__(f"Another server, {node}, has this. Ask it.")
        self.node = node
