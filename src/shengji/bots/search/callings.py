"""Candidate calls of friends: winners that other players hold, one or several of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from shengji.cards import Card
from shengji.game import Call, Hand, callable_cards
from shengji.play.space import COLUMNS

HIGHEST = 2
"""Number of highest strengths of each suit to consider."""
MOST = 60
"""Maximum number of sets of calls to try."""


def callings(hand: Hand, seat: int, rule: tuple[Call, ...]) -> list[tuple[Call, ...]]:
    """Candidate sets of calls, beginning with the rule's; another player can answer each.

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
    """Calls of high cards, best first: of each the first copies that other players must play."""
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
