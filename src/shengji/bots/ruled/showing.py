"""Showing: whether to declare, reinforce or override now, and with which cards (Z21 §3.5.5, §5).

A trump suit is worth showing when it promises more than what lies there, or than a suit that the
others or the kitty would make. While cards are still to be drawn it takes somewhat more.
"""

from __future__ import annotations

from shengji.bots.ruled.prospects import prospect, role_of, suits_mean
from shengji.cards import Card, Trump
from shengji.game import Hand
from shengji.game.hand import suit_of
from shengji.game.making import dealer_after

EARLY = 0.15
"""How many levels better than a suit by chance a suit must be to declare it before the first card
is drawn; nothing at the end of the draw."""
OVER_PARTNER, OVER_OPPONENT = 0.2, -0.1
"""How much better than the suit that the partner, or an opponent, has shown another must be; they
are strong in theirs."""
TO_DEAL = 0.6
"""What it is worth to become the Dealer where the draw decides."""
TO_REINFORCE = 0.1
"""What it is worth to reinforce."""


def showing_gain(hand: Hand, seat: int, option: tuple[Card, ...]) -> float:
    """What is gained, in levels, by showing these cards now rather than to wait."""
    shown = hand.shown[-1] if hand.shown else None
    if shown is not None and shown.seat == seat:
        # Reinforcing costs nothing but that the card is seen; Jokers are better kept unseen.
        more = len(option) == len(shown.cards) + 1 and len(set(option)) == 1
        return TO_REINFORCE if more else 0.0
    role = role_of(hand, seat, hand.dealer)
    after = role_of(hand, seat, dealer_after(hand, seat, option))
    rank = hand.ranks[seat]
    cards, rules = hand.hands[seat], hand.rules
    gain = prospect(rules, cards, Trump(rank, suit_of(option)), after)
    if after == "dealer" and role != "dealer":
        gain += TO_DEAL
    if shown is None:
        left = hand.cards_to_draw / (rules.hand_size * hand.players)
        gain -= suits_mean(rules, cards, Trump(rank, None), role)
        return gain - EARLY * left
    gain -= prospect(rules, cards, hand.trump_so_far, role)
    friends = rules.teams == "fixed" and hand.same_side(seat, shown.seat)
    return gain - (OVER_PARTNER if friends else OVER_OPPONENT)
