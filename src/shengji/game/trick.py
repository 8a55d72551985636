"""One trick, as far as it has been played."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from shengji.cards import Card
from shengji.play.follows import Lead
from shengji.play.space import Space
from shengji.play.units import Unit


class Trick(msgspec.Struct):
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


def lead_of(space: Space, units: Sequence[tuple[Card, ...]]) -> Lead:
    """The lead that has been made of these units; their cards stand in groups of identical ones."""
    if len(units) == 1 and len(units[0]) == 1:
        return _single(space, units[0])
    return Lead(space, tuple(_unit(space, cards) for cards in units))


@lru_cache(maxsize=4096)
def _single(space: Space, cards: tuple[Card, ...]) -> Lead:
    """The lead of a card, as most are: made once."""
    return Lead(space, (Unit(1, 1, cards),))


def _unit(space: Space, cards: tuple[Card, ...]) -> Unit:
    length = 1 if len(cards) == 1 else len(set(cards))
    return Unit(len(cards) // length, length, tuple(space.sort(cards)))
