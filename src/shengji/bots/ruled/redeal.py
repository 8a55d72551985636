"""Claiming a re-deal: whether the hand is worse than an average new one (Z21 §3.5.7)."""

from __future__ import annotations

from shengji.bots.ruled.prospects import Prospects, role_of, usual_prospect
from shengji.game import Hand

MARGIN = 0.1
"""How many levels worse than usual a hand must be, since the partner's may be good."""


def redeal_gain(hand: Hand, seat: int) -> float:
    """The gain, in levels, of dealing again; called only when a claim is allowed."""
    assert hand.trump is not None
    role = role_of(hand, seat, hand.dealer)
    cards, trump = hand.hands[seat], hand.trump
    promised = Prospects(hand.rules, cards, trump.rank).of(trump.suit, role)
    return usual_prospect(hand.rules, hand.trump, role) - MARGIN - promised
