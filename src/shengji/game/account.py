"""Account of a finished hand: the data that explains its result to people."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from shengji.cards import RANKS, Rank, Suit
from shengji.game.events import HandEnded
from shengji.game.hand import Hand
from shengji.game.levels import dealer_gain, must_play_levels
from shengji.game.standing import Standing
from shengji.rules import Rules


class TrickAccount(msgspec.Struct, frozen=True):
    """A trick with points.

    `number` counts the tricks of the hand from 1; `seat` won it.
    """

    number: int
    seat: int
    points: int


class HandAccount(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a hand, and the facts behind it that `HandEnded` lacks.

    Attributes:
        number: number of the hand in the match, from 1.
        suit: the trump suit, `None` for no trump suit.
        ended: the end, as its viewer may see it.
        tricks: the tricks with points, in order.
        penalty: the points that failed throws and red fives gave to the Opponents, or took.
        discarded: the points thrown away by friends who joined.
        held: the winning seats that a must-play level has held back.
        auto_level: whether the Opponents went up one extra level for winning at all (Z21 §6.5).
        gain: how many levels the Dealer was to go up when the Declarers won, more than the rest of
            the team when friends were missing; else 0.
    """

    number: int
    rank: Rank
    suit: Suit | None
    ended: HandEnded
    before: tuple[Standing, ...]
    after: tuple[Standing, ...]
    tricks: tuple[TrickAccount, ...]
    penalty: int
    discarded: int
    held: tuple[int, ...]
    auto_level: bool
    gain: int


def account_of(hand: Hand, before: Sequence[Standing]) -> HandAccount:
    """The account of a finished hand; `before` holds the standings before it."""
    rules, ended = hand.rules, hand.result
    assert ended is not None and hand.trump is not None, "the hand is over"
    won = ended.winner
    return HandAccount(
        number=hand.number,
        rank=hand.trump.rank,
        suit=hand.trump.suit,
        ended=ended,
        before=tuple(before),
        after=ended.after,
        tricks=tuple(
            TrickAccount(number, trick.winner, trick.points)
            for number, trick in enumerate(hand.tricks, 1)
            if trick.points and trick.winner is not None
        ),
        penalty=hand.penalty,
        discarded=hand.discarded,
        held=_held(rules, ended, before),
        auto_level=won == "opponents" and rules.auto_level and rules.in_effect("auto_level"),
        gain=dealer_gain(rules, ended.levels, ended.missing) if won == "declarers" else 0,
    )


def _held(rules: Rules, ended: HandEnded, before: Sequence[Standing]) -> tuple[int, ...]:
    """The winners who were held at a level that must be played (Z21 §6.1.2)."""
    won = ended.winner == "declarers"
    return tuple(
        seat
        for seat, at in enumerate(ended.after)
        if (seat in ended.declarers) == won
        and seat not in (*ended.winners, *ended.hooked, *ended.fined)
        and at.level in must_play_levels(rules)
        and _steps(before[seat], at) < ended.levels
    )


def _steps(before: Standing, after: Standing) -> int:
    return after.level.order - before.level.order + len(RANKS) * (after.lap - before.lap)
