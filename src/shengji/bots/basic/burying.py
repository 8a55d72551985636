"""Burying: which cards the Dealer puts back as the kitty (Z21 §3.5.6, §5).

Every set of plain suits that the kitty can take whole is tried; the rest is filled with the cards
that are missed least. An emptied suit is worth much, because it can be trumped from then on; points
in the kitty are a risk that strong trumps make smaller.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from shengji.cards import Card
from shengji.game import Hand
from shengji.play.space import COLUMNS, TRUMP, Space

VOID = 8.0
"""What an emptied suit is worth; nothing without a trump suit, and less with few trumps."""
TRUMP_CARD = 20.0
"""What the lowest trump is worth, so that none is buried while there is anything else."""
ACE, SECOND, THIRD = 12.0, 4.0, 2.0
"""The highest, second and third strength of a plain suit."""
PAIR = 6.0
"""A further copy of a card."""
RISK, WEAK_RISK = 1.0, 1.6
"""What each point in the kitty costs, with many trumps and with few."""
OPPONENTS_RISK = 0.4
"""The part of it that it costs the Opponents, who win the kitty if they take the last trick."""
HIGH_FACTORS, HIGH_FACTOR = ("power-of-cards", "twice-cards", "twice-cards-led"), 1.3
"""Where the kitty counts more than usual, and how much more it then costs."""


def choose_kitty(hand: Hand, seat: int) -> tuple[Card, ...]:
    """The cards to bury, as many as the kitty has; asked of who holds it."""
    rules, space, cards = hand.rules, hand.space, hand.hands[seat]
    size = rules.kitty_size
    trumps = sum(1 for card in cards if space.suit(card) == TRUMP)
    many = 1.25 * (len(cards) - size) / max(1, rules.players - 1)
    strong = trumps >= many
    held = Counter(cards)
    risk = _risk(hand, seat, strong)
    costs = {card: _cost(space, card, held[card], risk) for card in held}
    suits = {suit: cs for suit, cs in space.by_suit(cards).items() if suit != TRUMP}
    void = VOID * min(1.0, trumps / many) if space.trump.suit is not None else 0.0
    best: tuple[Card, ...] = ()
    best_value = float("-inf")
    for count in range(len(suits) + 1):
        for emptied in combinations(suits, count):
            buried = [card for suit in emptied for card in suits[suit]]
            if len(buried) > size:
                continue
            rest = [card for card in cards if space.suit(card) not in emptied]
            rest.sort(key=lambda card: costs[card])
            buried += rest[: size - len(buried)]
            value = void * len(emptied) - sum(costs[card] for card in buried)
            if value > best_value:
                best, best_value = tuple(buried), value
    return best


def _risk(hand: Hand, seat: int, strong: bool) -> float:
    """What each point in the kitty costs.

    Whoever bids for the land as an Opponent buries for its own side (Z21 §6.2).
    """
    risk = RISK if strong else WEAK_RISK
    if hand.rules.teams == "fixed" and not hand.is_declarer(seat):
        return OPPONENTS_RISK * risk
    return HIGH_FACTOR * risk if hand.rules.kitty_factor in HIGH_FACTORS else risk


def _cost(space: Space, card: Card, copies: int, risk: float) -> float:
    """What it costs to bury a card."""
    suit, column = space.suit(card), space.column(card)
    below_top = int(space.table[COLUMNS, suit]) - 1 - column
    cost = risk * card.points
    if copies > 1:
        cost += PAIR + 0.3 * column
    if suit == TRUMP:
        return cost + TRUMP_CARD + column
    return cost + 0.1 * column + (ACE, SECOND, THIRD, 0.0)[min(3, below_top)]
