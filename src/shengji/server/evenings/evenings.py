"""Regular evenings under way: their tables are opened, what is played is kept, people are reminded.

One job does what is due by itself. What has to be done stands in the database: up to where the log
of a table was read, and when the next reminder is due. So a server that is killed goes on where it
was, and nobody is reminded twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

import structlog

from shengji.game import HandEnded, MatchEnded
from shengji.rules import Rules, rules_from
from shengji.server.actors.news import ActorNotification, Appended
from shengji.server.database.errors import StorageError
from shengji.server.evenings.evening import Evening, MemberView
from shengji.server.evenings.held import HeldEvenings
from shengji.server.evenings.outcome import EveningReader
from shengji.server.evenings.plan import Reminder, overdue
from shengji.server.evenings.store import EveningStore
from shengji.server.push.sender import PushSender
from shengji.server.rules.sheets import rules_state
from shengji.server.site.person import Person
from shengji.server.site.traces import traced
from shengji.server.tables.actions import Sit
from shengji.server.tables.core.entries import Body, RulesSet
from shengji.server.tables.core.handlers import Actor, rules_set, tidy_settings
from shengji.server.tables.core.night_tables import night_table_opening
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.live.live_table import LiveTable
from shengji.server.tables.live.news import CallToTable
from shengji.server.tables.messages import Done
from shengji.server.tables.store import TableStore

_SOME: Final = 1000
"""How many entries are read at once: others wait for no more than that."""

_LOOKED: Final = 60.0
"""Seconds after which it is looked for what is due that nobody has told of."""

_AT_ONCE: Final = 16
"""So many people are reminded at once."""

_logger = structlog.get_logger()


class NotOpenError(Exception):
    """It is too early for the table of an evening."""


class Evenings:
    """The regular evenings under way.

    Args:
        store: where they are kept.
        held: where it is kept what was played.
        hub: where their tables are.
        tables: where the logs of these are read.
        sender: calls people; `None`: the site calls nobody.
        reminds: whether this server is the one that reminds people.
    """

    def __init__(
        self,
        store: EveningStore,
        held: HeldEvenings,
        hub: Hub,
        tables: TableStore,
        sender: PushSender | None,
        reminds: Callable[[], bool] = lambda: True,
    ) -> None:
        self._store = store
        self._held = held
        self._hub = hub
        self._tables = tables
        self._sender = sender
        self._reminds = reminds
        self._known: set[str] = set()
        self._played: set[str] = set()
        self._some = asyncio.Event()
        self._few = asyncio.Semaphore(_AT_ONCE)

    @property
    def now(self) -> int:
        """The time, in milliseconds since 1970."""
        return self._hub.time.wall()

    # The table

    async def come(self, known: MemberView, person: Person) -> str:
        """Let a member come to the table of the evening; whoever is first opens it.

        They sit where they sat the last time, or where a bot sits. Bots sit for all who are not
        there.

        Args:
            known: the evening.
            person: the member.

        Returns:
            The id of the table.

        Raises:
            NotOpenError: it is too early.
            StorageError: the table could not be read or stored.
        """
        evening = known.evening
        (day,) = evening.plan.coming(self.now, 1)
        if evening.plan.opens(day) > self.now:
            raise NotOpenError
        table = await self._held.table(evening.id, day, evening.plan.starts(day))
        live = await self._hub.get(table)
        if live is None:
            self._known.add(table)
            bodies = _opening(known, table, person)
            live = await self._hub.open_appointed(table, bodies)
            self._notify_open(known, str(day), person)
        await _seated(live, known, person)
        return table

    def _notify_open(self, known: MemberView, day: str, by: Person) -> None:
        """Call those who may come to the table that somebody has opened."""
        if self._sender is None:
            return
        id_, title = known.evening.id, known.evening.settings.title
        for person in _expected(known, day):
            if person != by.id:
                call = CallToTable(
                    "evening-open", person, id_, title, by.id, by.name, page="evening"
                )
                self._sender.call(call)

    # What is due

    def on_notification(self, table: LiveTable, news: ActorNotification) -> None:
        """Hear what a table tells: what was played at one of an evening is kept soon."""
        if table.id not in self._known or not isinstance(news, Appended):
            return
        if any(isinstance(at, HandEnded | MatchEnded) for at in news.entries):
            self._played.add(table.id)
            self._some.set()

    def agreed(self) -> None:
        """Something else is agreed, of which people may have to be reminded soon."""
        self._some.set()

    async def run(self) -> None:
        """Do what is due, from now on; to be cancelled."""
        begun = False
        while True:
            self._some.clear()
            try:
                if not begun:
                    self._known.update(await self._held.tables())
                    self._played.update(await self._held.unread())
                    begun = True
                await self.settle()
                await self.remind()
                wait = await self._until_due()
            except Exception as error:
                # Whatever it was, what is not done yet is still to be.
                _logger.error("evenings-failed", why=traced(error))
                wait = _LOOKED
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._some.wait()

    async def _until_due(self) -> float:
        """Seconds until it is looked for what is due."""
        due = None if self._sender is None else await self._store.next_due()
        return _LOOKED if due is None else min(_LOOKED, max(0.0, (due - self.now) / 1000))

    async def settle(self) -> None:
        """Keep what was played at tables where something has ended.

        Raises:
            StorageError: the database has failed; what is not kept yet will be the next time.
        """
        while self._played:
            table = self._played.pop()
            try:
                await self._settle(table)
            except (StorageError, asyncio.CancelledError):
                self._played.add(table)
                raise
            except Exception as error:
                # Its log cannot be read: it stays as it is, for somebody to look at.
                _logger.error("evening-not-read", table=table, why=traced(error))

    async def _settle(self, table: str) -> None:
        reader = EveningReader()
        while stored := await self._tables.read(table, reader.version, _SOME):
            await asyncio.to_thread(reader.read, stored)
        if not reader.version:
            return  # its log is gone; what was read of it stays
        played, players = reader.finish()
        await self._held.settle(table, reader.version, played, players)

    async def remind(self) -> None:
        """Remind people of the evenings of which it is time.

        Raises:
            StorageError: the database has failed; nobody is reminded twice by the next try.
        """
        if self._sender is None or not self._reminds():
            return
        while due := await self._store.due(self.now):
            calls = [call for known in due for call in await self._calls(known)]
            await asyncio.gather(*(self._bring(self._sender, call) for call in calls))

    async def _bring(self, sender: PushSender, call: CallToTable) -> None:
        async with self._few:
            await sender.bring(call)

    async def _calls(self, known: MemberView) -> Sequence[CallToTable]:
        """The calls by which people are reminded of an evening, once that is taken on."""
        evening, now = known.evening, self.now
        if evening.remind is None:
            return ()
        plan, remind = evening.plan, evening.settings.remind
        reminder = plan.reminder(remind, evening.remind - 1)
        then = plan.reminder(remind, max(evening.remind, overdue(now)))
        taken = await self._store.take_reminder(evening, None if then is None else then.at)
        if not taken or reminder is None or not reminder.at <= now <= reminder.latest:
            return ()
        return [
            _call(evening, reminder, person, plan.starts(reminder.day) - now)
            for person in _expected(known, str(reminder.day))
        ]


def _expected(known: MemberView, day: str) -> list[str]:
    """The members who have not said that they stay away on a day."""
    said = known.answers.get(day, {})
    return [
        at.person for at in known.members if at.joined is not None and said.get(at.person) != "no"
    ]


def _call(evening: Evening, reminder: Reminder, person: str, left: int) -> CallToTable:
    """The call by which somebody is reminded, `left` milliseconds before the evening begins."""
    settings = evening.settings
    city = settings.zone.rpartition("/")[2].replace("_", " ")
    return CallToTable(
        "evening-day" if reminder.kind == "day" else "evening-hour",
        person,
        evening.id,
        settings.title,
        page="evening",
        time=f"{settings.time} ({city})",
        lasts=max(1, left // 1000),
    )


def _opening(known: MemberView, table: str, person: Person) -> tuple[Body, ...]:
    """The first entries of the table that somebody opens."""
    settings = known.evening.settings
    rules = rules_from(settings.rules, stored=True)
    asker = Actor(person.id, person.name, person.has_account)
    seat = _seat_of(known, person.id, rules.players)
    people = [asker if number == seat else None for number in range(rules.players)]
    return night_table_opening(
        table,
        rules,
        tidy_settings(settings.table),
        people,
        host=person.id,
        going_on=_going_on(known, rules) if settings.carry_on else None,
    )


def _going_on(known: MemberView, rules: Rules) -> RulesSet | None:
    """The levels with which the next match begins, where the last one goes on."""
    last = next((at.played for at in known.held if at.played and at.played.hands), None)
    if last is None or last.carried is None:
        return None
    before, given = rules_from(last.carried.rules, stored=True), rules_state(rules).given
    found = rules_set(before, given, last.carried.levels, last.carried.dealer)
    return found if found.levels else None


def _seat_of(known: MemberView, person: str, players: int) -> int:
    """The seat of a member: where they sat the last time, else one where nobody else did."""
    seats = {at.person: at.seat for at in known.members if at.seat is not None}
    own = seats.pop(person, None)
    if own is not None and own < players:
        return own
    return next((seat for seat in range(players) if seat not in seats.values()), 0)


async def _seated(live: LiveTable, known: MemberView, person: Person) -> None:
    """Seat a member who comes to the table; where no seat is left they look on."""
    seats = live.state().seats
    if any(seat.person == person.id for seat in seats):
        return
    own = _seat_of(known, person.id, len(seats))
    free = [number for number, seat in enumerate(seats) if seat.person is None]
    for number in sorted(free, key=lambda number: number != own):
        sit = Sit(number)
        done = await live.act(person.id, person.name, sit, account=person.has_account)
        if isinstance(done, Done):
            return
