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
