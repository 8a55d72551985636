"""Calling friends: winning cards that other players hold and must play (Z21 §6.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from shengji.game import Call, Hand, callable_cards
from shengji.play.space import COLUMNS

WINS = (10.0, 4.0, 1.0)
"""The value of calling the highest, second and third strength of a suit; lower cards have none."""
SHORT = 1.5
"""The value of each card fewer than four of the suit: the friend takes the lead there."""
NOTHING_TO_LEAD = 2.0
"""The loss when the Dealer has no other card of the suit to lead to the friend."""
OWN_FIRST = 2.0
"""The loss for each copy that the Dealer must play before the friend's."""
SAME_SUIT = 3.0
"""The loss for each further call in one suit: the same player may hold both cards."""
NOBODY = 100.0
"""The loss when no other player can answer."""


class _Idea(NamedTuple):
    """A call with its value."""

    call: Call
    suit: int
    value: float


def choose_calls(hand: Hand, seat: int) -> tuple[Call, ...]:
    """The calls of the Dealer in this seat, as many as the rules require."""
    ideas = list(_ideas(hand, seat))
    chosen: list[_Idea] = []
    while len(chosen) < hand.rules.calls:
        suits = Counter(idea.suit for idea in chosen)
        left = [idea for idea in ideas if idea not in chosen]
        chosen.append(max(left, key=lambda idea: idea.value - SAME_SUIT * suits[idea.suit]))
    return tuple(idea.call for idea in chosen)


def _ideas(hand: Hand, seat: int) -> Iterator[_Idea]:
    """All possible calls with their values, starting with the best cards."""
    space = hand.space
    mine = Counter(hand.hands[seat])
    held = Counter(space.suit(card) for card in hand.hands[seat])
    # The burier knows the kitty; after Bidding for Land that may be another player.
    buried = Counter(hand.kitty or ())
    copies = Counter(hand.rules.deck)
    for card in callable_cards(space):
        suit = space.suit(card)
        below = int(space.table[COLUMNS, suit]) - 1 - space.column(card)
        value = WINS[below] if below < len(WINS) else 0.0
        here, out = mine[card], copies[card] - mine[card] - buried[card]
        others = held[suit] - here
        value += SHORT * max(0, 4 - held[suit])
        if others == 0:
            value -= NOTHING_TO_LEAD
        for ordinal in range(1, hand.rules.deck_count + 1):
            worth = value - OWN_FIRST * here
            # The Dealer plays its own copies first, so the next one is another player's.
            worth -= SAME_SUIT * max(0, ordinal - here - 1)
            if ordinal <= here or ordinal > here + out:
                worth -= NOBODY
            yield _Idea(Call(card, ordinal), suit, worth)
