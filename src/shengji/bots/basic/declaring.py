"""Declaring: whether to show cards now, and which (Z21 §3.5.5, §5).

A trump suit is good for a side when it is long and strong in the hand. While cards are still to be
drawn, waiting tells more, but somebody else may be first; so the longer the draw lasts the less it
takes to declare.
"""

from __future__ import annotations

from shengji.cards import Card, Rank, Suit
from shengji.game import Hand

PAIR, JOKER, RANK_CARD, HIGH = 0.8, 1.0, 0.7, 0.3
"""Besides its length: what a further copy, a Joker, a card of the trump rank, an ace or king of the
suit add to it, in trumps."""
LEAST_CARDS = 6
"""A suit is not judged from fewer cards drawn, except where declaring makes the Dealer."""
MARGIN = 1.5
"""How many trumps better than the suit that lies there another one must be."""
TO_DEAL = 6.0
"""What it is worth, in trumps, to become the Dealer in a match's first hand."""
PARTNER_DEALS = 0.5
"""How much better a suit must be when the partner deals, who will know the kitty."""
NO_TRUMP_FOR_OPPONENTS = 1.0
"""No trump suit makes it hard for the Dealer to keep control (Z21 §5)."""


def choose_showing(
    hand: Hand, seat: int, options: list[tuple[Card, ...]]
) -> tuple[Card, ...] | None:
    """One of the options, or `None` to wait."""
    cards = hand.hands[seat]
    best, best_gain = None, 0.0
    for option in options:
        gain = _gain(hand, seat, cards, option)
        if gain > best_gain:
            best, best_gain = option, gain
    return best


def _gain(hand: Hand, seat: int, cards: list[Card], option: tuple[Card, ...]) -> float:
    """What is gained, in trumps, by showing these cards now; nothing when it is not positive."""
    suit = option[0].suit
    value = strength(cards, hand.rank, suit)
    seizes = not hand.fixed_dealer and (
        hand.dealer is None or not hand.same_side(hand.dealer, seat)
    )
    if not hand.shown:
        if seizes:
            return value + TO_DEAL
        if len(cards) < LEAST_CARDS:
            return 0.0
        return value - _expected(hand, seat, len(cards), suit)
    last = hand.shown[-1]
    if last.seat == seat:
        # Reinforcing: nothing is lost but that the card is seen. More than needed is not shown.
        return 0.1 if len(option) == len(last.cards) + 1 else 0.0
    now = strength(cards, hand.rank, last.cards[0].suit)
    margin = MARGIN
    if seizes:
        margin -= TO_DEAL
    elif hand.same_side(last.seat, seat):
        margin += 2.0
    if suit is None and hand.dealer is not None and not hand.same_side(hand.dealer, seat):
        margin -= NO_TRUMP_FOR_OPPONENTS
    return value - now - margin


def strength(cards: list[Card], rank: Rank, suit: Suit | None) -> float:
    """How many trumps the cards would be worth with this trump suit (`None`: no trump suit)."""
    total = 0.0
    seen: set[Card] = set()
    for card in cards:
        if card.suit is None:
            value = 1.0 + JOKER
        elif card.rank is rank:
            value = 1.0 + RANK_CARD
        elif card.suit is suit:
            value = 1.0 + (HIGH if card.rank in (Rank.ACE, Rank.KING) else 0.0)
        elif suit is None and card.rank is Rank.ACE:
            # Without a trump suit few can trump an ace.
            value = 1.0
        else:
            continue
        total += value + (PAIR if card in seen else 0.0)
        seen.add(card)
    return total


def _expected(hand: Hand, seat: int, drawn: int, suit: Suit | None) -> float:
    """What a suit must be worth to be declared after so many cards."""
    # Of 54 cards 12 are of the suit beside 4 of the rank and 2 Jokers; without one, Aces count.
    each = (12 + 0.6 + 4 * (1 + RANK_CARD) + 2 * (1 + JOKER)) / 54
    left = hand.cards_to_draw / (hand.rules.hand_size * hand.players)
    need = each * drawn * (1.0 + 0.35 * left)
    if suit is None:
        need += 2.0
    if hand.dealer is not None and hand.dealer != seat and hand.same_side(hand.dealer, seat):
        need += PARTNER_DEALS
    return need
