"""A hand as it would have been if the cards that a seat does not see lay otherwise.

What everybody has seen stays as it was: what was shown, called and played, and who decided what.
What was drawn, taken and buried changes so that each seat holds in the end what the deal gives it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from shengji.cards import Card
from shengji.game import (
    CardDrawn,
    Event,
    HandStarted,
    KittyBuried,
    KittyTaken,
    LandBid,
    Played,
    Shown,
)


def supposed_events(
    events: Sequence[Event], hands: Sequence[Iterable[Card]], kitty: Iterable[Card]
) -> list[Event]:
    """The events of a hand so far, the draw included, if these cards were held now.

    Args:
        events: what happened, with all cards, from the start of the hand to after the draw.
        hands: what each seat holds.
        kitty: what lies as the kitty; nothing where somebody holds it.
    """
    found = list(events)
    held = [Counter(cards) for cards in hands]
    lies = Counter(kitty)
    for event in events:
        if isinstance(event, Played):
            held[event.seat].update(event.cards)
    for place in reversed(range(len(events))):
        match events[place]:
            case KittyBuried(cards=cards) as event if cards is not None:
                found[place] = replace(event, cards=_in_order(lies, cards))
                held[event.seat] += lies
                lies.clear()
            case KittyTaken(seat=seat, cards=cards) as event if cards is not None:
                lies = _taken(cards, held[seat], _shown(events[:place], seat))
                held[seat] -= lies
                found[place] = replace(event, cards=_in_order(lies, cards))
    _deal(found, held, lies)
    return found


def _shown(events: Sequence[Event], seat: int) -> Counter[Card]:
    """The cards that a seat has shown, and so has not from the kitty that it takes then."""
    shown = Counter[Card]()
    for event in events:
        if isinstance(event, Shown | LandBid) and event.seat == seat:
            shown |= Counter(event.cards)
    return shown


def _taken(cards: Sequence[Card], held: Counter[Card], shown: Counter[Card]) -> Counter[Card]:
    """The cards, so many, out of somebody's hand: these as far as they are there."""
    free = held - shown
    taken = Counter(cards) & free
    missing = len(cards) - taken.total()
    taken.update(list((free - taken).elements())[:missing])
    return taken


def _deal(found: list[Event], held: Sequence[Counter[Card]], kitty: Counter[Card]) -> None:
    """Let everybody draw these cards, each where it was drawn if it was drawn by the same seat."""
    drawn = [
        (place, event)
        for place, event in enumerate(found)
        if isinstance(event, CardDrawn) and event.card is not None
    ]
    left = [counter.copy() for counter in held]
    same = set[int]()
    for place, event in drawn:
        if event.card is not None and left[event.seat][event.card] > 0:
            left[event.seat][event.card] -= 1
            same.add(place)
    others = [counter.elements() for counter in left]
    deck: list[Card] = []
    for place, event in drawn:
        card = event.card if place in same else next(others[event.seat])
        assert card is not None
        deck.append(card)
        found[place] = replace(event, card=card)
    begin = found[0]
    assert isinstance(begin, HandStarted) and begin.deck is not None
    found[0] = replace(begin, deck=(*deck, *_in_order(kitty, begin.deck[len(deck) :])))


def _in_order(cards: Counter[Card], before: Sequence[Card]) -> tuple[Card, ...]:
    """These cards, in the order in which they were before if they are the same."""
    return tuple(before) if Counter(before) == cards else tuple(cards.elements())
