"""Exports of a night: its hands as rows, and rows as CSV, for other programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

import msgspec

from shengji.nights.entries import HandEntry
from shengji.nights.facts import NightFacts
from shengji.nights.scorekeeping import SettledHand, play_through
from shengji.nights.state import Game, Hand


class _Row(NamedTuple):
    """A hand of a night, with what its columns show."""

    night: NightFacts
    game: Game
    hand: Hand
    settled: SettledHand

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(map(self.night.name, self.settled.seats))

    def side(self, *, declares: bool) -> tuple[str, ...]:
        declarers = self.settled.declarers
        return tuple(name for at, name in enumerate(self.names) if (at in declarers) == declares)

    @property
    def failed_throws(self) -> int:
        entry = self.hand.entry
        return len(entry.throws) if isinstance(entry, HandEntry) else 0


HAND_COLUMNS: Final[Mapping[str, Callable[[_Row], object]]] = {
    "round": lambda row: row.game.round,
    "table": lambda row: row.game.table,
    "hand": lambda row: row.settled.number,
    "at": lambda row: datetime.fromtimestamp(row.hand.at / 1000, UTC),
    "dealer": lambda row: row.names[row.settled.dealer],
    "declarers": lambda row: row.side(declares=True),
    "opponents": lambda row: row.side(declares=False),
    "rank": lambda row: row.settled.rank,
    "suit": lambda row: row.settled.suit,
    "points": lambda row: row.settled.points,
    "winner": lambda row: row.settled.winner,
    "levels": lambda row: row.settled.levels,
    "levels_after": lambda row: tuple(at.level for at in row.settled.after),
    "confirmed": lambda row: row.settled.confirmed,
    "versions": lambda row: row.hand.version,
    "offender": lambda row: row.night.name(row.settled.offender) if row.settled.offender else "",
    "throws": lambda row: row.failed_throws,
    "beyond": lambda row: row.settled.beyond,
    "void": lambda row: row.settled.void,
}
"""The columns of an export of hands, in order."""


def hand_rows(night: NightFacts) -> tuple[dict[str, Any], ...]:
    """All hands of a night by `HAND_COLUMNS`, in the order of round, table and number."""
    found = (
        _Row(night, game, hand, settled)
        for number in night.rounds
        for _, game in sorted(number.games.items())
        for hand, settled in zip(game.hands, play_through(game).hands, strict=True)
    )
    return tuple({name: of(row) for name, of in HAND_COLUMNS.items()} for row in found)


def csv_of(columns: Sequence[str], rows: Iterable[object]) -> str:
    """Rows as comma-separated values (RFC 4180), with a header of column names.

    A list fills one cell, joined by ` / `. A text that a spreadsheet would take for a formula is
    prefixed with an apostrophe.

    Args:
        columns: names of the columns, in order.
        rows: mappings or structs that have a value for each column.
    """
    found = (msgspec.to_builtins(row) for row in rows)
    return table_of(columns, ([row[name] for name in columns] for row in found))


def table_of(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Rows of cells as comma-separated values, with a header; cells as for `csv_of`."""
    out = io.StringIO()
    csv.writer(out).writerows([_cell(value) for value in row] for row in (header, *rows))
    return out.getvalue()


def _cell(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return _cell(" / ".join(map(str, value)))
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return f"'{value}"
    return value
