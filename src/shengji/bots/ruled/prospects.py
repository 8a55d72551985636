"""What a hand promises with a trump, in levels for its side, before the first trick.

The numbers were fitted to the results of whole hands that the compiled rules of play played out:
what each trump, each sure winner, each further copy added on average, for each role. They do not
depend on how many cards of the hand have been drawn, so that they serve in the middle of the draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Literal

import numpy as np

from shengji.bots.ruled.features import (
    BOSSES,
    COPIES,
    FEATURES,
    HIGH,
    NEXT,
    PLAIN_COPIES,
    POINTS_HELD,
    SECONDS,
    THIRD,
    TOP,
    TRUMP_RUNS,
    TRUMPS,
    Floats,
    features_of,
)
from shengji.cards import SUITS, Card, Trump
from shengji.game import Hand
from shengji.play.space import space_of
from shengji.rules import Rules

Role = Literal["dealer", "partner", "opponent"]
"""Who buries and leads, who plays with that seat, who plays against it."""

_ENTRIES = {
    "trumps": TRUMPS,
    "top": TOP,
    "next": NEXT,
    "third": THIRD,
    "high": HIGH,
    "copies": COPIES,
    "runs": TRUMP_RUNS,
    "bosses": BOSSES,
    "seconds": SECONDS,
    "plain_copies": PLAIN_COPIES,
    "points": POINTS_HELD,
}


def _worth(**numbers: float) -> Floats:
    """What each feature adds, in levels."""
    worth = np.zeros(FEATURES)
    for name, number in numbers.items():
        worth[_ENTRIES[name]] = number
    return worth


_WITH_SUIT: dict[Role, Floats] = {
    "dealer": _worth(
        trumps=0.07, top=0.12, next=0.1, third=0.1, high=0.05, copies=0.05,
        bosses=0.13, seconds=0.09, plain_copies=0.03,
    ),
    "partner": _worth(
        trumps=0.04, top=0.2, next=0.18, third=0.1, high=0.02, copies=0.1,
        bosses=0.1, seconds=0.09, plain_copies=0.02,
    ),
    "opponent": _worth(
        trumps=0.03, top=0.18, next=0.15, third=0.1, high=0.03, copies=0.07,
        bosses=0.13, seconds=0.1, plain_copies=0.05,
    ),
}  # fmt: skip
"""What each feature adds where there is a trump suit."""
_WITHOUT_SUIT: dict[Role, Floats] = {
    role: _worth(top=0.15, next=0.15, third=0.1, bosses=0.15, seconds=0.1, plain_copies=0.05)
    for role in _WITH_SUIT
}
"""The same where there is none."""

SAMPLE = 200
"""So many hands stand for the usual one."""


def prospect(rules: Rules, cards: Sequence[Card], trump: Trump, role: Role) -> float:
    """What cards promise, in levels; only differences between hands of one size count."""
    space = space_of(rules, trump)
    found = np.empty(FEATURES)
    features_of(space.table, space.words(cards), found)
    worth = (_WITHOUT_SUIT if trump.suit is None else _WITH_SUIT)[role]
    return float(worth @ found)


@lru_cache(maxsize=256)
def usual_prospect(rules: Rules, trump: Trump, role: Role) -> float:
    """What a whole hand promises on average, before the kitty."""
    chance, deck = Random(1), rules.deck
    hands = (chance.sample(deck, rules.hand_size) for _ in range(SAMPLE))
    return sum(prospect(rules, cards, trump, role) for cards in hands) / SAMPLE


def role_of(hand: Hand, seat: int, dealer: int | None) -> Role:
    """The role of a seat when this one deals; among friends others than the Dealer are opponents.

    Nobody deals yet when `dealer` is `None`; then everyone judges as an Opponent.
    """
    if dealer == seat:
        return "dealer"
    if dealer is None or hand.rules.teams == "friends":
        return "opponent"
    return "partner" if hand.same_side(seat, dealer) else "opponent"


def suits_mean(rules: Rules, cards: Sequence[Card], trump: Trump, role: Role) -> float:
    """What cards promise on average over the four suits, with this trump rank."""
    each = (prospect(rules, cards, Trump(trump.rank, suit), role) for suit in SUITS)
    return sum(each) / len(SUITS)
