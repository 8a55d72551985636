"""The entries of a table's log, as they go into the database and come out of it."""

from __future__ import annotations

from typing import NamedTuple, Protocol


class Cause(NamedTuple):
    """The person who asked for what was stored, by public id, and the id of the `Do` that asked."""

    person: str
    command: str


class Stored(NamedTuple):
    """An entry of a table's log.

    Attributes:
        number: its place, from 1; the table's version with it.
        at: when, in milliseconds since 1970.
        body: what, as JSON; see `shengji.server.tables.core.entries`.
        cause: stands with the last of the entries that one command has brought.
    """

    number: int
    at: int
    body: bytes
    cause: Cause | None


class LogTail(NamedTuple):
    """The log of a table from its last checkpoint on.

    Attributes:
        checkpoint: what the log comes to before these entries; `None`: they are all.
        entries: the entries, in order; none: there is no such table.
    """

    checkpoint: bytes | None
    entries: list[Stored]


class SummaryLines(Protocol):
    """The lines that lists tell of a table; they are kept as JSON."""

    @property
    def playing(self) -> bool:
        """Whether a match is under way."""


class SummaryColumns(Protocol):
    """Columns by which lists find a table; see `shengji.server.tables.summary`."""

    @property
    def line(self) -> SummaryLines:
        """Columns that lists tell."""

    @property
    def listed(self) -> bool:
        """Whether the lobby shows it."""

    @property
    def started(self) -> bool:
        """Whether a match has ever started there."""

    @property
    def seated(self) -> tuple[str, ...]:
        """The public ids of those who hold its seats."""
