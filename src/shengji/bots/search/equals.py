"""Equal cards and equal plays of a hand: only one of them has to be tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from functools import lru_cache

from shengji.cards import Card
from shengji.game import Hand
from shengji.game.memory import SUITS, Memory
from shengji.play.jit import Words
from shengji.play.space import COLUMNS, KINDS, Space

LOW = 4
"""Below this number of unseen cards, neighbours count as equal although a copy of one is unseen."""


def alike(hand: Hand, memory: Memory, cards: Sequence[Card]) -> dict[Card, Card]:
    """The `stand_ins` of cards at a decision in this hand, given its trick and open calls."""
    laid = [] if hand.trick is None else [card for play in hand.trick.plays for card in play]
    called = {call.card for call in hand.open_calls}
    return stand_ins(hand.space, memory.out, cards, laid, called)


def stand_ins(
    space: Space,
    out: Words,
    cards: Sequence[Card],
    laid: Sequence[Card] = (),
    called: Set[Card] = frozenset(),
) -> dict[Card, Card]:
    """Map each card of a hand to its representative: the lowest equivalent card.

    Neighbours of a suit are equivalent when they are held equally often, have the same points,
    neither is called, and no unseen card lies between them, nor a card `laid` in the trick that
    only the higher of them beats. A copy of one of them may be unseen among low cards, and where
    both are equally high, as trump ranks of plain suits are. `out` are the words of the unseen
    cards.

    >>> from shengji.cards import Rank, Suit, Trump, read_cards
    >>> from shengji.play.space import space_of
    >>> from shengji.rules import Rules
    >>> space = space_of(Rules(), Trump(Rank("2"), Suit("H")))
    >>> out = space.words(read_cards("AS KS QS JS 6S"))
    >>> hand = read_cards("7S 8S 9S 4S 3S 3S")
    >>> found = stand_ins(space, out, hand)
    >>> [found[card].value for card in hand]
    ['7S', '7S', '7S', '4S', '3S', '3S']
    >>> found = stand_ins(space, out, hand, laid=read_cards("8S"))
    >>> [found[card].value for card in hand]
    ['7S', '7S', '9S', '4S', '3S', '3S']
    >>> found = stand_ins(space, out, read_cards("2S 2C 2C 2D"))
    >>> found[Card("2S")] == found[Card("2D")], found[Card("2S")] == found[Card("2C")]
    (True, False)
    """
    held, between = Counter(cards), space.words(laid)[0]
    found: dict[Card, Card] = {}
    for suit, of_suit in space.by_suit(held).items():
        # The last card of the hand, and the last ones held equally often in the same column.
        below: list[Card] = []
        for card in reversed(of_suit):
            found[card] = card
            for other in below:
                if (
                    held[other] == held[card]
                    and called.isdisjoint((other, card))
                    and _as_good(space, out, suit, other, card, between)
                ):
                    found[card] = found[other]
                    break
            column = space.column(card)
            same = [o for o in below if space.column(o) == column and held[o] != held[card]]
            below = [card, *same]
    return found


def _as_good(space: Space, out: Words, suit: int, low: Card, high: Card, laid: int) -> bool:
    """Whether two neighbouring cards of a hand are equivalent."""
    above = masks_above(space)[suit]
    first, last = space.column(low), space.column(high)
    if low.points != high.points:
        return False
    if first == last:
        return True
    if laid & above[first] & ~above[last]:
        return False
    if sum((int(word) & above[last + 1]).bit_count() for word in out) >= LOW:
        first, last = first + 1, last - 1
    return last < first or int(out[0]) & above[first] & ~above[last + 1] == 0


def key_of(stand_in: dict[Card, Card], cards: Iterable[Card]) -> tuple[tuple[str, int], ...]:
    """A key that is equal for equivalent plays: as many copies of equivalent cards.

    >>> low, high = Card("3D"), Card("4D")
    >>> stand_in = {low: low, high: low}
    >>> key_of(stand_in, [low, low]) == key_of(stand_in, [high, high])
    True
    >>> key_of(stand_in, [low, low]) == key_of(stand_in, [low, high])
    False
    """
    return tuple(sorted((stand_in[card].value, n) for card, n in Counter(cards).items()))


@lru_cache(maxsize=1024)
def masks_above(space: Space) -> list[list[int]]:
    """For each effective suit the words of the places from column 0, 1, 2 ... upwards."""
    found = []
    for suit in SUITS:
        masks = [0]
        for column in range(int(space.table[COLUMNS, suit]) - 1, -1, -1):
            masks.append(masks[-1] | int(space.table[KINDS + suit, column]))
        found.append(masks[::-1])
    return found
