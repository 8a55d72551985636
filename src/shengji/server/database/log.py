"""Entries of a table's log, as stored in the database."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from shengji.server.database.moments import UnixMs


class Cause(NamedTuple):
    """The command that caused an entry: the player's public id and the id of the `Do`."""

    person: str
    command: str


class Stored(NamedTuple):
    """A stored entry of a table's log.

    Attributes:
        number: the position in the log, from 1; also the version of the table after the entry.
        body: the entry as JSON; see `shengji.server.tables.core.entries`.
        cause: the command, on the last of the entries that it caused; otherwise `None`.
    """

    number: int
    at: UnixMs
    body: bytes
    cause: Cause | None


class LogTail(NamedTuple):
    """The log of a table since its last checkpoint.

    Attributes:
        checkpoint: the state before these entries; `None`: the entries are the complete log.
        entries: the entries, in order; empty if there is no such table.
    """

    checkpoint: bytes | None
    entries: list[Stored]


class SummaryLines(Protocol):
    """A table's summary for lists, stored as JSON."""

    @property
    def playing(self) -> bool:
        """Whether a match is under way."""


class SummaryColumns(Protocol):
    """Columns for queries over tables; see `shengji.server.tables.summary`."""

    @property
    def line(self) -> SummaryLines:
        """The summary that lists show."""

    @property
    def listed(self) -> bool:
        """Whether the lobby shows it."""

    @property
    def started(self) -> bool:
        """Whether a match has ever started at the table."""

    @property
    def seated(self) -> tuple[str, ...]:
        """The public ids of the seated players."""
