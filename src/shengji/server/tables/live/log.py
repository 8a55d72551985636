"""A table's log, derived state and listeners, shared by the components of a live table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from shengji.game import HandEnded, HandStarted, MatchEnded
from shengji.server.actors.log_actor import LogActor
from shengji.server.database.lease import Lease
from shengji.server.database.log import Cause
from shengji.server.tables.core.entries import (
    Body,
    RulesSet,
    TableEntry,
    encode_body,
)
from shengji.server.tables.live.audience import RESTART, Audience
from shengji.server.tables.live.context import Context
from shengji.server.tables.live.listener import Listener
from shengji.server.tables.live.log_state import LogState, read_state
from shengji.server.tables.live.news import PersonCame, PersonGone, ReadingChanged
from shengji.server.tables.summary import Summary


class TableLog(LogActor[Body]):
    """A table's log and state, with its listeners.

    Args:
        table: the table's id.
        facts: the state from its log.
        context: the services shared by all tables.
        hold: the lease for its log.

    Attributes:
        facts: the state from its log.
        audience: the listeners.
    """

    kind: ClassVar[str] = "table"

    def __init__(self, table: str, facts: LogState, context: Context, hold: Lease) -> None:
        super().__init__(table, facts.version, context.time, hold)
        self.context = context
        self.facts = facts
        self.audience = Audience(context.tally, self.leave)

    # Connections

    def join(self, listener: Listener) -> None:
        """Add a connection; before its `Hello` it receives no message except `Bye`."""
        if self.closed:
            listener.end(RESTART)
            return
        self.touch()
        if self.audience.add(listener):
            self.publish(PersonCame(listener.person))

    def leave(self, listener: Listener) -> None:
        """Remove a connection, also a dropped one; repeated calls have no effect."""
        listener.end()
        self.touch()
        if self.audience.remove(listener):
            self.publish(PersonGone(listener.person))
        if listener.reading:
            self.publish(ReadingChanged())

    # The log

    async def store(self, bodies: Sequence[Body], cause: Cause | None = None) -> None:
        """Store entries that the table has applied, and publish them; call it alone.

        Raises:
            StorageError: as for `append`.
        """
        table = self.facts.table
        summary = None
        if any(_changes_the_summary(body) for body in bodies):
            levels = () if table.match is None else tuple(table.match.levels)
            summary = Summary.of(table.room.state(), self.name_of(table.room.host), levels)
        starts = len(bodies) == 1 and isinstance(bodies[0], HandStarted)
        checkpoint = self.facts.checkpoint() if starts else None
        ends = self.facts.playing and any(isinstance(b, MatchEnded | RulesSet) for b in bodies)
        written = [encode_body(body) for body in bodies]

        async def write(first: int, at: int) -> None:
            await self.context.store.append(
                self.id, self.hold, first, written, at, cause, summary, checkpoint, ends=ends
            )

        await self.append(bodies, write)
        if bodies and cause is not None:
            self.facts.remember(cause, self.version)

    def _take(self, entries: Sequence[Body]) -> None:
        self.context.tally.entries += len(entries)
        for version, body in enumerate(entries, self.version + 1):
            self.facts.take(body, version)

    async def _read(self) -> int | None:
        facts = await read_state(self.context.store, self.id)
        if facts is None:
            return None
        self.facts = facts
        return facts.version

    def log_error(self, error: Exception) -> None:
        """Log and count an error of this table."""
        super().log_error(error)
        self.context.tally.faults += 1

    def name_of(self, person: str | None) -> str:
        """Return the name of a person at the table; empty if it is unknown."""
        here = (listener.name for listener in self.audience.of(person or ""))
        return self.facts.name_of(person) or next(here, "")


def _changes_the_summary(body: Body) -> bool:
    """Whether an entry changes the table's summary for lists."""
    if isinstance(body, TableEntry):
        return body.in_summary
    return isinstance(body, HandEnded | MatchEnded)


def changes_the_room(body: Body) -> bool:
    """Whether an entry changes `TableState`."""
    if isinstance(body, TableEntry):
        return body.in_room
    return isinstance(body, HandStarted | HandEnded | MatchEnded)
