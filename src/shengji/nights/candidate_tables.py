"""Candidate tables: possible tables with their costs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np

from shengji.nights.division import Kind, Limits, Mixture
from shengji.nights.solver import Indices, Numbers


class People(NamedTuple):
    """The people to seat, ordered so that neighbours suit each other at one table.

    Attributes:
        units: indices of the people of each unit: one person, or a fixed pair.
        partners: cost matrix of two people as partners.
        opponents: cost matrix of two people as opponents.
        place: each person's place in the standings, from 0 and without ties; or 0 for all.
        near: cost of each place between the first and the last of a table.
        cards: indices of the people who can only play with real cards.
        apart: mask of two people who may not sit at one table; `None`: no such people.
        together: groups of indices of people, each of whom sits at one table of its own, as far as
            they do not sit out.
    """

    units: tuple[tuple[int, ...], ...]
    partners: Indices
    opponents: Indices
    place: Indices
    near: int = 0
    cards: frozenset[int] = frozenset()
    apart: Indices | None = None
    together: tuple[frozenset[int], ...] = ()

    @property
    def weights(self) -> Indices:
        """Number of people of each unit."""
        return np.array([len(unit) for unit in self.units])

    @property
    def tied(self) -> Indices:
        """Mask of the units with a member who can only play with real cards."""
        return self._touched(self.cards)

    @property
    def groups(self) -> tuple[Indices, ...]:
        """Mask of the units of each group of `together`."""
        return tuple(self._touched(group) for group in self.together)

    @property
    def limits(self) -> Limits:
        """The limits on the tables of its units."""
        unit_of = {one: number for number, unit in enumerate(self.units) for one in unit}
        twos = () if self.apart is None else np.argwhere(self.apart).tolist()
        apart = {(unit_of[a], unit_of[b]) for a, b in twos if unit_of[a] < unit_of[b]}
        together = (tuple(np.flatnonzero(mask).tolist()) for mask in self.groups)
        return Limits(tuple(sorted(apart)), tuple(group for group in together if len(group) > 1))

    def _touched(self, some: frozenset[int]) -> Indices:
        return np.array([bool(some & set(unit)) for unit in self.units], dtype=np.int64)


class Arrangement(NamedTuple):
    """A way to form sides at a table, fixed pairs first.

    Attributes:
        seats: index of the person of each seat.
        partners: pairs of partners, without fixed pairs.
        opponents: pairs of opponents.
    """

    seats: tuple[int, ...]
    partners: tuple[tuple[int, int], ...]
    opponents: tuple[tuple[int, int], ...]


@cache
def arrangements(kind: Kind, mixture: Mixture) -> tuple[Arrangement, ...]:
    """The ways to form sides at a table.

    >>> [one.seats for one in arrangements(Kind(4, "teams"), (1, 2))]
    [(0, 2, 1, 3)]
    >>> len(arrangements(Kind(4, "teams"), (0, 4))), len(arrangements(Kind(6, "teams"), (0, 6)))
    (3, 10)
    """
    fixed = {(2 * pair, 2 * pair + 1) for pair in range(mixture[0])}
    everybody = tuple(range(kind.seats))
    if kind.sort == "friends":
        met = tuple(two for two in combinations(everybody, 2) if two not in fixed)
        return (Arrangement(everybody, (), met),)
    found = []
    for rest in combinations(everybody[1:], kind.seats // 2 - 1):
        team = (0, *rest)
        others = tuple(one for one in everybody if one not in team)
        if any((a in team) != (b in team) for a, b in fixed):
            continue
        seats = tuple(one for two in zip(team, others, strict=True) for one in two)
        together = (two for side in (team, others) for two in combinations(side, 2))
        partners = tuple(two for two in together if two not in fixed)
        found.append(Arrangement(seats, partners, tuple((a, b) for a in team for b in others)))
    return tuple(found)


class Group(NamedTuple):
    """Tables of one kind and mixture, as arrays.

    Attributes:
        units: units of each table, pairs first.
        arrangement: index of the cheapest arrangement of each table.
        cost: cost of each table: repeats, and places in the standings if they have a price.
        spread: places between the first and the last of each table in the standings.
    """

    kind: Kind
    mixture: Mixture
    units: Indices
    arrangement: Indices
    cost: Indices
    spread: Indices


def groups_of(
    people: People, kind: Kind, units: Indices, chance: np.random.Generator
) -> Iterator[Group]:
    """Group tables of a kind by mixture.

    Args:
        people: the people.
        kind: the kind of all tables.
        units: units of each table, padded with -1.
        chance: chooses between sides of equal cost.
    """
    pairs = kind.seats - (units >= 0).sum(axis=1)
    for number in np.unique(pairs):
        of = np.sort(units[pairs == number], axis=1)[:, units.shape[1] - kind.seats + number :]
        pairs_first = np.argsort(-people.weights[of], axis=1, kind="stable")
        of = np.take_along_axis(of, pairs_first, axis=1)
        mixture = (int(number), kind.seats - 2 * int(number))
        yield _group(people, kind, mixture, of, chance)


def _group(
    people: People, kind: Kind, mixture: Mixture, units: Indices, chance: np.random.Generator
) -> Group:
    sat = _people(people.units, mixture, units)
    costs = np.array(
        [
            _sum(people.partners, sat, one.partners) + _sum(people.opponents, sat, one.opponents)
            for one in arrangements(kind, mixture)
        ]
    )
    cheapest = (costs + 0.5 * chance.random(costs.shape)).argmin(axis=0)
    places = people.place[sat]
    spread = places.max(axis=1) - places.min(axis=1)
    cost = costs.min(axis=0) + people.near * spread
    return Group(kind, mixture, units, cheapest, cost, spread)


def _people(members: Sequence[tuple[int, ...]], mixture: Mixture, units: Indices) -> Indices:
    """The people at each table, fixed pairs first."""
    first = np.array([unit[0] for unit in members])
    last = np.array([unit[-1] for unit in members])
    pairs = mixture[0]
    in_pairs = np.stack([first[units[:, :pairs]], last[units[:, :pairs]]], axis=2)
    return np.hstack([in_pairs.reshape(len(units), 2 * pairs), first[units[:, pairs:]]])


def _sum(costs: Indices, sat: Indices, twos: Iterable[tuple[int, int]]) -> Indices:
    total = np.zeros(len(sat), dtype=np.int64)
    for a, b in twos:
        total += costs[sat[:, a], sat[:, b]]
    return total


class CandidateTable(NamedTuple):
    """One table of a plan.

    Attributes:
        seats: its people by seat.
        cost: repeats, and places in the standings if they have a price.
        spread: places between its first and last in the standings.
    """

    kind: Kind
    units: tuple[int, ...]
    seats: tuple[int, ...]
    cost: int
    spread: int


def made(people: People, group: Group, index: int) -> CandidateTable:
    """One table of a group."""
    units = group.units[index]
    sat = _people(people.units, group.mixture, units[None])[0]
    arrangement = arrangements(group.kind, group.mixture)[group.arrangement[index]]
    return CandidateTable(
        group.kind,
        tuple(int(unit) for unit in units),
        tuple(int(sat[one]) for one in arrangement.seats),
        int(group.cost[index]),
        int(group.spread[index]),
    )


def part_of(people: People, units: Sequence[int]) -> tuple[People, list[int]]:
    """A subset of the people, renumbered, and the old number of each."""
    old = [one for unit in units for one in people.units[unit]]
    new = {one: index for index, one in enumerate(old)}
    between = np.ix_(old, old)
    part = People(
        tuple(tuple(new[one] for one in people.units[unit]) for unit in units),
        people.partners[between],
        people.opponents[between],
        people.place[old],
        people.near,
        _renumbered(people.cards, new),
        None if people.apart is None else people.apart[between],
        tuple(_renumbered(group, new) for group in people.together),
    )
    return part, old


def _renumbered(some: frozenset[int], new: Mapping[int, int]) -> frozenset[int]:
    return frozenset(new[one] for one in some if one in new)


def shares(people: People, kind: Kind) -> Numbers:
    """Lower bound of each unit's share of the cost of any table of a kind.

    The cost of a meeting is shared equally by its two people; each person is given the cheapest
    possible partners and opponents.
    """
    number = len(people.place)
    partner = {a: b for unit in people.units if len(unit) == 2 for a, b in (unit, unit[::-1])}
    found = []
    for unit in people.units:
        total = 0
        for one in unit:
            others = np.array([x for x in range(number) if x not in (one, partner.get(one))])
            own = len(unit) - 1
            partners = np.sort(people.partners[one, others])
            opponents = np.sort(people.opponents[one, others])
            if kind.sort == "friends":
                total += int(opponents[: kind.seats - 1 - own].sum())
            else:
                side = kind.seats // 2
                total += int(partners[: side - 1 - own].sum() + opponents[:side].sum())
        found.append(total / 2)
    return np.array(found)
