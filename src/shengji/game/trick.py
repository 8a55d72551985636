"""One trick, as far as it has been played."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from shengji.cards import Card
from shengji.play.follows import Lead
from shengji.play.space import Space
from shengji.play.units import Unit


class Trick(msgspec.Struct, gc=False):
    """A trick as far as it has been played.

    Attributes:
        leader: who led.
        lead: the lead, which answers everything about following.
        plays: the cards of each play, from the leader on.
        challenger: who must beat the lead, because it is what remains of a failed throw and the
            rules say so (PAG, Leading a set of top cards).
        winner: who won it, once it is complete.
        points: the points on its cards so far.
    """

    leader: int
    lead: Lead
    plays: list[tuple[Card, ...]]
    challenger: int | None = None
    winner: int | None = None
    points: int = 0

    def lead_for(self, seat: int) -> Lead:
        """The lead as this seat must follow it."""
        return self.lead.for_challenger() if seat == self.challenger else self.lead

    def cards_of(self, seat: int, players: int) -> tuple[Card, ...] | None:
        """The cards that this seat has played to the trick, or `None`."""
        turn = (seat - self.leader) % players
        return self.plays[turn] if turn < len(self.plays) else None


@lru_cache(maxsize=4096)
def lead_of(space: Space, units: tuple[tuple[Card, ...], ...]) -> Lead:
    """The lead that has been made of these units; their cards stand in groups of identical ones.

    Nobody changes a lead, and most are made again and again: each is made once.
    """
    return Lead(space, tuple(_unit(space, cards) for cards in units))


def _unit(space: Space, cards: tuple[Card, ...]) -> Unit:
    length = len(set(cards))
    if length == 1:
        return Unit(len(cards), 1, cards)
    return Unit(len(cards) // length, length, tuple(space.sort(cards)))
