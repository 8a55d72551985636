"""A trick, complete or under way."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import msgspec

from shengji.cards import Card
from shengji.play.follows import Lead
from shengji.play.space import Space
from shengji.play.units import Unit

Shape = tuple[int, int]
"""Width and length of a unit."""


class Told(NamedTuple):
    """Public knowledge about a seat from the play.

    Attributes:
        known: cards that the seat is known to hold.
        lacks: by effective suit, the shapes that it is known to lack.
    """

    known: tuple[Card, ...]
    lacks: Mapping[int, frozenset[Shape]]


class Earlier(NamedTuple):
    """The part of a hand before the position from which its match was made.

    Attributes:
        tricks: number of complete tricks.
        gone: the cards that each seat played in them.
        voids: the suits in which each seat is known to be void, as bits.
        space: the strength space of the position.
        under_way: whether a trick lay on the table.
    """

    tricks: int
    gone: tuple[tuple[Card, ...], ...]
    told: tuple[Told, ...]
    voids: tuple[int, ...]
    space: Space
    under_way: bool


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
