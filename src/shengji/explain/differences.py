"""Differences between two answers, for all kinds of decisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from shengji.cards import Card
from shengji.game import Hand
from shengji.game.friends import answered
from shengji.play.space import TRUMP, Space

Play = tuple[Card, ...]

SHORT: Final = 3
"""Maximum number of cards of a suit that is called short."""


def beyond(cards: Sequence[Card], others: Sequence[Card]) -> Play:
    """The multiset difference: the cards of `cards` beyond those of `others`."""
    return tuple((Counter(cards) - Counter(others)).elements())


def trumps_of(space: Space, cards: Sequence[Card]) -> Play:
    """The trumps among some cards."""
    return tuple(card for card in cards if space.suit(card) == TRUMP)


def broken(held: Sequence[Card], made: Play, best: Play) -> Play:
    """A pair or more that `made` breaks and `best` keeps whole or plays whole; or none."""
    whole, mine, others = Counter(held), Counter(made), Counter(best)
    for card, number in mine.items():
        if number < whole[card] and others[card] in (0, whole[card]):
            return (card,) * whole[card]
    return ()


def emptied(space: Space, held: Sequence[Card], made: Play, best: Play) -> Iterator[Play]:
    """Yield the cards of each plain suit that `best` empties and `made` does not."""
    for suit, cards in space.by_suit(held).items():
        if suit != TRUMP and not beyond(cards, best) and beyond(cards, made):
            yield tuple(cards)


def joining(hand: Hand, seat: int, cards: Play) -> Play:
    """The called cards by which a seat joins the Declarers with a play; empty if it does not.

    A seat that is on their side already joins nothing.
    """
    if not hand.open_calls or hand.is_declarer(seat):
        return ()
    calls = hand.open_calls
    return tuple(calls[number].card for number in answered(calls, hand.played, cards))
