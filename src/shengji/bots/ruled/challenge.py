"""Beating what is left of a throw that failed, where whoever can beat it must (PAG)."""

from __future__ import annotations

from itertools import islice

from shengji.cards import Card
from shengji.play.follows import Lead
from shengji.play.space import TRUMP

MOST = 64
"""The most plays that are compared."""


def choose_answer(lead: Lead, cards: list[Card]) -> tuple[Card, ...]:
    """The cheapest play that beats the lead; `lead` is the one as the challenger must follow it."""
    space = lead.space

    def height(card: Card) -> int:
        return space.column(card) + 54 * (space.suit(card) == TRUMP)

    return min(
        islice(lead.follows(cards), MOST), key=lambda play: (sum(map(height, play)), play[0].index)
    )
