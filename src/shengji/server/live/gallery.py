"""With whose eyes somebody may look at a table, and the mirror for those who look late."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from shengji.server.live.audience import CLOSED
from shengji.server.live.book import kept_in, seats_by_person
from shengji.server.live.listener import Listener
from shengji.server.live.mirror import Mirror
from shengji.server.live.stage import Stage
from shengji.server.live.telling import RoomNews, Teller
from shengji.server.table import Entry, Table, Viewer, decode_body
from shengji.server.table.entries import TableEntry
from shengji.server.wire import Now


class Gallery:
    """Welcomes those who come, each with the eyes that they may have, and tells them the match.

    Args:
        stage: the table.
        room: what a welcome says besides the match.
        dress: puts clock and sleep into what is waited for.
    """

    def __init__(
        self, stage: Stage, room: Callable[[], RoomNews], dress: Callable[[Now, Viewer], Now]
    ) -> None:
        self._stage = stage
        self._room = room
        self._dress = dress
        self._mirror: Mirror | None = None
        self._late: Teller | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._holders = stage.book.holders
        self._watching = stage.book.watching
        self.renew()

    def renew(self) -> None:
        """The table has been built anew."""
        table, audience = self._stage.book.table, self._stage.audience
        self.told = Teller(table, audience, late=False, room=self._room, dress=self._dress)

    async def welcome(self, listener: Listener, since: int | None = None) -> None:
        """Answer a `Hello`; to be called alone.

        Args:
            listener: who says it.
            since: the version of the last event that it has.
        """
        book, person = self._stage.book, listener.person
        seat = book.table.seat_of(person)
        if seat is None and self._is_closed_to(person):
            self._stage.audience.dismiss((listener,), CLOSED)
            return
        if since is not None and since < book.seen_alike_since(person):
            since = None
        if seat is None and book.watching == "hands" and book.table.may_see_all(person):
            late = await self._late_teller()
            late.welcome(listener, Viewer(all_hands=True), since)
            self.reflect()
        else:
            self.told.welcome(listener, Viewer(seat), since)

    async def welcome_again(self) -> None:
        """Welcome everyone anew, who may have missed something; to be called alone."""
        self._mirror = self._late = None
        for listener in tuple(self._stage.audience):
            if listener.viewer is not None:
                await self.welcome(listener)

    def _is_closed_to(self, person: str) -> bool:
        """Whether somebody without a seat may not stay; the host may."""
        table = self._stage.book.table
        return table.playing and table.settings.onlookers == "none" and person != table.host

    def _onlookers(self) -> list[Listener]:
        """The listeners of people without a seat who have been welcomed."""
        audience, held = self._stage.audience, set(self._stage.book.holders)
        return [at for at in audience if at.viewer is not None and at.person not in held]

    def turn_away(self) -> None:
        """See to it that nobody sees more than they may after seats or settings have changed."""
        stage, book = self._stage, self._stage.book
        if self._holders != book.holders:
            before, after = seats_by_person(self._holders), seats_by_person(book.holders)
            for listener in stage.audience:
                if before.get(listener.person) != after.get(listener.person):
                    # It hears of its new seat, and says `Hello` again.
                    listener.viewer, listener.late = None, False
            self._holders = book.holders
        closed = [at for at in self._onlookers() if self._is_closed_to(at.person)]
        stage.audience.dismiss(closed, CLOSED)
        if self._watching != book.watching:
            self._watching = book.watching
            for listener in self._onlookers():
                listener.viewer = None
                stage.soon(partial(self.welcome, listener))

    # Late onlookers

    async def _late_teller(self) -> Teller:
        """Who tells the table as it was; the mirror is made when the first such onlooker comes."""
        if self._late is None or self._mirror is None:
            store = self._stage.house.store
            logged = await store.load(self._stage.id)
            kept, stored = kept_in(logged), logged.entries
            if kept is None or stored[0].at > self._until:
                # The hand under way has not begun for those who look late.
                kept, stored = None, await store.read(self._stage.id)
            entries = (Entry(at.number, at.at, decode_body(at.body)) for at in stored)
            self._mirror = Mirror(entries, None if kept is None else Table.resumed(kept.table))
            self._mirror.advance(self._until)
            self._late = Teller(
                self._mirror.table, self._stage.audience, late=True, room=self._room
            )
        return self._late

    @property
    def late_version(self) -> int:
        """How far late onlookers see the table."""
        return 0 if self._mirror is None else self._mirror.table.version

    @property
    def _until(self) -> int:
        """Up to when late onlookers see the table now, in milliseconds since 1970."""
        return self._stage.time.wall() - self._stage.book.table.settings.delay * 1000

    def add(self, entry: Entry) -> None:
        """An entry is new in the log."""
        if self._mirror is not None:
            self._mirror.add(entry)

    def reflect(self) -> None:
        """Let happen in the mirror what is due, and tell it; then wait for the next."""
        self.stop()
        mirror, teller = self._mirror, self._late
        if mirror is None or teller is None or self._stage.closed:
            return
        if not any(listener.late for listener in self._stage.audience):
            self._mirror = self._late = None
            return
        before = mirror.table.version
        numbered = list(enumerate(mirror.advance(self._until), before + 1))
        if numbered:
            teller.tell([(v, body) for v, body in numbered if not isinstance(body, TableEntry)])
        if mirror.next_at is not None:
            seconds = max(0.001, (mirror.next_at - self._until) / 1000)
            self._timer = self._stage.time.call_later(seconds, self.reflect)

    def stop(self) -> None:
        """Wait for nothing any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
