"""With whose eyes somebody may look at a table, and the delayed for those who look late."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial

from shengji.game import HandStarted
from shengji.server.tables.core.entries import Body, Entry, decode_body
from shengji.server.tables.core.logged_table import LoggedTable
from shengji.server.tables.core.masks import Viewer
from shengji.server.tables.live.audience import CLOSED
from shengji.server.tables.live.broadcast import Broadcast, RoomNews
from shengji.server.tables.live.listener import Listener
from shengji.server.tables.live.log import TableLog
from shengji.server.tables.live.log_state import read_checkpoint, seats_by_person
from shengji.server.tables.state import Now, Sight


class DelayedTable:
    """A table that is fed its entries when they are old enough.

    Whatever it answers is from back then, since it has not heard of anything later. Times are
    milliseconds, those of the clock since 1970.

    Args:
        entries: the log so far, or since a hand began.
        table: the table before that hand.

    Attributes:
        delay: how old an entry must be.
        kept_back: the number of the first entry that may not happen yet, however old; `None`: all
            may.
    """

    def __init__(self, entries: Iterable[Entry], table: LoggedTable | None = None) -> None:
        self.table = table or LoggedTable()
        self.delay = 0
        self.kept_back: int | None = None
        self._waiting: deque[Entry] = deque(entries)
        self._behind = 0

    def add(self, entry: Entry) -> None:
        """An entry that is new in the log."""
        self._waiting.append(entry)

    def catch_up(self, now: int) -> None:
        """Let everything happen at once that is old enough; for who has just come."""
        while self._waiting and self._may_happen(self._waiting[0], now - self.delay):
            self.table.apply(self._waiting.popleft().body)

    def advance(self, now: int) -> tuple[Body, ...]:
        """Let what is due happen, and go on with it as fast as it went.

        A hand that was kept back is followed from its start when it has ended, so that from there
        on everything is as late as that hand was long.
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
        """When the next entry happens; `None`: it is up to date, or what comes is kept back."""
        if not self._waiting or not self._may_happen(self._waiting[0], self._waiting[0].at):
            return None
        return self._waiting[0].at + self._lag


class Views:
    """Welcomes those who come, each with the eyes that they may have, and tells them the match.

    Args:
        log: the table.
        room: what a welcome says besides the match.
        with_clock: puts clocks and sleep into what is waited for.
    """

    def __init__(
        self, log: TableLog, room: Callable[[], RoomNews], with_clock: Callable[[Now, Viewer], Now]
    ) -> None:
        self._log = log
        self._room = room
        self._with_clock = with_clock
        self._delayed: DelayedTable | None = None
        self._late: Broadcast | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._seers = log.facts.seers
        self._watching = log.facts.watching
        self.renew()

    def renew(self) -> None:
        """The table has been built anew."""
        table, audience = self._log.facts.table, self._log.audience
        self.told = Broadcast(
            table, audience, late=False, room=self._room, with_clock=self._with_clock
        )

    async def welcome(self, listener: Listener, since: int | None = None) -> None:
        """Answer a `Hello`; to be called alone.

        Args:
            listener: who says it.
            since: the version of the last event that it has.
        """
        state, person = self._log.facts, listener.person
        room = state.table.room
        is_seated = room.seat_of(person) is not None
        if not is_seated and self._is_closed_to(person):
            self._log.audience.dismiss((listener,), CLOSED)
            return
        seat = room.seat_seen_by(person)
        stood_in = () if seat is None else state.table.stood_in(seat, since)
        if since is not None and since < state.same_view_since(person):
            since = None
        if not is_seated and state.watching == "hands" and room.may_see_all(person):
            late = await self._late_broadcast()
            late.welcome(listener, Viewer(all_hands=True), since)
            self.reflect()
        else:
            self.told.welcome(listener, Viewer(seat), since, stood_in)

    def welcome_again(self) -> None:
        """Welcome everyone anew, who may have missed something."""
        self._delayed = self._late = None
        for listener in self._log.audience:
            if listener.viewer is not None:
                self._welcome_soon(listener)

    def _welcome_soon(self, listener: Listener) -> None:
        """Welcome a listener anew, who hears nothing of the match until then."""
        listener.viewer = None
        self._log.soon(partial(self.welcome, listener))

    def _is_closed_to(self, person: str) -> bool:
        """Whether somebody without a seat may not stay; the host may."""
        room = self._log.facts.table.room
        return room.playing and room.sight.onlookers == "none" and person != room.host

    def _onlookers(self) -> list[Listener]:
        """The listeners of people without a seat who have been welcomed."""
        audience, held = self._log.audience, set(self._log.facts.holders)
        return [at for at in audience if at.viewer is not None and at.person not in held]

    def turn_away(self) -> None:
        """See to it that nobody sees more than they may after seats or settings have changed."""
        log, state = self._log, self._log.facts
        if self._seers != state.seers:
            before, after = seats_by_person(self._seers), seats_by_person(state.seers)
            for listener in log.audience:
                if before.get(listener.person) != after.get(listener.person):
                    # It hears of its new seat, and says `Hello` again.
                    listener.viewer, listener.late = None, False
            self._seers = state.seers
        closed = [at for at in self._onlookers() if self._is_closed_to(at.person)]
        log.audience.dismiss(closed, CLOSED)
        if self._watching != state.watching:
            self._watching = state.watching
            for listener in self._onlookers():
                self._welcome_soon(listener)

    # Late onlookers

    async def _late_broadcast(self) -> Broadcast:
        """The teller of the table as it was; made when the first such onlooker comes."""
        if self._late is None or self._delayed is None:
            store = self._log.context.store
            logged = await store.load(self._log.id)
            kept, stored = read_checkpoint(logged), logged.entries
            sight, now, kept_back = self._sight, self._log.time.wall(), self._withheld
            if (
                kept is None
                or stored[0].at > now - sight.delay * 1000
                or (kept_back is not None and stored[0].number >= kept_back)
            ):
                # The hand under way has not begun for those who look late.
                kept, stored = None, await store.read(self._log.id)
            entries = (Entry(at.number, at.at, decode_body(at.body)) for at in stored)
            before = None if kept is None else LoggedTable.resumed(kept.table)
            self._delayed = DelayedTable(entries, before)
            self._delayed.delay, self._delayed.kept_back = sight.delay * 1000, kept_back
            self._delayed.catch_up(now)
            self._late = Broadcast(
                self._delayed.table, self._log.audience, late=True, room=self._room
            )
        return self._late

    @property
    def late_version(self) -> int:
        """How far late onlookers see the table."""
        return 0 if self._delayed is None else self._delayed.table.version

    @property
    def _sight(self) -> Sight:
        return self._log.facts.table.room.sight

    @property
    def _withheld(self) -> int | None:
        """The version with the start of the hand that late onlookers may not see yet, if any."""
        table = self._log.facts.table
        if not table.room.in_hand or not self._sight.until_end:
            return None
        return table.happened.told[0].version

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
        before, now = delayed.table.version, self._log.time.wall()
        delayed.delay, delayed.kept_back = self._sight.delay * 1000, self._withheld
        numbered = list(enumerate(delayed.advance(now), before + 1))
        if numbered:
            broadcast.publish(numbered)
        if delayed.next_at is not None:
            seconds = max(0.001, (delayed.next_at - now) / 1000)
            self._timer = self._log.time.call_later(seconds, self.reflect)

    def stop(self) -> None:
        """Wait for nothing any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
