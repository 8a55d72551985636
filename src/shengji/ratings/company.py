"""Company: with whom results come about, and how far those with the same people move a rating.

Whoever lets somebody win gives them points, and accounts cost nothing. So the points that results
with the same people have brought somebody, up and down against each other, come to so many at most;
people who have hardly played with anybody else count as one. A result counts the less the nearer
that is, upwards and downwards alike, so that who meets the same few again and again is rated more
slowly, and not wrongly (docs/ratings.md).
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
"""The number of hands without somebody after which one is no stranger to them any more."""
MOST = 600.0
"""The most points by which all results of a season together move a rating."""
MOST_AGAINST = 200.0
"""The most points from results against one person, and from those against all strangers."""
MOST_BESIDE = 300.0
"""The most points from results with one partner, and from those with all strangers as partners."""

Pair: TypeAlias = tuple[str, str]
"""Two people, the lesser first."""


def pair_of(one: str, other: str) -> Pair:
    """Two people as they stand in a meeting.

    >>> pair_of("bo", "ann")
    ('ann', 'bo')
    """
    return (one, other) if one < other else (other, one)


class Drift(msgspec.Struct, frozen=True):
    """The distance that results have moved the rating of a person.

    Attributes:
        hands: how many hands they have played, or what tells as much.
        season: the season of the last result.
        moved: by how many points all of them have moved it.
        against: those in which they played against strangers.
        beside: those in which a partner was one.
    """

    hands: int = 0
    season: str = ""
    moved: float = 0.0
    against: float = 0.0
    beside: float = 0.0

    def after_seasons(self, seasons: int) -> Drift:
        """The same so many seasons later, each of which leaves half of the points.

        >>> Drift(40, "2026-1", 300.0, 100.0).after_seasons(2)
        Drift(hands=40, season='2026-1', moved=75.0, against=25.0, beside=0.0)
        """
        if not seasons:
            return self
        moved, against, beside = _halved((self.moved, self.against, self.beside), seasons)
        return Drift(self.hands, self.season, moved, against, beside)


class Meeting(msgspec.Struct, frozen=True):
    """The dealings of two people with each other.

    Attributes:
        hands: how many hands they have played at the same table, or what tells as much.
        season: the season of the last result.
        against: by how many points the results in which they were opponents have moved the ratings
            of the one and of the other.
        beside: those in which they were partners.
        correlation: of the errors of their ratings, from -1 to 1: near -1 between two who always
            play together, whose sum is known and not who of them is better.
    """

    hands: int = 0
    season: str = ""
    against: tuple[float, float] = (0.0, 0.0)
    beside: tuple[float, float] = (0.0, 0.0)
    correlation: float = 0.0

    def after_seasons(self, seasons: int) -> Meeting:
        """The same so many seasons later, each of which leaves half of the points."""
        if not seasons:
            return self
        one, other = _halved(self.against, seasons)
        with_one, with_other = _halved(self.beside, seasons)
        return Meeting(
            self.hands, self.season, (one, other), (with_one, with_other), self.correlation
        )


class Bounds(NamedTuple):
    """The weight of a result for a person.

    Attributes:
        share: what part of it counts, from 0 to 1.
        down: by how many points it may move the rating down at most; `up` likewise.
    """

    share: float = 1.0
    down: float = MOST
    up: float = MOST


class Company:
    """The meetings of people, as the results so far have made them.

    Args:
        drifts: of people by pool, where they are kept elsewhere: of all who come.
        meetings: of two people, the lesser first, by pool; likewise.

    Attributes:
        drifts: likewise; `meetings` likewise.
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
        """The dealings of two people, the lesser first, in the last of these seasons."""
        found = self.meetings.get((one, other, pool))
        return Meeting() if found is None else found.after_seasons(_since(found.season, seasons))

    def at(self, result: Result, seasons: Sequence[str]) -> Gathering:
        """The players of a result as they stood before it.

        Args:
            result: the result.
            seasons: those of its pool, the last of which is its own.
        """
        return Gathering(self, result, seasons)

    def note(
        self, those: Gathering, points: Mapping[str, float], correlations: Mapping[Pair, float]
    ) -> None:
        """Note what the result of those people has changed.

        Args:
            those: the people.
            points: by how many points it has moved the rating of each.
            correlations: of the errors of each two of their ratings, now.
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
    """The part that somebody else at a table has for a person.

    Attributes:
        together: whether they are partners.
        stranger: whether they are strangers.
        moved: by how many points results with them as such have moved the person's rating.
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
    """The people of a result before it, and what they are to each other; of `Company.at`.

    Attributes:
        result: the result.
        drifts: of each of them.
        meetings: of each two, the lesser first.
        ties: for each of them what the others are to them.
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
        """Tell whether two of them play together."""
        return self._sides[one] == self._sides[other]

    def link(self, one: str, other: str) -> float:
        """How the result sees two of them: 1 for partners, -1 against one of two sides."""
        return 1.0 if self.are_partners(one, other) else -1.0 / (len(self.result.sides) - 1)

    def bounds(self) -> dict[str, Bounds]:
        """The weight of the result for each of them."""
        return {
            person: _bounds(_drawn(self.drifts[person], ties)) for person, ties in self.ties.items()
        }


def _drawn(drift: Drift, ties: Iterable[_Tie]) -> Iterator[tuple[float, float]]:
    """The amounts that a result would add to for a person, each with the most it may come to."""
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
    """The number of seasons that have begun since one."""
    return len(seasons) - 1 - seasons.index(season)


def _halved(points: Iterable[float], times: int) -> list[float]:
    return [round(one / 2.0**times, 3) for one in points]


def _sum(one: float, other: float) -> float:
    return round(one + other, 3)


def _sums(ones: tuple[float, float], others: tuple[float, float]) -> tuple[float, float]:
    return _sum(ones[0], others[0]), _sum(ones[1], others[1])
