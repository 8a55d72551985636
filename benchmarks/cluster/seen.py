"""The facts that people at a table have seen, and the proof that the logs say the same."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import inf
from typing import Final

import msgspec

from shengji.game import Event
from shengji.nights.stored import read_event
from shengji.server.database.errors import NightDamaged
from shengji.server.database.log import Stored
from shengji.server.nights.logs import read_night
from shengji.server.stores import Stores
from shengji.server.tables.acts.act import TableEntry
from shengji.server.tables.acts.decisions import BuryAction, CallFriendsAction, PlayAction
from shengji.server.tables.core.entries import decode_body
from shengji.server.tables.core.masks import Viewer, mask_event
from shengji.server.tables.core.table import Table
from shengji.server.tables.messages import Do, Done, Happened, Refused, ToBrowser, Welcome

_STORED: Final = (PlayAction, BuryAction, CallFriendsAction)
"""Decisions of which each stands in the log when it is acknowledged."""

_encode = msgspec.json.Encoder().encode


@dataclass
class Seen:
    """The people of one table, and what they have seen.

    Attributes:
        table: its id.
        acknowledged: the decisions that were acknowledged, by who made them and the command's id.
        told: what was told of each version, by the seat to which it was told, as JSON.
        answers: for each command, when it was first asked and when it was answered, in seconds.
        refused: when something was refused, and why.
        wrong: what cannot be, as seen from here.
    """

    table: str
    acknowledged: list[tuple[str, str]] = field(default_factory=list)
    told: dict[tuple[int, int | None], bytes] = field(default_factory=dict)
    answers: list[tuple[float, float]] = field(default_factory=list)
    refused: list[tuple[float, str]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def waited(self, since: float, first: float = -inf, last: float = inf) -> float:
        """The seconds after a moment that a command of a table had to wait at most.

        Args:
            since: the moment.
            first: only commands count that still waited then.
            last: and that had been asked by then.
        """
        late = (
            answered - max(asked, since)
            for asked, answered in self.answers
            if answered > first and asked < last
        )
        return max((at for at in late if at > 0), default=0.0)


class Eyes:
    """The eyes of one person at a table.

    Args:
        seen: what the people of the table have seen.
    """

    def __init__(self, seen: Seen) -> None:
        self._seen = seen
        self._you = ""
        self._seat: int | None = None

    def see(self, message: ToBrowser, asked: tuple[Do, float] | None) -> None:
        """Take down a message.

        Args:
            message: what has come.
            asked: the command that it answers, and when that was asked.
        """
        seen, now = self._seen, time.monotonic()
        match message:
            case Welcome():
                self._you, self._seat = message.you, message.seat
            case Done() | Refused() if asked is not None:
                do, at = asked
                seen.answers.append((at, now))
                if isinstance(message, Refused):
                    seen.refused.append((now, message.code))
                elif isinstance(do.action, _STORED):
                    seen.acknowledged.append((self._you, message.id))
            case _:
                pass
        if isinstance(message, Welcome | Happened):
            for numbered in message.events:
                self._hear(numbered.version, numbered.event)

    def _hear(self, version: int, event: Event) -> None:
        told, place = _encode(event), (version, self._seat)
        if self._seen.told.setdefault(place, told) != told:
            self._seen.wrong.append(f"{version} was told twice, and not alike")


async def check(url: str, tables: Collection[Seen]) -> list[str]:
    """The faults that the logs of tables show."""
    store = await Stores.open(url)
    try:
        return [
            f"{seen.table}: {wrong}"
            for seen in tables
            for wrong in (*seen.wrong, *_table_faults(seen, await store.tables.read(seen.table)))
        ]
    finally:
        await store.close()


def _table_faults(seen: Seen, log: Sequence[Stored]) -> list[str]:
    found: list[str] = []
    if [entry.number for entry in log] != list(range(1, len(log) + 1)):
        found.append("its numbers have gaps")
    try:
        Table.stored(log)
    except Exception as error:
        found.append(f"it is no legal game: {error!r}")
    stored = Counter(
        (entry.cause.person, entry.cause.command) for entry in log if entry.cause is not None
    )
    found += [f"{cause} stands there {n} times" for cause, n in stored.items() if n > 1]
    found += [
        f"{cause} was acknowledged and is lost"
        for cause in set(seen.acknowledged)
        if cause not in stored
    ]
    bodies = {entry.number: decode_body(entry.body) for entry in log}
    for (version, seat), told in seen.told.items():
        body = bodies.get(version)
        if body is None or isinstance(body, TableEntry):
            found.append(f"{told!r} was told as {version}, and does not stand there")
        elif told != (kept := _encode(mask_event(body, Viewer(seat)))):
            found.append(f"{told!r} was told to {seat} as {version}, where {kept!r} stands")
    return found


async def check_night(url: str, night: str, acknowledged: Collection[str]) -> list[str]:
    """The faults that the log of a night shows.

    Args:
        url: the database.
        night: its id.
        acknowledged: the commands that were acknowledged, by the ids that they have there.
    """
    store = await Stores.open(url)
    try:
        kept = await store.nights.load(night)
    finally:
        await store.close()
    if kept is None:
        return [f"the night {night} is gone"]
    try:
        read_night(night, kept.bodies)
    except NightDamaged as error:
        return [f"no legal night: {error}"]
    events = [read_event(body).command for body in kept.bodies]
    stored = Counter(command for command, _ in groupby(events))  # one may lead to several
    twice = [f"night: {command} {n} times" for command, n in stored.items() if n > 1]
    lost = [f"night: {one} is lost" for one in acknowledged if one not in stored]
    return twice + lost
