"""The events of a hand as a seat hears them, as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec

from shengji.game import CardDrawn, Event, HandStarted, view

_UNHEARD = frozenset(("event", "commitment"))
"""Fields that no player can use: the commitment tells decks apart that nobody can."""


def heard(events: Iterable[Event], seat: int) -> Iterator[str]:
    """The events as a seat hears them, a line each, and at last how many cards have been drawn.

    Of cards that others draw the line before the next event has the number.

    Args:
        events: all events of the hand, unmasked.
        seat: the seat.

    >>> from shengji.cards import Card
    >>> list(heard([CardDrawn(1, Card("5H")), CardDrawn(2, Card("6H"))], 1))
    ['card_drawn seat=1 card=5H', 'drawn=2']
    """
    drawn = told = 0
    for event in events:
        if isinstance(event, HandStarted):
            drawn = told = 0
        elif isinstance(event, CardDrawn):
            drawn += 1
            if event.seat != seat:
                continue
            told = drawn
        elif drawn > told:
            yield f"drawn={drawn}"
            told = drawn
        yield _line(view(event, seat))
    if drawn > told:
        yield f"drawn={drawn}"


@lru_cache(maxsize=4096)
def _line(event: Event) -> str:
    fields = msgspec.to_builtins(event)
    told = [
        f"{name}={value if isinstance(value, str) else msgspec.json.encode(value).decode()}"
        for name, value in fields.items()
        if name not in _UNHEARD and value not in (None, [])
    ]
    return " ".join([fields["event"], *told])
