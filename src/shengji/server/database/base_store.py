"""Base class of the stores."""

from __future__ import annotations

from shengji.server.database.database import Database


class Store:
    """Base class of the stores; changes are durable when a method returns.

    Times are Unix milliseconds. Every method may raise `StorageError`; nothing is written in that
    case. After a cancellation, it is unknown whether the change was written.

    Args:
        database: the database.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._reading = database.reading
        self._writer = database.writer
        self._clock = database.clock
