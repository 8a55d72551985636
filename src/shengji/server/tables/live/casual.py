"""Casual play: seats players who want to play with any people, immediately.

Without other people a player starts with bots, which later people replace. A player who stays
alone, also after other people have left, is moved to people of the same set when the next hand
begins. So is a player who sits beside people that they have blocked. This state is kept in memory
only.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import Final

import structlog

from shengji.game import HandStarted
from shengji.server.actors.news import ActorNotification, Appended
from shengji.server.database.errors import StorageError
from shengji.server.site.ties import Ties, TieSource
from shengji.server.site.words import words_from
from shengji.server.tables.acts.act import Actor
from shengji.server.tables.acts.seating import Sit, Stand
from shengji.server.tables.casual_sets import CasualRequest
from shengji.server.tables.live.audience import encoded
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.live.live_table import LiveTable
from shengji.server.tables.messages import Done, Moved

HURRY: Final = 4.0
"""Maximum seconds of a result that is still shown when a new player waits for cards."""

_logger = structlog.get_logger()


class _Place:
    """A table of casual play; `wishes` holds the requests of the people who came by one."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.wishes: dict[str, CasualRequest] = {}


class Casual:
    """Seats people who want to play with other people."""

    def __init__(self, hub: Hub, ties: TieSource) -> None:
        self._hub = hub
        self._ties = ties
        self._places: dict[str, _Place] = {}
        self._opened = 0
        self._one = asyncio.Lock()  # concurrent requests must share one new table
        hub.subscribe(self._on_notification)

    async def seat(self, actor: Actor, wish: CasualRequest) -> str:
        """Seat a person, with people if there are any; return the id of the table.

        Raises:
            shengji.server.tables.live.hub.OpeningRefusedError: no such table can be opened.
            StorageError: it could not be stored.
        """
        async with self._one:
            own = self._own(actor.person, wish)
            if own is not None and len(_company(own)) > 1:
                return own.id
            ties = await self._ties.ties(actor.person)
            for live in await self._suitable(actor.person, wish, ties):
                if await self._sit(live, actor, wish):
                    if own is not None and own.id in self._places:
                        await self._leave(own, actor, live)
                    return live.id
            if own is not None:
                return own.id
            return (await self._open(actor, wish)).id

    def counts(self) -> dict[str, int]:
        """Return the number of people who play each set now."""
        found: dict[str, int] = {}
        for live, place in self._loaded_tables():
            here = live.people
            for person, wish in place.wishes.items():
                if wish.name is not None and person in here:
                    found[wish.name] = found.get(wish.name, 0) + 1
        return found

    # Finding a table

    def _loaded_tables(self) -> Iterator[tuple[LiveTable, _Place]]:
        """Yield the loaded tables of casual play, and drop the rest."""
        for id_, place in tuple(self._places.items()):
            live = self._hub.loaded(id_)
            if live is None or live.closed:
                del self._places[id_]
            else:
                yield live, place

    def _own(self, person: str, wish: CasualRequest) -> LiveTable | None:
        """Return the table of a person that already fits their request."""
        for live in self._hub:
            room = live.table.room
            alike = room.settings.private == wish.new.settings.private and wish.matches(room)
            if alike and live.is_attended and room.seat_of(person) is not None:
                return live
        return None

    async def _suitable(self, person: str, wish: CasualRequest, ties: Ties) -> list[LiveTable]:
        """Return the tables with a seat for a person, best first.

        Tables with friends come first, unless the request is for anyone. Then a table with a
        single player who cannot move elsewhere is best, followed by the tables with the most people
        where a further seat stays free for a single player from another table. Other tables with
        a single player are next, and tables with one free seat last.
        """
        known = {live.id: place.number for live, place in self._loaded_tables()}
        found = [live for live in self._hub if self._takes(live, person, wish, ties)]
        stuck = {live.id for live in found if await self._is_stuck(live, found)}

        def order(live: LiveTable) -> tuple[bool, int, int, int]:
            company = _company(live)
            strangers = wish.company != "anyone" and ties.friends.isdisjoint(company)
            free = len(live.table.room.seats) - len(_sitters(live))
            rank = 2 if len(company) == 1 else 1 if free > 1 else 3
            rank = 0 if live.id in stuck else rank
            return strangers, rank, -len(company), known.get(live.id, self._opened)

        return sorted(found, key=order)

    async def _is_stuck(self, live: LiveTable, among: Sequence[LiveTable]) -> bool:
        """Whether a table's single player cannot move to any table with more people."""
        first = _alone(live)
        others = [other for other in among if len(_company(other)) > 1]
        if first is None or not others:
            return False
        wish = self._wish(live, first)
        if wish is None:
            return True
        ties = await self._ties.ties(first)
        return not any(self._takes(other, first, wish, ties) for other in others)

    def _takes(self, live: LiveTable, person: str, wish: CasualRequest, ties: Ties) -> bool:
        """Whether a person can be seated at a table with people present or arriving."""
        room = live.table.room
        if live.closed or not wish.matches(room):
            return False
        company, sitters = _company(live) - {person}, _sitters(live)
        coming = live.id in self._places and live.is_attended
        if not company or not (coming or company & live.people) or person in sitters:
            return False
        if not ties.apart.isdisjoint(sitters) or person in room.removed:
            return False
        # Tables for friends only are closed to other people; their players join no other table.
        private = room.settings.private
        if private and (live.id not in self._places or not sitters <= ties.friends):
            return False
        if wish.company == "friends-only" and not private:
            return False
        reading = not room.in_hand and live.audience.reading
        return not reading and any(seat.person is None for seat in room.seats)

    # Seating

    async def _sit(self, live: LiveTable, actor: Actor, wish: CasualRequest) -> bool:
        """Seat a person at a table; return false if it has filled up or refuses them."""
        seats = live.table.room.seats
        free = [number for number, seat in enumerate(seats) if seat.person is None]
        for number in sorted(free, key=lambda number: seats[number].bot is not None):
            done = await live.act(actor.person, actor.name, Sit(number), account=actor.account)
            if isinstance(done, Done):
                break
        else:
            return False
        place = self._places.get(live.id)
        if place is not None:
            stayed = {who: known for who, known in place.wishes.items() if who in _sitters(live)}
            place.wishes = {**stayed, actor.person: wish}
        if wish.name is not None:
            live.shorten_result(HURRY)
        return True

    async def _open(self, actor: Actor, wish: CasualRequest) -> LiveTable:
        """Open a table with bots for a person."""
        live = await self._hub.open(actor.person, actor.name, wish.new, account=actor.account)
        self._opened += 1
        place = self._places[live.id] = _Place(self._opened)
        place.wishes[actor.person] = wish
        return live

    # Moving players

    def _on_notification(self, live: LiveTable, news: ActorNotification) -> None:
        if not (live.id in self._places and isinstance(news, Appended)):
            return
        if any(isinstance(body, HandStarted) for body in news.entries):
            self._hub.spawn(self._move_singles(live))

    async def _move_singles(self, live: LiveTable) -> None:
        """Move single players, and players beside blocked people, at the start of a hand."""
        try:
            async with self._one:
                place = self._places.get(live.id) or _Place(0)
                greeted = {listener.person for listener in live.audience.greeted()}
                for person in _company(live) & greeted & place.wishes.keys():
                    if place.wishes[person].name is not None:
                        await self._move_companions(live, person, place.wishes[person])
        except StorageError as error:
            _logger.error("storage", error=str(error), table=live.id)

    async def _move_companions(self, live: LiveTable, person: str, wish: CasualRequest) -> None:
        """Move a person to a better table, if they are alone or beside people they have blocked."""
        company = _company(live) - {person}
        ties = await self._ties.ties(person)
        apart = not ties.blocked.isdisjoint(company)
        if company and not apart:
            return
        room = live.table.room
        number = room.seat_of(person)
        if number is None:
            return
        actor = Actor(person, room.seats[number].name, room.seats[number].account)
        for other in await self._suitable(person, wish, ties):
            goes = apart or await self._yields(live, other)
            if goes and await self._sit(other, actor, wish):
                await self._leave(live, actor, other, apart=apart)
                return
        if apart:
            await self._leave(live, actor, await self._open(actor, wish), apart=apart)

    async def _yields(self, live: LiveTable, other: LiveTable) -> bool:
        """Return whether a single player moves to another table, rather than the other player here.

        Of two single players the one with the newer table moves, if possible.
        """
        first = _alone(other)
        wish = None if first is None else self._wish(other, first)
        own, theirs = self._places.get(live.id), self._places.get(other.id)
        if first is None or wish is None or own is None or theirs is None:
            return True
        if own.number > theirs.number:
            return True
        return not self._takes(live, first, wish, await self._ties.ties(first))

    def _wish(self, live: LiveTable, person: str) -> CasualRequest | None:
        """Return the request that led a person to a table; `None`: there was none."""
        place = self._places.get(live.id)
        return None if place is None else place.wishes.get(person)

    async def _leave(
        self, live: LiveTable, actor: Actor, other: LiveTable, *, apart: bool = False
    ) -> None:
        """Make a person leave a table for another, and notify their browsers."""
        words = words_from("casual", "moved-apart" if apart else "moved")
        moved = encoded(Moved(table=other.id, words=words))
        live.audience.send(live.audience.of(actor.person), moved)
        await live.act(actor.person, actor.name, Stand())
        place = self._places.get(live.id)
        if place is not None:
            place.wishes.pop(actor.person, None)


def _sitters(live: LiveTable) -> frozenset[str]:
    """Return the people in the seats of a table, absent ones included."""
    return frozenset(live.table.room.seated)


def _company(live: LiveTable) -> frozenset[str]:
    """Return the people in the seats of a table without cover by a bot."""
    seats = live.table.room.seats
    return frozenset(seat.person for seat in seats if seat.person and seat.covered is None)


def _alone(live: LiveTable) -> str | None:
    """Return the only such person; `None`: there are none or several."""
    company = _company(live)
    return next(iter(company)) if len(company) == 1 else None
