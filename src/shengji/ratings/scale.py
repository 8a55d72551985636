"""The scale: what a hand and a match are worth, and what a difference of ratings means in each.

The constants are measured (docs/ratings.md says how): `python -m benchmarks.ratings scale` prints
them from the hands in benchmarks/ratings/hands.json.
"""

from __future__ import annotations

from math import sqrt
from typing import Literal, TypeAlias

import msgspec

from shengji.game import HandEnded
from shengji.game.events import Side
from shengji.ratings.pools import Pool, pool_of
from shengji.rules import Rules

Counted: TypeAlias = Literal["levels", "hands", "matches"]
"""The unit of results: every hand by its signed levels, every hand as won or lost, whole
matches."""

LN10 = 2.302585092994046
MOST_LEVELS = 3
"""A hand counts as won by so many levels at most."""


class Scale(msgspec.Struct, frozen=True):
    """The meaning of a difference of ratings in a result.

    Attributes:
        spread: a side that is so many points ahead is expected to make 10 of 11 parts of the score.
        lead: so many points the first side is ahead by its role, as the Declarers are.
        noise: how much chance there is where the strengths are known: the variance of the score, in
            parts of that of a game that is won or lost.
    """

    spread: float
    lead: float
    noise: float


SPREADS: dict[Counted, float] = {"levels": 2000.0, "hands": 720.0, "matches": 580.0}
"""The spread of a hand by levels, which sets the scale; of a hand that is won or lost; and of a
match for a single level, which falls with the root of how many levels there are to pass."""

LEADS: dict[Pool, float] = {
    "one-deck": 330.0,
    "two-decks": 360.0,
    "more-decks": 250.0,
    "friends": 440.0,
}
"""The points by which Declarers are ahead of Opponents who play as well and are as many."""

LEAD_LOST = 220.0
"""The points lost of that for each player by which the Opponents are more (Z21 §6.5)."""

NOISES: dict[Pool, float] = {
    "one-deck": 0.17,
    "two-decks": 0.12,
    "more-decks": 0.09,
    "friends": 0.12,
}
"""The noise of a hand that counts by levels, as measured."""

WON_LEAD, WON_NOISE = 60.0, 1.0
"""The lead of the Declarers in a hand of two decks that is only won or lost, and the noise."""

FRIENDS_SPREAD, FRIENDS_NOISE = 3200.0, 0.36
"""The spread and noise of a match of Finding Friends: most have not won it, and are even."""


def worth(scale: Scale) -> int:
    """The number of hands of two decks by levels that tell as much as a result on a scale.

    >>> worth(hand_scale(Rules())), worth(match_scale(Rules(), 7))
    (1, 10)
    """
    tells = (SPREADS["levels"] / scale.spread) ** 2 * NOISES["two-decks"] / scale.noise
    return max(1, round(tells))


def hand_score(ended: HandEnded, counted: Counted = "levels") -> float:
    """The Declarers' score of a hand, from 0 to 1.

    By levels it goes evenly from 0, where the Opponents gain three levels or more, to 1, where the
    Declarers do; a hand that the Opponents win without gaining a level is in the middle.
    """
    return score_of(ended.winner, ended.levels, counted)


def score_of(winner: Side, levels: int, counted: Counted = "levels") -> float:
    """The same of a hand that a side has won by so many levels.

    >>> score_of("declarers", 2), score_of("opponents", 0), score_of("opponents", 0, "hands")
    (0.8333333333333334, 0.5, 0.0)
    """
    won = winner == "declarers"
    if counted == "hands":
        return float(won)
    levels = min(levels, MOST_LEVELS)
    return (MOST_LEVELS + (levels if won else -levels)) / (2 * MOST_LEVELS)


def hand_scale(rules: Rules, counted: Counted = "levels") -> Scale:
    """The scale of ratings in a hand that counts by levels, or as won or lost.

    Among friends the side that the rules provide for counts: who calls friends that do not come has
    to do with fewer, and is expected to do as well.

    >>> hand_scale(Rules())
    Scale(spread=2000.0, lead=360.0, noise=0.12)
    """
    pool = pool_of(rules)
    more = rules.players - 2 * rules.declarer_count
    lead = LEADS[pool] - LEAD_LOST * more
    if counted == "levels":
        return Scale(SPREADS["levels"], lead, NOISES[pool])
    return Scale(SPREADS["hands"], WON_LEAD + lead - LEADS["two-decks"], WON_NOISE)


def match_scale(rules: Rules, levels: int) -> Scale:
    """The scale of ratings in a match with so many levels to pass; no side is ahead.

    >>> [round(match_scale(Rules(), levels).spread) for levels in (7, 13)]
    [219, 161]
    """
    if rules.teams == "friends":
        return Scale(FRIENDS_SPREAD / sqrt(levels), 0.0, FRIENDS_NOISE)
    return Scale(SPREADS["matches"] / sqrt(levels), 0.0, WON_NOISE)
