"""Masks of what a viewer may know. Everything that leaves a table for a person passes here."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from shengji.game import Event, HandAccount, HandEnded, open_view, view


class Viewer(NamedTuple):
    """The eyes that look at the table.

    Attributes:
        seat: the seat that is held, or `None` for an onlooker.
        all_hands: whether all hands lie open, as they may to late onlookers.
    """

    seat: int | None = None
    all_hands: bool = False


def masked(event: Event, viewer: Viewer) -> Event:
    """An event of the match as a viewer may see it; the same object where nothing is hidden.

    >>> from shengji.cards import Card
    >>> from shengji.game import CardDrawn
    >>> masked(CardDrawn(1, Card("5H")), Viewer(2))
    CardDrawn(seat=1, card=None)
    """
    return open_view(event) if viewer.all_hands else view(event, viewer.seat)


def masked_account(account: HandAccount, viewer: Viewer) -> HandAccount:
    """The account of a hand as a viewer may see it."""
    ended = masked(account.ended, viewer)
    assert isinstance(ended, HandEnded)
    return account if ended is account.ended else replace(account, ended=ended)
