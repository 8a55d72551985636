"""Entries of hands played with the program, as people would write them down."""

from __future__ import annotations

from collections.abc import Sequence

from shengji.game import Hand
from shengji.nights.entries import HandEntry, LastTrick


def entry_of(hand: Hand, seats: Sequence[str]) -> HandEntry:
    """The entry that people would make of a hand that has ended.

    By its points; where penalties have made of them what no cards have, simply the result.

    Args:
        hand: the hand, as the table knows it.
        seats: the people by seat.
    """
    ended = hand.result
    assert ended is not None, "the hand has ended"
    trick = hand.last_trick
    assert trick is not None and trick.winner is not None, "a hand ends with a trick"
    unit = trick.lead.reading[0]
    taken = ended.tricks
    kitty = ended.kitty_points or 0
    counted = taken >= 0 and taken + kitty <= hand.rules.total_points
    levels = hand.rules.red_five_penalty == "levels"
    return HandEntry(
        dealer=seats[ended.dealer],
        rank=hand.rank,
        suit=None if hand.trump is None else hand.trump.suit,
        declarers=tuple(seats[s] for s in ended.declarers) if hand.rules.teams == "friends" else (),
        points=taken if counted else None,
        kitty=kitty if counted else 0,
        winner=None if counted else ended.winner,
        levels=None if counted else ended.levels,
        last_trick=LastTrick(
            "declarers" if trick.winner in ended.declarers else "opponents",
            width=unit.width,
            length=unit.length,
            led=sum(unit.width * unit.length for unit in trick.lead.reading),
            side_suit=ended.halved,
            hook=bool(ended.hooked),
        ),
        red_fives=tuple(
            seats[owner]
            for owner, taker in (hand.captures if levels else ())
            if hand.is_declarer(owner) != hand.is_declarer(taker)
        ),
    )
