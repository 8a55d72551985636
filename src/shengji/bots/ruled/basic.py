"""`BasicBot`: a yardstick that evaluates plays by a few plain numbers, in points.

They follow the advice of Z21 §5: win tricks that have points, feed a winning partner, give few
points to a winning enemy, keep cards that can win later.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from shengji.bots.policy import follows, leads, several
from shengji.bots.policy.marks import ONE
from shengji.bots.policy.networks import DESCRIBED, KINDS, VIEWS, Network, row_of
from shengji.bots.policy.numbers import Floats
from shengji.bots.policy.vectors import HIDDEN
from shengji.bots.ruled.player import RuledBot

# The weights of a play's marks; marks of points are in tens of points.
_LEAD = {
    leads.TOGETHER: 7.5,
    leads.WITH_POINTS: -10.0,
    leads.WON_POINTS: 20.0,
    leads.CARDS: 4.0,
    leads.NEXT_BEST: -3.0,
    leads.RANK: -1.0,
    leads.BREAKS: -2.0,
    leads.THEY_LACK: -2.0,
}
_TRUMP_LEAD = _LEAD | {ONE: -2.5, leads.RANK: -3.0, leads.MORE: 5.0, leads.THEY_LACK: 0.0}
_FOLLOW = {
    follows.CHANCE: 7.0,
    follows.WON_STAKE: 20.0,
    follows.WITH_POINTS: -10.0,
    follows.WON_POINTS: 20.0,
    follows.BOSS: -6.0,
    follows.NEXT_BEST: -3.0,
    follows.RANK: -1.0,
    follows.BREAKS: -2.0,
    follows.BREAKS_BEST: -2.5,
    follows.WHOLE: 1.0,
    follows.CALLED: 8.0,
}
_TRUMP_FOLLOW = _FOLLOW | {
    ONE: -2.5,
    follows.BOSS: -2.0,
    follows.RANK: -5.0,
    follows.BREAKS: -5.0,
    follows.END_BOSS: -8.0,
}


def _plain(counts: dict[int, float], trumps: dict[int, float], kinds: Iterable[int]) -> Floats:
    """Networks without hidden units, one for each view; `kinds` are the kinds with trumps."""
    direct = np.zeros((KINDS, DESCRIBED), dtype=np.float32)
    for kind in range(KINDS):
        for mark, count in (trumps if kind in kinds else counts).items():
            direct[kind, mark] = count
    nothing = np.zeros((DESCRIBED + KINDS + 1, HIDDEN), dtype=np.float32)
    hidden, offsets, counted = np.split(nothing, [DESCRIBED, DESCRIBED + KINDS])
    return np.tile(row_of(Network(hidden, offsets, counted[0], direct)), VIEWS)


PLAIN: Floats = np.concatenate(
    [
        _plain(_LEAD, _TRUMP_LEAD, range(leads.TRUMPS, leads.LEAD_KINDS)),
        _plain(_FOLLOW, _TRUMP_FOLLOW, range(follows.TRUMPS_LED, follows.OFF)),
        _plain(_FOLLOW, _TRUMP_FOLLOW, range(several.RUFFED, several.OFF_SUIT)),
    ]
)
"""The plain numbers as networks."""


class BasicBot(RuledBot):
    """Plays as `RuledBot`, but evaluates leads and follows by a few plain numbers."""

    name = "basic"
    networks = PLAIN
