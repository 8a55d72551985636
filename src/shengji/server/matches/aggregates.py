"""Sums over the hands of a seat's holder, stored with the holder."""

from __future__ import annotations

from collections.abc import Iterable

from shengji.server.database.schema import SUMS, TRUMPS
from shengji.server.matches.schemas import HandLine, MatchPlayer

_TRUMP = {suit: name for name, suit in TRUMPS.items()}


def held_hands(
    holder: MatchPlayer, holders: Iterable[MatchPlayer], hands: Iterable[HandLine]
) -> list[HandLine]:
    """Return the hands of a match at whose end a holder held the seat.

    Args:
        holder: the holder.
        holders: all holders of the match.
        hands: the hands of the match.
    """
    later = [at.first for at in holders if at.seat == holder.seat and at.first > holder.first]
    end = min(later, default=None)
    return [
        hand for hand in hands if holder.first <= hand.hand and (end is None or hand.hand < end)
    ]


def sums_of(hands: Iterable[HandLine], seat: int) -> dict[str, int]:
    """Sum hands for a seat, by the names of `SUMS`.

    Args:
        hands: the hands to sum.
        seat: the seat.
    """
    found = dict.fromkeys(SUMS, 0)
    for hand in hands:
        own = hand.seats[seat]
        won = hand.won != (own.role == "opponent")
        found[f"{own.role}_hands"] += 1
        found[f"{own.role}_won"] += won
        found[f"{own.role}_levels"] += own.levels
        if own.role == "dealer":
            trump = _TRUMP[hand.suit.value if hand.suit else None]
            found[f"trump_{trump}_hands"] += 1
            found[f"trump_{trump}_won"] += won
        found["throws"] += own.throws
        found["failed"] += own.failed
        captured, buried = hand.kitty_factor > 0, hand.kitty_by == seat
        found["buried"] += buried
        found["lost"] += buried and captured
        found["taken"] += captured and own.role == "opponent"
    return found
