"""Finding Friends: calling cards, and joining the Declarers by playing one (Z21 §6.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

from shengji.cards import CARDS, Card
from shengji.game.events import Call
from shengji.play.space import TRUMP, Space
from shengji.rules import Rules

CallFault = Literal["call-count", "call-trump", "call-ordinal", "call-twice"]
"""Reasons for which calls are refused.

Too few or many calls; a trump; a copy that does not exist; one copy called twice.
"""


def judge_calls(rules: Rules, space: Space, calls: Sequence[Call]) -> CallFault | None:
    """The reason against these calls, or `None` when they are legal (Z21 §6.5)."""
    if len(calls) != rules.calls:
        return "call-count"
    if any(space.suit(call.card) == TRUMP for call in calls):
        return "call-trump"
    if any(not 1 <= call.ordinal <= rules.deck_count for call in calls):
        return "call-ordinal"
    return "call-twice" if len(set(calls)) < len(calls) else None


def callable_cards(space: Space) -> list[Card]:
    """Cards that may be called: all but trumps, high to low, suit by suit."""
    return space.sort(card for card in CARDS if space.suit(card) != TRUMP)


def answered(calls: Sequence[Call], before: Counter[Card], cards: Sequence[Card]) -> Iterator[int]:
    """The indexes of the calls answered by playing `cards` after the cards in `before`.

    >>> calls = [Call(Card("AH"), 2), Call(Card("KS"), 1)]
    >>> list(answered(calls, Counter(), [Card("AH")]))
    []
    >>> list(answered(calls, Counter([Card("AH")]), [Card("AH"), Card("KH")]))
    [0]
    """
    now = Counter(cards)
    for number, call in enumerate(calls):
        played = before[call.card]
        if played < call.ordinal <= played + now[call.card]:
            yield number
