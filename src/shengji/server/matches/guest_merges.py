"""Merged guests in finished matches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from msgspec.structs import replace

from shengji.server.matches.match_reader import FinishedMatch
from shengji.server.matches.schemas import HandSeat, MatchPlayer

P = TypeVar("P", HandSeat, MatchPlayer)


def with_merged_guests(over: FinishedMatch, heirs: Mapping[str, str]) -> FinishedMatch:
    """Replace merged guests in a match by their accounts, unless both have played in it.

    Args:
        over: the match.
        heirs: accounts by guest, as public ids.
    """
    seats = over.line.seats
    here = {at.person for at in seats}
    whose: dict[str | None, str] = {}
    for guest in dict.fromkeys(at.person for at in seats):
        owner = heirs.get(guest or "")
        if owner is not None and owner not in here:
            whose[guest] = owner
            here.add(owner)
    if not whose:
        return over

    def merged(held: Iterable[P]) -> tuple[P, ...]:
        return tuple(replace(at, person=whose.get(at.person, at.person)) for at in held)

    hands = tuple(replace(hand, seats=merged(hand.seats)) for hand in over.hands)
    return over._replace(line=replace(over.line, seats=merged(seats)), hands=hands)
