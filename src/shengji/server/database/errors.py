"""What can go wrong with the database, said so that somebody can act on it."""

from __future__ import annotations


class StorageError(Exception):
    """The database cannot do what it was asked; nothing of it was written."""


class StorageConflict(StorageError):
    """Somebody else has written to the same table of players, or it is gone."""


class LogDamaged(StorageError):
    """What stands in the log of a table cannot have happened there, or cannot be read."""


class NightDamaged(LogDamaged):
    """A log of a night that cannot have happened so, or cannot be read."""
