"""Beating the rest of a failed throw, where a player who can must do so (PAG)."""

from __future__ import annotations

from itertools import islice

from shengji.cards import Card
from shengji.play.follows import Lead
from shengji.play.space import TRUMP

MOST = 64
"""Maximum number of plays to compare."""


def choose_answer(lead: Lead, cards: list[Card]) -> tuple[Card, ...]:
    """The cheapest play that beats the lead, which is the one that the challenger must follow."""
    space = lead.space

    def height(card: Card) -> int:
        return space.column(card) + 54 * (space.suit(card) == TRUMP)

    return min(
        islice(lead.follows(cards), MOST), key=lambda play: (sum(map(height, play)), play[0].index)
    )
