"""Agreement: decides which hands count for ratings.

The standings belong to the night, and its organisers decide about them. Ratings belong to the site.
A hand counts for ratings when its players agree on it, or when an organiser appointed by the site
decides it without having played at its table (docs/ratings.md).
"""

from __future__ import annotations

from typing import Final

from shengji.nights.devices import table_of
from shengji.nights.entries import HandEntry, OnlineHand
from shengji.nights.scorekeeping import declarers_of
from shengji.nights.state import MINUTE, Game, Hand, LackCode, NightLack, Round, UnixMs

RATED_WITHIN: Final = 24 * 60 * MINUTE
"""Milliseconds after a table's first stop in which its hands can still come to count."""

ASKED: Final[frozenset[LackCode]] = frozenset({"side", "hand"})
"""Lacks that the people named in them remedy by confirming the hand."""


def is_late(game: Game, at: UnixMs) -> bool:
    """Whether `at` is too late to change which hands of a table count for ratings."""
    return game.stopped is not None and at > game.stopped + RATED_WITHIN


def lack_of(found: Round, game: Game, hand: Hand) -> NightLack | None:
    """Why the latest version of a hand does not count for ratings; `None`: it counts.

    Args:
        found: the round of the table.
        game: the table.
        hand: the hand.
    """
    version = hand.versions[-1]
    if version.guests is None:  # recorded before guests were: every confirmed hand counts
        return NightLack("waits", ()) if hand.waits else None
    known = bool(found.voucher) and found.voucher not in game.people
    entry = version.entry
    if isinstance(entry, OnlineHand):
        if entry.absent:
            return NightLack("bot", entry.absent)
        return NightLack("account", version.guests) if version.guests and not known else None
    if hand.vouched and not hand.waits:
        return None
    missing = _silent_sides(game, hand, entry)
    if known and missing and _vouched_by_device(game, hand):
        missing = ()
    if hand.waits:
        return NightLack("waits", missing)
    if missing:
        return NightLack("side", missing)
    if known:
        return None
    if version.guests:
        return NightLack("account", version.guests)
    unheard = tuple(one for one in version.seats if one not in game.acted)
    return NightLack("hand", unheard) if unheard else None


def _vouched_by_device(game: Game, hand: Hand) -> bool:
    """Whether the table's device and one player of the hand have the same result.

    This replaces the other side in a round that an organiser appointed by the site has drawn.
    """
    givers = hand.confirmed_by
    seats = hand.versions[-1].seats
    return any(map(table_of, givers)) and any(one in seats for one in givers)


def _silent_sides(game: Game, hand: Hand, entry: HandEntry) -> tuple[str, ...]:
    """The people of each side that has not confirmed the latest version of a hand."""
    seats = hand.versions[-1].seats
    declarers = declarers_of(game.played, seats, entry)
    sides: tuple[list[str], list[str]] = ([], [])
    for seat, person in enumerate(seats):
        sides[seat not in declarers].append(person)
    silent = (side for side in sides if not set(side) & set(hand.confirmed_by))
    return tuple(person for side in silent for person in side)
