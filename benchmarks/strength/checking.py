"""The guard against regressions: short matches that must come to something."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable

from benchmarks.strength.plan import Match
from shengji.arena.contest import Contest
from shengji.arena.spread import Spread
from shengji.bots import BotError


def check(matches: Iterable[Match], spread: Spread) -> bool:
    """Whether every match comes to the levels that are expected of it at least."""
    fine = True
    for match in matches:
        contest = Contest(match.duel, match.stopping)
        start = time.monotonic()
        try:
            contest.play(spread)
        except BotError as error:
            sys.exit(f"{' against '.join(match.bots)}: a bot failed: {error}")
        found = match.stopping.interval(contest.levels)
        passed = found.mean >= match.least
        fine &= passed
        print(
            f"{' against '.join(match.bots)}, {match.told}, {len(contest.lines)} deals: "
            f"{found.mean:+.2f} ({found.low:+.2f} to {found.high:+.2f}) levels a hand, at least "
            f"{match.least:+.2f} expected: {'passed' if passed else 'FAILED'} "
            f"({time.monotonic() - start:.0f} s)",
            flush=True,
        )
    return fine
