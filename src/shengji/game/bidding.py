"""Making trumps during the draw: what may be shown, and what it makes (Z21 §3.5.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

import msgspec

from shengji.cards import Card, Rank, Trump
from shengji.game.events import Way

BidFault = Literal["bid-cards", "bid-too-low", "bid-own", "bid-not-held"]
"""Cards that declare nothing; not higher than what lies there; one's own declaration overridden;
cards that are not in the hand."""


class Showing(msgspec.Struct, frozen=True):
    """What a seat has shown; after a reinforcement all the cards."""

    seat: int
    cards: tuple[Card, ...]


def shown_trump(cards: Sequence[Card], rank: Rank) -> Trump | None:
    """The trump that these cards make, or `None` when they cannot be shown.

    One or more identical cards of the trump rank make their suit trump; two or more identical
    Jokers make no trump suit.

    >>> shown_trump([Card("8H")], Rank("8"))
    Trump(rank=Rank('8'), suit=Suit('H'))
    >>> shown_trump([Card("BJ")], Rank("8")) is None
    True
    """
    if not cards or any(card is not cards[0] for card in cards):
        return None
    if cards[0].is_joker:
        return Trump(rank, None) if len(cards) > 1 else None
    return Trump(rank, cards[0].suit) if cards[0].rank is rank else None


def _height(cards: Sequence[Card]) -> tuple[int, int]:
    """How high a declaration is: more cards first; then big Jokers, small Jokers, trump rank."""
    return len(cards), max(0, cards[0].index - 51)


def judge_bid(
    shown: Sequence[Showing], rank: Rank, seat: int, hand: Sequence[Card], cards: Sequence[Card]
) -> tuple[Way, tuple[Card, ...]] | BidFault:
    """Whether a seat may show these cards now: how it counts and all cards it shows, or the fault.

    A higher declaration overrides: more identical cards, or as many Jokers, big ones highest.
    Nobody overrides themselves, but whoever declared last may add the same card (reinforce).
    `hand` is all that the seat has drawn, also what it has shown.
    """
    cards = tuple(cards)
    last = shown[-1] if shown else None
    own = last is not None and last.seat == seat
    if own and last is not None and cards and set(cards) == set(last.cards):
        held = hand.count(cards[0])
        if len(cards) <= len(last.cards):
            cards = last.cards + cards
        return ("reinforce", cards) if len(cards) <= held else "bid-not-held"
    if shown_trump(cards, rank) is None:
        return "bid-cards"
    if Counter(cards) - Counter(hand):
        return "bid-not-held"
    if last is None:
        return "declare", cards
    if own:
        return "bid-own"
    if _height(cards) <= _height(last.cards):
        return "bid-too-low"
    return "override", cards


def bids(
    shown: Sequence[Showing], rank: Rank, seat: int, hand: Sequence[Card]
) -> list[tuple[Card, ...]]:
    """Every set of cards that a seat may now show, low to high; all cards of a reinforcement.

    >>> from shengji.cards import read_cards, write_cards
    >>> hand = read_cards("8H 8H 8C SJ SJ 5D")
    >>> [write_cards(bid) for bid in bids([Showing(2, (Card("8S"),))], Rank("8"), 0, hand)]
    ['8H 8H', 'SJ SJ']
    """
    found = []
    able = [card for card in hand if card.is_joker or card.rank is rank]
    for card, held in Counter(able).items():
        for copies in range(1, held + 1):
            cards = (card,) * copies
            last = shown[-1] if shown else None
            if last is not None and last.seat == seat and copies <= len(last.cards):
                continue
            if not isinstance(judge_bid(shown, rank, seat, able, cards), str):
                found.append(cards)
    return sorted(found, key=lambda cards: (_height(cards), cards[0].index))
