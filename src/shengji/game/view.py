"""Views of events: all information that leaves the table is filtered by `view`."""

from __future__ import annotations

from msgspec.structs import replace

from shengji.game.events import CardDrawn, Event, HandEnded, HandStarted, KittyBuried, KittyTaken


def open_view(event: Event) -> Event:
    """The event for a late onlooker with all hands open; only the deck stays hidden.

    >>> from random import Random
    >>> from shengji.game import Match, shuffled
    >>> (started,) = Match("tractor").do(shuffled("tractor", Random(1)))
    >>> len(started.deck), open_view(started).deck
    (108, None)
    """
    return replace(event, deck=None, salt=None) if isinstance(event, HandStarted) else event


def view(event: Event, seat: int | None) -> Event:
    """The event as a seat may see it; `None` is an onlooker who sees only the open cards.

    The deck is hidden from all seats. A drawn card is visible to its drawer. The kitty is visible
    to the seat that buried it last (which may look at it during the hand, Z21 §3.5.6) until the
    Opponents win the last trick and open it (Z21 §3.8). Where house rules have it so, the cards
    that the Dealer takes are visible to all.

    >>> from shengji.cards import Card
    >>> view(CardDrawn(seat=1, card=Card("5H")), 2)
    CardDrawn(seat=1, card=None)
    """
    if type(event) not in _WITH_SECRETS:
        return event
    match event:
        case CardDrawn() if event.seat != seat:
            return CardDrawn(event.seat)
        case HandStarted():
            return replace(event, deck=None, salt=None)
        case KittyTaken() if event.shown:
            return event
        case KittyTaken() | KittyBuried() if event.seat != seat:
            return replace(event, cards=None)
        case HandEnded() if event.factor == 0 and event.buried_by != seat:
            return replace(event, kitty=None, kitty_points=None)
        case _:
            return event


_WITH_SECRETS = frozenset((HandStarted, CardDrawn, KittyTaken, KittyBuried, HandEnded))
"""Events with hidden information; most events have none."""
