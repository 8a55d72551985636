"""Meetings and turns to sit out: of given seatings, and of a night as it was played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from shengji.nights.entries import HandEntry
from shengji.nights.facts import NightFacts
from shengji.nights.state import Game, Round

Sort: TypeAlias = Literal["teams", "friends"]
"""Kind of game at a table: two fixed teams in alternate seats, or Finding Friends."""

Pair: TypeAlias = tuple[str, str]
"""Ids of two people, sorted."""

USUAL = 4
"""Number of people at a regular table."""


class MeetingsError(ValueError):
    """An impossible seating; the message names the problem and the expected value."""


def pair_of(one: str, other: str) -> Pair:
    """The pair of two people, independent of their order."""
    return (one, other) if one < other else (other, one)


class Table(msgspec.Struct, frozen=True):
    """The people at one table.

    Attributes:
        seats: ids of the people by seat. With fixed teams, the members of a team sit in alternate
            seats: partners opposite each other at a table of four.
    """

    seats: tuple[str, ...]
    sort: Sort = "teams"

    @property
    def partners(self) -> Iterator[Pair]:
        """The pairs of team members; none in Finding Friends, where sides last for one hand."""
        if self.sort == "teams":
            for team in (self.seats[::2], self.seats[1::2]):
                yield from (pair_of(*two) for two in combinations(team, 2))

    @property
    def opponents(self) -> Iterator[Pair]:
        """The pairs of opponents; in Finding Friends all pairs."""
        if self.sort == "teams":
            yield from (pair_of(a, b) for a in self.seats[::2] for b in self.seats[1::2])
        else:
            yield from (pair_of(*two) for two in combinations(self.seats, 2))

    @property
    def larger(self) -> bool:
        """Whether it has more than four seats."""
        return len(self.seats) > USUAL


class RoundSeats(msgspec.Struct, frozen=True):
    """The seating of one round.

    Attributes:
        tables: the tables, in order.
        out: ids of the people who sit out.

    Raises:
        MeetingsError: a person is in two places.
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
        """All people of the round, sitting out last."""
        return (*(one for table in self.tables for one in table.seats), *self.out)


class Meetings(NamedTuple):
    """Counts of past meetings and turns of a night.

    Attributes:
        partnered: number of times as partners, by pair; absent: 0.
        opposed: number of times as opponents, by pair; absent: 0.
        sat_out: number of rounds sat out, by id; absent: 0.
        larger: number of times at a table of more than four, by id; absent: 0.
        out_last: ids of the people who sat out the last round.
    """

    partnered: Mapping[Pair, int] = {}
    opposed: Mapping[Pair, int] = {}
    sat_out: Mapping[str, int] = {}
    larger: Mapping[str, int] = {}
    out_last: frozenset[str] = frozenset()


def meetings_of(rounds: Iterable[RoundSeats]) -> Meetings:
    """The meetings of rounds as they were played, with replacements and moves in their seats.

    Args:
        rounds: the seatings, first round first.

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


def meetings_in(night: NightFacts) -> Meetings:
    """The meetings in the rounds of a night, and the number of turns that people have sat out.

    People have met if they played a hand together; at a table without a known hand, if they sat
    there. At a table stopped before its first hand no pair has met, and its people count as sitting
    out unless they played at another table of that round.

    A person who missed rounds counts as having sat out as often as the person present before and
    after who did so least: coming late is neither a turn nor a debt of turns. A person who arrives
    during a round waits for the next one, which counts as a turn.

    Args:
        night: the night, between two rounds.
    """
    partnered, opposed, larger = Counter[Pair](), Counter[Pair](), Counter[str]()
    turns: dict[str, int] = {}
    before, out = set[str](), frozenset[str]()
    for found in night.rounds:
        tables = [table for game in found.games.values() for table in _tables(game)]
        partnered.update({pair for table in tables for pair in table.partners})
        opposed.update({pair for table in tables for pair in table.opponents})
        larger.update({one for table in tables if table.larger for one in table.seats})
        played = {one for table in tables for one in table.seats}
        out = frozenset(_waited(found)) - played
        _level_turns(turns, before, played | out)
        for one in out:
            turns[one] += 1
        before = played | out
    _level_turns(turns, before, night.here)
    sat_out = {one: times for one, times in turns.items() if times}
    return Meetings(partnered, opposed, sat_out, larger, out)


def _tables(game: Game) -> Iterator[Table]:
    """The tables by line-up: a game with a replaced player becomes several tables."""
    sort: Sort = "friends" if game.played.teams == "friends" else "teams"
    hands = [hand.seats for hand in game.hands if not _struck(hand.entry)]
    if hands or not game.why:
        yield from (Table(seats, sort) for seats in dict.fromkeys(hands or [game.seats]))


def _struck(entry: object) -> bool:
    return isinstance(entry, HandEntry) and entry.void


def _waited(found: Round) -> Iterator[str]:
    """The people without a seat in a round, or at a table that was stopped early."""
    yield from found.sits_out
    for game in found.games.values():
        yield from game.seats if game.why else ()


def _level_turns(turns: dict[str, int], before: Iterable[str], now: Iterable[str]) -> None:
    """Raise the turns of people who arrive to the lowest number of the people who stayed."""
    known, here = set(before), set(now)
    least = min((turns[one] for one in known & here), default=0)
    for one in here - known:
        turns[one] = max(turns.get(one, 0), least)
