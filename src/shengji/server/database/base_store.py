"""The base of every subject's store: how it reads and writes, and what time it is."""

from __future__ import annotations

from shengji.server.database.database import Database


class Store:
    """A part of what the database keeps. What a method has done is durable when it returns.

    Times are milliseconds since 1970. Every method may raise `StorageError`; then nothing of what
    it should write is written. Only who is cancelled while waiting does not know.

    Args:
        database: where it is kept.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._reading = database.reading
        self._writer = database.writer
        self._clock = database.clock
