"""Features of the hands of a record, for searching."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args

import msgspec

from shengji.cards import Rank, Suit
from shengji.game import (
    DealtAgain,
    Hand,
    HandEnded,
    HandStarted,
    LandBid,
    Shown,
    ThrowFailed,
    Trick,
    TrickTaken,
    TrumpMade,
)
from shengji.game.events import Side
from shengji.play.space import TRUMP
from shengji.record.reader import Record, empty_match

Pattern = Literal[
    "tractor",
    "tractor-ruffed",
    "tractor-beaten",
    "tuple",
    "throw",
    "throw-failed",
    "throw-ruffed",
    "ruffed",
    "trick",
    "kitty",
    "no-points",
    "nobody",
    "overridden",
    "land",
    "redeal",
    "alone",
    "hooked",
    "red-five",
]
PATTERNS: tuple[Pattern, ...] = get_args(Pattern)
"""All patterns; each has a text in the area `library`."""


class Feature(msgspec.Struct, frozen=True):
    """A remarkable event or fact of a hand.

    Attributes:
        size: its size: the number of ranks of a tractor, of cards, units, points or times.
        trick: number of the trick, from 1; 0 for features outside the tricks.
    """

    pattern: Pattern
    size: int = 1
    trick: int = 0


class HandSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A hand in the search index.

    Attributes:
        number: number of the hand in its match, from 1.
        players: the player's name for each seat.
        rank: the trump rank; `None` where trumps were never made.
        suit: the trump suit, `None` for none.
        winner: the side that won it; `None` for an unfinished hand.
        winners: the seats of that side.
        levels: number of levels that side was to go up.
    """

    number: int
    players: tuple[str, ...]
    rank: Rank | None = None
    suit: Suit | None = None
    dealer: int | None = None
    winner: Side | None = None
    winners: tuple[int, ...] = ()
    levels: int = 0
    points: int = 0
    features: tuple[Feature, ...] = ()


def summaries(record: Record) -> Iterator[HandSummary]:
    """Generate the summaries of a record's hands; a re-dealt hand counts once."""
    match = empty_match(record.header, record.rules)
    found: list[Feature] = []
    began = 0
    for number, event in enumerate(record.events):
        hand = match.hand
        if isinstance(event, HandStarted):
            again = hand is not None and hand.number == event.hand
            if hand is not None and not again:
                yield _summary(record, hand, began, found)
            if not again:
                found, began = [], number
        match.apply(event)
        if match.hand is not None:
            found += found_in(match.hand, event)
    if match.hand is not None:
        yield _summary(record, match.hand, began, found)


def _summary(record: Record, hand: Hand, began: int, found: list[Feature]) -> HandSummary:
    ended = hand.result
    names = tuple(name or "" for name in record.players(began))
    made = hand.trump
    summary = HandSummary(
        number=hand.number,
        players=names,
        rank=None if made is None else made.rank,
        suit=None if made is None else made.suit,
        dealer=hand.dealer,
        points=hand.opponents_points,
        features=_counted(found),
    )
    if ended is None:
        return summary
    won = ended.winner == "declarers"
    winners = (seat for seat in range(hand.players) if (seat in ended.declarers) == won)
    return msgspec.structs.replace(
        summary,
        winner=ended.winner,
        winners=tuple(winners),
        levels=ended.levels,
        points=ended.points,
    )


_TIMES: tuple[Pattern, ...] = ("overridden", "land", "redeal", "red-five")
"""Features that are counted over the whole hand."""


def _counted(found: list[Feature]) -> tuple[Feature, ...]:
    """The features, with repeated ones merged by pattern, and only the richest trick."""
    kept = [f for f in found if f.pattern not in (*_TIMES, "trick")]
    richest = max((f for f in found if f.pattern == "trick"), key=lambda f: f.size, default=None)
    kept += [] if richest is None else [richest]
    for pattern in _TIMES:
        size = sum(f.size for f in found if f.pattern == pattern)
        kept += [Feature(pattern, size)] if size else []
    return tuple(kept)


def found_in(hand: Hand, event: object) -> Iterator[Feature]:
    """Generate the features shown by an event that has just been applied."""
    match event:
        case Shown() if event.way == "override":
            yield Feature("overridden")
        case TrumpMade() if not hand.shown:
            yield Feature("nobody")
        case DealtAgain():
            yield Feature("redeal")
        case LandBid():
            yield Feature("land")
        case ThrowFailed():
            yield Feature("throw-failed", len(event.thrown), len(hand.tricks) + 1)
        case TrickTaken():
            yield from _in_trick(hand, hand.tricks[-1], len(hand.tricks))
            if event.red_fives:
                yield Feature("red-five", len(event.red_fives))
        case HandEnded():
            yield from _at_end(event)


def _in_trick(hand: Hand, trick: Trick, number: int) -> Iterator[Feature]:
    reading, seat = trick.lead.reading, trick.winner
    won_with = None if seat is None else trick.cards_of(seat, hand.players)
    if won_with is None:
        return
    suit = hand.space.suit(trick.plays[0][0])
    ruffed = suit != TRUMP and all(hand.space.suit(card) == TRUMP for card in won_with)
    tractor = max((unit.length for unit in reading), default=0)
    copies = max((unit.width for unit in reading), default=0)
    if tractor >= 2:
        yield Feature("tractor", tractor, number)
        if ruffed:
            yield Feature("tractor-ruffed", tractor, number)
        elif seat != trick.leader:
            yield Feature("tractor-beaten", tractor, number)
    if copies >= 3:
        yield Feature("tuple", copies, number)
    if len(reading) >= 2:
        yield Feature("throw", len(reading), number)
        if ruffed:
            yield Feature("throw-ruffed", len(reading), number)
    if ruffed and trick.points:
        yield Feature("ruffed", trick.points, number)
    if trick.points:
        yield Feature("trick", trick.points, number)


def _at_end(event: HandEnded) -> Iterator[Feature]:
    if event.bonus:
        yield Feature("kitty", event.bonus)
    if event.points <= 0:
        yield Feature("no-points")
    if event.missing:
        yield Feature("alone", event.missing)
    if event.hooked:
        yield Feature("hooked", len(event.hooked))
