"""Agreement: which hands count for ratings, since those whose ratings they move stand behind them.

What counts for the standings is the night's own, and its organisers decide it. Ratings are the
site's: a hand counts for them when those who have played it agree, or when somebody decides it whom
the site has made an organiser and who has no part in it (docs/ratings.md).
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from shengji.nights.entries import HandEntry, OnlineHand
from shengji.nights.scorekeeping import declarers_of
from shengji.nights.state import Game, Hand, Lack, LackCode, Round

RATED_WITHIN: Final = timedelta(hours=24)
"""For so long after a table has first stopped playing its hands can still come to count."""

ASKED: Final[frozenset[LackCode]] = frozenset({"side", "hand"})
"""The lacks that the people named with them mend by confirming the hand."""


def is_late(game: Game, at: datetime) -> bool:
    """Tell whether something happens too late to change what of a table counts for ratings."""
    return game.stopped is not None and at > game.stopped + RATED_WITHIN


def lack_of(found: Round, game: Game, hand: Hand) -> Lack | None:
    """The lack of a hand, as it was written last, for ratings; `None`: it lacks nothing.

    Args:
        found: the round.
        game: the table.
        hand: the hand.
    """
    version = hand.versions[-1]
    if version.guests is None:  # of a time in which all counted that was confirmed
        return Lack("waits") if hand.waits else None
    known = bool(found.voucher) and found.voucher not in game.people
    entry = version.entry
    if isinstance(entry, OnlineHand):
        if entry.absent:
            return Lack("bot", entry.absent)
        return Lack("account", version.guests) if version.guests and not known else None
    if hand.vouched and not hand.waits:
        return None
    missing = _silent_sides(game, hand, entry)
    if hand.waits:
        return Lack("waits", missing)
    if missing:
        return Lack("side", missing)
    if known:
        return None
    if version.guests:
        return Lack("account", version.guests)
    unheard = tuple(one for one in version.seats if one not in game.acted)
    return Lack("hand", unheard) if unheard else None


def _silent_sides(game: Game, hand: Hand, entry: HandEntry) -> tuple[str, ...]:
    """The people of the sides of whom nobody has confirmed a hand as it was written last."""
    seats = hand.versions[-1].seats
    declarers = declarers_of(game.played, seats, entry)
    sides: tuple[list[str], list[str]] = ([], [])
    for seat, person in enumerate(seats):
        sides[seat not in declarers].append(person)
    silent = (side for side in sides if not set(side) & set(hand.confirmed_by))
    return tuple(person for side in silent for person in side)
