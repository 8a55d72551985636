"""Exports hands and plays as tables: one row per hand, one row per play.

They are Apache Parquet, which requires `pip install 'shengji[parquet]'`, or CSV. docs/data.md lists
the columns.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import msgspec

from shengji.cards import Card
from shengji.game import (
    FriendsCalled,
    Hand,
    HandEnded,
    HandStarted,
    KittyBuried,
    KittyTaken,
    Match,
    Played,
    TrickTaken,
)
from shengji.record.arrow import Shape, TableFormat, arrow
from shengji.record.reader import Record, empty_match
from shengji.rules import Rules

if TYPE_CHECKING:
    import pyarrow as pa

HANDS, PLAYS = "hands.parquet", "plays.parquet"
VERSION = "1"
"""Version of the tables."""

_SOME = 2000
"""Number of hands per batch of writing."""

Cards: TypeAlias = tuple[str, ...]
Names: TypeAlias = tuple[str, ...]
Seats: TypeAlias = tuple[int, ...]


class HandRow(msgspec.Struct, kw_only=True):
    """A finished hand; columns not shown in the record are missing.

    Attributes:
        record: path of the record, relative to the folder.
        hand: number of the hand in its match, from 1.
        created: start of the match, as in the record.
        rules: the rules, as JSON for `rules_from`.
        players: number of players.
        decks: number of decks.
        names: the player's name for each seat.
        levels: the level of each seat before the hand.
        rank: the trump rank.
        suit: the trump suit; missing for no trump suit.
        dealer: the Dealer's seat.
        declarers: the seats on the Declarers' side at the end.
        first: the seat that drew first.
        redeals: number of re-deals of the hand before this deal.
        dealt: the cards that each seat drew, in order.
        kitty: the kitty as dealt.
        buried: the cards buried last.
        buried_by: the seat that buried them.
        calls: the cards called for friends, each with the number of the copy: `AS 2`.
        tricks: the Opponents' points from tricks and penalties.
        kitty_points: the points in the kitty.
        factor: multiplier of `kitty_points` when the Opponents won the last trick, else 0.
        points: the Opponents' points altogether.
        winner: `declarers` or `opponents`.
        won_levels: number of levels that side was to go up.
        levels_after: the level of each seat after the hand.
    """

    record: str
    hand: int
    created: str | None
    rules: str
    players: int
    decks: int
    names: Names
    levels: Names
    rank: str = ""
    suit: str | None = None
    dealer: int = 0
    declarers: Seats = ()
    first: int = 0
    redeals: int = 0
    dealt: tuple[Cards, ...] | None = None
    kitty: Cards | None = None
    buried: Cards | None = None
    buried_by: int = 0
    calls: Names = ()
    tricks: int = 0
    kitty_points: int | None = None
    factor: int = 0
    points: int = 0
    winner: str = ""
    won_levels: int = 0
    levels_after: Names = ()


class PlayRow(msgspec.Struct, kw_only=True):
    """A lead or a follow.

    Attributes:
        record: the record, as in the table of hands.
        hand: the hand, as in the table of hands.
        trick: number of the trick, from 1.
        place: 0 for the lead, then 1, 2 and so on in turn.
        seat: the player's seat.
        cards: the cards played.
        thrown: the cards of a failed throw, whose remaining lead is in `cards`; else missing.
        held: the player's cards before the play; missing where the record does not show them.
        points: the points in `cards`.
        points_before: the Opponents' points before the play.
        won: whether the play won the trick.
    """

    record: str
    hand: int
    trick: int
    place: int
    seat: int
    cards: Cards
    thrown: Cards | None
    held: Cards | None
    points: int
    points_before: int
    won: bool = False


_KEY = "shengji-hands"
HAND_SHAPE, PLAY_SHAPE = Shape(HandRow, _KEY, VERSION), Shape(PlayRow, _KEY, VERSION)
FILES = ((HANDS, HAND_SHAPE), (PLAYS, PLAY_SHAPE))
"""Files of an export with their schemas."""


class Tables(NamedTuple):
    """Exported tables.

    Attributes:
        hands: one row per hand, with the columns of `HandRow`.
        plays: one row per play, with the columns of `PlayRow`, in order.
    """

    hands: pa.Table
    plays: pa.Table


def rows(
    record: Record, name: str, wanted: Collection[int] | None = None
) -> Iterator[tuple[HandRow, list[PlayRow]]]:
    """Generate the finished hands of a record, each with its plays.

    Args:
        record: the record.
        name: value of the column `record`.
        wanted: numbers of the hands, from 1; `None`: all.
    """
    match = empty_match(record.header, record.rules)
    rules = msgspec.json.encode(record.header.rules).decode()
    row: HandRow | None = None
    plays: list[PlayRow] = []
    for number, event in enumerate(record.events):
        if isinstance(event, HandStarted):
            row, plays = None, []
            if wanted is None or event.hand in wanted:
                row = HandRow(
                    record=name,
                    hand=event.hand,
                    created=record.header.created,
                    rules=rules,
                    players=record.rules.players,
                    decks=record.rules.deck_count,
                    names=tuple(one or "" for one in record.players(number)),
                    levels=tuple(level.value for level in match.levels),
                    first=event.first,
                    redeals=event.redeals,
                )
                row.dealt = _dealt(event, record.rules)
        if row is not None and isinstance(event, Played):
            plays.append(_play(row, match, event))
        match.apply(event)
        if row is not None and match.hand is not None:
            _learn(row, plays, match.hand, event)
            if isinstance(event, HandEnded):
                yield row, plays
                row = None


def _dealt(start: HandStarted, rules: Rules) -> tuple[Cards, ...] | None:
    """The cards that each seat draws; `None` where the deck is not shown."""
    if start.deck is None:
        return None
    drawn = start.deck[: len(start.deck) - rules.kitty_size]
    players = rules.players
    return tuple(
        _words(drawn[(seat - start.first) % players :: players]) for seat in range(players)
    )


def _play(row: HandRow, match: Match, event: Played) -> PlayRow:
    """The row of a play that is about to be made."""
    hand = match.hand
    assert hand is not None
    failed = hand.failed if hand.trick is None else None
    return PlayRow(
        record=row.record,
        hand=row.hand,
        trick=len(hand.tricks) + 1,
        place=0 if hand.trick is None else len(hand.trick.plays),
        seat=event.seat,
        cards=_words(event.cards),
        thrown=None if failed is None else _words(failed.thrown),
        held=_words(hand.hands[event.seat]) if hand.knows(event.seat) else None,
        points=sum(card.points for card in event.cards),
        points_before=hand.opponents_points,
    )


def _learn(row: HandRow, plays: list[PlayRow], hand: Hand, event: object) -> None:
    """Update a hand's rows from an event that has just been applied."""
    match event:
        case KittyTaken() if not hand.land:
            row.kitty = None if event.cards is None else _words(event.cards)
        case KittyBuried():
            row.buried = None if event.cards is None else _words(event.cards)
            row.buried_by = event.seat
        case FriendsCalled():
            row.calls = tuple(f"{call.card.value} {call.ordinal}" for call in event.calls)
        case TrickTaken():
            last = plays[-hand.players :]
            next(play for play in last if play.seat == event.seat).won = True
        case HandEnded():
            _end(row, hand, event)


def _end(row: HandRow, hand: Hand, event: HandEnded) -> None:
    made = hand.trump
    assert made is not None
    row.rank = made.rank.value
    row.suit = None if made.suit is None else made.suit.value
    row.dealer, row.declarers = event.dealer, event.declarers
    row.tricks, row.factor = event.tricks, event.factor
    row.kitty_points, row.points = event.kitty_points, event.points
    row.winner, row.won_levels = event.winner, event.levels
    row.levels_after = tuple(level.value for level in event.levels_after)
    if row.buried is None and event.kitty is not None:
        row.buried = _words(event.kitty)


def _words(cards: Iterable[Card]) -> Cards:
    return tuple(card.value for card in cards)


def export(
    found: Iterable[tuple[HandRow, list[PlayRow]]], folder: Path, form: TableFormat = "parquet"
) -> int:
    """Write hands and plays to the two files of a folder, atomically for each file.

    Args:
        found: hands with their plays, from `rows`.
        folder: created if missing; an existing export is replaced.
        form: the format of the files.

    Returns:
        Number of hands.

    Raises:
        MissingExtraError: pyarrow is not installed, and the format is Parquet.
        OSError: a file cannot be written.
    """
    if form == "parquet":
        arrow()  # Fail before the folder is created.
    folder.mkdir(parents=True, exist_ok=True)
    names = [Path(name).with_suffix(f".{form}").name for name, _ in FILES]
    new = [folder / f"{name}.new" for name in names]
    count = 0
    with HAND_SHAPE.writer(new[0], form) as hands, PLAY_SHAPE.writer(new[1], form) as plays:
        waiting: list[tuple[HandRow, list[PlayRow]]] = []
        for one in found:
            waiting.append(one)
            if len(waiting) == _SOME:
                count += _write(hands, plays, waiting)
        count += _write(hands, plays, waiting)
    for name, path in zip(names, new, strict=True):
        path.replace(folder / name)
    return count


def _write(
    hands: Callable[[list[HandRow]], None],
    plays: Callable[[list[PlayRow]], None],
    waiting: list[tuple[HandRow, list[PlayRow]]],
) -> int:
    count = len(waiting)
    if waiting:
        hands([row for row, _ in waiting])
        plays([play for _, own in waiting for play in own])
        waiting.clear()
    return count


def load(folder: Path | str) -> Tables:
    """Load the tables written by `export`; `to_pandas()` of each returns a data frame.

    Raises:
        ParquetError: a table is missing, or has another version.
        MissingExtraError: pyarrow is not installed.
    """
    make = "shengji record find --parquet"
    return Tables(*(shape.read(Path(folder) / name, make=make) for name, shape in FILES))
