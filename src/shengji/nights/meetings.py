"""Where people sat in a round, and what the rounds of a night come to: who has met, who sat out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Literal, NamedTuple, TypeAlias

import msgspec

Sort: TypeAlias = Literal["teams", "friends"]
"""The kind of game at a table: two fixed teams that sit alternately, or Finding Friends."""

Pair: TypeAlias = tuple[str, str]
"""Two people, in the order of their ids."""

USUAL = 4
"""How many people sit at a table that is no larger one."""


class MeetingsError(ValueError):
    """A seating that cannot be; the message says what is wrong and what is expected."""


def pair_of(one: str, other: str) -> Pair:
    """Two people, whoever is named first."""
    return (one, other) if one < other else (other, one)


class Table(msgspec.Struct, frozen=True):
    """The people at one table.

    Attributes:
        seats: the people in the order of their seats. With fixed teams of two, partners sit
            opposite; of three, every second one.
        sort: what is played.
    """

    seats: tuple[str, ...]
    sort: Sort = "teams"

    @property
    def partners(self) -> Iterator[Pair]:
        """The pairs who play together. At Finding Friends nobody does for longer than a hand."""
        if self.sort == "teams":
            for team in (self.seats[::2], self.seats[1::2]):
                yield from (pair_of(*two) for two in combinations(team, 2))

    @property
    def opponents(self) -> Iterator[Pair]:
        """The pairs who play against each other; at Finding Friends everybody, now and then."""
        if self.sort == "teams":
            yield from (pair_of(a, b) for a in self.seats[::2] for b in self.seats[1::2])
        else:
            yield from (pair_of(*two) for two in combinations(self.seats, 2))

    @property
    def larger(self) -> bool:
        """Whether more than four people sit at it."""
        return len(self.seats) > USUAL


class RoundSeats(msgspec.Struct, frozen=True):
    """Where everybody is in one round.

    Attributes:
        tables: the tables, the first one first.
        out: who sits out.

    Raises:
        MeetingsError: somebody is in two places.
    """

    tables: tuple[Table, ...]
    out: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        people = self.people
        twice = sorted({one for one in people if people.count(one) > 1})
        if twice:
            raise MeetingsError(
                f"{', '.join(twice)} cannot be in two places of a round; give everybody one seat"
            )

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody, those who sit out last."""
        return (*(one for table in self.tables for one in table.seats), *self.out)


class Meetings(NamedTuple):
    """The past of a night: who have met, who sat out, who played at a larger table, how often.

    Attributes:
        partnered: how often two were partners; who never were is missing.
        opposed: how often two played against each other.
        sat_out: how often somebody sat out.
        larger: how often somebody sat at a table of more than four.
        out_last: who sat out in the last round.
    """

    partnered: Mapping[Pair, int] = {}
    opposed: Mapping[Pair, int] = {}
    sat_out: Mapping[str, int] = {}
    larger: Mapping[str, int] = {}
    out_last: frozenset[str] = frozenset()


def meetings_of(rounds: Iterable[RoundSeats]) -> Meetings:
    """The meetings of rounds as they were really played: replacements and moves are in their seats.

    Args:
        rounds: the seatings, the first round first.

    >>> met = meetings_of([RoundSeats((Table(("Ann", "Bo", "Cai", "Dee")),), ("Eve",))])
    >>> met.partnered
    {('Ann', 'Cai'): 1, ('Bo', 'Dee'): 1}
    >>> met.opposed[pair_of("Dee", "Ann")], met.sat_out
    (1, {'Eve': 1})
    """
    partnered: dict[Pair, int] = {}
    opposed: dict[Pair, int] = {}
    sat_out: dict[str, int] = {}
    larger: dict[str, int] = {}
    out_last = frozenset[str]()
    for seating in rounds:
        for table in seating.tables:
            for two in table.partners:
                partnered[two] = partnered.get(two, 0) + 1
            for two in table.opponents:
                opposed[two] = opposed.get(two, 0) + 1
            for one in table.seats if table.larger else ():
                larger[one] = larger.get(one, 0) + 1
        for one in seating.out:
            sat_out[one] = sat_out.get(one, 0) + 1
        out_last = frozenset(seating.out)
    return Meetings(partnered, opposed, sat_out, larger, out_last)
