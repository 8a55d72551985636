"""Exports of a night: its hands as rows, and rows as CSV, for other programs."""

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
        hand: its number at the table in this round, from 1.
        at: time of its first version.
        dealer: name of the Dealer.
        declarers: names of the players on the Declarers' side.
        opponents: names of the players on the Opponents' side.
        suit: the trump suit; `None`: no trump suit, or not recorded.
        points: the Opponents' points altogether.
        winner: the side that won.
        levels: number of levels that the winner goes up.
        levels_after: the level of each seat after the hand.
        confirmed: whether it counts.
        versions: number of its versions; more than one: it was corrected.
        offender: name of the player whose invalid play, found later, lost it; empty: none.
        throws: number of failed throws.
        beyond: whether the match had already been won.
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
    """Rows as comma-separated values (RFC 4180), with a header of field names.

    A list fills one cell, joined by ` / `. A text that a spreadsheet would take for a formula is
    prefixed with an apostrophe.

    Args:
        kind: type of the rows, such as `HandRow` or `Row`.
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
