"""Search for groups of waiting parties with similar ratings, and their seating in teams."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations
from typing import Final, NamedTuple

NEAR: Final = 100.0
"""Maximum rating distance at the start of a wait."""

WIDENING: Final = 10.0
"""Increase of that distance per second of waiting."""

_CANDIDATES: Final = 12
"""Maximum number of parties considered for a group, nearest in rating first."""


class Party(NamedTuple):
    """One player, or players who want to be partners, in the queue.

    Attributes:
        people: their public ids.
        rating: the mean of their ratings.
        since: the start of their wait, in seconds.
    """

    people: tuple[str, ...]
    rating: float
    since: float

    def reach(self, now: float) -> float:
        """The maximum rating distance to other parties at a time."""
        return NEAR + WIDENING * max(0.0, now - self.since)


Group = tuple[Party, ...]


def grouped(waiting: Collection[Party], players: int, now: float) -> list[Group]:
    """Group parties for tables, starting with the one that has waited longest.

    Any two parties of a group accept their distance in rating.

    Args:
        waiting: the parties.
        players: the number of players at a table.
        now: the time, on the clock of `Party.since`.

    Returns:
        Groups of exactly `players` people, each of which can be seated without separating partners;
        a party is in one group at most.
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
    """The group with the narrowest range of ratings that includes a party, or `None`."""
    near = [party for party in others if _accept(first, party, now)]
    near.sort(key=lambda party: abs(party.rating - first.rating))
    near = near[:_CANDIDATES]
    wanted = players - len(first.people)
    groups = [
        (first, *rest)
        for count in range(1, wanted + 1)
        for rest in combinations(near, count)
        if _people(rest) == wanted
        and _can_stay_together((first, *rest))
        and all(_accept(one, other, now) for one, other in combinations(rest, 2))
    ]
    return min(groups, key=_spread, default=None)


def _accept(one: Party, other: Party, now: float) -> bool:
    return abs(one.rating - other.rating) <= min(one.reach(now), other.reach(now))


def _spread(group: Group) -> float:
    ratings = [party.rating for party in group]
    return max(ratings) - min(ratings)


def _people(parties: Collection[Party]) -> int:
    return sum(len(party.people) for party in parties)


def _can_stay_together(group: Group) -> bool:
    """Whether two teams can be formed without separating partners; three pairs cannot."""
    return len(group) == _people(group) or bool(_teams(group))


def _teams(group: Group) -> list[Group]:
    """The possible teams of half of all people that include the first party of a group."""
    first, *others = group
    half = _people(group) / 2
    return [
        (first, *some)
        for count in range(len(group))
        for some in combinations(others, count)
        if _people((first, *some)) == half
    ]


def _strength(parties: Collection[Party]) -> float:
    return sum(party.rating * len(party.people) for party in parties)


def seating(group: Group) -> tuple[str, ...]:
    """The people of a group by seat, in two teams that sit alternately (Z21 §3.1).

    Partners who queued together are in one team; of four people they sit opposite each other. The
    teams are chosen to be as even in rating as possible; of four single people the strongest and
    the weakest become partners. The first party sits in seat 0.

    >>> a, b, c, d = (Party((name,), rating, 0.0) for name, rating in zip("ABCD", (4, 3, 2, 1)))
    >>> seating((a, b, c, d))
    ('A', 'B', 'D', 'C')
    >>> seating((Party(("A", "B"), 4, 0.0), c, d))
    ('A', 'C', 'B', 'D')
    >>> seating((a, Party(("P", "Q", "R"), 2, 0.0), c, d))
    ('A', 'P', 'C', 'Q', 'D', 'R')
    """
    total = _strength(group)
    team = min(_teams(group), key=lambda parties: abs(total - 2 * _strength(parties)))
    one = (person for party in team for person in party.people)
    other = (person for party in group if party not in team for person in party.people)
    return tuple(person for both in zip(one, other, strict=True) for person in both)
