"""Elo of individuals from the results of teams: changes of ratings by a result.

A team is as strong as the mean of its members (Z16 §3). Each member's rating moves by K times the
team's score minus its expected score. K follows from how uncertain the rating is, as in a Kalman
filter: it is large at first and falls with every result. A result measures the strength of a team,
not of each member: that uncertainty stays, as a correlation of their errors.

The numbers are the same on every machine: all arithmetic is correctly rounded (sums by `fsum`, the
exponential by `decimal`), and expectations and ratings are rounded to a fixed number of digits at
each step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Context
from itertools import combinations
from math import fsum, sqrt
from types import MappingProxyType

import msgspec

from shengji.ratings.bots import bot_rating
from shengji.ratings.company import Bounds, Pair, pair_of
from shengji.ratings.pools import Pool
from shengji.ratings.result import Bot, Player, RatingError, Result
from shengji.ratings.scale import LN10, Scale

START = 1500.0
"""The rating of a new person: that of the bot `medium`."""
START_DEVIATION = 200.0
"""Standard deviation of a new person's true strength around `START`."""
LEAST_DEVIATION = 40.0
"""Minimum deviation of a rating: people change, so K must not vanish."""
SEASON_DEVIATION = 60.0
"""Standard deviation of the change of a person's strength between two seasons."""
PROVISIONAL_DEVIATION = 100.0
"""Maximum deviation of a rating that is not provisional, unless it rests on `KNOWN_GAMES`."""
KNOWN_GAMES = 160
"""Number of results after which a rating is not provisional. With one constant partner the
deviation stays above 140, since results do not show which of the two is better."""

_EXACT = Context(prec=20)
"""Its `exp` is correctly rounded, unlike that of `math`."""
_WHOLE = Bounds()
_SMALLEST = 0.000001
"""Minimum expected score: no result is certain."""
MOST_CORRELATION = 0.99
"""Maximum correlation of two errors: people change independently."""


class Rating(msgspec.Struct, frozen=True):
    """The rating of a person, with its uncertainty.

    Attributes:
        value: the rating, rounded to thousandths of a point.
        deviation: its standard deviation: the true strength is within twice this distance in 19 of
            20 cases.
        games: number of results that it rests on.
        season: the season of the last result; empty before the first.
    """

    value: float = START
    deviation: float = START_DEVIATION
    games: int = 0
    season: str = ""

    @property
    def provisional(self) -> bool:
        """Whether the rating is too uncertain to be shown without a mark."""
        return self.deviation > PROVISIONAL_DEVIATION and self.games < KNOWN_GAMES

    def after_seasons(self, seasons: int) -> Rating:
        """The rating after more seasons: the deviation grows, up to `START_DEVIATION`.

        >>> Rating(1600.0, 80.0).after_seasons(1).deviation
        100.0
        >>> Rating(1600.0, 80.0).after_seasons(99).deviation
        200.0
        """
        grown = sqrt(self.deviation * self.deviation + seasons * SEASON_DEVIATION**2)
        return msgspec.structs.replace(self, deviation=round(min(START_DEVIATION, grown), 3))


class Change(msgspec.Struct, frozen=True):
    """The change of a person's rating by a result.

    Attributes:
        number: the number of the result in its match, from 1.
        expected: the expected score of the person's side, from 0 to 1.
        share: the part of the result that counted, from 0 to 1.
        learnt: the points of the deviation before that the result has resolved: their square is the
            decrease of the variance.
    """

    person: str
    pool: Pool
    match: str
    number: int
    expected: float
    score: float
    before: Rating
    after: Rating
    share: float = 1.0
    learnt: float = 0.0

    @property
    def points(self) -> float:
        """The points that the rating has moved."""
        return round(self.after.value - self.before.value, 3)


def expected(one: Sequence[float], other: Sequence[float], scale: Scale) -> float:
    """The expected score of a side against another, between 0 and 1, rounded to millionths.

    Args:
        one: the ratings of its members; in a hand those of the Declarers.
        other: the ratings of the other side.
        scale: the meaning of the difference.

    >>> expected([1900, 1500], [1500, 1500], Scale(spread=200, lead=0, noise=1))
    0.909091
    """
    ahead = fsum(one) / len(one) - fsum(other) / len(other) + scale.lead
    odds = float(_EXACT.exp(_EXACT.create_decimal_from_float(-ahead * LN10 / scale.spread)))
    return min(max(round(1 / (1 + odds), 6), _SMALLEST), 1 - _SMALLEST)


def rate(
    result: Result,
    before: Mapping[str, Rating],
    bounds: Mapping[str, Bounds] = MappingProxyType({}),
    correlations: Mapping[Pair, float] = MappingProxyType({}),
) -> tuple[Change, ...]:
    """The changes of ratings by a result, for each person in the order of the sides.

    Each side meets each other side; two sides have one meeting. A player who left has lost against
    every other side: their partners neither gain nor lose, meetings between other sides are not
    decided, and no rating becomes more certain. Otherwise all changes add up to zero between people
    with the same deviation and the same weight. A result that counts only in part for a person is
    treated as one with more chance in it.

    Args:
        result: the result.
        before: the ratings before it, of all people in it.
        bounds: the weight of the result for people; the whole where not given.
        correlations: the correlations of the errors of two people's ratings, from -1 to 1; 0 where
            not given.

    Raises:
        RatingError: when a bot has no rating in the pool.
    """
    sides = [[_rating_of(one, result.pool, before) for one in side] for side in result.sides]
    chances = _chances(sides, result.scale)
    open_share = fsum(p * (1 - p) for p in chances.values()) / len(chances)
    slope = LN10 / result.scale.spread * open_share
    noise = result.scale.noise * open_share
    changes: list[Change] = []
    for own, side in enumerate(sides):
        others = [other for other in range(len(sides)) if other != own]
        chance = fsum(chances[own, other] for other in others) / len(others)
        surprise = fsum(
            _surprise(result, own, other, chances[own, other]) for other in others
        ) / len(others)
        leans = _leans(result, own, slope)
        # The covariance of each person's error with that of the expected score, and its variance.
        along = _along(leans, before, correlations)
        doubt = max(0.0, fsum(lean * along[person] for person, lean in leans.items()))
        for person, rating in zip(result.sides[own], side, strict=True):
            if isinstance(person, Bot):
                continue
            bound = bounds.get(person, _WHOLE)
            # A result that counts in part has more noise; no rating falls by winning.
            seen = max(0.0, along[person])
            k = bound.share and seen / (noise / bound.share + doubt)
            spared = result.left and _left(result, own) and person not in result.left
            moves = 0.0 if spared else min(max(k * surprise, -bound.down), bound.up)
            learnt = 0.0 if result.left else min(sqrt(k * seen), rating.deviation)
            changes.append(
                Change(
                    person=person,
                    pool=result.pool,
                    match=result.match,
                    number=result.number,
                    expected=round(chance, 6),
                    score=result.scores[own],
                    before=rating,
                    after=_after(rating, result, moves, learnt),
                    share=round(bound.share, 6),
                    learnt=round(learnt, 6),
                )
            )
    return tuple(changes)


def correlation_after(one: Change, other: Change, before: float, link: float) -> float:
    """The correlation of the errors of two people's ratings after a result.

    Args:
        one: the change of one of them.
        other: the change of the other.
        before: their correlation before.
        link: the weight of the two in the result: 1 for partners, -1 for opponents of two sides,
            and -1 / (n - 1) for opponents of n sides.
    """
    covariance = before * one.before.deviation * other.before.deviation
    covariance -= link * one.learnt * other.learnt
    found = covariance / (one.after.deviation * other.after.deviation)
    return round(min(max(found, -MOST_CORRELATION), MOST_CORRELATION), 6)


def _leans(result: Result, own: int, slope: float) -> dict[str, float]:
    """The derivative of a side's expected score by each person's rating."""
    leans: dict[str, float] = {}
    for at, side in enumerate(result.sides):
        weight = 1.0 if at == own else -1.0 / (len(result.sides) - 1)
        leans.update((person, weight * slope / len(side)) for person in result.people_of(at))
    return leans


def _along(
    leans: Mapping[str, float], before: Mapping[str, Rating], correlations: Mapping[Pair, float]
) -> dict[str, float]:
    """The covariance of each person's rating error with the sum of all, weighted by `leans`."""
    weighted = {person: before[person].deviation * lean for person, lean in leans.items()}
    return {
        one: before[one].deviation
        * fsum(
            weight * (1.0 if one == other else correlations.get(pair_of(one, other), 0.0))
            for other, weight in weighted.items()
        )
        for one in leans
    }


def _rating_of(one: Player, pool: Pool, before: Mapping[str, Rating]) -> Rating:
    """The rating of a person, or of a bot, which has no deviation."""
    if not isinstance(one, Bot):
        return before[one]
    value = bot_rating(one.name, pool)
    if value is None:
        raise RatingError(
            f"the bot {one.name!r} has no rating in the pool {pool!r}; seat one that has"
        )
    return Rating(value, 0.0)


def _chances(sides: Sequence[Sequence[Rating]], scale: Scale) -> dict[tuple[int, int], float]:
    """The expected score of each side against each other side."""
    values = [[one.value for one in side] for side in sides]
    chances: dict[tuple[int, int], float] = {}
    for own, other in combinations(range(len(sides)), 2):
        chances[own, other] = expected(values[own], values[other], scale)
        chances[other, own] = round(1 - chances[own, other], 6)
    return chances


def _surprise(result: Result, own: int, other: int, chance: float) -> float:
    if result.left:
        if _left(result, own):
            return -chance
        return 1 - chance if _left(result, other) else 0.0
    return 0.5 + (result.scores[own] - result.scores[other]) / 2 - chance


def _left(result: Result, side: int) -> bool:
    return not set(result.left).isdisjoint(result.people_of(side))


def _after(rating: Rating, result: Result, change: float, learnt: float) -> Rating:
    """The rating after a result, moved by `change`, with `learnt` of its deviation resolved."""
    value = round(rating.value + round(change, 3), 3)
    if result.left:
        return msgspec.structs.replace(rating, value=value, season=result.season)
    left = sqrt(rating.deviation * rating.deviation - learnt * learnt)
    deviation = max(LEAST_DEVIATION, left)
    return Rating(value, round(deviation, 3), rating.games + 1, result.season)
