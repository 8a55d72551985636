"""Claiming a re-deal: whether the hand is bad enough for its side (Z21 §3.5.7)."""

from __future__ import annotations

from shengji.bots.basic.strength import USUAL, strength
from shengji.cards import Rank
from shengji.game import Hand
from shengji.play.space import TRUMP

PLAIN_ACE, PLAIN_PAIR = 0.9, 0.4
"""What an Ace and a pair outside trumps are worth, in trumps."""
PLAIN = 4 * PLAIN_ACE * 3 / 4 / 54 + 0.05
"""What each card of a hand adds to that on average."""
BAD = 0.75
"""The part of an average hand below which one is bad."""
DEALERS, OTHERS = 0.9, 1.1
"""The Dealer has the kitty to mend the hand, and may lose the deal; the others do not."""


def wants_redeal(hand: Hand, seat: int) -> bool:
    """Whether to claim a re-deal with this hand; asked only where it may be claimed."""
    assert hand.trump is not None
    cards, rules = hand.hands[seat], hand.rules
    value = strength(rules, cards, hand.trump)
    seen = set()
    for card in cards:
        if hand.space.suit(card) == TRUMP:
            continue
        if card.rank is Rank.ACE and hand.trump.suit is not None:
            value += PLAIN_ACE
        if card in seen:
            value += PLAIN_PAIR
        seen.add(card)
    need = BAD * (USUAL + PLAIN) * len(cards)
    return value < need * (DEALERS if seat == hand.dealer else OTHERS)
