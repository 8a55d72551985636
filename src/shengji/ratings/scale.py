"""Scales: the value of a hand and a match, and the meaning of a rating difference in each.

The constants are measured (docs/ratings-mathematics.md): `python -m benchmarks.ratings scale`
prints them from the hands in benchmarks/ratings/hands.json.
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
"""The unit of results: `levels` (each hand by its signed levels), `hands` (each hand as won or
lost), or whole `matches`."""

LN10 = 2.302585092994046
MOST_LEVELS = 3
"""Maximum number of levels that a hand counts for."""


class Scale(msgspec.Struct, frozen=True):
    """The meaning of a difference of ratings in a result.

    Attributes:
        spread: points ahead at which a side is expected to make 10 of 11 parts of the score.
        lead: points by which the first side is ahead by its role, as the Declarers are.
        noise: the amount of chance when the strengths are known: the variance of the score,
            relative to that of a game that is won or lost.
    """

    spread: float
    lead: float
    noise: float


SPREADS: dict[Counted, float] = {"levels": 2000.0, "hands": 720.0, "matches": 580.0}
"""The spread of a hand by levels, which sets the scale; of a hand that is won or lost; and of a
match for a single level. The last falls with the square root of the number of levels to pass."""

LEADS: dict[Pool, float] = {
    "one-deck": 330.0,
    "two-decks": 360.0,
    "more-decks": 250.0,
    "friends": 440.0,
}
"""The lead of the Declarers, in points, over as many Opponents of the same strength."""

LEAD_LOST = 220.0
"""Points subtracted from the lead for each Opponent more than the Declarers (Z21 §6.5)."""

NOISES: dict[Pool, float] = {
    "one-deck": 0.17,
    "two-decks": 0.12,
    "more-decks": 0.09,
    "friends": 0.12,
}
"""The noise of a hand that counts by levels, as measured."""

WON_LEAD, WON_NOISE = 60.0, 1.0
"""The lead of the Declarers in a two-deck hand that is only won or lost, and its noise."""

FRIENDS_SPREAD, FRIENDS_NOISE = 3200.0, 0.36
"""The spread and noise of a match of Finding Friends: most players lose it, and are even."""


def worth(scale: Scale) -> int:
    """Number of two-deck hands by levels with the same information as a result on a scale.

    >>> worth(hand_scale(Rules())), worth(match_scale(Rules(), 7))
    (1, 10)
    """
    tells = (SPREADS["levels"] / scale.spread) ** 2 * NOISES["two-decks"] / scale.noise
    return max(1, round(tells))


def hand_score(ended: HandEnded, counted: Counted = "levels") -> float:
    """The Declarers' score of a hand, from 0 to 1.

    By levels it goes linearly from 0 (the Opponents gain three levels or more) to 1 (the Declarers
    do). A hand that the Opponents win without gaining a level is 0.5.
    """
    return score_of(ended.winner, ended.levels, counted)


def score_of(winner: Side, levels: int, counted: Counted = "levels") -> float:
    """The Declarers' score of a hand, from its winner and the levels gained.

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

    In Finding Friends the lead follows from the number of Declarers that the rules provide for. A
    Dealer whose friends do not come plays with fewer, and has the same expected score.

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
    """The scale of ratings in a match with a number of levels to pass; no side has a lead.

    >>> [round(match_scale(Rules(), levels).spread) for levels in (7, 13)]
    [219, 161]
    """
    if rules.teams == "friends":
        return Scale(FRIENDS_SPREAD / sqrt(levels), 0.0, FRIENDS_NOISE)
    return Scale(SPREADS["matches"] / sqrt(levels), 0.0, WON_NOISE)
