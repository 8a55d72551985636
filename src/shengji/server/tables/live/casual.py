"""Casual play: whoever wants to play with people is seated at once, and comes to them.

Nobody waits: where nobody is, one plays with bots, for whom others come in. Who is alone all the
same, as when the others have gone, is taken along to people of the same set when the next hand
begins; and whoever has blocked somebody is taken away from them then. What is known of that is kept
in memory alone.
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
from shengji.server.tables.actions import Sit, Stand
from shengji.server.tables.casual_sets import CasualRequest
from shengji.server.tables.core.handlers import Actor
from shengji.server.tables.live.audience import encoded
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.live.live_table import LiveTable
from shengji.server.tables.messages import Done, Moved

HURRY: Final = 4.0
"""Seconds for which a result lies open at most when somebody has come who waits for cards."""

_logger = structlog.get_logger()


class _Place:
    """A table of casual play; `wishes` are those of the people who have come there by it."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.wishes: dict[str, CasualRequest] = {}


class Casual:
    """Seats people who want to play with others.

    Args:
        hub: the tables.
        ties: knows who is to be kept apart from whom.
    """

    def __init__(self, hub: Hub, ties: TieSource) -> None:
        self._hub = hub
        self._ties = ties
        self._places: dict[str, _Place] = {}
        self._opened = 0
        self._one = asyncio.Lock()  # two who come at once must not each open a table
        hub.subscribe(self._hear)

    async def seat(self, asker: Actor, wish: CasualRequest) -> str:
        """Seat somebody, with people if there are any; the id of the table.

        Raises:
            shengji.server.tables.live.hub.OpeningRefusedError: no table can be opened so.
            StorageError: it could not be stored.
        """
        async with self._one:
            own = self._own(asker.person, wish)
            if own is not None and len(_company(own)) > 1:
                return own.id
            ties = await self._ties.ties(asker.person)
            for live in await self._suitable(asker.person, wish, ties):
                if await self._sit(live, asker, wish):
                    if own is not None and own.id in self._places:
                        await self._leave(own, asker, live)
                    return live.id
            if own is not None:
                return own.id
            return (await self._open(asker, wish)).id

    def counts(self) -> dict[str, int]:
        """How many people play each set now."""
        found: dict[str, int] = {}
        for live, place in self._known():
            here = live.people
            for person, wish in place.wishes.items():
                if wish.name is not None and person in here:
                    found[wish.name] = found.get(wish.name, 0) + 1
        return found

    # Where somebody can come to

    def _known(self) -> Iterator[tuple[LiveTable, _Place]]:
        """The tables of casual play that are in memory; the others are forgotten."""
        for id_, place in tuple(self._places.items()):
            live = self._hub.loaded(id_)
            if live is None or live.closed:
                del self._places[id_]
            else:
                yield live, place

    def _own(self, person: str, wish: CasualRequest) -> LiveTable | None:
        """The table at which somebody plays so already."""
        for live in self._hub:
            room = live.facts.table.room
            alike = room.settings.private == wish.new.settings.private and wish.matches(room)
            if alike and live.is_attended and room.seat_of(person) is not None:
                return live
        return None

    async def _suitable(self, person: str, wish: CasualRequest, ties: Ties) -> list[LiveTable]:
        """The tables to which somebody can come, the best first.

        That is where somebody is alone who cannot come to others; then where most people are, as
        long as a seat is left for who is alone elsewhere, and comes along with the next hand; then
        where somebody is alone.
        """
        known = {live.id: place.number for live, place in self._known()}
        found = [live for live in self._hub if self._takes(live, person, wish, ties)]
        stuck = {live.id for live in found if await self._is_stuck(live, found)}

        def order(live: LiveTable) -> tuple[bool, int, int, int]:
            company = _company(live)
            strangers = wish.company != "anyone" and ties.friends.isdisjoint(company)
            free = len(live.facts.table.room.seats) - len(_sitters(live))
            rank = 2 if len(company) == 1 else 1 if free > 1 else 3
            rank = 0 if live.id in stuck else rank
            return strangers, rank, -len(company), known.get(live.id, self._opened)

        return sorted(found, key=order)

    async def _is_stuck(self, live: LiveTable, among: Sequence[LiveTable]) -> bool:
        """Whether somebody is alone at a table, and cannot come to where others are."""
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
        """Whether somebody can come to a table, where somebody is, or comes in a moment."""
        room = live.facts.table.room
        if live.closed or not wish.matches(room):
            return False
        company, sitters = _company(live) - {person}, _sitters(live)
        coming = live.id in self._places and live.is_attended
        if not company or not (coming or company & live.people) or person in sitters:
            return False
        if not ties.apart.isdisjoint(sitters) or person in room.removed:
            return False
        # A table of friends alone is nobody else's, and who wants them alone comes to no other.
        private = room.settings.private
        if private and (live.id not in self._places or not sitters <= ties.friends):
            return False
        if wish.company == "friends-only" and not private:
            return False
        reading = not room.in_hand and live.audience.reading
        return not reading and any(seat.person is None for seat in room.seats)

    # Sitting down

    async def _sit(self, live: LiveTable, asker: Actor, wish: CasualRequest) -> bool:
        """Seat somebody at a table, unless it has filled up or refuses them."""
        seats = live.facts.table.room.seats
        free = [number for number, seat in enumerate(seats) if seat.person is None]
        for number in sorted(free, key=lambda number: seats[number].bot is not None):
            done = await live.act(asker.person, asker.name, Sit(number), account=asker.account)
            if isinstance(done, Done):
                break
        else:
            return False
        place = self._places.get(live.id)
        if place is not None:
            stayed = {who: known for who, known in place.wishes.items() if who in _sitters(live)}
            place.wishes = {**stayed, asker.person: wish}
        if wish.name is not None:
            live.shorten_result(HURRY)
        return True

    async def _open(self, asker: Actor, wish: CasualRequest) -> LiveTable:
        """Open a table with bots for somebody."""
        live = await self._hub.open(asker.person, asker.name, wish.new, account=asker.account)
        self._opened += 1
        place = self._places[live.id] = _Place(self._opened)
        place.wishes[asker.person] = wish
        return live

    # Being taken along

    def _hear(self, live: LiveTable, news: ActorNotification) -> None:
        if not (live.id in self._places and isinstance(news, Appended)):
            return
        if any(isinstance(body, HandStarted) for body in news.entries):
            self._hub.spawn(self._look(live))

    async def _look(self, live: LiveTable) -> None:
        """A hand has begun: take away who is alone there, or beside whom they have blocked."""
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
        """Take somebody to a better table, if they are alone or beside whom they have blocked."""
        company = _company(live) - {person}
        ties = await self._ties.ties(person)
        apart = not ties.blocked.isdisjoint(company)
        if company and not apart:
            return
        room = live.facts.table.room
        number = room.seat_of(person)
        if number is None:
            return
        asker = Actor(person, room.seats[number].name, room.seats[number].account)
        for other in await self._suitable(person, wish, ties):
            goes = apart or await self._comes(live, other)
            if goes and await self._sit(other, asker, wish):
                await self._leave(live, asker, other, apart=apart)
                return
        if apart:
            await self._leave(live, asker, await self._open(asker, wish), apart=apart)

    async def _comes(self, live: LiveTable, other: LiveTable) -> bool:
        """Whether who is alone at a table goes to another, rather than being come to.

        Of two who are alone the one goes who came later, if they can.
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
        """The wish by which somebody has come to a table; `None`: they have come otherwise."""
        place = self._places.get(live.id)
        return None if place is None else place.wishes.get(person)

    async def _leave(
        self, live: LiveTable, asker: Actor, other: LiveTable, *, apart: bool = False
    ) -> None:
        """Have somebody who sits at another table now leave this one, and tell them."""
        words = words_from("casual", "moved-apart" if apart else "moved")
        moved = encoded(Moved(table=other.id, words=words))
        live.audience.send(live.audience.of(asker.person), moved)
        await live.act(asker.person, asker.name, Stand())
        place = self._places.get(live.id)
        if place is not None:
            place.wishes.pop(asker.person, None)


def _sitters(live: LiveTable) -> frozenset[str]:
    """The people in the seats of a table, those who are away, too."""
    seats = live.facts.table.room.seats
    return frozenset(seat.person for seat in seats if seat.person is not None)


def _company(live: LiveTable) -> frozenset[str]:
    """The people in the seats of a table for whom no bot covers."""
    seats = live.facts.table.room.seats
    return frozenset(seat.person for seat in seats if seat.person and seat.covered is None)


def _alone(live: LiveTable) -> str | None:
    """The one of them, where there is no other."""
    company = _company(live)
    return next(iter(company)) if len(company) == 1 else None
