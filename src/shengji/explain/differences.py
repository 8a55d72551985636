"""How two answers differ, whatever is decided."""

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
"""Maximum number of cards of a suit that are called few, whatever the other suits have."""


def beyond(cards: Sequence[Card], others: Sequence[Card]) -> Play:
    """The cards that some have beyond others."""
    return tuple((Counter(cards) - Counter(others)).elements())


def trumps_of(space: Space, cards: Sequence[Card]) -> Play:
    """The trumps among some cards."""
    return tuple(card for card in cards if space.suit(card) == TRUMP)


def broken(held: Sequence[Card], made: Play, best: Play) -> Play:
    """A pair or more of which part was given away, and that the better play leaves whole."""
    whole, mine, others = Counter(held), Counter(made), Counter(best)
    for card, number in mine.items():
        if number < whole[card] and others[card] in (0, whole[card]):
            return (card,) * whole[card]
    return ()


def emptied(space: Space, held: Sequence[Card], made: Play, best: Play) -> Iterator[Play]:
    """The cards of each plain suit of which the better play takes the last, and the other not."""
    for suit, cards in space.by_suit(held).items():
        if suit != TRUMP and not beyond(cards, best) and beyond(cards, made):
            yield tuple(cards)


def joining(hand: Hand, seat: int, cards: Play) -> Play:
    """The called cards with which a seat joins the Declarers by playing these; none: it does not.

    Whoever is on their side already joins nobody.
    """
    if not hand.open_calls or hand.is_declarer(seat):
        return ()
    calls = hand.open_calls
    return tuple(calls[number].card for number in answered(calls, hand.played, cards))
