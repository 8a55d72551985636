"""The numbers that the rule-based player weighs with, tuned on duplicate deals.

All are counted in points, unless it is said that they are a share or a factor. Each is there twice:
for a seat of the Declarers, and for one of the Opponents.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from shengji.bots.policy.judging import NETWORK
from shengji.bots.policy.position import Numbers

(
    STEP_UP,
    BOSS,
    SECOND,
    THIRD,
    HOLD_FIVE,
    HOLD_TEN,
    PAIR,
    BOSS_PAIR,
    LOW_TRUMP,
    TOP_TRUMP,
    BOSS_TRUMP,
    TRUMP_PAIR,
    GUARD,
    SHORT,
    CALLED,
    TO_COME,
    LEAD_NEXT,
    HELPS,
    TAKES,
    GUARD_POINTS,
    GUARD_PAIR,
    THEY_ADD,
    NEARLY_SHORT,
    TRUMP_TEN,
) = range(24)
"""What each weight is for:

Keeping a plain card: each step of strength; nothing higher out, one card, two; a five, a ten (or
King); a further copy of it; more where no higher pair is out. Keeping a trump: the lowest, what the
highest has more, nothing higher out, a further copy; a high one towards the end. What it is worth
to give up the last card of a plain suit; to keep a called card.

The trick: the points that each later partner adds to one of ours; winning it oneself; how often a
partner takes it from the others who can, and how often they take it from us (shares).

Towards the end: a trump for each point known to lie in the kitty, a further copy of it. The points
that each later enemy adds to a trick of theirs. Giving up the last card but one of a plain suit.
Keeping a ten or King of trumps.
"""
WEIGHTS = 24

START: dict[str, float] = {
    "STEP_UP": 0.08,
    "BOSS": 6.0,
    "SECOND": 3.0,
    "THIRD": 1.0,
    "HOLD_FIVE": 0.0,
    "HOLD_TEN": 0.0,
    "PAIR": 2.0,
    "BOSS_PAIR": 2.5,
    "LOW_TRUMP": 2.5,
    "TOP_TRUMP": 5.0,
    "BOSS_TRUMP": 2.0,
    "TRUMP_PAIR": 3.0,
    "GUARD": 8.0,
    "SHORT": 1.0,
    "CALLED": 0.0,
    "TO_COME": 2.5,
    "LEAD_NEXT": 2.0,
    "HELPS": 0.8,
    "TAKES": 0.9,
    "GUARD_POINTS": 0.2,
    "GUARD_PAIR": 2.0,
    "THEY_ADD": 2.5,
    "NEARLY_SHORT": 0.3,
    "TRUMP_TEN": 0.0,
}

LEADS, SINGLES, SEVERAL = (2 * WEIGHTS + 2 * place * NETWORK for place in range(3))
"""Where the networks begin (`judging.NETWORK`) that judge leads, follows of one card and follows of
several cards; of each first that of the Declarers, then that of the Opponents."""


def _networks(name: str) -> Numbers:
    """The two networks in a file beside this one, a row of numbers after another."""
    return np.loadtxt(Path(__file__).parent / f"{name}.txt", dtype=np.float64).reshape(-1)


DEFAULT: Numbers = np.concatenate(
    (
        [*START.values(), *START.values()],
        *(_networks(name) for name in ("leads", "singles", "several")),
    )
)
"""The weights to play with."""
