"""Bidding for Land: who may bid, with what, in which order (Z21 §6.2, Z16 §8.3, W23)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from shengji.cards import Card, Rank, lacking
from shengji.rules import Rules

LandFault = Literal["land-cards", "land-too-low", "bid-not-held"]
"""Cards that bid nothing; not higher than what was shown or bid before; not in the hand."""


def land_height(cards: Sequence[Card]) -> tuple[int, int]:
    """How high cards are in Bidding for Land.

    More identical cards are higher (Z21 §6.5); of as many big Jokers, small Jokers, then the trump
    rank in spades, hearts, clubs, diamonds (Z21 §6.2). Cards with Jokers added to them count as in
    the draw, all together.

    >>> from shengji.cards import read_cards
    >>> order = ["BJ BJ", "SJ SJ", "8S 8S", "8H 8H", "8C 8C", "8D 8D", "8S"]
    >>> heights = [land_height(read_cards(cards)) for cards in order]
    >>> heights == sorted(heights, reverse=True)
    True
    """
    kind = max(card.index if card.suit is None else card.suit.order for card in cards)
    return len(cards), kind


def judge_land(
    rank: Rank, before: Sequence[Card], hand: Sequence[Card], cards: Sequence[Card]
) -> LandFault | None:
    """The fault of bidding these cards, or `None`.

    Jokers bid even where they do not declare in the draw: every text that has the order begins it
    with them. `before` is what was shown last in the draw or bid last, empty when the kitty made
    trumps.
    """
    able = all(card.is_joker or card.rank is rank for card in cards)
    if len(cards) < 2 or len(set(cards)) > 1 or not able:
        return "land-cards"
    if lacking(cards, hand):
        return "bid-not-held"
    if before and land_height(cards) <= land_height(before):
        return "land-too-low"
    return None


def land_bids(rank: Rank, before: Sequence[Card], hand: Sequence[Card]) -> list[tuple[Card, ...]]:
    """Every set of cards with which one may now bid for the land, low to high.

    >>> from shengji.cards import read_cards, write_cards
    >>> hand = read_cards("8S 8S 8D 8D SJ SJ AH")
    >>> before = read_cards("8H 8H")
    >>> [write_cards(bid) for bid in land_bids(Rank("8"), before, hand)]
    ['8S 8S', 'SJ SJ']
    """
    found = [
        (card,) * number for card, held in Counter(hand).items() for number in range(2, held + 1)
    ]
    return sorted(
        (cards for cards in found if judge_land(rank, before, hand, cards) is None),
        key=land_height,
    )


def land_turns(rules: Rules, buried_by: int, last_declarer: int | None, bids: int) -> list[int]:
    """The seats asked in turn after a kitty is buried, from the right of the one who buried it.

    In the first round whoever declared last in the draw is not asked, where the rules say so
    (Z21 §6.2); after a bid everyone else is.
    """
    seats = [(buried_by + i) % rules.players for i in range(1, rules.players)]
    if bids == 0 and rules.land_bidders == "not-last-declarer":
        seats = [seat for seat in seats if seat != last_declarer]
    return seats
