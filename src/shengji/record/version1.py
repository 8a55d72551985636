"""Version 1 of the format, with fewer facts at the end of a hand.

The seats' attempts at their levels, and the winners of the match, are added by the rules; the
recorded facts are trusted.
"""

from __future__ import annotations

from msgspec.structs import replace

from shengji.game import Event, HandEnded, Match
from shengji.game.endings import end_hand
from shengji.record.faults import fault
from shengji.words import SpokenError


def settled_in(match: Match, event: Event) -> Event:
    """The end of a hand by the rules, for a `HandEnded`; any other event unchanged.

    Raises:
        ValueError: no hand can end at this point.
    """
    hand = match.hand
    if not isinstance(event, HandEnded):
        return event
    if hand is None or hand.last_trick is None or hand.buried_by is None:
        raise SpokenError(fault("none-taken"))
    return end_hand(hand, match.standings, event.kitty)


def completed(event: Event, settled: Event) -> Event:
    """Convert an event of version 1; `settled` is the end of the hand by the rules."""
    if not isinstance(event, HandEnded) or not isinstance(settled, HandEnded):
        return event
    fits = len(event.levels_after) == len(settled.levels_after)
    tried = tuple(
        seat
        for seat in settled.tried_after
        if fits and settled.levels_after[seat] is event.levels_after[seat]
    )
    return replace(event, tried_after=tried, winners=settled.winners)
