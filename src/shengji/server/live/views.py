"""With whose eyes somebody may look at a table, and the delayed for those who look late."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial

from shengji.server.live.audience import CLOSED
from shengji.server.live.broadcast import Broadcast, RoomNews
from shengji.server.live.listener import Listener
from shengji.server.live.log import TableLog
from shengji.server.live.state import kept_in, seats_by_person
from shengji.server.states import Now
from shengji.server.table import Body, Entry, Table, Viewer, decode_body
from shengji.server.table.entries import TableEntry


class DelayedTable:
    """A table that is fed its entries when they are old enough.

    Whatever it answers is from back then, since it has not heard of anything later.

    Args:
        entries: the log so far, or since a hand began.
        table: the table before that hand.
    """

    def __init__(self, entries: Iterable[Entry], table: Table | None = None) -> None:
        self.table = table or Table()
        self._waiting: deque[Entry] = deque(entries)

    def add(self, entry: Entry) -> None:
        """An entry that is new in the log."""
        self._waiting.append(entry)

    def advance(self, until: int) -> tuple[Body, ...]:
        """Let the entries happen that were made by then, in milliseconds since 1970."""
        happened: list[Body] = []
        while self._waiting and self._waiting[0].at <= until:
            body = self._waiting.popleft().body
            self.table.apply(body)
            happened.append(body)
        return tuple(happened)

    @property
    def next_at(self) -> int | None:
        """When the next entry was made that has not happened here; `None`: it is up to date."""
        return self._waiting[0].at if self._waiting else None


class Views:
    """Welcomes those who come, each with the eyes that they may have, and tells them the match.

    Args:
        log: the table.
        room: what a welcome says besides the match.
        dress: puts clock and sleep into what is waited for.
    """

    def __init__(
        self, log: TableLog, room: Callable[[], RoomNews], dress: Callable[[Now, Viewer], Now]
    ) -> None:
        self._log = log
        self._room = room
        self._dress = dress
        self._delayed: DelayedTable | None = None
        self._late: Broadcast | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._holders = log.state.holders
        self._watching = log.state.watching
        self.renew()

    def renew(self) -> None:
        """The table has been built anew."""
        table, audience = self._log.state.table, self._log.audience
        self.told = Broadcast(table, audience, late=False, room=self._room, dress=self._dress)

    async def welcome(self, listener: Listener, since: int | None = None) -> None:
        """Answer a `Hello`; to be called alone.

        Args:
            listener: who says it.
            since: the version of the last event that it has.
        """
        state, person = self._log.state, listener.person
        seat = state.table.room.seat_of(person)
        if seat is None and self._is_closed_to(person):
            self._log.audience.dismiss((listener,), CLOSED)
            return
        if since is not None and since < state.seen_alike_since(person):
            since = None
        if seat is None and state.watching == "hands" and state.table.room.may_see_all(person):
            late = await self._late_broadcast()
            late.welcome(listener, Viewer(all_hands=True), since)
            self.reflect()
        else:
            self.told.welcome(listener, Viewer(seat), since)

    async def welcome_again(self) -> None:
        """Welcome everyone anew, who may have missed something; to be called alone."""
        self._delayed = self._late = None
        for listener in tuple(self._log.audience):
            if listener.viewer is not None:
                await self.welcome(listener)

    def _is_closed_to(self, person: str) -> bool:
        """Whether somebody without a seat may not stay; the host may."""
        room = self._log.state.table.room
        return room.playing and room.settings.onlookers == "none" and person != room.host

    def _onlookers(self) -> list[Listener]:
        """The listeners of people without a seat who have been welcomed."""
        audience, held = self._log.audience, set(self._log.state.holders)
        return [at for at in audience if at.viewer is not None and at.person not in held]

    def turn_away(self) -> None:
        """See to it that nobody sees more than they may after seats or settings have changed."""
        log, state = self._log, self._log.state
        if self._holders != state.holders:
            before, after = seats_by_person(self._holders), seats_by_person(state.holders)
            for listener in log.audience:
                if before.get(listener.person) != after.get(listener.person):
                    # It hears of its new seat, and says `Hello` again.
                    listener.viewer, listener.late = None, False
            self._holders = state.holders
        closed = [at for at in self._onlookers() if self._is_closed_to(at.person)]
        log.audience.dismiss(closed, CLOSED)
        if self._watching != state.watching:
            self._watching = state.watching
            for listener in self._onlookers():
                listener.viewer = None
                log.soon(partial(self.welcome, listener))

    # Late onlookers

    async def _late_broadcast(self) -> Broadcast:
        """Who tells the table as it was; the delayed is made when the first such onlooker comes."""
        if self._late is None or self._delayed is None:
            store = self._log.context.store
            logged = await store.load(self._log.id)
            kept, stored = kept_in(logged), logged.entries
            if kept is None or stored[0].at > self._until:
                # The hand under way has not begun for those who look late.
                kept, stored = None, await store.read(self._log.id)
            entries = (Entry(at.number, at.at, decode_body(at.body)) for at in stored)
            before = None if kept is None else Table.resumed(kept.table)
            self._delayed = DelayedTable(entries, before)
            self._delayed.advance(self._until)
            self._late = Broadcast(
                self._delayed.table, self._log.audience, late=True, room=self._room
            )
        return self._late

    @property
    def late_version(self) -> int:
        """How far late onlookers see the table."""
        return 0 if self._delayed is None else self._delayed.table.version

    @property
    def _until(self) -> int:
        """Up to when late onlookers see the table now, in milliseconds since 1970."""
        return self._log.time.wall() - self._log.state.table.room.settings.delay * 1000

    def add(self, entry: Entry) -> None:
        """An entry is new in the log."""
        if self._delayed is not None:
            self._delayed.add(entry)

    def reflect(self) -> None:
        """Let happen in the delayed what is due, and tell it; then wait for the next."""
        self.stop()
        delayed, broadcast = self._delayed, self._late
        if delayed is None or broadcast is None or self._log.closed:
            return
        if not any(listener.late for listener in self._log.audience):
            self._delayed = self._late = None
            return
        before = delayed.table.version
        numbered = list(enumerate(delayed.advance(self._until), before + 1))
        if numbered:
            broadcast.tell([(v, body) for v, body in numbered if not isinstance(body, TableEntry)])
        if delayed.next_at is not None:
            seconds = max(0.001, (delayed.next_at - self._until) / 1000)
            self._timer = self._log.time.call_later(seconds, self.reflect)

    def stop(self) -> None:
        """Wait for nothing any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
