"""The numbers that the rule-based player weighs with, tuned on duplicate deals.

All are counted in points, unless it is said that they are a share or a factor. Each is there twice:
for a seat of the Declarers, and for one of the Opponents.
"""

from __future__ import annotations

import numpy as np

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
    PARTNER_ADDS,
    ENEMY_ADDS,
    SPENT,
    RISKED,
    KEEP_LEAD,
    EACH_CARD,
    LEAD_PAIR,
    LEAD_TRACTOR,
    LEAD_THROW,
    DRAW,
    DRAW_MORE,
    FIRST_ROUND,
    TO_VOID,
    THEIR_VOID,
    OUR_VOID,
    LEAD_CALLED,
    LONG_SUIT,
    GUARD_POINTS,
    GUARD_PAIR,
    DRAWN,
    THEY_ADD,
    NEARLY_SHORT,
    TRUMP_TEN,
) = range(42)
"""What each weight is for:

Keeping a plain card: each step of strength; nothing higher out, one card, two; a five, a ten (or
King); a further copy of it; more where no higher pair is out. Keeping a trump: the lowest, what the
highest has more, nothing higher out, a further copy; a high one towards the end. What it is worth
to give up the last card of a plain suit; to keep a called card.

The trick: the points that each later partner adds to one of ours; winning it oneself; how often a
partner takes it from the others who can, and how often they take it from us (shares).

A lead: the points that a partner adds to a trick of ours, and an enemy to one of theirs; the share
of a card's worth that is spent when it wins, and when it does not; winning; each further card; a
pair, a tractor, a throw; a trump, for each that we hold beyond a fair share; a plain suit of which
nobody has been seen to be void; the last card of a suit; an enemy's void, a partner's; a called
suit; each further card of the suit.

Towards the end: a trump for each point known to lie in the kitty, a further copy of it. A lead of
trumps when no enemy has any. The points that each later enemy adds to a trick of theirs. Giving up
the last card but one of a plain suit. Keeping a ten or King of trumps.
"""
WEIGHTS = 42

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
    "PARTNER_ADDS": 2.5,
    "ENEMY_ADDS": 1.5,
    "SPENT": 0.1,
    "RISKED": 1.0,
    "KEEP_LEAD": 2.0,
    "EACH_CARD": 1.0,
    "LEAD_PAIR": 0.0,
    "LEAD_TRACTOR": 0.0,
    "LEAD_THROW": 0.0,
    "DRAW": 0.0,
    "DRAW_MORE": 1.0,
    "FIRST_ROUND": 0.0,
    "TO_VOID": 1.0,
    "THEIR_VOID": -4.0,
    "OUR_VOID": 0.0,
    "LEAD_CALLED": 0.0,
    "LONG_SUIT": 0.0,
    "GUARD_POINTS": 0.2,
    "GUARD_PAIR": 2.0,
    "DRAWN": -2.0,
    "THEY_ADD": 2.5,
    "NEARLY_SHORT": 0.3,
    "TRUMP_TEN": 0.0,
}

DEFAULT: Numbers = np.array([*START.values(), *START.values()], dtype=np.float64)
"""The weights to play with."""
