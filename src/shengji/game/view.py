"""The knowledge of a seat. Everything that leaves the table goes through `view`."""

from __future__ import annotations

from msgspec.structs import replace

from shengji.game.events import CardDrawn, Event, HandEnded, HandStarted, KittyBuried, KittyTaken


def open_view(event: Event) -> Event:
    """The event as a late onlooker sees it to whom all hands lie open; the deck does to nobody."""
    return replace(event, deck=None, salt=None) if isinstance(event, HandStarted) else event


def view(event: Event, seat: int | None) -> Event:
    """The event as this seat sees it; `None` is an onlooker who sees what lies on the table.

    Nobody sees the deck; a drawn card is its drawer's; the kitty is known to who buried it last
    (who may look at it through the hand, Z21 §3.5.6) until the Opponents win the last trick and
    open it (Z21 §3.8). What the Dealer takes was shown to all, where houses have it so.

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
"""The events that have cards which not everybody may know; most have none."""
