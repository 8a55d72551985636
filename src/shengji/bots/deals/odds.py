"""How likely unseen cards lie where, before any play tells more."""

from __future__ import annotations

import numpy as np

from shengji.bots.basic.memory import Memory
from shengji.bots.deals.facts import Facts
from shengji.bots.deals.filling import Odds
from shengji.game import Hand


def odds_of(hand: Hand, memory: Memory, facts: Facts, *, even: bool = False) -> Odds:
    """How much more likely than others the card of a place lies in a box; (boxes, 54)."""
    return np.ones((hand.players + 1, 54))
