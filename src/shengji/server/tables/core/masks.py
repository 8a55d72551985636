"""Masks for viewers: all events and results pass through them on their way to a person."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from shengji.game import Event, HandAccount, HandEnded, open_view, view


class Viewer(NamedTuple):
    """The kind of view on a table.

    Attributes:
        seat: the seat whose cards are visible; `None` for an onlooker.
        all_hands: whether all hands are visible, as for delayed onlookers.
    """

    seat: int | None = None
    all_hands: bool = False


def mask_event(event: Event, viewer: Viewer) -> Event:
    """Return an event of the match as a viewer may see it; unmasked events are returned unchanged.

    >>> from shengji.cards import Card
    >>> from shengji.game import CardDrawn
    >>> mask_event(CardDrawn(1, Card("5H")), Viewer(2))
    CardDrawn(seat=1, card=None)
    """
    return open_view(event) if viewer.all_hands else view(event, viewer.seat)


def masked_account(account: HandAccount, viewer: Viewer) -> HandAccount:
    """Return the result of a hand as a viewer may see it."""
    ended = mask_event(account.ended, viewer)
    assert isinstance(ended, HandEnded)
    return account if ended is account.ended else replace(account, ended=ended)
