"""Bidding for Land: whether another trump suit and the kitty are worth a bid (Z21 §6.2)."""

from __future__ import annotations

from shengji.bots.ruled.prospects import Prospects, role_of
from shengji.cards import Card
from shengji.game import Hand
from shengji.game.hand import suit_of

KITTY = 0.3
"""The value, in levels, of taking the kitty and burying another."""
TAKEN_AWAY = 0.2
"""The additional value of taking it from the other side; from one's own side it is a loss."""


def land_gain(hand: Hand, seat: int, option: tuple[Card, ...]) -> float:
    """The gain, in levels, of a bid with these cards over passing."""
    assert hand.trump is not None and hand.buried_by is not None
    cards, rules = hand.hands[seat], hand.rules
    role = role_of(hand, seat, hand.dealer)
    # In Finding Friends no friend has been called yet: the holder of the kitty is a stranger.
    own = rules.teams == "fixed" and hand.same_side(seat, hand.buried_by)
    gain = KITTY + (-TAKEN_AWAY if own else TAKEN_AWAY)
    # A bid in the same suit only brings the kitty.
    promised = Prospects(rules, cards, hand.trump.rank)
    return gain + promised.of(suit_of(option), role) - promised.of(hand.trump.suit, role)
