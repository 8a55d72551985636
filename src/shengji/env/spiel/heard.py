"""The events of a hand from a seat's view, as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec

from shengji.game import CardDrawn, Event, HandStarted, view

_UNHEARD = frozenset(("event", "commitment"))
"""Fields to omit; a commitment would distinguish decks that all seats see alike."""


def heard(events: Iterable[Event], seat: int) -> Iterator[str]:
    """The events from a seat's view, a line each, and the number of cards drawn.

    Draws by other seats have no lines; their number stands before the next event and at the end.

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
