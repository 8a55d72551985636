"""Company: limits on the rating points that results with the same people can bring.

A player who deliberately loses to another gives them points, and accounts cost nothing. So the
points that a person has gained from results with the same people, gains minus losses, are bounded.
People who have hardly played with other people count as one. A result counts less the nearer its
total is to the bound, upwards and downwards alike. A person who always meets the same few people is
therefore rated more slowly, but not wrongly (docs/ratings-mathematics.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

import msgspec

from shengji.ratings.pools import Pool
from shengji.ratings.result import Result
from shengji.ratings.scale import worth

KNOWN_AFTER = 30
"""Number of a person's hands without a given player after which they are no stranger to that
player."""
MOST = 600.0
"""Maximum total points that the results of a season move a rating."""
MOST_AGAINST = 200.0
"""Maximum points from results against one person, and from those against all strangers."""
MOST_BESIDE = 300.0
"""Maximum points from results with one partner, and from those with all strangers as partners."""

Pair: TypeAlias = tuple[str, str]
"""Two people, in ascending order."""


def pair_of(one: str, other: str) -> Pair:
    """Order two people as in a `Pair`.

    >>> pair_of("bo", "ann")
    ('ann', 'bo')
    """
    return (one, other) if one < other else (other, one)


class Drift(msgspec.Struct, frozen=True):
    """The total change of a person's rating by results.

    Attributes:
        hands: number of hands played, or their equivalent for other results.
        season: the season of the last result.
        moved: total points of all results.
        against: total points of results with a stranger among the opponents.
        beside: total points of results with a stranger as a partner.
    """

    hands: int = 0
    season: str = ""
    moved: float = 0.0
    against: float = 0.0
    beside: float = 0.0

    def after_seasons(self, seasons: int) -> Drift:
        """The drift after more seasons; each halves the points.

        >>> Drift(40, "2026-1", 300.0, 100.0).after_seasons(2)
        Drift(hands=40, season='2026-1', moved=75.0, against=25.0, beside=0.0)
        """
        if not seasons:
            return self
        moved, against, beside = _halved((self.moved, self.against, self.beside), seasons)
        return Drift(self.hands, self.season, moved, against, beside)


class Meeting(msgspec.Struct, frozen=True):
    """The common results of two people.

    Attributes:
        hands: number of hands played at the same table, or their equivalent for other results.
        season: the season of the last result.
        against: points by which results as opponents have moved the ratings of the first and the
            second person.
        beside: points by which results as partners have moved them.
        correlation: the correlation of the errors of their ratings, from -1 to 1. It is near -1 for
            two people who always play together: results determine their sum, but not which of them
            is better.
    """

    hands: int = 0
    season: str = ""
    against: tuple[float, float] = (0.0, 0.0)
    beside: tuple[float, float] = (0.0, 0.0)
    correlation: float = 0.0

    def after_seasons(self, seasons: int) -> Meeting:
        """The meeting after more seasons; each halves the points."""
        if not seasons:
            return self
        one, other = _halved(self.against, seasons)
        with_one, with_other = _halved(self.beside, seasons)
        return Meeting(
            self.hands, self.season, (one, other), (with_one, with_other), self.correlation
        )


class Bounds(NamedTuple):
    """The weight of a result for a person, and the bounds of its points.

    Attributes:
        share: the part of the result that counts, from 0 to 1.
        down: maximum points by which it may lower the rating; `up`: by which it may raise it.
    """

    share: float = 1.0
    down: float = MOST
    up: float = MOST


class Company:
    """Drifts and meetings of people, accumulated over results.

    Args:
        drifts: of people by pool, where they are kept elsewhere: of all who come.
        meetings: stored meetings by two people, in ascending order, and pool.

    Attributes:
        drifts: stored drifts by person and pool; for all people of the results to add.
    """

    def __init__(
        self,
        drifts: Mapping[tuple[str, Pool], Drift] | None = None,
        meetings: Mapping[tuple[str, str, Pool], Meeting] | None = None,
    ) -> None:
        self.drifts = dict(drifts or {})
        self.meetings = dict(meetings or {})

    def drift(self, person: str, pool: Pool, seasons: Sequence[str]) -> Drift:
        """The drift of a person in the last of these seasons."""
        found = self.drifts.get((person, pool))
        return Drift() if found is None else found.after_seasons(_since(found.season, seasons))

    def meeting(self, one: str, other: str, pool: Pool, seasons: Sequence[str]) -> Meeting:
        """The record of two people, given in ascending order, in the last of these seasons."""
        found = self.meetings.get((one, other, pool))
        return Meeting() if found is None else found.after_seasons(_since(found.season, seasons))

    def at(self, result: Result, seasons: Sequence[str]) -> Gathering:
        """The players of a result, as of before it.

        Args:
            result: the result.
            seasons: the seasons of its pool, ending with the result's own.
        """
        return Gathering(self, result, seasons)

    def add(
        self, those: Gathering, points: Mapping[str, float], correlations: Mapping[Pair, float]
    ) -> None:
        """Add the changes by a result.

        Args:
            those: the people of the result.
            points: the points by which it moved each person's rating.
            correlations: the new correlation of the errors of each two ratings.
        """
        result, pool = those.result, those.result.pool
        hands = 0 if result.left else worth(result.scale)
        for person, ties in those.ties.items():
            drift, moved = those.drifts[person], points[person]
            self.drifts[person, pool] = Drift(
                drift.hands + hands,
                result.season,
                _sum(drift.moved, moved),
                _sum(drift.against, moved * any(tie.is_against_stranger for tie in ties)),
                _sum(drift.beside, moved * any(tie.is_beside_stranger for tie in ties)),
            )
        for (one, other), met in those.meetings.items():
            both = points[one], points[other]
            together = those.are_partners(one, other)
            self.meetings[one, other, pool] = Meeting(
                met.hands + hands,
                result.season,
                met.against if together else _sums(met.against, both),
                _sums(met.beside, both) if together else met.beside,
                correlations[one, other],
            )


class _Tie(NamedTuple):
    """The relation of a person to another player at the table.

    Attributes:
        together: whether they are partners.
        stranger: whether they are strangers.
        moved: points by which results in this relation have moved the person's rating.
    """

    together: bool
    stranger: bool
    moved: float

    @property
    def is_against_stranger(self) -> bool:
        return self.stranger and not self.together

    @property
    def is_beside_stranger(self) -> bool:
        return self.stranger and self.together


class Gathering:
    """The people of a result as of before it, and their relations; made by `Company.at`.

    Attributes:
        drifts: the drift of each person.
        meetings: the meeting of each two people, in ascending order.
        ties: each person's relations to the other people.
    """

    def __init__(self, company: Company, result: Result, seasons: Sequence[str]) -> None:
        people, pool = sorted(result.people), result.pool
        self.result = result
        self._sides = {one: side for side in range(len(result.sides)) for one in result.sides[side]}
        self.drifts = {one: company.drift(one, pool, seasons) for one in people}
        self.meetings = {
            pair: company.meeting(*pair, pool, seasons) for pair in combinations(people, 2)
        }
        self.ties: dict[str, list[_Tie]] = {one: [] for one in people}
        for (one, other), met in self.meetings.items():
            together = self.are_partners(one, other)
            moved = met.beside if together else met.against
            for person, somebody, points in ((one, other, moved[0]), (other, one, moved[1])):
                stranger = self.drifts[somebody].hands - met.hands < KNOWN_AFTER
                self.ties[person].append(_Tie(together, stranger, points))

    def are_partners(self, one: str, other: str) -> bool:
        """Whether two people are on the same side."""
        return self._sides[one] == self._sides[other]

    def link(self, one: str, other: str) -> float:
        """The weight of two people's link: 1 for partners, -1 for opponents of two sides."""
        return 1.0 if self.are_partners(one, other) else -1.0 / (len(self.result.sides) - 1)

    def bounds(self) -> dict[str, Bounds]:
        """The weight of the result for each person."""
        return {
            person: _bounds(_drawn(self.drifts[person], ties)) for person, ties in self.ties.items()
        }


def _drawn(drift: Drift, ties: Iterable[_Tie]) -> Iterator[tuple[float, float]]:
    """The totals that a result would add to for a person, each with its bound."""
    yield drift.moved, MOST
    for tie in ties:
        yield tie.moved, MOST_BESIDE if tie.together else MOST_AGAINST
        if tie.is_against_stranger:
            yield drift.against, MOST_AGAINST
        if tie.is_beside_stranger:
            yield drift.beside, MOST_BESIDE


def _bounds(drawn: Iterable[tuple[float, float]]) -> Bounds:
    share, down, up = 1.0, MOST, MOST
    for moved, most in drawn:
        part = moved / most
        share = min(share, 1.0 - part * part)
        down, up = min(down, most + moved), min(up, most - moved)
    return Bounds(max(0.0, share), max(0.0, down), max(0.0, up))


def _since(season: str, seasons: Sequence[str]) -> int:
    return len(seasons) - 1 - seasons.index(season)


def _halved(points: Iterable[float], times: int) -> list[float]:
    return [round(one / 2.0**times, 3) for one in points]


def _sum(one: float, other: float) -> float:
    return round(one + other, 3)


def _sums(ones: tuple[float, float], others: tuple[float, float]) -> tuple[float, float]:
    return _sum(ones[0], others[0]), _sum(ones[1], others[1])
