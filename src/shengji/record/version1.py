"""Version 1 of the format: the end of a hand did not say all that followed from it.

Where the seats had tried their levels, and who won the match, is added as the rules make it; what
the event says is believed.
"""

from __future__ import annotations

from msgspec.structs import replace

from shengji.game import Event, HandEnded, Match
from shengji.game.endings import end_hand
from shengji.record.faults import fault
from shengji.words import SpokenError


def settled_in(match: Match, event: Event) -> Event:
    """The end of a hand as the rules have it, if it comes next in a match; else the event itself.

    Raises:
        ValueError: when no hand can end there.
    """
    hand = match.hand
    if not isinstance(event, HandEnded):
        return event
    if hand is None or hand.last_trick is None or hand.buried_by is None:
        raise SpokenError(fault("none-taken"))
    return end_hand(hand, match.standings, event.kitty)


def completed(event: Event, settled: Event) -> Event:
    """An event of version 1 as it is written now; `settled` is what the rules make of it."""
    if not isinstance(event, HandEnded) or not isinstance(settled, HandEnded):
        return event
    fits = len(event.levels_after) == len(settled.levels_after)
    tried = tuple(
        seat
        for seat in settled.tried_after
        if fits and settled.levels_after[seat] is event.levels_after[seat]
    )
    return replace(event, tried_after=tried, winners=settled.winners)
