"""The pool: tables that could be made, with what each costs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np

from shengji.nights.division import Kind, Mixture
from shengji.nights.solver import Indices, Numbers


class People(NamedTuple):
    """The people to seat, in an order in which neighbours are welcome at one table.

    Attributes:
        units: the people of each unit, by their number: one, or a fixed pair.
        partners: what it costs when two are partners.
        opponents: what it costs when two are opponents.
        place: of each person in the standings, from 0, all different; or 0 of everybody.
        near: what each place between the first and the last of a table costs.
        cards: who can only play with real cards, by number.
    """

    units: tuple[tuple[int, ...], ...]
    partners: Indices
    opponents: Indices
    place: Indices
    near: int = 0
    cards: frozenset[int] = frozenset()

    @property
    def weights(self) -> Indices:
        """How many people each unit has."""
        return np.array([len(unit) for unit in self.units])

    @property
    def tied(self) -> Indices:
        """The units that can only play with real cards, with the partners of such people."""
        return np.array([bool(self.cards & set(unit)) for unit in self.units], dtype=np.int64)


class Arrangement(NamedTuple):
    """The partners at a table of people, fixed pairs first.

    Attributes:
        seats: whom each seat has, in order.
        partners: of whom partnership costs; not of fixed pairs.
        opponents: who are against each other.
    """

    seats: tuple[int, ...]
    partners: tuple[tuple[int, int], ...]
    opponents: tuple[tuple[int, int], ...]


@cache
def arrangements(kind: Kind, mixture: Mixture) -> tuple[Arrangement, ...]:
    """The ways to make sides at a table.

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
    """Tables of one kind and mixture.

    Attributes:
        kind: what they are.
        mixture: of whom.
        units: of each table, its units, pairs first.
        arrangement: of each, which is cheapest.
        cost: of each, what repeats cost, and places in the standings where they count.
        spread: of each, how far its people are from each other in the standings.
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
    """Tables of a kind by their mixtures.

    Args:
        people: who is here.
        kind: which kind.
        units: of each table its units; where there is no further one, -1.
        chance: chooses between sides that cost the same.
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
    """One table.

    Attributes:
        kind: what it is.
        units: who sits at it, by units.
        seats: the people in the order of the seats.
        cost: what repeats cost, and places in the standings where they count.
        spread: how far its people are from each other in the standings.
    """

    kind: Kind
    units: tuple[int, ...]
    seats: tuple[int, ...]
    cost: int
    spread: int


def made(people: People, group: Group, index: int) -> CandidateTable:
    """One of the tables of a group."""
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
    """Some of the people by themselves, and what number each of them had."""
    old = [one for unit in units for one in people.units[unit]]
    new = {one: index for index, one in enumerate(old)}
    between = np.ix_(old, old)
    part = People(
        tuple(tuple(new[one] for one in people.units[unit]) for unit in units),
        people.partners[between],
        people.opponents[between],
        people.place[old],
        people.near,
        frozenset(new[one] for one in people.cards if one in new),
    )
    return part, old


def shares(people: People, kind: Kind) -> Numbers:
    """The least that each unit adds to the cost of any table of a kind.

    The cost of a table is shared by the two people of each meeting; each person then has at least
    the cheapest partners and opponents that there are.
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
