"""Table state rebuilt from its log, plus what the live layer derives from it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from typing import Final, Literal

import msgspec

from shengji.game import HandStarted, RestClaimed
from shengji.rules import Rules
from shengji.server.database.errors import LogDamaged
from shengji.server.database.log import Cause, LogTail, Stored
from shengji.server.site.traces import traced
from shengji.server.tables.bots.port import HandHistory
from shengji.server.tables.core.entries import BankLeft, Body, TableEntry, TakenBack, decode_body
from shengji.server.tables.core.logged_table import TableCheckpoint
from shengji.server.tables.core.table import Table
from shengji.server.tables.state import Onlookers
from shengji.server.tables.store import TableStore

_REMEMBERED: Final = 256
"""Number of recent commands whose ids are kept to recognise retries."""


class CheckpointBody(msgspec.Struct, frozen=True, kw_only=True):
    """The content of a checkpoint: the state before a hand.

    Attributes:
        format: the version of this schema; for another one the whole log is read.
        table: the table.
        done: the causes of recent commands, with the versions that they led to.
        moved: the version at which each person's view last changed to or from a seat.
        watching_since: the version since which the visibility for onlookers is unchanged.
    """

    format: Literal[2] = 2
    table: TableCheckpoint
    done: tuple[tuple[Cause, int], ...]
    moved: dict[str, int]
    watching_since: int


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(CheckpointBody)


class LogState:
    """The live layer's state of a table, rebuilt from its log.

    Args:
        stored: the log so far, or since the start of a hand.
        kept: the checkpoint before that hand; `None`: none.

    Attributes:
        table: the table.
        moment: the version of the match's last event.
        holders: the person in each seat.
        seers: the person who sees the cards of each seat.
        watching: the visibility for onlookers.
        playing: whether a match is under way.
        banks: the milliseconds left in the banks of seats that are not full.
        done: the versions that recent commands led to, by cause.
    """

    def __init__(self, stored: Iterable[Stored] = (), kept: CheckpointBody | None = None) -> None:
        self.table = Table() if kept is None else Table.resumed(kept.table)
        self.moment = 0
        self.holders: tuple[str | None, ...] = ()
        self.seers: tuple[str | None, ...] = ()
        self.watching: Onlookers = "none"
        self.playing = False
        self.banks: dict[int, int] = {}
        self.done: OrderedDict[Cause, int] = OrderedDict()
        self._moved: dict[str, int] = {}
        self._watching_since = 0
        if kept is not None:
            self.holders, self.seers = self._holders(), self.table.room.seers
            self.watching = self.table.room.sight.onlookers
            self.playing = self.table.room.playing
            self.done.update(kept.done)
            self._moved, self._watching_since = dict(kept.moved), kept.watching_since
        for entry in stored:
            body = decode_body(entry.body)
            self.table.apply(body)
            self.take(body, entry.number)
            if entry.cause is not None:
                self.remember(entry.cause, entry.number)
        self.version = self.table.version

    def take(self, body: Body, version: int) -> None:
        """Update the state after an entry that has been applied and stored."""
        self.version = version
        self.playing = self.table.room.playing
        if self.table.room.sight.onlookers != self.watching:
            self.watching, self._watching_since = self.table.room.sight.onlookers, version
        if isinstance(body, BankLeft):
            self.banks[body.seat] = body.left
        if isinstance(body, HandStarted):
            self.banks.clear()
        self.holders = self._holders()
        self._note_seers(version)
        if isinstance(body, RestClaimed):
            return  # The claiming seat still has to play in its time.
        if not isinstance(body, TableEntry) or isinstance(body, TakenBack):
            self.moment = version

    def _note_seers(self, version: int) -> None:
        """Record a version as the last change of view for people whose visible seat has changed."""
        seers = self.table.room.seers
        if seers != self.seers:
            before, after = seats_by_person(self.seers), seats_by_person(seers)
            for person in before.keys() | after.keys():
                if before.get(person) != after.get(person):
                    self._moved[person] = version
            self.seers = seers

    def _holders(self) -> tuple[str | None, ...]:
        return tuple(seat.person for seat in self.table.room.seats)

    def story(self) -> HandHistory:
        """Return the stored part of the current hand, for bots that join."""
        table, happened = self.table, self.table.happened
        events = tuple(at.event for at in happened.told if at.version <= self.version)
        rules = Rules() if table.match is None else table.match.rules
        return HandHistory(rules, happened.standings, events)

    def checkpoint(self) -> bytes:
        """Return a checkpoint for `read_state`.

        It must be called when the table has applied the start of a hand, but `take` has not.
        """
        return _encoder.encode(
            CheckpointBody(
                table=self.table.before_hand(),
                done=tuple(self.done.items()),
                moved=self._moved,
                watching_since=self._watching_since,
            )
        )

    def remember(self, cause: Cause, version: int) -> None:
        """Record the version that a command led to."""
        self.done[cause] = version
        if len(self.done) > _REMEMBERED:
            self.done.popitem(last=False)

    def same_view_since(self, person: str) -> int:
        """Return the version since which a person's view of the table is unchanged."""
        moved = self._moved.get(person, 0)
        return moved if person in self.seers else max(moved, self._watching_since)

    def name_of(self, person: str | None) -> str:
        """Return the name of a person in a seat; empty if they hold none."""
        names = (seat.name for seat in self.table.room.seats if seat.person == person)
        return "" if person is None else next(names, "")


async def read_state(store: TableStore, table: str) -> LogState | None:
    """Read the state of a table from its log and last checkpoint; `None`: no such table.

    Raises:
        StorageError: it could not be read; a `LogDamaged` when its content is invalid.
    """
    logged = await store.load(table)
    kept = read_checkpoint(logged)
    stored = logged.entries
    if kept is None and logged.checkpoint is not None:
        stored = await store.read(table)
    if not stored:
        return None
    try:
        return LogState(stored, kept)
    except Exception as error:
        # Any error means that the log is invalid, and is reported to all callers.
        raise LogDamaged(f"The log of table {table} is damaged: {traced(error)}.") from error


def read_checkpoint(logged: LogTail) -> CheckpointBody | None:
    """Decode the checkpoint of a log; `None`: there is none, or it has another format."""
    if logged.checkpoint is None:
        return None
    try:
        return _decoder.decode(logged.checkpoint)
    except msgspec.MsgspecError:
        return None


def seats_by_person(holders: Iterable[str | None]) -> dict[str, int]:
    """Return the seat of each person."""
    return {person: seat for seat, person in enumerate(holders) if person is not None}
