"""Per-viewer access to a table, and the delayed copy for late spectators."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial

from shengji.game import HandStarted
from shengji.server.tables.core.entries import Body, Entry, decode_body
from shengji.server.tables.core.masks import Viewer
from shengji.server.tables.core.room import Room
from shengji.server.tables.core.table import Checkpoint, Table, seats_by_person
from shengji.server.tables.live.audience import CLOSED
from shengji.server.tables.live.broadcast import Broadcast, RoomNews
from shengji.server.tables.live.listener import Listener
from shengji.server.tables.live.table_actor import TableActor
from shengji.server.tables.state import Now


class DelayedTable:
    """A copy of a table that applies entries only when they are old enough.

    Its state is therefore always that of an earlier time. Times are in milliseconds since 1970.

    Args:
        entries: the log so far, or since the start of a hand.
        checkpoint: the table before that hand; `None`: an empty table.

    Attributes:
        delay: the minimum age of an entry, in milliseconds.
        kept_back: the number of the first entry that is withheld at any age; `None`: none is.
    """

    def __init__(self, entries: Iterable[Entry], checkpoint: Checkpoint | None = None) -> None:
        self.table = Table(checkpoint)
        self.delay = 0
        self.kept_back: int | None = None
        self._waiting: deque[Entry] = deque(entries)
        self._behind = 0

    def add(self, entry: Entry) -> None:
        """Add a new entry of the log."""
        self._waiting.append(entry)

    def catch_up(self, now: int) -> None:
        """Apply all entries that are old enough at once, for a new viewer."""
        while self._waiting and self._may_happen(self._waiting[0], now - self.delay):
            self.table.apply(self._waiting.popleft().body)

    def advance(self, now: int) -> tuple[Body, ...]:
        """Apply the due entries, and return them; the pace stays that of the table.

        A hand that was withheld is replayed from its start once it has ended; the delay is then the
        length of that hand.
        """
        happened: list[Body] = []
        while self._waiting and self._may_happen(self._waiting[0], now - self._lag):
            entry = self._waiting.popleft()
            if isinstance(entry.body, HandStarted):
                self._behind = now - entry.at
            self.table.apply(entry.body)
            happened.append(entry.body)
        return tuple(happened)

    @property
    def _lag(self) -> int:
        return max(self.delay, self._behind)

    def _may_happen(self, entry: Entry, until: int) -> bool:
        return entry.at <= until and (self.kept_back is None or entry.number < self.kept_back)

    @property
    def next_at(self) -> int | None:
        """Due time of the next entry; `None`: there is none, or it is withheld."""
        if not self._waiting or not self._may_happen(self._waiting[0], self._waiting[0].at):
            return None
        return self._waiting[0].at + self._lag


class Views:
    """Welcomes listeners with the view that they may have, and publishes the match to them.

    Args:
        room_news: returns the undelayed part of a listener's welcome.
        with_clock: adds the clock and the paused flag to a prompt.
    """

    def __init__(
        self,
        live: TableActor,
        room_news: Callable[[Listener], RoomNews],
        with_clock: Callable[[Now, Viewer], Now],
    ) -> None:
        self._live = live
        self._time = live.time
        self._audience = live.audience
        self._room_news = room_news
        self._with_clock = with_clock
        self._delayed: DelayedTable | None = None
        self._late: Broadcast | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._seers = live.table.room.seers
        self._onlookers = live.table.room.sight.onlookers
        self.restart()

    @property
    def _room(self) -> Room:
        return self._live.table.room

    def restart(self) -> None:
        """Restart the broadcast after a reload of the table."""
        self.broadcast = Broadcast(
            self._live.table,
            self._audience,
            late=False,
            room_news=self._room_news,
            with_clock=self._with_clock,
        )

    async def welcome(self, listener: Listener, since: int | None = None) -> None:
        """Answer a `Hello`; call it alone.

        Args:
            listener: the sender.
            since: the version of its last event; `None`: it has none.
        """
        table, room, person = self._live.table, self._room, listener.person
        is_seated = room.seat_of(person) is not None
        if not is_seated and self._is_closed_to(person):
            self._audience.dismiss((listener,), CLOSED)
            return
        seat = room.seat_seen_by(person)
        stood_in = () if seat is None else table.stood_in(seat, since)
        if since is not None and since < table.same_view_since(person):
            since = None
        if not is_seated and room.sight.onlookers == "hands" and room.may_see_all(person):
            late = await self._late_broadcast()
            late.welcome(listener, Viewer(all_hands=True), since)
            self.publish_delayed()
        else:
            self.broadcast.welcome(listener, Viewer(seat), since, stood_in)

    def welcome_all(self) -> None:
        """Welcome all listeners again, since they may have missed messages."""
        self._delayed = self._late = None
        for listener in self._audience:
            if listener.viewer is not None:
                self._welcome_soon(listener)

    def _welcome_soon(self, listener: Listener) -> None:
        """Suspend a listener's broadcast, and welcome it again."""
        listener.viewer = None
        self._live.soon(partial(self.welcome, listener))

    def _is_closed_to(self, person: str) -> bool:
        """Whether the table is closed to a person without a seat; it is open to the host."""
        room = self._room
        return room.playing and room.sight.onlookers == "none" and person != room.host

    def _unseated(self) -> list[Listener]:
        audience, seated = self._audience, self._room.seated
        return [at for at in audience if at.viewer is not None and at.person not in seated]

    def restrict(self) -> None:
        """Restrict views after a change of seats or settings."""
        audience, room = self._audience, self._room
        if self._seers != room.seers:
            before, after = seats_by_person(self._seers), seats_by_person(room.seers)
            for listener in audience:
                if before.get(listener.person) != after.get(listener.person):
                    # It receives its new seat, and sends `Hello` again.
                    listener.viewer, listener.late = None, False
            self._seers = room.seers
        closed = [at for at in self._unseated() if self._is_closed_to(at.person)]
        audience.dismiss(closed, CLOSED)
        if self._onlookers != room.sight.onlookers:
            self._onlookers = room.sight.onlookers
            for listener in self._unseated():
                self._welcome_soon(listener)

    # Delayed onlookers

    async def _late_broadcast(self) -> Broadcast:
        """Return the broadcast of the delayed table; create it for the first such onlooker."""
        if self._late is None or self._delayed is None:
            live, store = self._live, self._live.context.store
            logged = await store.load(live.id)
            checkpoint, stored = Checkpoint.of(logged), logged.entries
            sight, now, kept_back = self._room.sight, self._time.wall(), self._withheld
            if (
                checkpoint is None
                or stored[0].at > now - sight.delay * 1000
                or (kept_back is not None and stored[0].number >= kept_back)
            ):
                # The hand under way has not begun in the delayed table.
                checkpoint, stored = None, await store.read(live.id)
            entries = (Entry(at.number, at.at, decode_body(at.body)) for at in stored)
            self._delayed = DelayedTable(entries, checkpoint)
            self._delayed.delay, self._delayed.kept_back = sight.delay * 1000, kept_back
            self._delayed.catch_up(now)
            self._late = Broadcast(
                self._delayed.table, self._audience, late=True, room_news=self._room_news
            )
        return self._late

    @property
    def late_version(self) -> int:
        """The version of the delayed table."""
        return 0 if self._delayed is None else self._delayed.table.version

    @property
    def _withheld(self) -> int | None:
        """The version of the start of the hand withheld from delayed onlookers, if any."""
        if not self._room.in_hand or not self._room.sight.until_end:
            return None
        return self._live.table.events.unmasked[0].version

    def add(self, entry: Entry) -> None:
        """Add a new entry of the log to the delayed table."""
        if self._delayed is not None:
            self._delayed.add(entry)

    def publish_delayed(self) -> None:
        """Advance the delayed table, publish its due events, and set a timer for the next."""
        self.stop()
        delayed, broadcast = self._delayed, self._late
        if delayed is None or broadcast is None or self._live.closed:
            return
        if not any(listener.late for listener in self._audience):
            self._delayed = self._late = None
            return
        before, now = delayed.table.version, self._time.wall()
        delayed.delay, delayed.kept_back = self._room.sight.delay * 1000, self._withheld
        numbered = list(enumerate(delayed.advance(now), before + 1))
        if numbered:
            broadcast.publish(numbered)
        if delayed.next_at is not None:
            seconds = max(0.001, (delayed.next_at - now) / 1000)
            self._timer = self._time.call_later(seconds, self.publish_delayed)

    def stop(self) -> None:
        """Cancel the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
