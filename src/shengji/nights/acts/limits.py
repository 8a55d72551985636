"""Organisers' limits on the seating: people who are kept apart, and people who stay at a table.

A draw keeps all of them. Only organisers see them.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final, TypeAlias

from shengji.nights.acts.act import Decided, NightCommand, NightEvent
from shengji.nights.bounds import PersonId, TableNumber
from shengji.nights.facts import NightFacts
from shengji.nights.refusals import refused

_SEATS: Final = 4
"""Maximum number of people who always sit at the same table."""


class KeepApart(NightCommand, tag="keep_apart", frozen=True, kw_only=True):
    """Seat two people at different tables from the next draw on. Organisers only."""

    givers = "organisers"

    one: PersonId
    other: PersonId

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        for person in (self.one, self.other):
            if person not in night.people:
                return refused("not-checked-in", person=person)
        names = {"name": night.name(self.one), "other": night.name(self.other)}
        if self.one == self.other:
            return refused("apart-of-one")
        if frozenset((self.one, self.other)) in night.apart:
            return refused("apart-already", **names)
        if night.people[self.one].partner == self.other:
            return refused("apart-pair", **names)
        if night.stays.get(self.one, 0) == night.stays.get(self.other):
            return refused("apart-stay", **names, table=night.stays[self.one])
        return KeptApart.of(self, at)


class KeptApart(NightEvent, tag="kept_apart", frozen=True, kw_only=True):
    """Two people no longer sit at one table."""

    one: str
    other: str

    def _change(self, night: NightFacts) -> None:
        night.apart |= {frozenset((self.one, self.other))}


class AllowTogether(NightCommand, tag="allow_together", frozen=True, kw_only=True):
    """Take back that two people sit at different tables. Organisers only."""

    givers = "organisers"

    one: PersonId
    other: PersonId

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        if frozenset((self.one, self.other)) not in night.apart:
            return refused("not-apart", name=night.name(self.one), other=night.name(self.other))
        return AllowedTogether.of(self, at)


class AllowedTogether(NightEvent, tag="allowed_together", frozen=True, kw_only=True):
    """Two people may sit at one table again."""

    one: str
    other: str

    def _change(self, night: NightFacts) -> None:
        night.apart -= {frozenset((self.one, self.other))}


class KeepTable(NightCommand, tag="keep_table", frozen=True, kw_only=True):
    """Seat a person at the same table from the next draw on. Organisers only.

    Attributes:
        table: number of the table; 0: any table again.
    """

    givers = "organisers"

    person: PersonId
    table: TableNumber

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        if self.person not in night.people:
            return refused("not-checked-in", person=self.person)
        name, stays, tables = night.name(self.person), night.stays, night.settings.tables
        if stays.get(self.person, 0) == self.table:
            return refused("stays-already", name=name)
        if tables and self.table > tables:
            return refused("too-few-tables", tables=tables, wanted=self.table)
        there = [one for one, table in stays.items() if table == self.table]
        if len(there) >= _SEATS:
            return refused("table-kept", table=self.table)
        for one in there:
            if frozenset((self.person, one)) in night.apart:
                return refused("apart-stay", name=name, other=night.name(one), table=self.table)
        return TableKept.of(self, at)


class TableKept(NightEvent, tag="table_kept", frozen=True, kw_only=True):
    """A person always sits at a table, or at any table again."""

    person: str
    table: int

    def _change(self, night: NightFacts) -> None:
        others = {one: table for one, table in night.stays.items() if one != self.person}
        night.stays = {**others, self.person: self.table} if self.table else others


ClientCommand: TypeAlias = KeepApart | AllowTogether | KeepTable
Command: TypeAlias = ClientCommand
Event: TypeAlias = KeptApart | AllowedTogether | TableKept
