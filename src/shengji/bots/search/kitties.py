"""Candidates to bury: emptied suits, points kept or buried, and exchanges of single cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from shengji.bots.search.equals import key_of
from shengji.cards import Card, minus
from shengji.play.space import COLUMNS, TRUMP, Space

Play = tuple[Card, ...]

MOST_EMPTIED = 2
"""Maximum number of suits emptied at once."""
KEPT_TRUMPS = 3
"""Number of lowest trumps that may be exchanged for a card of the kitty."""


def kitties(
    space: Space, cards: Sequence[Card], stand_in: dict[Card, Card], first: Play, *, suits: bool
) -> list[Play]:
    """Candidate kitties from all cards held, beginning with `first`; no two are equivalent.

    With `suits` the kitties empty suits, else they exchange cards of `first`.
    """
    found = {key_of(stand_in, first): first}
    for kitty in (_emptying if suits else exchanges)(space, cards, first):
        found.setdefault(key_of(stand_in, kitty), kitty)
    return list(found.values())


def _emptying(space: Space, cards: Sequence[Card], first: Play) -> Iterator[Play]:
    """Kitties with some whole plain suits; filled up with the least useful cards."""
    held, size = Counter(cards), len(first)
    suits = {suit: of_suit for suit, of_suit in space.by_suit(cards).items() if suit != TRUMP}
    for points in (-1.0, 0.0, 2.0):
        eager = _price(space, held, points)
        for count in range(min(MOST_EMPTIED, len(suits)) + 1):
            for emptied in combinations(suits, count):
                buried = [card for suit in emptied for card in suits[suit]]
                if len(buried) <= size:
                    rest = sorted(minus(cards, buried), key=eager)
                    yield (*buried, *rest[: size - len(buried)])


def _price(space: Space, held: Counter[Card], points: float) -> Callable[[Card], float]:
    """The cost of burying a card, as a function, with the given cost of a point in the kitty."""

    def price(card: Card) -> float:
        suit = space.suit(card)
        below_top = int(space.table[COLUMNS, suit]) - 1 - space.column(card)
        value = points * card.points + 0.2 * space.column(card)
        value += 6.0 * (held[card] > 1) + (12.0, 4.0, 1.0, 0.0)[min(3, below_top)]
        return value + (30.0 if suit == TRUMP else 0.0)

    return price


def exchanges(space: Space, cards: Sequence[Card], kitty: Play) -> Iterator[Play]:
    """Kitties with one card exchanged for another, or all copies of both."""
    kept = minus(cards, kitty)
    trumps = [card for card in space.sort(kept) if space.suit(card) == TRUMP]
    high = set(trumps[:-KEPT_TRUMPS])
    for back in dict.fromkeys(kitty):
        for instead in dict.fromkeys(kept):
            if back is instead or instead in high:
                continue
            yield (*minus(kitty, [back]), instead)
            copies = kitty.count(back)
            if copies > 1 and kept.count(instead) == copies:
                yield (*minus(kitty, [back] * copies), *[instead] * copies)
