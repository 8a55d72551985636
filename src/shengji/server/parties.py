"""Who is seated together: parties that wait for others of about their rating, and the teams."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations
from typing import Final, NamedTuple

NEAR: Final = 100.0
"""How far apart in rating people are seated together at once."""

WIDENING: Final = 10.0
"""By how much more with each second that they wait."""

_CANDIDATES: Final = 12
"""So many parties nearest to the one that waits longest are looked at."""


class Party(NamedTuple):
    """One person, or two who want to be partners, waiting for others.

    Attributes:
        people: their public ids.
        rating: the mean of their ratings.
        since: since when they wait, in seconds.
    """

    people: tuple[str, ...]
    rating: float
    since: float

    def reach(self, now: float) -> float:
        """How far in rating from them others may be by now."""
        return NEAR + WIDENING * max(0.0, now - self.since)


Group = tuple[Party, ...]


def grouped(waiting: Collection[Party], players: int, now: float) -> list[Group]:
    """The parties that are seated together now; those who have waited longest come first.

    Nobody is seated with somebody who is further away in rating than either accepts by now.

    Args:
        waiting: the parties.
        players: how many people a table takes.
        now: the time, as in `Party.since`.

    Returns:
        Groups of exactly `players` people; a party is in one at most.
    """
    left = sorted(waiting, key=lambda party: party.since)
    found: list[Group] = []
    for first in tuple(left):
        if first not in left:
            continue
        group = _group_of(first, [party for party in left if party is not first], players, now)
        if group is not None:
            found.append(group)
            left = [party for party in left if party not in group]
    return found


def _group_of(first: Party, others: Sequence[Party], players: int, now: float) -> Group | None:
    """The group around a party whose ratings are the closest together."""
    near = [party for party in others if _accept(first, party, now)]
    near.sort(key=lambda party: abs(party.rating - first.rating))
    near = near[:_CANDIDATES]
    wanted = players - len(first.people)
    groups = [
        (first, *rest)
        for count in range(1, wanted + 1)
        for rest in combinations(near, count)
        if sum(len(party.people) for party in rest) == wanted
        and all(_accept(one, other, now) for one, other in combinations(rest, 2))
    ]
    return min(groups, key=_spread, default=None)


def _accept(one: Party, other: Party, now: float) -> bool:
    return abs(one.rating - other.rating) <= min(one.reach(now), other.reach(now))


def _spread(group: Group) -> float:
    ratings = [party.rating for party in group]
    return max(ratings) - min(ratings)


def seating(group: Group) -> tuple[str, ...]:
    """The people of a group of four by seats: partners who came together sit opposite each other.

    Of the ways to make teams it is the one whose ratings are the most even; of single people the
    strongest and the weakest become partners. The first party sits in seat 0.

    >>> a, b, c, d = (Party((name,), rating, 0.0) for name, rating in zip("ABCD", (4, 3, 2, 1)))
    >>> seating((a, b, c, d))
    ('A', 'B', 'D', 'C')
    >>> seating((Party(("A", "B"), 4, 0.0), c, d))
    ('A', 'C', 'B', 'D')
    """
    ratings = {person: party.rating for party in group for person in party.people}
    first, *rest = ratings
    total = sum(ratings.values())
    pairs = [set(party.people) for party in group if len(party.people) == 2]

    def allowed(partner: str) -> bool:
        """Whether no pair is parted."""
        team = {first, partner}
        return all(len(pair & team) != 1 for pair in pairs)

    partner = min(
        filter(allowed, rest),
        key=lambda person: abs(total - 2 * (ratings[first] + ratings[person])),
    )
    right, left = (person for person in rest if person != partner)
    return first, right, partner, left
