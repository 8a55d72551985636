"""Showing: whether to declare, reinforce or override now, and with which cards (Z21 §3.5.5, §5).

A trump suit is worth showing when it promises more than what lies there, or than a suit that the
others or the kitty would make. While cards are still to be drawn it takes somewhat more.
"""

from __future__ import annotations

from shengji.bots.ruled.prospects import Role, prospect, role_of, suits_mean
from shengji.cards import Card, Suit, Trump
from shengji.game import Hand
from shengji.game.hand import suit_of
from shengji.game.making import dealer_after

AT_LEAST: dict[Role, float] = {"dealer": 0.1, "partner": 0.1, "opponent": 0.1}
"""How many levels better than a suit by chance a suit must be to declare it."""
EARLY: dict[Role, float] = {"dealer": 0.2, "partner": 0.2, "opponent": 0.2}
"""How much more before the first card."""
OVER_PARTNER, OVER_OPPONENT = 0.4, 0.1
"""How much better than the suit that the partner, or an opponent, has shown another must be."""
NO_TRUMP = -0.3
"""What a hand without a trump suit promises besides."""
TO_DEAL = 0.6
"""What it is worth to become the Dealer where the draw decides."""


def choose_showing(
    hand: Hand, seat: int, options: list[tuple[Card, ...]]
) -> tuple[Card, ...] | None:
    """One of the options, or `None` to wait."""
    best, best_gain = None, 0.0
    for option in options:
        gain = _gain(hand, seat, option)
        if gain > best_gain:
            best, best_gain = option, gain
    return best


def _gain(hand: Hand, seat: int, option: tuple[Card, ...]) -> float:
    """What is gained, in levels, by showing these cards now; nothing when it is not positive."""
    shown = hand.shown[-1] if hand.shown else None
    if shown is not None and shown.seat == seat:
        # Reinforcing costs nothing but that the card is seen; Jokers are better kept unseen.
        return 1.0 if len(option) == len(shown.cards) + 1 and len(set(option)) == 1 else 0.0
    role = role_of(hand, seat, hand.dealer)
    after = role_of(hand, seat, dealer_after(hand, seat, option))
    rank = hand.ranks[seat]
    gain = _promise(hand, seat, Trump(rank, suit_of(option)), after)
    if after == "dealer" and role != "dealer":
        gain += TO_DEAL
    if shown is None:
        left = hand.cards_to_draw / (hand.rules.hand_size * hand.players)
        gain -= suits_mean(hand.rules, hand.hands[seat], Trump(rank, None), role)
        return gain - AT_LEAST[role] - EARLY[role] * left
    gain -= _promise(hand, seat, hand.trump_so_far, role)
    friends = hand.rules.teams == "fixed" and hand.same_side(seat, shown.seat)
    return gain - (OVER_PARTNER if friends else OVER_OPPONENT)


def _promise(hand: Hand, seat: int, trump: Trump, role: Role) -> float:
    suit: Suit | None = trump.suit
    promised = prospect(hand.rules, hand.hands[seat], trump, role)
    return promised + (NO_TRUMP if suit is None else 0.0)
