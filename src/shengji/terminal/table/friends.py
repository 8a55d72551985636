"""Calling friends: what the person types or has chosen so far."""

from __future__ import annotations

import re

from shengji.cards import Card, CardError, read_cards
from shengji.game import Call

_ORDINAL = re.compile(r"[#第]?([1-9])(?:st|nd|rd|th|张)?", re.IGNORECASE)


class CallError(ValueError):
    """A part of a text that names no card and no copy; it is the message."""


def read_calls(text: str) -> tuple[Call, ...]:
    """Called cards from a text: each card, and then which copy of it counts, else the first.

    Raises:
        CallError: for a part that cannot be read.

    >>> read_calls("AH 2, KS")
    (Call(card=Card('AH'), ordinal=2), Call(card=Card('KS'), ordinal=1))
    """
    cards: list[Card] = []
    ordinals: list[int | None] = []
    for word in re.split(r"[\s,;，；、]+", text.strip()):
        if not word:
            continue
        ordinal = _ORDINAL.fullmatch(word)
        if ordinal is not None and cards and ordinals[-1] is None:
            ordinals[-1] = int(ordinal[1])
            continue
        try:
            (card,) = read_cards(word)
        except (CardError, ValueError):
            raise CallError(word) from None
        cards.append(card)
        ordinals.append(None)
    return tuple(Call(card, n or 1) for card, n in zip(cards, ordinals, strict=True))


def toggled(calls: tuple[Call, ...], card: Card, ordinal: int, most: int) -> tuple[Call, ...]:
    """The calls with one more, or without it when it is among them already.

    Where there are `most` already, the last one makes room.

    >>> first = toggled((), Card("AH"), 2, 1)
    >>> toggled(first, Card("KS"), 1, 1)
    (Call(card=Card('KS'), ordinal=1),)
    >>> toggled(first, Card("AH"), 2, 1)
    ()
    """
    call = Call(card, ordinal)
    if call in calls:
        return tuple(other for other in calls if other != call)
    return (*calls[: most - 1], call)
