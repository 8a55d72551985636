"""Showing: the decision to declare, reinforce or override, and the cards for it (Z21 §3.5.5, §5).

A trump suit is worth showing when it promises more than the current declaration, or than a suit
made by other players or the kitty. While cards are still to be drawn the threshold is higher.
"""

from __future__ import annotations

from collections.abc import Sequence

from shengji.bots.ruled.prospects import Prospects, role_of
from shengji.cards import Card
from shengji.game import Hand
from shengji.game.draw_end import dealer_after
from shengji.game.hand import suit_of

EARLY = 0.15
"""The surplus over a random suit, in levels, for declaring before the first card is drawn; it falls
to 0 at the end of the draw."""
OVER_PARTNER, OVER_OPPONENT = 0.2, -0.1
"""The surplus over the suit that the partner, or an opponent, has shown; the player who showed it
is strong in it."""
TO_DEAL = 0.6
"""The value of becoming the Dealer when the draw decides that."""
TO_REINFORCE = 0.1
"""The value of reinforcing."""


def showing_gains(
    hand: Hand, seat: int, options: Sequence[tuple[Card, ...]]
) -> dict[tuple[Card, ...], float]:
    """The gain, in levels, of showing each of these now instead of waiting."""
    shown = hand.shown[-1] if hand.shown else None
    if shown is not None and shown.seat == seat:
        # Reinforcing costs nothing but the information; Jokers are better kept hidden.
        more = len(shown.cards) + 1
        return {
            option: TO_REINFORCE if len(option) == more and len(set(option)) == 1 else 0.0
            for option in options
        }
    rank = hand.ranks[seat]
    promised = Prospects(hand.rules, hand.hands[seat], rank)
    role = role_of(hand, seat, hand.dealer)
    if shown is None:
        left = hand.cards_to_draw / (hand.rules.hand_size * hand.players)
        otherwise = promised.mean(role) + EARLY * left
    else:
        friends = hand.rules.teams == "fixed" and hand.same_side(seat, shown.seat)
        lies, there = hand.trump_so_far, promised
        if lies.rank is not rank:
            there = Prospects(hand.rules, hand.hands[seat], lies.rank)
        otherwise = there.of(lies.suit, role) + (OVER_PARTNER if friends else OVER_OPPONENT)
    gains = {}
    for option in options:
        after = role_of(hand, seat, dealer_after(hand, seat, option))
        to_deal = TO_DEAL if after == "dealer" and role != "dealer" else 0.0
        gains[option] = promised.of(suit_of(option), after) + to_deal - otherwise
    return gains
