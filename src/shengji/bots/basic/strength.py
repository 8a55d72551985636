"""How much a hand is worth with a trump suit, counted in trumps; and what hands are usually worth.

It serves whoever thinks about trumps before the first trick: to declare them, to bid for the land,
to claim a re-deal.
"""

from __future__ import annotations

from collections.abc import Iterable

from shengji.cards import Card, Rank, Trump
from shengji.play.space import TRUMP, space_of
from shengji.rules import Rules

PAIR, RED_FIVE, JOKER, RANK_CARD, TWO, HIGH = 0.8, 1.3, 1.0, 0.7, 0.5, 0.3
"""Besides its length: what a further copy, a red five on top, a Joker, a card of the trump rank, a
permanent two, an Ace or King of the suit add to it, in trumps."""
NO_TRUMP_ACE = 1.0
"""Without a trump suit few can trump an Ace."""


def strength(rules: Rules, cards: Iterable[Card], trump: Trump) -> float:
    """How many trumps the cards would be worth with this trump, before the first trick.

    >>> from shengji.cards import Suit, read_cards
    >>> cards = read_cards("BJ 8C AH 9H 9H AS")
    >>> round(strength(Rules(), cards, Trump(Rank("8"), Suit("H"))), 1)
    7.8
    """
    suit_of = space_of(rules, trump).suit
    total = 0.0
    seen: set[Card] = set()
    for card in cards:
        if suit_of(card) != TRUMP:
            if trump.suit is not None or card.rank is not Rank.ACE:
                continue
            value = NO_TRUMP_ACE
        elif card.suit is None:
            value = 1.0 + JOKER
        elif card.rank is trump.rank:
            value = 1.0 + RANK_CARD
        elif card.rank in (Rank.ACE, Rank.KING):
            value = 1.0 + HIGH
        elif card.rank is Rank.TWO and rules.permanent_twos:
            value = 1.0 + TWO
        elif card.suit is not trump.suit:
            value = 1.0 + RED_FIVE
        else:
            value = 1.0
        total += value + (PAIR if card in seen else 0.0)
        seen.add(card)
    return total


# Of 54 cards 12 are of the suit beside 4 of the rank and 2 Jokers; without one, Aces count.
USUAL = (12 + 2 * HIGH + 4 * (1 + RANK_CARD) + 2 * (1 + JOKER)) / 54
"""What each card of a hand adds to its strength on average, pairs aside."""
