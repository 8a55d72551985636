"""The actor of a table: its log, its state and its connections."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from shengji.bots.thought import StoredThought
from shengji.game import HandStarted
from shengji.rules import Rules
from shengji.server.actors.log_actor import LogActor
from shengji.server.database.errors import LogDamaged
from shengji.server.database.lease import Lease
from shengji.server.database.log import Cause
from shengji.server.site.traces import traced
from shengji.server.tables.acts.act import TableEntry
from shengji.server.tables.bots.port import HandHistory
from shengji.server.tables.core.entries import Body, changes_summary, encode_body
from shengji.server.tables.core.table import Checkpoint, Table
from shengji.server.tables.live.audience import RESTART, Audience
from shengji.server.tables.live.context import Context
from shengji.server.tables.live.listener import Listener
from shengji.server.tables.live.news import PersonConnected, PersonDisconnected, ReadingChanged
from shengji.server.tables.store import TableStore
from shengji.server.tables.summary import Summary


class TableActor(LogActor[Body]):
    """The base of `LiveTable`, as its components know it.

    Attributes:
        table: the state from its log; during an operation it may be ahead of `version`.
    """

    kind: ClassVar[str] = "table"

    def __init__(self, id_: str, table: Table, context: Context, hold: Lease) -> None:
        super().__init__(id_, table.version, context.time, hold)
        self.context = context
        self.table = table
        self.audience = Audience(context.tally, self.leave)

    # Connections

    def join(self, listener: Listener) -> None:
        """Add a connection; before its `Hello` it receives no message except `Bye`."""
        if self.closed:
            listener.end(RESTART)
            return
        self.touch()
        if self.audience.add(listener):
            self.publish(PersonConnected(listener.person))

    def leave(self, listener: Listener) -> None:
        """Remove a connection, also a dropped one; repeated calls have no effect."""
        listener.end()
        self.touch()
        if self.audience.remove(listener):
            self.publish(PersonDisconnected(listener.person))
        if listener.reading:
            self.publish(ReadingChanged())

    # The log

    async def store(
        self,
        bodies: Sequence[Body],
        cause: Cause | None = None,
        thought: StoredThought | None = None,
    ) -> None:
        """Store entries that the table has applied, and publish them; call it alone.

        Args:
            bodies: the entries.
            cause: the person and command that led to them.
            thought: the thought behind the decision of a bot, stored with its first event.

        Raises:
            StorageError: as for `append`.
        """
        table = self.table
        summary = self._summary() if any(map(changes_summary, bodies)) else None
        starts = len(bodies) == 1 and isinstance(bodies[0], HandStarted)
        checkpoint = msgspec.json.encode(table.checkpoint()) if starts else None
        ends = table.ended > self.version
        written = [encode_body(body) for body in bodies]
        if thought is not None:
            decided = next(at for at, body in enumerate(bodies) if not isinstance(body, TableEntry))
            written[decided] = encode_body(bodies[decided], thought)

        async def write(first: int, at: int) -> None:
            await self.context.store.append(
                self.id, self.hold, first, written, at, cause, summary, checkpoint, ends=ends
            )

        await self.append(bodies, write)
        if bodies and cause is not None:
            table.remember(cause)

    def _summary(self) -> Summary:
        table = self.table
        levels = () if table.match is None else tuple(table.match.levels)
        return Summary.of(table.room.state(), self.name_of(table.room.host), levels)

    def _on_stored(self, entries: Sequence[Body]) -> None:
        self.context.tally.entries += len(entries)  # the table has applied them

    async def _read(self) -> int | None:
        table = await read_table(self.context.store, self.id)
        if table is None:
            return None
        self.table = table
        return table.version

    def log_error(self, error: Exception) -> None:
        """Log and count an error of this table."""
        super().log_error(error)
        self.context.tally.faults += 1

    def name_of(self, person: str | None) -> str:
        """Return the name of a person at the table; empty if it is unknown."""
        here = (listener.name for listener in self.audience.of(person or ""))
        return self.table.room.name_of(person) or next(here, "")

    def history(self) -> HandHistory:
        """Return the stored part of the current hand, for bots that join."""
        table = self.table
        rules = Rules() if table.match is None else table.match.rules
        return HandHistory(rules, table.events.standings, table.events.until(self.version))


async def read_table(store: TableStore, id_: str) -> Table | None:
    """Read a table from its log and last checkpoint; `None`: no such table.

    Raises:
        StorageError: it could not be read; a `LogDamaged` when its content is invalid.
    """
    logged = await store.load(id_)
    checkpoint, log = Checkpoint.of(logged), logged.entries
    if checkpoint is None and logged.checkpoint is not None:
        log = await store.read(id_)
    if not log:
        return None
    try:
        return Table.stored(log, checkpoint)
    except Exception as error:
        # Any error means that the log is invalid, and is reported to all callers.
        raise LogDamaged(f"The log of table {id_} is damaged: {traced(error)}.") from error
