"""Outcome of a finished hand, which all accounts and lists of hands hold."""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

from shengji.cards import Rank, Suit, Trump
from shengji.game.events import HandEnded, Side

P = TypeVar("P")
"""A player: a seat (`int`), or the id or name of a person (`str`)."""


class HandOutcome(msgspec.Struct, Generic[P], frozen=True, kw_only=True):
    """The outcome of a hand.

    Attributes:
        declarers: the players on the Declarers' side at the end.
        suit: the trump suit; `None`: no trump suit, or not recorded.
        points: the Opponents' points altogether, as they count.
        levels: number of levels that the winner goes up.
    """

    dealer: P
    declarers: tuple[P, ...]
    rank: Rank
    suit: Suit | None
    points: int
    winner: Side
    levels: int


def outcome_of(ended: HandEnded, trump: Trump) -> HandOutcome[int]:
    """The outcome of a hand by seats, from its end and its final trump."""
    return HandOutcome(
        dealer=ended.dealer,
        declarers=ended.declarers,
        rank=trump.rank,
        suit=trump.suit,
        points=ended.points,
        winner=ended.winner,
        levels=ended.levels,
    )
