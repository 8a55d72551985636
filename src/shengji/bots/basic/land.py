"""Bidding for Land: whether another trump suit and the kitty are worth a bid (Z21 §6.2)."""

from __future__ import annotations

from shengji.bots.basic.strength import strength
from shengji.cards import Card, Trump
from shengji.game import Hand
from shengji.game.hand import suit_of

KITTY = 2.0
"""What it is worth, in trumps, to take the kitty and bury another."""
TAKEN_AWAY = 2.0
"""What it is worth besides to take it, and the trump suit, from the other side; one's own side
loses as much."""
MARGIN = 0.0
"""How much must be gained."""


def choose_land(hand: Hand, seat: int, options: list[tuple[Card, ...]]) -> tuple[Card, ...] | None:
    """One of the options, or `None` to pass."""
    assert hand.trump is not None and hand.buried_by is not None
    cards, rules = hand.hands[seat], hand.rules
    now = strength(rules, cards, hand.trump)
    gain = KITTY - MARGIN
    # Among friends nobody has been called yet: whoever has the kitty is a stranger.
    friends = rules.teams == "friends" or not hand.same_side(seat, hand.buried_by)
    gain += TAKEN_AWAY if friends else -TAKEN_AWAY
    best, best_gain = None, 0.0
    for option in options:
        suit = suit_of(option)
        # The same suit again only brings the kitty.
        value = gain + strength(rules, cards, Trump(hand.trump.rank, suit)) - now
        if value > best_gain:
            best, best_gain = option, value
    return best
