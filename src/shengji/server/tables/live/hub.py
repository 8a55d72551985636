"""Registry of the live tables."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import asdict
from typing import ClassVar, Final

from msgspec.structs import replace

from shengji.practice.lessons import LessonName
from shengji.ratings import Rating, pool_of
from shengji.rules import rules_from
from shengji.server.actors.registry import Registry
from shengji.server.cluster.bus import Bus
from shengji.server.database.errors import ElsewhereError, StorageConflict
from shengji.server.database.ids import new_id
from shengji.server.site.chance import Chance
from shengji.server.site.events import Events
from shengji.server.site.me import Seated
from shengji.server.site.metrics import Counts
from shengji.server.site.person import Person
from shengji.server.site.presence import Presence, Present
from shengji.server.site.schemas import Text
from shengji.server.site.ties import NoTies, TieSource
from shengji.server.site.time import Time
from shengji.server.tables.acts import Action
from shengji.server.tables.acts.act import ActionContext, Actor
from shengji.server.tables.acts.hosting import SetSettings
from shengji.server.tables.acts.match import Start
from shengji.server.tables.acts.seating import SeatBot, Stand, opening
from shengji.server.tables.bots.remote import Remotes
from shengji.server.tables.bots.roster import BotPorts, Roster
from shengji.server.tables.core.entries import Body, encode_body
from shengji.server.tables.core.rated import NOTHING_RATED, RatedTerms
from shengji.server.tables.core.refusals import Refused
from shengji.server.tables.core.table import Table
from shengji.server.tables.live.audience import RESTART, Audience
from shengji.server.tables.live.context import Context, LiveSettings, RatingsOf
from shengji.server.tables.live.live_table import LiveTable
from shengji.server.tables.live.table_actor import read_table
from shengji.server.tables.schemas import NewTable
from shengji.server.tables.state import Pace
from shengji.server.tables.store import TableStore
from shengji.server.tables.summary import Summary

_READ_AT_ONCE: Final = 8
"""Maximum logs read at the same time, so that after a failover the first tables load early."""


class OpeningRefusedError(Exception):
    """A table cannot be opened as requested; nothing has been created.

    Attributes:
        code: as in `shengji.server.tables.messages.Refused`.
    """

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.words.en)
        self.code = refused.code
        self.words: Text = refused.words


async def nothing_to_rate() -> bool:
    """Return at once, on servers without rated matches."""
    return True


class Hub(Registry[LiveTable], Presence):
    """Registry of all tables; `get` loads a table that is not in memory.

    Args:
        wait_rated: waits until finished matches have been rated; returns whether they are.
        workers: the bus to the bot workers, which run bots that search; `None`: they run in threads
            of this process.
        events: the site events; `None`: there are no other nodes.

    Attributes:
        pages: the subscribers of the site's feeds, on any page.
    """

    kind: ClassVar[str] = LiveTable.kind

    def __init__(
        self,
        store: TableStore,
        ratings: RatingsOf,
        settings: LiveSettings | None = None,
        chance: Chance | None = None,
        time: Time | None = None,
        rated: RatedTerms = NOTHING_RATED,
        wait_rated: Callable[[], Awaitable[bool]] = nothing_to_rate,
        ties: TieSource | None = None,
        workers: Bus | None = None,
        events: Events | None = None,
    ) -> None:
        settings = settings or LiveSettings()
        super().__init__(settings.unload_after, events=events)
        self._reading = asyncio.Semaphore(_READ_AT_ONCE)
        self.remotes = Remotes()
        roster = Roster(settings.commands, self.remotes)
        self._context = Context(
            store,
            ratings,
            settings,
            BotPorts(roster, settings.threads, settings.thinking, workers),
            chance or Chance(),
            time or Time(),
            wait_rated,
            ties or NoTies(),
            rated,
        )
        self.pages = Audience(self._context.tally)

    @property
    def time(self) -> Time:
        """The clock and timers of the tables."""
        return self._context.time

    async def load(self, id_: str, *, by_force: bool = False) -> LiveTable | None:
        """Load a table from its log; return `None` if there is no such table."""
        store = self._context.store
        hold = await store.claim(id_, by_force=by_force)
        if hold is None:
            return None
        async with self._reading:
            table = await read_table(store, id_)
        return None if table is None else LiveTable(id_, table, self._context, hold)

    def belongs_to(self, actor: LiveTable) -> str:
        """Return the id of a table's night, or of the table itself."""
        return actor.table.room.night or actor.id

    async def give(self, actor: LiveTable, to: str) -> None:
        """Transfer a table's lease to another node."""
        await self._context.store.give(actor.id, actor.hold, to)

    async def open(
        self,
        person: str,
        name: str,
        new: NewTable,
        *,
        account: bool = False,
        lesson: LessonName | None = None,
    ) -> LiveTable:
        """Open a table; the person becomes its host and sits in seat 0.

        Args:
            person: the public id.
            name: the public name.
            new: the table to open.
            account: whether the name belongs to an account.
            lesson: the lesson whose hand is dealt there.

        Raises:
            shengji.rules.RulesError: the rules cannot be read or played.
            OpeningRefusedError: there is no such bot, a match cannot start with free seats, or the
                table cannot be rated.
            StorageError: it could not be stored.
        """
        host = Actor(person, name, account)
        plain = replace(new.settings, rated=False)
        rules = rules_from(new.rules)
        bodies: list[Body] = [*opening(new_id(), host, rules, plain, lesson)]
        table = Table.of(bodies)
        actions: list[Action] = []
        ratings: dict[str, Rating] = {}
        if new.settings.rated:
            actions.append(SetSettings(new.settings))
            ratings = await self._context.ratings.of([person], pool_of(table.room.rules))
        if new.bots is not None:
            actions += [SeatBot(seat, new.bots) for seat in range(1, len(table.room.seats))]
        if new.start:
            actions.append(Start())
        for action in actions:
            around = ActionContext(bots=self.roster.able, rated=self.rated, ratings=ratings)
            done = table.do(host, action, table.version, around)
            if isinstance(done, Refused):
                raise OpeningRefusedError(done)
            bodies += done
        levels = () if table.match is None else tuple(table.match.levels)
        summary = Summary.of(table.room.state(), name, levels)
        return await self._made(table.room.id, bodies, summary)

    async def open_appointed(self, table: str, bodies: Sequence[Body]) -> LiveTable:
        """Return the table of a night's round, or of an evening; open it if there is none.

        Args:
            table: its id, which is fixed for that round or evening.
            bodies: its first entries.

        Raises:
            StorageError: it could not be read or stored.
        """
        found = await self.get(table)
        if found is not None:
            return found
        room = Table.of(bodies).room
        try:
            host = next(seat.name for seat in room.seats if seat.person == room.host)
            return await self._made(table, bodies, Summary.of(room.state(), host))
        except StorageConflict:
            found = await self.get(table)  # opened by another caller meanwhile
            if found is None:
                raise
            return found

    async def _made(self, table: str, bodies: Sequence[Body], summary: Summary) -> LiveTable:
        written, at = [encode_body(body) for body in bodies], self.time.wall()
        hold = await self._context.store.open_table(table, written, at, None, summary)
        self._context.tally.entries += len(bodies)
        return self.register(LiveTable(table, Table.of(bodies), self._context, hold))

    @property
    def night_pace(self) -> Pace:
        """The pace at tables of nights."""
        return self._context.settings.night_pace

    @property
    def rated(self) -> RatedTerms:
        """The conditions for rated matches on this server."""
        return self._context.rated

    @property
    def roster(self) -> Roster:
        """The bots that can be seated."""
        return self._context.bots.roster

    def rename(self, person: str, name: str, *, account: bool = False) -> None:
        """Change a person's name, also at the loaded tables."""
        for live in self:
            if live.knows(person):
                live.rename(person, name, account=account)

    async def tables_of(self, person: str) -> Sequence[Seated]:
        """Return the tables with a seat of a person, latest change first."""
        return await self._context.store.tables_of(person)

    def present(self) -> Present:
        """Return the people who are connected now, with their tables."""
        lives = tuple(self)
        return Present(
            {who: place for live in lives for place in (live.place,) for who in live.people},
            {live.id: live.table.room.seated for live in lives if live.is_attended},
            self.pages.here,
        )

    async def leave(self, person: Person, table: str) -> None:
        """Give up a person's seat at a table; during a match a bot continues in it."""
        live = await self.get(table)
        if live is not None:
            await live.act(person.id, person.name, Stand())

    async def renamed(self, person: Person) -> None:
        """Update a person's name at all of their tables, including tables that are not loaded."""
        for seated in await self.tables_of(person.id):
            with suppress(ElsewhereError):  # the owning node is notified, too
                await self.get(seated.table)
        self.rename(person.id, person.name, account=person.has_account)

    def cut(self, person: str) -> None:
        """Close a person's program connections, and end the programs' games."""
        self.remotes.disconnect(person)

    def sign_out(
        self,
        person: str,
        devices: Collection[str] | None = None,
        *,
        but: str | None = None,
        again: bool = False,
    ) -> None:
        """Sign devices of a person out, also at the loaded tables.

        Args:
            person: the public id.
            devices: the devices; `None`: all.
            but: a device that stays signed in.
            again: whether they have a new credential, and are asked to reconnect with it.
        """
        for audience in (self.pages, *(live.audience for live in self)):
            audience.sign_out(person, devices, but=but, again=again)

    def expel(self, person: str, words: Text) -> None:
        """Close all connections of a banned person, including bots', with these words."""
        for audience in (self.pages, *(live.audience for live in self)):
            audience.expel(person, words)
        self.remotes.disconnect(person)

    def counts(self) -> Counts:
        """Return counts of current activity, for metrics."""
        tables = tuple(self)
        return Counts(
            **asdict(self._context.tally),
            tables=len(tables),
            awake=sum(live.is_awake for live in tables),
            listeners=sum(live.listeners for live in tables),
            people=len(frozenset().union(*(live.people for live in tables))),
            thinking=self._context.bots.executor.busy,
        )

    async def close(self) -> None:
        """Close all connections (`Bye`, `restart`) and stop all tasks; the store stays open."""
        await super().close()
        self.pages.dismiss(self.pages, RESTART)
        self.remotes.disconnect()
        await self._context.bots.executor.close()
