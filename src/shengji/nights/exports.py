"""A night for other programs: as one JSON document, or as tables of comma-separated values."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec

from shengji.nights.facts import NightFacts
from shengji.nights.printing import HandRow, SeatingSheet, hand_rows, seating_sheet
from shengji.nights.settings import NightSettings
from shengji.nights.standings import Row, TeamRow, standings, team_standings
from shengji.nights.state import Penalty


class NightExport(msgspec.Struct, frozen=True, kw_only=True):
    """A night as it is exported. People are told by their names.

    Attributes:
        night: its id.
        opened: when it was made.
        ended: when it was over; `None`: it is not.
        settings: how it is run.
        seatings: the seating of each round.
        hands: all hands, by round, table and number.
        standings: the standings.
        teams: those of the teams, if there are any.
        penalties: all penalties, those that were taken back among them.
    """

    night: str
    opened: datetime | None
    ended: datetime | None
    settings: NightSettings
    seatings: tuple[SeatingSheet, ...]
    hands: tuple[HandRow, ...]
    standings: tuple[Row, ...]
    teams: tuple[TeamRow, ...]
    penalties: tuple[Penalty, ...]


def export_of(night: NightFacts) -> NightExport:
    """A night for other programs; `msgspec.json.encode` writes it."""
    rows = standings(night)
    return NightExport(
        night=night.id,
        opened=night.opened,
        ended=night.ended,
        settings=night.settings,
        seatings=tuple(seating_sheet(night, found.number) for found in night.rounds),
        hands=hand_rows(night),
        standings=rows,
        teams=team_standings(rows),
        penalties=tuple(
            msgspec.structs.replace(one, person=night.name(one.person)) for one in night.penalties
        ),
    )


def csv_of(kind: type[msgspec.Struct], rows: Sequence[msgspec.Struct]) -> str:
    """Rows as comma-separated values (RFC 4180), with the names of the fields above them.

    Lists stand in one cell, with `/` between. A name that a spreadsheet would take for a formula is
    written with an apostrophe before it.

    Args:
        kind: what the rows are, such as `HandRow` or `Row`.
        rows: the rows.
    """
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(kind.__struct_fields__)
    for row in rows:
        plain = msgspec.to_builtins(row)
        writer.writerow(_cell(plain[name]) for name in kind.__struct_fields__)
    return out.getvalue()


def _cell(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return _cell(" / ".join(map(str, value)))
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return f"'{value}"
    return value
