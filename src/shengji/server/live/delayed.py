"""The table as it was a while ago, for onlookers who see all hands."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from shengji.server.table import Body, Entry, Table


class DelayedTable:
    """A table that is fed its entries when they are old enough.

    Whatever it answers is from back then, since it has not heard of anything later.

    Args:
        entries: the log so far, or since a hand began.
        table: the table before that hand.
    """

    def __init__(self, entries: Iterable[Entry], table: Table | None = None) -> None:
        self.table = table or Table()
        self._waiting: deque[Entry] = deque(entries)

    def add(self, entry: Entry) -> None:
        """An entry that is new in the log."""
        self._waiting.append(entry)

    def advance(self, until: int) -> tuple[Body, ...]:
        """Let the entries happen that were made by then, in milliseconds since 1970."""
        happened: list[Body] = []
        while self._waiting and self._waiting[0].at <= until:
            body = self._waiting.popleft().body
            self.table.apply(body)
            happened.append(body)
        return tuple(happened)

    @property
    def next_at(self) -> int | None:
        """When the next entry was made that has not happened here; `None`: it is up to date."""
        return self._waiting[0].at if self._waiting else None
