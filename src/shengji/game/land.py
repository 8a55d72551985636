"""Bidding for Land: bidders, bids and their order (Z21 §6.2, Z16 §8.3, W23)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from shengji.cards import Card, Rank, lacking
from shengji.rules import Rules

LandFault = Literal["land-cards", "land-too-low", "bid-not-held"]
"""Reasons for which a bid is refused.

The cards bid nothing; they are not higher than the last declaration or bid; they are not in the
hand.
"""


def land_height(cards: Sequence[Card]) -> tuple[int, int]:
    """The height of cards in Bidding for Land.

    More identical cards are higher (Z21 §6.5). With equal numbers the order is big Jokers, small
    Jokers, then the trump rank in spades, hearts, clubs, diamonds (Z21 §6.2). Cards with added
    Jokers count together, as in the draw.

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
    """The reason against this bid, or `None` when it is legal.

    Jokers bid even where they do not declare in the draw: every text with this order begins it with
    them. `before` is the last declaration or bid, empty when the kitty made trumps.
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
    """Every legal bid for the land, low to high.

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
    """The seats asked in turn after a burial, from the right of the seat that buried.

    In the first round the last declarer is left out, where the rules say so (Z21 §6.2). After a bid
    all other seats are asked.
    """
    seats = [(buried_by + i) % rules.players for i in range(1, rules.players)]
    if bids == 0 and rules.land_bidders == "not-last-declarer":
        seats = [seat for seat in seats if seat != last_declarer]
    return seats
