"""Calls of friends worth trying: winners that others hold, one or several of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from shengji.cards import Card
from shengji.game import Call, Hand, callable_cards
from shengji.play.space import COLUMNS

HIGHEST = 2
"""The number of highest strengths of each suit that are looked at."""
MOST = 60
"""The most sets of calls that are tried."""


def callings(hand: Hand, seat: int, rule: tuple[Call, ...]) -> list[tuple[Call, ...]]:
    """Sets of calls worth trying, those of the rules of play first; somebody else can answer each.

    `seat` is the Dealer.
    """
    found = {frozenset(rule): rule}
    sets = combinations(enumerate(_calls(hand, seat)), hand.rules.calls)
    for chosen in sorted(sets, key=lambda numbered: sum(number for number, _ in numbered)):
        if len(found) == MOST:
            break
        calls = tuple(call for _, call in chosen)
        found.setdefault(frozenset(calls), calls)
    return list(found.values())


def _calls(hand: Hand, seat: int) -> Iterator[Call]:
    """Calls of high cards, best first: of each the first copies that others must play."""
    space = hand.space
    mine, buried = Counter(hand.hands[seat]), Counter(hand.kitty or ())
    copies = Counter(hand.rules.deck)

    def below_top(card: Card) -> int:
        return int(space.table[COLUMNS, space.suit(card)]) - 1 - space.column(card)

    cards = [card for card in callable_cards(space) if below_top(card) < HIGHEST]
    for card in sorted(cards, key=below_top):
        out = copies[card] - mine[card] - buried[card]
        for number in range(1, min(out, 2) + 1):
            yield Call(card, mine[card] + number)
