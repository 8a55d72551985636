"""A table and what live has to know of it besides, all built from its log."""

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
from shengji.server.tables.core.entries import BankLeft, Body, TableEntry, TakenBack, decode_body
from shengji.server.tables.core.logged_table import TableCheckpoint
from shengji.server.tables.core.table import Table
from shengji.server.tables.live.bot_executor import HandHistory
from shengji.server.tables.state import Onlookers
from shengji.server.tables.store import TableStore

_REMEMBERED: Final = 256
"""So many of the last commands are known by their ids."""


class CheckpointBody(msgspec.Struct, frozen=True, kw_only=True):
    """The content of a checkpoint: a state before a hand.

    Attributes:
        format: of what is kept, and how; of another the log is read whole.
        table: the table.
        done: the causes of the last commands, and the versions that they led to.
        moved: at which version each person last began or ceased to see the cards of a seat.
        watching_since: since which version others may watch as they may now.
    """

    format: Literal[2] = 2
    table: TableCheckpoint
    done: tuple[tuple[Cause, int], ...]
    moved: dict[str, int]
    watching_since: int


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(CheckpointBody)


class LogState:
    """The state that a table's log comes to.

    Args:
        stored: the log so far, or since a hand began.
        kept: the table before that hand.

    Attributes:
        table: the table.
        moment: the version with the last event of a match.
        holders: the person in each seat.
        seers: the person to whom the cards of each seat are shown.
        watching: whether others may watch.
        playing: whether a match is under way.
        banks: the milliseconds that are left in the banks of seats which are not full.
        done: the versions that the last commands led to, by their causes.
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
        """Note an entry that the table has applied, and that is stored."""
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
            return  # Who claimed is still to play, and gains no time by it.
        if not isinstance(body, TableEntry) or isinstance(body, TakenBack):
            self.moment = version

    def _note_seers(self, version: int) -> None:
        """Note who sees the cards of another seat with this version than before, or of none."""
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
        """The hand under way, as far as it is stored, to tell bots that come late."""
        table, happened = self.table, self.table.happened
        events = tuple(at.event for at in happened.told if at.version <= self.version)
        rules = Rules() if table.match is None else table.match.rules
        return HandHistory(rules, happened.standings, events)

    def checkpoint(self) -> bytes:
        """The state from which `read_state` goes on.

        To be asked when the table has applied the start of a hand, and the state has not taken it.
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
        """Note that a command has led to this version."""
        self.done[cause] = version
        if len(self.done) > _REMEMBERED:
            self.done.popitem(last=False)

    def same_view_since(self, person: str) -> int:
        """The version from which on a person has seen the table with the same eyes."""
        moved = self._moved.get(person, 0)
        return moved if person in self.seers else max(moved, self._watching_since)

    def name_of(self, person: str | None) -> str:
        """The name of somebody who holds a seat, else nothing."""
        names = (seat.name for seat in self.table.room.seats if seat.person == person)
        return "" if person is None else next(names, "")


async def read_state(store: TableStore, table: str) -> LogState | None:
    """Read the log of a table, from its last checkpoint on; `None`: no such table.

    Raises:
        StorageError: it could not be read; a `LogDamaged` when what stands
            in it is wrong.
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
        # Whatever it was: the log says what cannot be, and everybody who comes is to hear of it.
        raise LogDamaged(f"The log of table {table} is damaged: {traced(error)}.") from error


def read_checkpoint(logged: LogTail) -> CheckpointBody | None:
    """Read the checkpoint of a log; `None`: there is none, or another version has written it."""
    if logged.checkpoint is None:
        return None
    try:
        return _decoder.decode(logged.checkpoint)
    except msgspec.MsgspecError:
        return None


def seats_by_person(holders: Iterable[str | None]) -> dict[str, int]:
    """The seat of each person."""
    return {person: seat for seat, person in enumerate(holders) if person is not None}
