"""Standing of a seat in a match: level, laps and attempts."""

from __future__ import annotations

import msgspec

from shengji.cards import Rank


class Standing(msgspec.Struct, frozen=True):
    """The progress of a seat in the match.

    Attributes:
        level: its level; teammates share one (Z21 §3.2).
        lap: number of times it has gone through all levels, where levels wrap.
        tried: whether it has played a hand at this level as Declarer, with it as the trump rank.
    """

    level: Rank
    lap: int = 0
    tried: bool = False
