"""Calls of friends, typed or selected."""

from __future__ import annotations

import re

from shengji.cards import Card, CardError, read_cards
from shengji.game import Call

_ORDINAL = re.compile(r"[#第]?([1-9])(?:st|nd|rd|th|张)?", re.IGNORECASE)


class CallError(ValueError):
    """A part of a text is neither a card nor a copy; the message is this part."""


def read_calls(text: str) -> tuple[Call, ...]:
    """Parse called cards: each card, optionally followed by the number of the copy, by default 1.

    Raises:
        CallError: a part cannot be parsed.

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
    """Add a call, or remove it if it is present.

    With `most` calls, the last one is replaced.

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
