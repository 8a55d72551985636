"""The job of the regular evenings: opens tables, stores results and sends reminders.

Its progress is in the database: how far the log of a table was read, and the time of the next
reminder. So a restarted server continues where it stopped, and sends no reminder twice.
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
from shengji.server.tables.acts.act import Actor
from shengji.server.tables.acts.hosting import RulesSet, rules_set, tidy_settings
from shengji.server.tables.acts.seating import Sit, assigned_opening
from shengji.server.tables.core.entries import Body
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.live.live_table import LiveTable
from shengji.server.tables.live.news import CallToTable
from shengji.server.tables.messages import Done
from shengji.server.tables.store import TableStore

_SOME: Final = 1000
"""Maximum number of entries in one read, so that other work is not delayed."""

_LOOKED: Final = 60.0
"""Interval in seconds between two checks for work without a notification."""

_AT_ONCE: Final = 16
"""Maximum number of concurrent push messages."""

_logger = structlog.get_logger()


class NotOpenError(Exception):
    """The table of an evening cannot be opened yet."""


class Evenings:
    """The job of the regular evenings, and the entry of members to their tables.

    Args:
        sender: the sender of push messages; `None`: the site sends none.
        reminds: whether this node sends the reminders.
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
        hub.subscribe(self._on_notification)

    @property
    def now(self) -> int:
        """Current time in Unix milliseconds."""
        return self._hub.time.wall()

    # The table

    async def seat_member(self, known: MemberView, person: Person) -> str:
        """Seat a member at the table of the current or next evening; the first one opens it.

        Members get their last seat, or the seat of a bot. Bots play for absent members.

        Args:
            known: the evening.
            person: the member.

        Returns:
            The id of the table.

        Raises:
            NotOpenError: the table cannot be opened yet.
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
            if live.state().host == person.id:  # nobody else was first
                self._notify_open(known, str(day), person)
        await _seated(live, known, person)
        return table

    def _notify_open(self, known: MemberView, day: str, by: Person) -> None:
        """Send push messages about the opened table to the members who have not declined."""
        if self._sender is None:
            return
        id_, title = known.evening.id, known.evening.settings.title
        for person in _expected(known, day):
            if person != by.id:
                call = CallToTable(
                    "evening-open", person, id_, title, by.id, by.name, page="evening"
                )
                self._sender.call(call)

    # Scheduled work

    def _on_notification(self, table: LiveTable, news: ActorNotification) -> None:
        """Schedule a read of the results when a hand or match ends at an evening's table."""
        if table.id not in self._known or not isinstance(news, Appended):
            return
        if any(isinstance(at, HandEnded | MatchEnded) for at in news.entries):
            self._played.add(table.id)
            self._some.set()

    def wake(self) -> None:
        """Run the job now: a change of settings may have moved the reminders."""
        self._some.set()

    async def run(self) -> None:
        """Run the job until it is cancelled."""
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
                # After any error, the pending work is still in the database.
                _logger.error("evenings-failed", why=traced(error))
                wait = _LOOKED
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._some.wait()

    async def _until_due(self) -> float:
        due = None if self._sender is None else await self._store.next_due()
        return _LOOKED if due is None else min(_LOOKED, max(0.0, (due - self.now) / 1000))

    async def settle(self) -> None:
        """Store the results of tables with newly finished hands or matches.

        Raises:
            StorageError: the database has failed; the next call stores the remaining results.
        """
        while self._played:
            table = self._played.pop()
            try:
                await self._settle(table)
            except (StorageError, asyncio.CancelledError):
                self._played.add(table)
                raise
            except Exception as error:
                # The log is unreadable: it is left for the operator.
                _logger.error("evening-not-read", table=table, why=traced(error))

    async def _settle(self, table: str) -> None:
        reader = EveningReader()
        while stored := await self._tables.read(table, reader.version, _SOME):
            await asyncio.to_thread(reader.read, stored)
        if not reader.version:
            return  # the log no longer exists; keep the stored result
        played, players = reader.finish()
        await self._held.settle(table, reader.version, played, players)

    async def remind(self) -> None:
        """Send the reminders that are due.

        Raises:
            StorageError: the database has failed; a retry sends no reminder twice.
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
        """Claim the reminder of an evening, and return its push messages."""
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
    answers = known.answers.get(day, {})
    return [
        at.person
        for at in known.members
        if at.joined is not None and answers.get(at.person) != "no"
    ]


def _call(evening: Evening, reminder: Reminder, person: str, left: int) -> CallToTable:
    """Return the push message of a reminder, `left` milliseconds before the start."""
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
    """Return the first entries of a table that a member opens."""
    settings = known.evening.settings
    rules = rules_from(settings.rules, stored=True)
    actor = Actor(person.id, person.name, person.has_account)
    seat = _seat_of(known, person.id, rules.players)
    people = [actor if number == seat else None for number in range(rules.players)]
    return assigned_opening(
        table,
        rules,
        tidy_settings(settings.table),
        people,
        host=person.id,
        going_on=_going_on(known, rules) if settings.carry_on else None,
    )


def _going_on(known: MemberView, rules: Rules) -> RulesSet | None:
    """Return the levels and the Dealer of an unfinished match to continue, if any."""
    last = next((at.played for at in known.held if at.played and at.played.hands), None)
    if last is None or last.carried is None:
        return None
    before, given = rules_from(last.carried.rules, stored=True), rules_state(rules).given
    found = rules_set(before, given, last.carried.levels, last.carried.dealer)
    return found if found.levels else None


def _seat_of(known: MemberView, person: str, players: int) -> int:
    """Return a member's last seat, or else a seat that no other member had last time."""
    seats = {at.person: at.seat for at in known.members if at.seat is not None}
    own = seats.pop(person, None)
    if own is not None and own < players:
        return own
    return next((seat for seat in range(players) if seat not in seats.values()), 0)


async def _seated(live: LiveTable, known: MemberView, person: Person) -> None:
    """Seat a member at the table; without a free seat, the member stays a spectator."""
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
