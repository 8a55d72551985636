"""Errors of the database."""

from __future__ import annotations


class StorageError(Exception):
    """The database cannot perform the operation; nothing was written."""


class StorageConflict(StorageError):
    """Another writer has changed the log, or the log no longer exists."""


class LogDamaged(StorageError):
    """The log of a table is unreadable or has an impossible sequence of entries."""


class NightDamaged(LogDamaged):
    """The log of a night is unreadable or has an impossible sequence of entries."""


class FencedError(StorageConflict):
    """Another node has taken over the log; the former writer has to discard its state.

    Args:
        log: the id of the log.
    """

    def __init__(self, log: str) -> None:
        super().__init__(f"Another server has taken over {log}. Come to it again.")


class ElsewhereError(StorageError):
    """Another live node owns the log; callers have to ask that node.

    Args:
        node: the id of the owner.
    """

    def __init__(self, node: str) -> None:
        super().__init__(f"Another server, {node}, has this. Ask it.")
        self.node = node
