"""Playing the matches: always on with the one of which the smallest part is done."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress

from benchmarks.strength.keeping import Kept
from benchmarks.strength.machine import speed
from benchmarks.strength.plan import Match
from shengji.arena.contest import Contest
from shengji.arena.duel import DealLine
from shengji.arena.spread import Spread

SLICE = 600
"""The seconds that one match is played on before the next has its turn."""


class Paused(Exception):
    """The time of a match is over for this turn."""


def play(matches: Sequence[Match], minutes: float, spread: Spread, kept: Kept) -> None:
    """Play for so long."""
    end = time.monotonic() + 60 * minutes
    speed()  # while nothing else is under way
    for match in matches:
        kept.unpack(match)
    done = {match.name: kept.done(match) for match in matches}
    while (left := [m for m in matches if not kept.is_over(m)]) and time.monotonic() < end:
        match = min(left, key=lambda match: done[match.name] / match.deals)
        until = end if len(left) == 1 else min(end, time.monotonic() + SLICE)
        done[match.name] = _play_on(match, until, spread, kept)
        print(f"{match.name}: {done[match.name]} of {match.deals} deals", flush=True)


def _play_on(match: Match, end: float, spread: Spread, kept: Kept) -> int:
    """Play one match on until the end of its turn, and keep its figures; how many deals it has."""
    with kept.open(match) as file:
        contest = Contest(match.duel, match.stopping, file.done)

        def told(line: DealLine) -> None:
            file.add(line)
            if time.monotonic() > end:
                raise Paused

        try:
            with suppress(Paused):
                contest.play(spread, told)
        finally:  # also when we are told to end
            kept.keep(match, contest)
    return len(contest.lines)
