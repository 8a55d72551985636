"""A night's hands as rows, and rows as tables of comma-separated values, for other programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec

from shengji.cards import Rank, Suit
from shengji.game.events import Side
from shengji.nights.entries import HandEntry
from shengji.nights.facts import NightFacts
from shengji.nights.scorekeeping import SettledHand, play_through
from shengji.nights.state import Game, Hand


class HandRow(msgspec.Struct, frozen=True, kw_only=True):
    """A hand as a row of an export.

    Attributes:
        round: in which round.
        table: at which table.
        hand: its number at the table.
        at: when it was first written down.
        dealer: the name of the Dealer.
        declarers: the names of the Declarers' side.
        opponents: those of the other side.
        rank: the trump rank.
        suit: the trump suit; `None`: none, or it was not written down.
        points: the Opponents' points altogether.
        winner: the side that won.
        levels: how many levels it was to go up.
        levels_after: the level of each seat after it.
        confirmed: whether it counts.
        versions: how often it was written down; more than once: it was corrected.
        offender: whose invalid play was found later and lost it; empty: nobody's.
        throws: how many invalid throws there were.
        beyond: whether the match had been won before it.
        void: whether it was struck out.
    """

    round: int
    table: int
    hand: int
    at: datetime
    dealer: str
    declarers: tuple[str, ...]
    opponents: tuple[str, ...]
    rank: Rank
    suit: Suit | None
    points: int
    winner: Side
    levels: int
    levels_after: tuple[Rank, ...]
    confirmed: bool
    versions: int
    offender: str
    throws: int
    beyond: bool
    void: bool


def hand_rows(night: NightFacts) -> tuple[HandRow, ...]:
    """All hands of a night, by round, table and number."""
    return tuple(
        row
        for number in night.rounds
        for table in sorted(number.games)
        for row in _rows_of(night, number.games[table])
    )


def _rows_of(night: NightFacts, game: Game) -> list[HandRow]:
    settled = play_through(game).hands
    return [
        _hand_row(night, game, hand, found) for hand, found in zip(game.hands, settled, strict=True)
    ]


def _hand_row(night: NightFacts, game: Game, hand: Hand, found: SettledHand) -> HandRow:
    names = tuple(map(night.name, found.seats))
    entry = hand.entry
    return HandRow(
        round=game.round,
        table=game.table,
        hand=found.number,
        at=hand.at,
        dealer=names[found.dealer],
        declarers=tuple(names[seat] for seat in found.declarers),
        opponents=tuple(n for seat, n in enumerate(names) if seat not in found.declarers),
        rank=found.rank,
        suit=found.suit,
        points=found.points,
        winner=found.winner,
        levels=found.levels,
        levels_after=tuple(at.level for at in found.after),
        confirmed=found.confirmed,
        versions=hand.version,
        offender=night.name(found.offender) if found.offender else "",
        throws=len(entry.throws) if isinstance(entry, HandEntry) else 0,
        beyond=found.beyond,
        void=found.void,
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
