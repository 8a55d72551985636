"""Hands as tables for data science: one row a hand, one row a play, in Apache Parquet.

This wants `pip install 'shengji[parquet]'`. docs/record-format.md lists the columns.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

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
from shengji.record.arrow import Shape, arrow
from shengji.record.reader import Record, empty_match
from shengji.rules import Rules

if TYPE_CHECKING:
    import pyarrow as pa

HANDS, PLAYS = "hands.parquet", "plays.parquet"
VERSION = "1"
"""The version of the tables."""

_SOME = 2000
"""How many hands are written at once."""

Cards: TypeAlias = tuple[str, ...]
Names: TypeAlias = tuple[str, ...]
Seats: TypeAlias = tuple[int, ...]


class HandRow(msgspec.Struct, kw_only=True):
    """A hand that is over; what the record does not show is missing.

    Attributes:
        record: the record's path, from the folder on.
        hand: which hand of its match, from 1.
        created: when the match began, as the record says it.
        rules: the rules, as JSON that `rules_from` reads.
        players: how many play.
        decks: with how many decks.
        names: who plays in each seat.
        levels: the level of each seat before the hand.
        rank: the trump rank.
        suit: the trump suit; missing for no trump suit.
        dealer: the Dealer's seat.
        declarers: the seats on the Declarers' side at the end.
        first: the seat that drew first.
        redeals: how often the hand was dealt again before.
        dealt: the cards that each seat drew, in the order in which it drew them.
        kitty: the kitty as it was dealt.
        buried: the cards buried last.
        buried_by: who buried them.
        calls: the cards that were called for friends, each with which copy: `AS 2`.
        tricks: the Opponents' points from tricks and penalties.
        kitty_points: the points in the kitty.
        factor: what these count when the Opponents won the last trick, else 0.
        points: the Opponents' points altogether.
        winner: `declarers` or `opponents`.
        won_levels: how many levels that side was to go up.
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
        hand: the hand, likewise.
        trick: which trick, from 1.
        place: 0 for the lead, then 1, 2 and so on in turn.
        seat: who played.
        cards: what was played.
        thrown: the throw that failed, of which `cards` is what was led; else missing.
        held: what the player held before; missing where the record does not show it.
        points: the points in `cards`.
        points_before: the Opponents' points before the play.
        won: whether it won the trick.
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
"""The files of an export, and what is in each."""


class Tables(NamedTuple):
    """The tables that were exported.

    Attributes:
        hands: a row for each hand, with the columns of `HandRow`.
        plays: a row for each play, with those of `PlayRow`, hand by hand in the order of play.
    """

    hands: pa.Table
    plays: pa.Table


def rows(
    record: Record, name: str, wanted: Collection[int] | None = None
) -> Iterator[tuple[HandRow, list[PlayRow]]]:
    """The hands of a record that are over, each with its plays.

    Args:
        record: the record.
        name: what stands as `record` in the rows.
        wanted: which hands, by their numbers from 1; `None`: all.
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
    """A play that is about to be made."""
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
    """Take from an event that has just happened what belongs to its hand."""
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


def export(found: Iterable[tuple[HandRow, list[PlayRow]]], folder: Path) -> int:
    """Write hands and their plays as the two files of a folder, whole or not at all.

    Args:
        found: as `rows` tells them.
        folder: it is made when it is not there; an export that lies there is replaced.

    Returns:
        How many hands there are.

    Raises:
        MissingExtraError: pyarrow is not installed.
        OSError: a file cannot be written.
    """
    arrow()  # where it is missing no folder is made
    folder.mkdir(parents=True, exist_ok=True)
    new = [folder / f"{name}.new" for name, _ in FILES]
    count = 0
    with HAND_SHAPE.writer(new[0]) as hands, PLAY_SHAPE.writer(new[1]) as plays:
        waiting: list[tuple[HandRow, list[PlayRow]]] = []
        for one in found:
            waiting.append(one)
            if len(waiting) == _SOME:
                count += _write(hands, plays, waiting)
        count += _write(hands, plays, waiting)
    for (name, _), path in zip(FILES, new, strict=True):
        path.replace(folder / name)
    return count


def _write(hands: Any, plays: Any, waiting: list[tuple[HandRow, list[PlayRow]]]) -> int:
    count = len(waiting)
    if waiting:
        hands.write_table(HAND_SHAPE.table([row for row, _ in waiting]))
        plays.write_table(PLAY_SHAPE.table([play for _, own in waiting for play in own]))
        waiting.clear()
    return count


def load(folder: Path | str) -> Tables:
    """The tables of a folder that `export` has written; `to_pandas()` of each makes a data frame.

    Raises:
        ParquetError: there are none, or those of another version.
        MissingExtraError: pyarrow is not installed.
    """
    make = "shengji record find --parquet"
    return Tables(*(shape.read(Path(folder) / name, make=make) for name, shape in FILES))
