"""The queue for rated matches: seats waiting players of similar rating together.

It is kept in memory. Clients poll for their state; a player whose client stops polling is removed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Final

import structlog

from shengji.ratings import Rating
from shengji.server.accounts.people import PeopleStore
from shengji.server.database.ids import new_id
from shengji.server.database.moments import UnixMs
from shengji.server.pairing.parties import Party, grouped, seating
from shengji.server.pairing.schemas import PairingStage, PairingState
from shengji.server.ratings.store import RatingStore
from shengji.server.site.person import Person
from shengji.server.site.time import Time
from shengji.server.site.traces import traced
from shengji.server.tables.acts.match import Ready, Start
from shengji.server.tables.acts.seating import Sit, Stand
from shengji.server.tables.core.rated import RatedRules
from shengji.server.tables.live.hub import Hub, OpeningRefusedError
from shengji.server.tables.messages import Done
from shengji.server.tables.schemas import NewTable
from shengji.server.tables.state import Settings
from shengji.server.tables.store import TableStore

SILENT: Final = 75.0
"""Timeout in seconds after which a player who does not poll leaves the queue.

Browsers throttle a page that has been hidden for some minutes to one request a minute.
"""

COMING: Final = 60.0
"""Time in seconds for all players to arrive at their table."""

_TOLD: Final = 60.0
"""Time in seconds for which players can still poll the table of a started match."""

_ROUND: Final = 1.0

_NOBODY: Final = PairingState(
    state="none",
    rules=None,
    code=None,
    people=(),
    since=None,
    waiting=0,
    reach=0.0,
    table=None,
    until=None,
)

_logger = structlog.get_logger()


class PairingError(Exception):
    """A request to the queue is refused; `code` is the code of an `ApiError`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(slots=True, eq=False)
class _Wait:
    """A waiting party.

    Attributes:
        code: the code for partners; `None` if there are none.
        since: the start of the wait, in seconds of the queue's clock.
        wall: the same time, in milliseconds since 1970.
        seen: when each person last polled, in seconds of the queue's clock.
        values: the rating of each person.
    """

    rules: RatedRules
    code: str | None
    since: float
    wall: UnixMs
    people: dict[str, Person] = field(default_factory=dict)
    seen: dict[str, float] = field(default_factory=dict)
    values: dict[str, float] = field(default_factory=dict)
    table: _Gathering | None = None

    def add(self, person: Person, rating: Rating, now: float) -> None:
        """Add a person to the party."""
        self.people[person.id] = person
        self.values[person.id] = rating.value
        self.seen[person.id] = now

    @property
    def lacks_partner(self) -> bool:
        """Whether the first partner has yet to join."""
        return self.code is not None and len(self.people) == 1

    @property
    def waits(self) -> bool:
        """Whether the party is complete enough to be seated, and has no table."""
        return not self.lacks_partner and self.table is None

    @property
    def party(self) -> Party:
        """The party's data for the search of groups."""
        return Party(tuple(self.people), fmean(self.values.values()), self.since)


@dataclass(slots=True, eq=False)
class _Gathering:
    """A table with assigned players who have yet to arrive.

    Attributes:
        table: its id.
        order: the players, by seat.
        until: the deadline, in seconds of the queue's clock.
        wall: the same time, in milliseconds since 1970.
        started: whether the match has started or is about to; no player is released any more.
        plays: whether the match has started, and the start is stored.
    """

    table: str
    waits: Sequence[_Wait]
    order: Sequence[Person]
    until: float
    wall: UnixMs
    started: bool = False
    plays: bool = False


class PairingQueue:
    """The queue for rated matches.

    Args:
        time: the clock; replaced in tests.
    """

    def __init__(
        self,
        hub: Hub,
        people: PeopleStore,
        tables: TableStore,
        ratings: RatingStore,
        time: Time | None = None,
    ) -> None:
        self._hub = hub
        self._people = people
        self._tables = tables
        self._ratings = ratings
        self._time = time or Time()
        self._of: dict[str, _Wait] = {}
        self._some = asyncio.Event()

    # Requests

    async def ask(self, person: Person, rules: RatedRules, *, partner: bool) -> PairingState:
        """Add a person to the queue, in place of any earlier request.

        Args:
            person: the player.
            rules: the requested rules.
            partner: whether to wait for a partner.

        Raises:
            PairingError: these rules have no partners (`no-pairs`), or as in `need_time`.
        """
        if partner and rules.rules.teams != "fixed":
            raise PairingError("no-pairs")
        rating = await self._rating(person, rules)
        await self.need_time(person)
        await self.drop(person.id)
        now = self._time.now()
        wait = _Wait(rules, new_id() if partner else None, now, self._time.wall())
        wait.add(person, rating, now)
        self._of[person.id] = wait
        self._some.set()
        return self.state(person.id)

    async def join(self, person: Person, code: str) -> PairingState:
        """Add a person as a partner to a party that has no table yet.

        With teams of three or more, further partners may join with the code until the team is full.
        The party keeps its place in the queue meanwhile.

        Raises:
            PairingError: no party waits with this code (`no-party`), or as in `need_time`.
        """
        wait = self._with_code(code, person)
        rating = await self._rating(person, wait.rules)
        await self.need_time(person)
        await self.drop(person.id)
        wait = self._with_code(code, person)  # the party may have left meanwhile
        now = self._time.now()
        if wait.lacks_partner:
            wait.since, wait.wall = now, self._time.wall()
        wait.add(person, rating, now)
        if len(wait.people) == wait.rules.rules.players // 2:
            wait.code = None
        self._of[person.id] = wait
        return self.state(person.id)

    async def need_time(self, person: Person) -> None:
        """Refuse a person who plays a rated match.

        Raises:
            PairingError: a match of theirs is in progress or starting (`plays-rated`).
        """
        known = self._table_of(person)
        plays = known is not None and known.plays
        for seated in await self._tables.tables_of(person.id):
            line = await self._tables.line(seated.table) if seated.playing else None
            if line is not None and line.rated:
                raise PairingError("plays-rated")
        now = self._table_of(person)
        if now is not None and now.started and not plays:
            raise PairingError("plays-rated")  # started after the store was read

    def _table_of(self, person: Person) -> _Gathering | None:
        wait = self._of.get(person.id)
        return None if wait is None else wait.table

    def _with_code(self, code: str, person: Person) -> _Wait:
        for wait in self._of.values():
            if wait.code == code and wait.table is None and person.id not in wait.people:
                return wait
        raise PairingError("no-party")

    async def _rating(self, person: Person, rules: RatedRules) -> Rating:
        return (await self._ratings.of([person.id], rules.pool))[person.id]

    def state(self, person: str) -> PairingState:
        """The state of a person in the queue; the call counts as their poll."""
        wait, now = self._of.get(person), self._time.now()
        if wait is None:
            return _NOBODY
        wait.seen[person] = now
        others = [at.name for id_, at in wait.people.items() if id_ != person]
        gathering = wait.table
        if gathering is None:
            state: PairingStage = "partner" if wait.lacks_partner else "waits"
        else:
            state = "plays" if gathering.started else "seated"
        return PairingState(
            state=state,
            rules=wait.rules.name,
            code=wait.code,
            people=(wait.people[person].name, *others),
            since=wait.wall,
            waiting=sum(len(one.people) for one in self._waiting(wait.rules)),
            reach=round(wait.party.reach(now), 1),
            table=None if gathering is None else gathering.table,
            until=None if gathering is None or gathering.started else gathering.wall,
        )

    async def drop(self, person: str) -> None:
        """Remove a person's party; other parties at its table return to the queue."""
        wait = self._of.get(person)
        if wait is None:
            return
        gathering = wait.table
        self._forget(wait)
        if gathering is not None and not gathering.started:
            await self._disperse(gathering, [one for one in gathering.waits if one is not wait])

    def _forget(self, wait: _Wait) -> None:
        for person in wait.people:
            if self._of.get(person) is wait:
                del self._of[person]

    def _waiting(self, rules: RatedRules) -> list[_Wait]:
        every = dict.fromkeys(self._of.values())
        return [one for one in every if one.waits and one.rules is rules]

    # Background work

    async def run(self) -> None:
        """Seat people until cancelled."""
        while True:
            self._some.clear()
            if not self._of:
                await self._some.wait()
            try:
                await self.tick()
            except Exception as error:
                # One failed round must not stop the queue.
                _logger.error("pairing-failed", why=traced(error))
            await self._time.sleep(_ROUND)

    async def tick(self) -> None:
        """Remove people who stopped polling, update the tables, and seat complete parties."""
        now = self._time.now()
        every = dict.fromkeys(self._of.values())
        for wait in every:
            silent = any(now - seen > SILENT for seen in wait.seen.values())
            if wait.table is None and silent:
                self._forget(wait)
        for gathering in dict.fromkeys(one.table for one in every if one.table is not None):
            await self._gather(gathering, now)
        for rules in {one.rules.name: one.rules for one in every}.values():
            await self._seat(rules, now)

    async def _seat(self, rules: RatedRules, now: float) -> None:
        """Seat the parties in the queue for these rules that fit together."""
        waiting = {one.party: one for one in self._waiting(rules)}
        for group in grouped(waiting, rules.rules.players, now):
            waits = [waiting[party] for party in group]
            ids: Iterable[str] = [id_ for one in waits for id_ in one.people]
            if rules.rules.teams == "fixed":
                ids = seating(group)
            if await self._read_names(waits):
                people = {id_: at for one in waits for id_, at in one.people.items()}
                await self._open(rules, waits, [people[id_] for id_ in ids])

    async def _read_names(self, waits: Sequence[_Wait]) -> bool:
        """Update the names of people, and remove parties of deleted people; whether all exist."""
        for wait in waits:
            for person in tuple(wait.people.values()):
                name = await self._people.name_of(person.id)
                if name is None:
                    self._forget(wait)
                    return False
                wait.people[person.id] = person._replace(name=name)
        return True

    async def _open(
        self, rules: RatedRules, waits: Sequence[_Wait], order: Sequence[Person]
    ) -> None:
        """Assign players to a new table, at which they have to arrive."""
        host, *others = order
        new = NewTable(rules=rules.given, settings=Settings(rated=True))
        try:
            live = await self._hub.open(host.id, host.name, new, account=host.has_account)
        except OpeningRefusedError as error:
            _logger.error("pairing-refused", why=str(error))
            self._forget(next(one for one in waits if host.id in one.people))
            return
        for seat, person in enumerate(others, 1):
            for action in (Sit(seat), Ready(True)):
                await live.act(person.id, person.name, action, account=person.has_account)
        until, wall = self._time.now() + COMING, self._time.wall() + round(COMING * 1000)
        gathering = _Gathering(live.id, waits, order, until, wall)
        for one in waits:
            one.table = gathering
        # A player may have left the queue or joined a party meanwhile.
        there = {id_ for one in waits for id_ in one.people if id_ in self._of}
        if there != {person.id for person in order}:
            await self._disperse(gathering, [one for one in waits if self._has(one)])

    def _has(self, wait: _Wait) -> bool:
        return all(self._of.get(person) is wait for person in wait.people)

    async def _gather(self, gathering: _Gathering, now: float) -> None:
        """Start the match once all players have arrived; disperse the table at its deadline."""
        if gathering.started:
            if now > gathering.until + _TOLD:
                for wait in gathering.waits:
                    self._forget(wait)
            return
        live = await self._hub.get(gathering.table)
        seats = () if live is None else live.state().seats
        here: Collection[str] = () if live is None else live.people
        if not self._wait_for(gathering):
            return  # a player has left the queue, and the table is being dispersed
        stayed = [seat.person for seat in seats] == [person.id for person in gathering.order]
        if live is not None and stayed and all(at.id in here for at in gathering.order):
            host = gathering.order[0]
            gathering.started = True
            done = await live.act(host.id, host.name, Start(), account=host.has_account)
            if isinstance(done, Done):
                gathering.plays, gathering.until = True, now
                return
            gathering.started = False
        late = now > gathering.until
        if late or not (stayed and self._wait_for(gathering)):
            there = {seat.person for seat in seats}
            if late:
                there &= set(here)
            stay = [one for one in gathering.waits if self._has(one) and there >= set(one.people)]
            await self._disperse(gathering, stay)

    def _wait_for(self, gathering: _Gathering) -> bool:
        """Whether all parties of a table still wait for it."""
        return all(one.table is gathering and self._has(one) for one in gathering.waits)

    async def _disperse(self, gathering: _Gathering, stay: Collection[_Wait]) -> None:
        """Release a table: the parties in `stay` return to the queue, the rest are removed."""
        now = self._time.now()
        for wait in gathering.waits:
            wait.table = None
            if wait in stay:
                wait.seen = dict.fromkeys(wait.people, now)
            else:
                self._forget(wait)
        live = await self._hub.get(gathering.table)
        if live is not None:
            for person in gathering.order:
                await live.act(person.id, person.name, Stand())
