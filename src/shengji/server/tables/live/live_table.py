"""One loaded table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from time import thread_time
from typing import Final, Literal, TypeVar

from msgspec.structs import replace

from shengji.explain import Hint
from shengji.game import Phase
from shengji.ratings import Rating, pool_of
from shengji.server.actors.news import ActorClosed, ActorNotification, ActorReloaded, Appended
from shengji.server.database.errors import StorageError
from shengji.server.database.lease import Lease
from shengji.server.database.log import Cause
from shengji.server.site.meter import LoopTimer
from shengji.server.site.presence import Place
from shengji.server.site.schemas import Text
from shengji.server.site.spans import spans
from shengji.server.site.words import words_from, words_said
from shengji.server.tables import messages
from shengji.server.tables.acts import Action
from shengji.server.tables.acts.act import ActionContext, Actor
from shengji.server.tables.acts.decisions import NoMore, PlayAction, action_of
from shengji.server.tables.acts.match import Start
from shengji.server.tables.acts.seating import Sit
from shengji.server.tables.acts.talk import Spoke
from shengji.server.tables.bots.port import HandHistory
from shengji.server.tables.core.entries import Body, Entry, changes_room
from shengji.server.tables.core.masks import Viewer
from shengji.server.tables.core.rated import seats_refusal, stakes_of
from shengji.server.tables.core.refusals import Refused as TableRefused
from shengji.server.tables.core.table import Table
from shengji.server.tables.live.attendance import Attendance
from shengji.server.tables.live.audience import GONE, RESTART, encoded
from shengji.server.tables.live.broadcast import RoomNews
from shengji.server.tables.live.context import Context
from shengji.server.tables.live.listener import Listener
from shengji.server.tables.live.news import (
    CallToTable,
    DeclareOver,
    LeaversChanged,
    PersonConnected,
    PersonDisconnected,
    PromptChanged,
    ReadingChanged,
    WaitReminder,
)
from shengji.server.tables.live.stepper import Stepper
from shengji.server.tables.live.table_actor import TableActor
from shengji.server.tables.live.views import Views
from shengji.server.tables.messages import (
    AskHint,
    Check,
    Checked,
    Do,
    Done,
    FromBrowser,
    Hello,
    Hinted,
    Look,
    Ping,
    Pong,
    Refused,
    Said,
    TableChanged,
)
from shengji.server.tables.state import Now, SeatStake, TableState

T = TypeVar("T")

_PONG = encoded(Pong())
_DECLARE_OVER = encoded(messages.DeclareOver())
_CLOCK_FOR_ALL = (Phase.BURY, Phase.CALL, Phase.PLAY)
"""Phases whose clock all viewers see; elsewhere it would disclose who can decide."""

_BIG_PLAY_CARDS: Final = 8
"""Minimum cards of a play that is checked in a thread, since large throws are slow to check."""

_SLOW_SECONDS: Final = 0.02
"""Minimum seconds of a slow message, such as a long throw of six decks."""

_JOIN_GRACE_SECONDS: Final = 5.0
"""Seconds that a page may take to reach a newly opened table, or to reload."""

_THROTTLE_FACTOR: Final = 5.0
"""Throttle: a sender pauses for this multiple of the cost of a slow message."""


class LiveTable(TableActor):
    """A loaded table: executes actions and broadcasts events; from `Hub.open` or `Hub.get`.

    Actions run one at a time; each event is stored before it is published. Subscribers, in order:
    `Stepper` (timers, automatic steps), the broadcast to browsers (masked by `Views`), `Attendance`
    (absent players).
    """

    def __init__(self, id_: str, table: Table, context: Context, hold: Lease) -> None:
        super().__init__(id_, table, context, hold)
        self._stepper = Stepper(self)
        self._attendance = Attendance(self, self._stepper)
        self._views = Views(self, self._room, self._with_clock)
        self._chance = context.chance.of("seats")
        self._presence: asyncio.TimerHandle | None = None
        self._advice: dict[int, tuple[HandHistory, asyncio.Task[Hint | None]]] = {}
        self._state = self._state_now()
        self._seen = self.time.now()
        self.subscribe(self._stepper.on_notification)
        self.subscribe(self._on_notification)
        self.subscribe(self._attendance.on_notification)

    # Connections

    async def receive(self, listener: Listener, message: FromBrowser) -> float:
        """Process a message of a joined listener; the answer is added to the listener's queue.

        Returns after processing, so that a browser's messages take effect in order.

        Returns:
            Seconds of server time that the message took.
        """
        if isinstance(message, Ping):
            self.audience.send((listener,), _PONG)
            return 0.0
        if isinstance(message, Look):
            listener.seen = message.seen
            if listener.reading != message.reading:
                listener.reading = message.reading
                self.publish(ReadingChanged())
            return 0.0
        if isinstance(message, AskHint):
            self.audience.send((listener,), encoded(await self._hint(listener, message)))
            return 0.0
        answering = LoopTimer(partial(self._answer, listener, message))
        in_thread = 0.0
        try:
            with spans.span(_message_name(message)):
                in_thread = await self.alone(lambda: answering)
        except StorageError:
            if isinstance(message, Hello):
                self.audience.dismiss((listener,), RESTART)  # it sends `Hello` again
            else:
                self.audience.send((listener,), encoded(self._refused(message.id, "storage")))
        spent = answering.seconds + in_thread
        if spent > _SLOW_SECONDS:
            # Throttle: slow senders wait in one queue, so that other senders are not delayed.
            async with self.context.throttle:
                await self.time.sleep(spent * _THROTTLE_FACTOR)
        return spent

    async def _reading(self) -> None:
        """Update timers and prompt after a person has begun or stopped to read a result."""
        self._stepper.plan()
        if self.table.phase is Phase.ENDED:
            self._publish_prompt()

    async def _answer(self, listener: Listener, message: Hello | Do | Check) -> float:
        """Answer a message; return the seconds of thread time spent."""
        in_thread = 0.0
        if listener not in self.audience:
            return in_thread
        match message:
            case Hello():
                await self._views.welcome(listener, message.since)
            case Do():
                actor = Actor(listener.person, listener.name, listener.account)
                cause = Cause(listener.person, message.id)
                # Late spectators see the current room, so their room actions are not late.
                version = None if listener.late else message.version
                answer = await self._do(actor, message.action, version, cause)
                self.audience.send((listener,), encoded(answer))
            case Check():
                checked, in_thread = await self._check(listener, message)
                self.audience.send((listener,), encoded(checked))
        return in_thread

    async def act(
        self, person: str, name: str, action: Action, *, account: bool = False
    ) -> Done | Refused:
        """Carry out an action without a connection, such as one from the HTTP API.

        The action is based on the current state, so it is never late. `Done.id` is empty.
        """
        self.touch()
        actor = Actor(person, name, account)
        try:
            return await self.alone(partial(self._do, actor, action, None, None))
        except StorageError:
            return self._refused("", "storage")

    def shorten_result(self, seconds: float) -> None:
        """Shorten the display of a result to these seconds, because a player wants to go on."""
        self._stepper.shorten_result(seconds)

    async def appoint(self, people: Sequence[Actor | None], *, begin: bool) -> None:
        """Seat these people, by seat, at a table of a night, in place of the current players.

        Args:
            people: the people, by seat; `None`: the bot stays.
            begin: whether to begin the match, unless it has begun.

        Raises:
            StorageError: it could not be stored.
        """
        self.touch()
        await self.alone(partial(self._appoint, people, begin=begin))

    async def _appoint(self, people: Sequence[Actor | None], *, begin: bool) -> None:
        await self.store(self.table.place(people))
        if begin:
            await self.store(self.table.begin())

    async def dismiss(self) -> None:
        """End the match of a table of a night, and empty its seats.

        Raises:
            StorageError: it could not be stored.
        """
        self.touch()
        await self.alone(self._dismiss)

    async def _dismiss(self) -> None:
        await self.store(self.table.finish())

    def knows(self, person: str) -> bool:
        """Return whether a person has a seat or a connection here."""
        return person in self.audience.here or person in self.table.room.seated

    def rename(self, person: str, name: str, *, account: bool = False) -> None:
        """Change a person's name, and update all viewers."""
        for listener in self.audience.of(person):
            listener.name, listener.account = name, account
        self._schedule_presence()
        self.soon(partial(self._rename, Actor(person, name, account)))

    async def _rename(self, actor: Actor) -> None:
        await self.store(self.table.rename(actor))

    # Requests

    async def _do(
        self, actor: Actor, action: Action, version: int | None, cause: Cause | None
    ) -> Done | Refused:
        table, command = self.table, "" if cause is None else cause.command
        if self.closed:
            return self._refused(command, "storage")
        if cause is not None and cause in table.done:
            return Done(id=command, version=table.done[cause])
        seen = table.version if version is None else version
        context = self.context
        ratings: Mapping[str, Rating] = {}
        if isinstance(action, Start):
            ratings = await self._ratings()
        apart = frozenset[str]()
        if isinstance(action, Sit):
            apart = (await context.ties.ties(actor.person)).apart
        here = self.audience.here
        around = ActionContext(
            here, context.bots.roster.able, context.rated, ratings, self._chance, apart
        )
        answer = self.table.do(actor, action, seen, around)
        if isinstance(answer, TableRefused):
            return self._refused(command, answer.code, answer.words)
        await self.store(answer, cause)
        if isinstance(action, NoMore):
            self._stepper.plan()
            self._publish_prompt()
        return Done(id=command, version=self.version)

    async def _ratings(self) -> Mapping[str, Rating]:
        """Return the ratings of the people in the seats; empty if the table is not rated."""
        room = self.table.room
        if not room.settings.rated:
            return {}
        context = self.context
        await context.wait_rated()
        return await context.ratings.of(room.seated, pool_of(room.rules))

    async def stakes(self) -> tuple[SeatStake, ...]:
        """Return each seat's rating and expected score in the current or next rated match.

        Returns:
            One for each seat; empty where the table is not rated, or a seat is free.
        """
        ratings = await self._ratings()
        room = self.table.room
        if room.playing:
            return room.stakes
        ready = room.settings.rated and all(seat.taken for seat in room.seats)
        if not ready or seats_refusal(room, self.context.rated) is not None:
            return ()
        return stakes_of(room, ratings)

    def _refused(self, command: str, code: str, why: Text | None = None) -> Refused:
        why = why or words_from("live", code)
        return Refused(id=command, code=code, words=why, version=self.version)

    async def _check(self, listener: Listener, message: Check) -> tuple[Checked | Refused, float]:
        """Check a decision; return the answer and the seconds of thread time spent."""
        table, action = self.table, message.action
        seat = table.room.seat_seen_by(listener.person)
        if seat is None:
            return self._refused(message.id, "not-seated"), 0.0
        job = partial(table.check, seat, message)
        if isinstance(action, PlayAction) and len(action.cards) >= _BIG_PLAY_CARDS:
            # This table waits meanwhile, but other tables go on.
            timed = partial(_timed, job)
            answer, in_thread = await self.context.bots.executor.run(timed, "checks")
            return answer, in_thread
        return job(), 0.0

    async def _hint(self, listener: Listener, message: AskHint) -> Hinted | Refused:
        """Return a bot's hint, or a refusal if the listener has no decision."""
        table = self.table
        seat = table.room.seat_seen_by(listener.person)
        if seat is None or table.prompts.now(Viewer(seat)).turn is None:
            return self._refused(message.id, "no-hint")
        if not table.room.settings.hints:
            return self._refused(message.id, "hints-off")
        hint = await self._advised(seat)
        if hint is None or (hint.command is None and not table.prompts.options(seat)):
            return self._refused(message.id, "no-hint")
        why = words_said(hint.why.render) if table.room.settings.reasons else None
        return Hinted(id=message.id, action=action_of(hint.command), why=why)

    async def _advised(self, seat: int) -> Hint | None:
        """Return a bot's hint; computed once for each moment, however often it is requested."""
        history = self.history()
        known, task = self._advice.get(seat, (None, None))
        if task is None or known != history:
            task = self.spawn(self._stepper.bots.hint(seat))
            self._advice[seat] = history, task
        return await asyncio.shield(task)

    # Notifications

    def _on_notification(self, news: ActorNotification) -> None:
        match news:
            case Appended(first, bodies, at):
                self._publish_entries(first, bodies, at)
            case ActorReloaded(published):
                self._publish_reloaded(published)
            case ActorClosed(gone):
                self._disconnect_all(gone)
            case PromptChanged():
                self._publish_prompt()
            case DeclareOver(seats):
                self._publish_declare_over(seats)
            case WaitReminder(seats):
                self._remind(seats)
            case ReadingChanged():
                self.soon(self._reading)
            case PersonConnected() | LeaversChanged():
                self._schedule_presence()
            case PersonDisconnected():
                self._seen = self.time.now()
                self._schedule_presence()
            case _:
                pass

    def _publish_entries(self, first: int, bodies: Sequence[Body], at: int) -> None:
        """Publish stored entries to all viewers.

        Args:
            first: the version of the first entry.
            bodies: the entries; the table has applied them.
            at: the time of the entries, in milliseconds since 1970.
        """
        numbered = list(enumerate(bodies, first))
        for version, body in numbered:
            self._views.add(Entry(version, at, body))
        notices = [one for one in self.table.notices if one.version >= first]
        with self.audience.frame():
            if any(changes_room(body) for body in bodies) or notices:
                self._views.restrict()
                self._publish_state()
            for notice in notices:
                self.audience.send(self.audience.greeted(), encoded(notice))
            self._publish_chat(numbered)
            self._views.broadcast.publish(numbered)
        self._notify_nudged(bodies)
        self._views.publish_delayed()

    def _publish_reloaded(self, published: int) -> None:
        """Publish the table again after a reload, if its log has unpublished entries.

        Args:
            published: the last published version.
        """
        self._views.restart()
        self._views.restrict()
        self._state = self._state_now()
        if self.version != published:
            self._views.welcome_all()

    def _disconnect_all(self, gone: bool) -> None:
        """Close all connections because the table is gone, or because the server restarts."""
        self._views.stop()
        if self._presence is not None:
            self._presence.cancel()
        for listener in tuple(self.audience):
            if listener.can_move and not gone:
                listener.move()
            else:
                listener.end(GONE if gone else RESTART)
            self.audience.remove(listener)

    # Publishing

    def state(self) -> TableState:
        """Return the table as all its viewers see it."""
        self.touch()
        return self._state

    def _state_now(self) -> TableState:
        room = self.table.room
        here, onlookers = self.audience.here, self.audience.onlookers(room.seated)
        return room.state(here, onlookers, self._attendance.leaving)

    def _room(self, listener: Listener) -> RoomNews:
        table = self.table
        may = table.permissions(self._viewer_of(listener), self._permission_context())
        return RoomNews(self._state, may, tuple(table.said), tuple(table.notices))

    def _permission_context(self) -> ActionContext:
        return ActionContext(self.audience.here, self.context.bots.roster.able, self.context.rated)

    def _viewer_of(self, listener: Listener) -> Actor:
        """Return a listener's person; one value for all onlookers with the same permissions."""
        if self.table.room.concerns(listener.person):
            return Actor(listener.person, listener.name, listener.account)
        return Actor("", "", listener.account)

    def _publish_prompt(self) -> None:
        self._views.broadcast.publish(())

    def _publish_state(self) -> None:
        """Publish seats, people present and settings to all viewers."""
        self._state = self._state_now()
        context = self._permission_context()
        by_view: dict[tuple[int | None, int, Actor], bytes] = {}
        for listener in self.audience.greeted():
            seat = self.table.room.seat_seen_by(listener.person)
            version = self._views.late_version if listener.late else self.version
            viewer = self._viewer_of(listener)
            message = by_view.get((seat, version, viewer))
            if message is None:
                may = self.table.permissions(viewer, context)
                changed = TableChanged(version=version, seat=seat, table=self._state, may=may)
                message = by_view[seat, version, viewer] = encoded(changed)
            self.audience.send((listener,), message)

    def _publish_declare_over(self, seats: Collection[int]) -> None:
        """Send the end of the time to declare to these seats alone."""
        for viewer, listeners in self.audience.viewers(late=False).items():
            if viewer.seat in seats:
                self.audience.send(listeners, _DECLARE_OVER)

    def _publish_chat(self, numbered: Sequence[tuple[int, Body]]) -> None:
        spoken = {version for version, body in numbered if isinstance(body, Spoke)}
        for said in self.table.said if spoken else ():
            if said.version in spoken:
                self.audience.send(self.audience.greeted(), encoded(Said(said=said)))

    # Push notifications

    def _notify_nudged(self, bodies: Sequence[Body]) -> None:
        for body in bodies:
            if isinstance(body, Spoke) and body.seat is not None:
                waited = body.seat in self.table.waiting
                self._call(body.seat, "nudged" if waited else "called", body.person, body.name)

    def _remind(self, seats: Sequence[int]) -> None:
        for seat in seats:
            self._call(seat, "waits")

    def _call(
        self,
        seat: int,
        kind: Literal["nudged", "called", "waits"],
        by: str | None = None,
        name: str = "",
    ) -> None:
        """Notify the person of a seat, unless a page of this table is visible to them."""
        room = self.table.room
        person = room.seats[seat].person
        if person is None or self.audience.is_seen_by(person):
            return
        title = room.settings.title or self.name_of(room.host)
        self.publish(CallToTable(kind, person, self.id, title, by, name))

    def _schedule_presence(self) -> None:
        """Publish presence after a delay, so that short reconnections go unnoticed."""
        if self._presence is None and not self.closed:
            delay = self.context.settings.presence_delay
            self._presence = self.time.call_later(delay, self._publish_due_presence)

    def _publish_due_presence(self) -> None:
        self._presence = None
        self.soon(self._publish_presence)

    async def _publish_presence(self) -> None:
        if self._state_now() != self._state:
            self._publish_state()

    def _with_clock(self, now: Now, viewer: Viewer) -> Now:
        """Add the clock and the paused flag to a viewer's prompt."""
        clock = None
        decides = viewer.seat is not None and viewer.seat in now.seats
        if decides or self.table.phase in _CLOCK_FOR_ALL:
            clock = self._stepper.clock
        asleep = self._stepper.asleep and self.table.room.playing
        onward = self._stepper.onward
        if not (clock or asleep or onward):
            return now
        return replace(now, clock=clock, asleep=asleep, onward=onward)

    # For the hub

    @property
    def is_awake(self) -> bool:
        """Whether a match is under way with people present."""
        return self.table.room.playing and not self._stepper.asleep

    @property
    def is_attended(self) -> bool:
        """Whether a person is connected, was recently, or the table was just opened or loaded."""
        return bool(self.listeners) or self.time.now() - self._seen < _JOIN_GRACE_SECONDS

    @property
    def people(self) -> frozenset[str]:
        """The people with connections."""
        return self.audience.here

    @property
    def place(self) -> Place:
        """The table as the friends of its people see it."""
        room = self.table.room
        if room.settings.private:
            return Place()
        return Place(self.id, room.settings.title or self.name_of(room.host))

    @property
    def listeners(self) -> int:
        """The number of connections."""
        return len(self.audience)

    @property
    def is_needed(self) -> bool:
        """Whether the table must stay in memory: also while timers or tasks are running."""
        attended = self.listeners or self.is_awake or self._attendance.is_counting
        return bool(attended) or super().is_needed


def _timed(job: Callable[[], T]) -> tuple[T, float]:
    """Run a job; return its result and the thread's CPU seconds."""
    began = thread_time()
    found = job()
    return found, thread_time() - began


def _message_name(message: Hello | Do | Check) -> str:
    """Return the name of a message's tracing span, such as `do play`."""
    names = [message.__struct_config__.tag]
    if isinstance(message, Do):
        names.append(message.action.__struct_config__.tag)
    return " ".join(map(str, names))
