"""Advantages of one declaration, bid for the land, or call of friends over another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from shengji.bots.ruled import RememberingBot
from shengji.explain.differences import SHORT, Play
from shengji.game import Call, Decision
from shengji.game.reasons import is_many, trumps_with
from shengji.record.reviews import Lesson

LONG: Final = 6
"""Minimum number of cards of a suit that is called long."""


def of_bid(seer: RememberingBot, decision: Decision, made: Play, best: Play) -> Iterator[Lesson]:
    """Yield the advantage of the better bid, mostly by the number of trumps that it makes."""
    hand, seat = seer.hand, seer.seat
    trumps, others = trumps_with(hand, seat, best), trumps_with(hand, seat, made)
    if best and trumps > others and is_many(trumps, len(seer.cards)):
        yield Lesson(f"{decision}-trumps", best, trumps)
    elif not best and trumps >= others and seer.hand.shown and is_many(trumps, len(seer.cards)):
        yield Lesson(f"{decision}-kept", made, trumps)
    elif not made:
        yield Lesson(f"{decision}-missed", best)
    elif not best:
        yield Lesson(f"{decision}-rash", made)
    else:
        yield Lesson(f"{decision}-other", best)


def of_calls(
    seer: RememberingBot, made: tuple[Call, ...], best: tuple[Call, ...]
) -> Iterator[Lesson]:
    """Yield the reasons to call a card: its height, or how soon its suit can be led."""
    space = seer.hand.space
    held = Counter(space.suit(card) for card in seer.cards)
    called = [call for call in best if call not in made]
    left_out = [call for call in made if call not in best]
    for call, instead in zip(called, left_out, strict=True):
        card, less = call.card, instead.card
        mine, others = held[space.suit(card)], held[space.suit(less)]
        if card == less:
            if call.ordinal < instead.ordinal:
                yield Lesson("call-earlier", (card,))
        elif space.suit(card) == space.suit(less):
            if space.column(card) > space.column(less):
                yield Lesson("call-higher", (card,))
        elif mine < others and mine <= SHORT:
            yield Lesson("call-short" if mine else "call-void", (card,), mine)
        elif mine > others and mine >= LONG:
            yield Lesson("call-long", (card,), mine)
