"""Prospects of a hand with a trump suit, in levels for its side, before the first trick.

The numbers were fitted to the results of whole hands that the compiled rules of play played out
(commit 3fc2457, 2026-11-22; neither the script nor the deals were kept): the average contribution
of each trump, each sure winner and each further copy, for each role. They do not depend on the
number of cards drawn so far, so they also apply during the draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Literal, get_args

import numpy as np

from shengji.bots.policy.numbers import Numbers
from shengji.bots.ruled.features import (
    BOSSES,
    COPIES,
    FEATURES,
    FULL,
    HIGH,
    HIGH_COPIES,
    NEXT,
    ONE,
    PLAIN_COPIES,
    PLAIN_RUNS,
    POINTS_HELD,
    SECONDS,
    SHORTS,
    THIRD,
    TOP,
    TRUMP_RUNS,
    TRUMPS,
    weigh_trumps,
)
from shengji.cards import SUITS, Card, Rank, Suit, Trump
from shengji.game import Hand
from shengji.play.jit import Matrix
from shengji.play.space import space_of
from shengji.rules import Rules

Role = Literal["dealer", "partner", "opponent"]
"""The role of a seat: the Dealer, who buries and leads; the Dealer's partner; or an opponent."""

_ENTRIES = {
    "one": ONE,
    "full": FULL,
    "trumps": TRUMPS,
    "top": TOP,
    "next": NEXT,
    "third": THIRD,
    "high": HIGH,
    "copies": COPIES,
    "high_copies": HIGH_COPIES,
    "runs": TRUMP_RUNS,
    "bosses": BOSSES,
    "seconds": SECONDS,
    "plain_copies": PLAIN_COPIES,
    "plain_runs": PLAIN_RUNS,
    "shorts": SHORTS,
    "points": POINTS_HELD,
}


def _worth(**numbers: float) -> Numbers:
    worth = np.zeros(FEATURES)
    for name, number in numbers.items():
        worth[_ENTRIES[name]] = number
    return worth


_WITH_SUIT: dict[Role, Numbers] = {
    "dealer": _worth(
        trumps=0.077, top=0.11, next=0.085, third=0.063, high=0.022, copies=0.105, runs=0.08,
        bosses=0.088, seconds=0.045, plain_copies=0.072, plain_runs=0.09, shorts=0.05, points=0.002,
    ),
    "partner": _worth(
        trumps=0.038, top=0.155, next=0.117, third=0.047, high=0.009, copies=0.06, runs=0.08,
        bosses=0.104, seconds=0.05, plain_copies=0.06, plain_runs=0.03, shorts=0.04, points=0.006,
    ),
    "opponent": _worth(
        trumps=0.072, top=0.136, next=0.1, third=0.054, high=0.018, copies=0.055, high_copies=0.08,
        runs=0.065, bosses=0.111, seconds=0.053, plain_copies=0.073, plain_runs=0.055, shorts=0.04,
        points=0.004,
    ),
}  # fmt: skip
"""The weights of the features with a trump suit."""
_WITHOUT_SUIT: dict[Role, Numbers] = {
    "dealer": _worth(
        full=0.25, trumps=0.111, top=0.106, next=0.045, third=-0.033, copies=0.08, bosses=0.1,
        seconds=0.056, plain_copies=0.075, plain_runs=0.13, shorts=0.06, points=0.003,
    ),
    "partner": _worth(
        one=-0.1, full=0.2, trumps=0.092, top=0.094, next=0.05, third=-0.053, copies=0.06,
        bosses=0.127, seconds=0.061, plain_copies=0.06, plain_runs=0.06, shorts=0.04, points=0.005,
    ),
    "opponent": _worth(
        one=0.15, full=0.27, trumps=0.125, top=0.125, next=0.057, third=-0.055, copies=0.14,
        bosses=0.124, seconds=0.068, plain_copies=0.072, shorts=0.03, points=0.005,
    ),
}  # fmt: skip
"""The weights without a trump suit. The value rises as the hand fills up, since trumps that are
still to be drawn are worth little without a suit."""
_ROLES: tuple[Role, ...] = get_args(Role)
_TRUMPS = (*SUITS, None)
_ROWS = {suit: row for row, suit in enumerate(_TRUMPS)}
_WORTH = np.array(
    [(_WITHOUT_SUIT if suit is None else _WITH_SUIT)[role] for suit in _TRUMPS for role in _ROLES]
)
"""All weights in the layout of `weigh_trumps`."""
SAMPLE = 200
"""Number of random hands for the average prospect."""


class Prospects:
    """The prospects of cards with each trump suit, in levels.

    Only differences between hands of one size are meaningful.
    """

    def __init__(self, rules: Rules, cards: Sequence[Card], rank: Rank) -> None:
        promised = np.empty((len(_TRUMPS), len(_ROLES)))
        indexes = np.array([card.index for card in cards], dtype=np.int64)
        full = len(cards) / rules.hand_size
        spaces = _spaces(rules, rank)
        weigh_trumps(spaces, indexes, rules.deck_count, full, _WORTH, promised)
        self._promised: list[list[float]] = promised.tolist()

    def of(self, suit: Suit | None, role: Role) -> float:
        """The prospect of a seat in this role with this suit, or without a suit."""
        return self._promised[_ROWS[suit]][_ROLES.index(role)]

    def mean(self, role: Role) -> float:
        """The average prospect over the four suits."""
        column = _ROLES.index(role)
        return sum([row[column] for row in self._promised[: len(SUITS)]]) / len(SUITS)


@lru_cache(maxsize=256)
def _spaces(rules: Rules, rank: Rank) -> Matrix:
    """The strength spaces of all trumps of a rank, one under another."""
    return np.concatenate([space_of(rules, Trump(rank, suit)).table for suit in _TRUMPS])


@lru_cache(maxsize=256)
def usual_prospect(rules: Rules, trump: Trump, role: Role) -> float:
    """The average prospect of a whole hand, before the kitty."""
    chance, deck = Random(1), rules.deck
    hands = (chance.sample(deck, rules.hand_size) for _ in range(SAMPLE))
    each = (Prospects(rules, cards, trump.rank).of(trump.suit, role) for cards in hands)
    return sum(each) / SAMPLE


def role_of(hand: Hand, seat: int, dealer: int | None) -> Role:
    """The role of a seat with this Dealer; in Finding Friends other seats are opponents.

    Without a Dealer (`None`) every seat counts as an opponent.
    """
    if dealer == seat:
        return "dealer"
    if dealer is None or hand.rules.teams == "friends":
        return "opponent"
    return "partner" if hand.same_side(seat, dealer) else "opponent"
