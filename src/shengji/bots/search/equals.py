"""Which cards of a hand are as good as others: candidates need only one of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from shengji.bots.basic.memory import Memory, masks_above
from shengji.cards import Card
from shengji.play.space import Space

LOW = 4
"""Below so many cards that are out, neighbours count as equal though a copy of them is out."""


def stand_ins(space: Space, memory: Memory, cards: Sequence[Card]) -> dict[Card, Card]:
    """For each card of a hand the one that stands for it: the lowest that is as good.

    Neighbours of a suit are as good as each other when as many copies are held of them, they bring
    the same points, and no card that is out lies between them; among low cards a further copy of
    one of them may be out.

    >>> from shengji.cards import Rank, Suit, Trump, read_cards
    >>> from shengji.play.space import space_of
    >>> from shengji.rules import Rules
    >>> rules = Rules()
    >>> memory = Memory(rules, 0)
    >>> memory.space = space_of(rules, Trump(Rank("2"), Suit("H")))
    >>> memory.out = [int(w) for w in memory.space.words(read_cards("AS KS QS JS 6S"))]
    >>> hand = read_cards("7S 8S 9S 4S 3S 3S")
    >>> found = stand_ins(memory.space, memory, hand)
    >>> [found[card].value for card in hand]
    ['7S', '7S', '7S', '4S', '3S', '3S']
    """
    held = Counter(cards)
    found: dict[Card, Card] = {}
    for suit, of_suit in space.by_suit(held).items():
        below: Card | None = None
        for card in reversed(of_suit):
            if below is not None and _as_good(space, memory, suit, below, card, held):
                found[card] = found[below]
            else:
                found[card] = card
            below = card
    return found


def _as_good(
    space: Space, memory: Memory, suit: int, low: Card, high: Card, held: Counter[Card]
) -> bool:
    """Whether two cards that are neighbours in a hand are as good as each other."""
    if low.points != high.points or held[low] != held[high]:
        return False
    above = masks_above(space)[suit]
    first, last = space.column(low), space.column(high)
    out = memory.out[0]
    if memory.count(suit, last) >= LOW:
        first, last = first + 1, last - 1
    return last < first or out & (above[first] & ~above[last + 1]) == 0


def key_of(stand_in: dict[Card, Card], cards: Iterable[Card]) -> tuple[str, ...]:
    """The same for cards of a hand that are as good as each other, by what stands in for each."""
    return tuple(sorted(stand_in[card].value for card in cards))
