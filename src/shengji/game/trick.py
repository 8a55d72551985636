"""A trick, complete or under way."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from shengji.cards import Card
from shengji.play.follows import Lead
from shengji.play.space import Space
from shengji.play.units import Unit


class Trick(msgspec.Struct, gc=False):
    """A trick, complete or under way.

    Attributes:
        lead: the lead, with the rules for following it.
        plays: the cards of each play, from the leader on.
        challenger: the seat that must beat the lead, because the lead is what remains of a failed
            throw and the rules require it (PAG, Leading a set of top cards).
        winner: the seat that won it, once it is complete.
        points: the points on its cards so far.
    """

    leader: int
    lead: Lead
    plays: list[tuple[Card, ...]]
    challenger: int | None = None
    winner: int | None = None
    points: int = 0

    def lead_for(self, seat: int) -> Lead:
        """The lead with the duties of this seat."""
        return self.lead.for_challenger() if seat == self.challenger else self.lead

    def cards_of(self, seat: int, players: int) -> tuple[Card, ...] | None:
        """The cards that this seat has played to the trick, or `None`."""
        turn = (seat - self.leader) % players
        return self.plays[turn] if turn < len(self.plays) else None


@lru_cache(maxsize=4096)
def lead_of(space: Space, units: tuple[tuple[Card, ...], ...]) -> Lead:
    """The lead made of these units; the cards of a unit are grouped by identity.

    Leads are immutable and often repeated, so they are cached.
    """
    return Lead(space, tuple(_unit(space, cards) for cards in units))


def _unit(space: Space, cards: tuple[Card, ...]) -> Unit:
    length = len(set(cards))
    if length == 1:
        return Unit(len(cards), 1, cards)
    return Unit(len(cards) // length, length, tuple(space.sort(cards)))
