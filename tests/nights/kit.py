"""Helpers for the tests of nights: an evening that is told what to do."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from shengji.nights import (
    CheckIn,
    DrawRound,
    EnterHand,
    Event,
    HandEntry,
    LastTrick,
    Night,
    NightCommand,
    NightEvent,
    NightSettings,
    OpenNight,
    Refusal,
    Score,
)

EVENING = datetime(2026, 3, 3, 19, tzinfo=UTC)
REAL = NightSettings(real_cards="all", rounds=None)
ORGANISER = "org"


def written(**entry: Any) -> HandEntry:
    """A hand as it is written down; the Declarers won its last trick, unless it is said."""
    if entry.get("points") is not None:
        entry.setdefault("last_trick", LastTrick("declarers"))
    return HandEntry(**entry)


class Evening:
    """A night, the events so far, and a clock that goes on by a second with each command."""

    def __init__(self, settings: NightSettings = REAL, people: str = "") -> None:
        self.night = Night()
        self.events: list[NightEvent] = []
        self.now = EVENING
        self.given = 0
        self.do(OpenNight, night="n1", settings=settings)
        for person in people:
            self.do(CheckIn, by=person, person=person, name=person)

    @property
    def at(self) -> int:
        """The time of the clock in Unix milliseconds."""
        return round(self.now.timestamp() * 1000)

    def _give(self, kind: type[NightCommand], **fields: Any) -> tuple[NightEvent, ...] | Refusal:
        self.given += 1
        self.now += timedelta(seconds=1)
        given = {"id": f"c{self.given}", "by": ORGANISER, **fields}
        command: Any = kind(**{"trusted": given["by"] == ORGANISER, **given})
        return self.night.do(command, self.now)

    def do(self, kind: type[NightCommand], **fields: Any) -> tuple[NightEvent, ...]:
        """Give a command that must be carried out."""
        decided = self._give(kind, **fields)
        assert not isinstance(decided, Refusal), decided.sentence()
        self.events += decided
        return decided

    def refuses(self, kind: type[NightCommand], **fields: Any) -> str:
        """Give a command that must be refused, and change nothing; the code of the refusal."""
        decided = self._give(kind, **fields)
        assert isinstance(decided, Refusal), decided
        assert decided.sentence("en") and decided.sentence("zh")
        assert Night.of(self.events) == self.night
        return decided.code

    def draw(self, *tables: str, out: str = "") -> None:
        """Seat people, one letter each, as `ABCD`."""
        self.do(DrawRound, tables=tuple(map(tuple, tables)), sits_out=tuple(out))

    def hand(self, by: str = "A", *, confirm: str = "", table: int = 1, **entry: Any) -> None:
        """Write the next hand of a table in this round down; `confirm` confirms it."""
        number = len(self.night.rounds[-1].games[table].hands) + 1
        place = {"round": len(self.night.rounds), "table": table, "hand": number}
        self.do(EnterHand, by=by, entry=written(**entry), **place)
        if confirm:
            self.do(EnterHand, by=confirm, entry=written(**entry), **place)

    def score(self, table: int = 1) -> Score:
        return self.night.score(len(self.night.rounds), table)

    def levels(self, table: int = 1) -> str:
        """The level of each seat."""
        return " ".join(at.level.value for at in self.score(table).standings)

    def read_again(self) -> Night:
        """The night from its events, as they are stored."""
        stored = msgspec.json.encode(self.events)
        return Night.of(msgspec.json.decode(stored, type=list[Event]))


def at_table(people: str = "ABCD", settings: NightSettings = REAL) -> Evening:
    """An evening with everybody at one table in the first round."""
    evening = Evening(settings, people)
    evening.draw(people)
    return evening
