"""One table under way."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from time import thread_time
from typing import Final, Literal, TypeVar

from msgspec.structs import replace

from shengji.explain import Hint
from shengji.game import HandEnded, HandStarted, MatchEnded, Phase
from shengji.ratings import Rating, pool_of
from shengji.server.database.log import Cause
from shengji.server.site.meter import Metered
from shengji.server.site.shapes import Text
from shengji.server.site.words import words_from, words_said
from shengji.server.tables.core.asker import Around, Asker
from shengji.server.tables.core.commands import action_of
from shengji.server.tables.core.entries import Body, Entry, RulesSet, Spoke, TableEntry, TimedOut
from shengji.server.tables.core.masks import Viewer
from shengji.server.tables.core.rated import seats_refusal, stakes_of
from shengji.server.tables.core.records import PlayedMatch, ended_hands
from shengji.server.tables.core.refusals import Refused as TableRefused
from shengji.server.tables.live.attendance import Attendance
from shengji.server.tables.live.audience import AGAIN, RESTART, SIGNED_OUT, Audience, encoded
from shengji.server.tables.live.broadcast import RoomNews
from shengji.server.tables.live.calls import Call
from shengji.server.tables.live.conductor import Conductor
from shengji.server.tables.live.context import Context
from shengji.server.tables.live.listener import Listener
from shengji.server.tables.live.log import TableLog
from shengji.server.tables.live.log_state import LogState
from shengji.server.tables.live.views import Views
from shengji.server.tables.state import Now, SeatStake, TableState
from shengji.server.tables.wire import (
    Action,
    AskHint,
    Bye,
    Check,
    Checked,
    Do,
    Done,
    FromBrowser,
    Hello,
    Hinted,
    Look,
    NoMore,
    Ping,
    PlayAction,
    Pong,
    Refused,
    Said,
    Start,
    TableChanged,
)

T = TypeVar("T")

_PONG = encoded(Pong())
_CLOCK_FOR_ALL = (Phase.BURY, Phase.CALL, Phase.PLAY)
"""Elsewhere not everyone who is asked has anything to decide, which a clock would tell."""

_MANY: Final = 8
"""Whether so many cards can be played is found out in a thread; with six decks it can take long."""

_HEAVY: Final = 0.02
"""A message that takes so many seconds is one of few, such as a long throw of six decks."""

_MOMENT: Final = 5.0
"""Seconds that a page takes to come to a table that was opened for it, or to be loaded again."""

_PENANCE: Final = 5.0
"""How many times as long its sender then waits for the next."""


class LiveTable:
    """One table under way; comes from `Hub.open` or `Hub.get`.

    It takes in what people ask and tells what has happened. `TableLog` has things happen one after
    the other, each stored before it is told; `Conductor` does what happens by itself; `Attendance`
    knows who is away; `Views` who may see what.

    Attributes:
        id: the table's id.
        unused_since: since when nobody has come, gone or asked, as the loop counts seconds.
    """

    def __init__(self, table: str, state: LogState, context: Context) -> None:
        self.id = table
        self._time = context.time
        self._audience = Audience(context.tally, self.leave)
        self._log = TableLog(self, state, context, self._audience)
        self._conductor = Conductor(self._log, self._tell_wait, self._remind)
        self._attendance = Attendance(self._log, self._conductor, self._tell_presence_soon)
        self._views = Views(self._log, self._room, self._dress)
        self._chance = context.chance.of("seats")
        self._presence: asyncio.TimerHandle | None = None
        self._advice: dict[int, tuple[int, asyncio.Task[Hint | None]]] = {}
        self._state = self._state_now()
        self._seen = self._time.now()
        self.touch()

    # Connections

    def join(self, listener: Listener) -> None:
        """A connection is there; it hears nothing but a `Bye` before it has said `Hello`."""
        if self._log.closed:
            listener.end(RESTART)
            return
        self.touch()
        if self._audience.add(listener):
            self._tell_presence_soon()
            self._attendance.came(listener.person)

    def leave(self, listener: Listener) -> None:
        """A connection is gone; also of one that was dropped. Twice does no harm."""
        listener.end()
        self.touch()
        if self._audience.remove(listener):
            self._seen = self._time.now()
            self._tell_presence_soon()
            self._attendance.left(listener.person)
        if listener.reading:
            self._log.soon(self._reading)

    async def hear(self, listener: Listener, message: FromBrowser) -> float:
        """A message of a listener who has joined; the answer goes into its queue.

        Returns when it has been dealt with, so that a browser's messages act in its order.

        Returns:
            For how many seconds it has kept the server busy.
        """
        if isinstance(message, Ping):
            self._audience.send((listener,), _PONG)
            return 0.0
        if isinstance(message, Look):
            listener.seen = message.seen
            if listener.reading != message.reading:
                listener.reading = message.reading
                self._log.soon(self._reading)
            return 0.0
        if isinstance(message, AskHint):
            self._audience.send((listener,), encoded(await self._hint(listener, message)))
            return 0.0
        answering = Metered(partial(self._answer, listener, message))
        in_thread = await self._log.alone(lambda: answering)
        spent = answering.seconds + in_thread
        if spent > _HEAVY:
            # Whoever asks for much waits, in line, so that the others do not.
            async with self._log.context.line:
                await self._time.sleep(spent * _PENANCE)
        return spent

    async def _reading(self) -> None:
        """Somebody has begun or stopped to read how a hand went."""
        self._conductor.plan()
        if self._log.state.table.phase is Phase.ENDED:
            self._tell_wait()

    async def _answer(self, listener: Listener, message: Hello | Do | Check) -> float:
        """Answer; the seconds for which a thread was busy with it."""
        in_thread = 0.0
        if listener not in self._audience:
            return in_thread
        match message:
            case Hello():
                await self._views.welcome(listener, message.since)
            case Do():
                asker = Asker(listener.person, listener.name, listener.account)
                cause = Cause(listener.person, message.id)
                # Who follows the match late sees the room as it is, so is not late in it.
                version = None if listener.late else message.version
                answer = await self._do(asker, message.action, version, cause)
                self._audience.send((listener,), encoded(answer))
            case Check():
                checked, in_thread = await self._check(listener, message)
                self._audience.send((listener,), encoded(checked))
        return in_thread

    async def act(
        self, person: str, name: str, action: Action, *, account: bool = False
    ) -> Done | Refused:
        """Do what a person asks without a connection, as the HTTP API does: sit down, start.

        It answers to what the table is now, so it is never late. `Done.id` is empty.
        """
        self.touch()
        return await self._log.alone(
            partial(self._do, Asker(person, name, account), action, None, None)
        )

    async def appoint(self, people: Sequence[Asker], *, begin: bool) -> None:
        """Let these people sit at a table of a night, by seat, in the place of others.

        Args:
            people: who.
            begin: whether the match begins, if it has not.
        """
        self.touch()
        await self._log.alone(partial(self._appoint, people, begin=begin))

    async def _appoint(self, people: Sequence[Asker], *, begin: bool) -> None:
        table = self._log.state.table
        if await self._log.store(table.place(people)) and begin:
            await self._log.store(self._log.state.table.begin())

    async def dismiss(self) -> None:
        """End the match of a table of a night, and let everybody stand up."""
        self.touch()
        await self._log.alone(self._dismiss)

    async def _dismiss(self) -> None:
        await self._log.store(self._log.state.table.finish())

    def knows(self, person: str) -> bool:
        """Whether a person sits or listens here."""
        return person in self._audience.here or person in self._log.state.holders

    def rename(self, person: str, name: str, *, account: bool = False) -> None:
        """A person has another name from now on; those at the table are told."""
        for listener in self._audience.of(person):
            listener.name, listener.account = name, account
        self._tell_presence_soon()
        self._log.soon(partial(self._rename, Asker(person, name, account)))

    def sign_out(
        self, person: str, devices: Collection[str] | None, *, but: str | None, again: bool
    ) -> None:
        """Devices of a person are nobody's from now on; what they are told ends.

        Arguments as of `Hub.sign_out`.
        """
        gone = [
            at
            for at in self._audience.of(person)
            if at.device != but and (devices is None or at.device in devices)
        ]
        self._audience.dismiss(gone, AGAIN if again else SIGNED_OUT)

    def expel(self, person: str, words: Text) -> None:
        """A person is banned; what they are told ends with these words."""
        bye = encoded(Bye(code="banned", words=words))
        self._audience.dismiss(self._audience.of(person), bye)

    async def reread(self) -> None:
        """Names were taken out of the log: what is remembered of them here goes too."""
        await self._log.reread()

    async def _rename(self, asker: Asker) -> None:
        await self._log.store(self._log.state.table.rename(asker))

    # What people ask

    async def _do(
        self, asker: Asker, action: Action, version: int | None, cause: Cause | None
    ) -> Done | Refused:
        state, command = self._log.state, "" if cause is None else cause.command
        if self._log.closed:
            return self._refused(command, "storage")
        if cause is not None and cause in state.done:
            return Done(id=command, version=state.done[cause])
        seen = state.table.version if version is None else version
        context = self._log.context
        ratings: Mapping[str, Rating] = {}
        if isinstance(action, Start):
            ratings = await self._ratings()
        here = self._audience.here
        around = Around(here, context.roster.able, context.rated, ratings, self._chance)
        answer = state.table.do(asker, action, seen, around)
        if isinstance(answer, TableRefused):
            return self._refused(command, answer.code, answer.words)
        if not await self._log.store(answer, cause):
            return self._refused(command, "storage")
        if isinstance(action, NoMore):
            self._conductor.plan()
            self._tell_wait()
        return Done(id=command, version=self.version)

    async def _ratings(self) -> Mapping[str, Rating]:
        """The ratings of those in the seats, where the table is rated."""
        room = self._log.state.table.room
        if not room.settings.rated:
            return {}
        context = self._log.context
        await context.caught_up()
        held = [seat.person for seat in room.seats if seat.person is not None]
        return await context.ratings.of(held, pool_of(room.rules))

    async def stakes(self) -> tuple[SeatStake, ...]:
        """With what each seat is in the rated match under way, or would go into the next one.

        Returns:
            One for each seat; none where the table is not rated, or waits for somebody.
        """
        ratings = await self._ratings()
        room = self._log.state.table.room
        if room.playing:
            return room.stakes
        ready = room.settings.rated and all(seat.taken for seat in room.seats)
        if not ready or seats_refusal(room, self._log.context.rated) is not None:
            return ()
        return stakes_of(room, ratings)

    def _refused(self, command: str, code: str, why: Text | None = None) -> Refused:
        why = why or words_from("live", code)
        return Refused(id=command, code=code, words=why, version=self.version)

    async def _check(self, listener: Listener, message: Check) -> tuple[Checked | Refused, float]:
        """The answer, and the seconds for which a thread was busy with it."""
        table, action = self._log.state.table, message.action
        seat = table.room.seat_of(listener.person)
        if seat is None:
            return self._refused(message.id, "not-seated"), 0.0
        job = partial(table.check, seat, message)
        if isinstance(action, PlayAction) and len(action.cards) >= _MANY:
            # Nothing happens here meanwhile, but at the other tables it does.
            timed = partial(_timed, job)
            answer, in_thread = await self._log.context.thinker.run(timed, "checks")
            return answer, in_thread
        return job(), 0.0

    async def _hint(self, listener: Listener, message: AskHint) -> Hinted | Refused:
        """What a bot would do, if the listener has something to decide."""
        table = self._log.state.table
        seat = table.room.seat_of(listener.person)
        if seat is None or table.now(Viewer(seat)).turn is None:
            return self._refused(message.id, "no-hint")
        if not table.room.settings.hints:
            return self._refused(message.id, "hints-off")
        hint = await self._advised(seat)
        if hint is None or (hint.command is None and not table.options(seat)):
            return self._refused(message.id, "no-hint")
        why = words_said(hint.why.said) if table.room.settings.reasons else None
        return Hinted(id=message.id, action=action_of(hint.command), why=why)

    async def _advised(self, seat: int) -> Hint | None:
        """What a bot would do; thought out once, however often and from where it is asked."""
        moment = self._log.state.moment
        known, task = self._advice.get(seat, (-1, None))
        if task is None or known != moment:
            task = self._log.spawn(self._conductor.hint(seat))
            self._advice[seat] = moment, task
        return await asyncio.shield(task)

    # What has happened, as the log tells

    def stored(self, bodies: Sequence[Body], before: int, at: int) -> None:
        """Entries have been stored: find what is next, and tell everyone.

        Args:
            bodies: what they say; the table has applied them.
            before: the version before them.
            at: when they were made, in milliseconds since 1970.
        """
        numbered = list(enumerate(bodies, before + 1))
        for version, body in numbered:
            self._views.add(Entry(version, at, body))
        self._conductor.heard(bodies)
        if any(_changes_the_room(body) for body in bodies) or self._is_void:
            self._views.turn_away()
            self._tell_state()
            self._log.soon(self._attendance.look)
        night = self._log.state.table.room.night
        if night and any(isinstance(body, HandEnded | MatchEnded | RulesSet) for body in bodies):
            self._log.context.night_news(night, self.id)
        self._tell_said(numbered)
        self._call_nudged(bodies)
        self._views.told.tell(numbered)
        self._views.reflect()

    @property
    def _is_void(self) -> bool:
        """Whether what was proposed is not any more, because somebody has played."""
        proposal = self._state.proposal
        return proposal is not None and self._log.state.table.room.proposal is None

    async def rebuilt(self, told: int) -> None:
        """The table has been built anew from its log, which may say more than was told.

        Args:
            told: the version that everyone has been told of.
        """
        self._views.renew()
        self._views.turn_away()
        self._state = self._state_now()
        if self.version != told:
            await self._views.welcome_again()
        self._conductor.restart()

    def ended(self) -> None:
        """Nothing happens here any more."""
        self._conductor.end()
        self._attendance.stop()
        self._views.stop()
        if self._presence is not None:
            self._presence.cancel()

    # What is told

    def state(self) -> TableState:
        """The table as everyone at it sees it."""
        self.touch()
        return self._state

    def _state_now(self) -> TableState:
        state = self._log.state
        here, onlookers = self._audience.here, self._audience.onlookers(state.holders)
        return state.table.room.state(here, onlookers, self._attendance.leaving)

    def _room(self) -> RoomNews:
        return RoomNews(self._state, tuple(self._log.state.table.said))

    def _tell_wait(self) -> None:
        """Tell what is waited for, where that is new."""
        self._views.told.tell(())

    def _tell_state(self) -> None:
        """Tell everyone who holds which seat, who is there, and how the table is run."""
        self._state = self._state_now()
        messages: dict[tuple[int | None, int], bytes] = {}
        for listener in self._audience.greeted():
            seat = self._log.state.table.room.seat_of(listener.person)
            version = self._views.late_version if listener.late else self.version
            message = messages.get((seat, version))
            if message is None:
                changed = TableChanged(version=version, seat=seat, table=self._state)
                message = messages[seat, version] = encoded(changed)
            self._audience.send((listener,), message)

    def _tell_said(self, numbered: Sequence[tuple[int, Body]]) -> None:
        spoken = {version for version, body in numbered if isinstance(body, Spoke)}
        for said in self._log.state.table.said if spoken else ():
            if said.version in spoken:
                self._audience.send(self._audience.greeted(), encoded(Said(said=said)))

    # Who is called

    def _call_nudged(self, bodies: Sequence[Body]) -> None:
        """Call those whom somebody nudges."""
        for body in bodies:
            if isinstance(body, Spoke) and body.seat is not None:
                waited = body.seat in self._log.state.table.waiting
                self._call(body.seat, "nudged" if waited else "called", body.person, body.name)

    def _remind(self, seats: Sequence[int]) -> None:
        """Call those who are waited for."""
        for seat in seats:
            self._call(seat, "waits")

    def _call(
        self,
        seat: int,
        kind: Literal["nudged", "called", "waits"],
        by: str | None = None,
        name: str = "",
    ) -> None:
        """Call the person of a seat, unless they see a page of this table."""
        room, person = self._log.state.table.room, self._log.state.holders[seat]
        if person is None or self._audience.is_seen_by(person):
            return
        title = room.settings.title or self._log.name_of(room.host)
        self._log.context.call(Call(kind, person, self.id, title, by, name))

    def _tell_presence_soon(self) -> None:
        """Tell who is there, once that has been so for a moment."""
        if self._presence is None and not self._log.closed:
            delay = self._log.context.settings.presence_delay
            self._presence = self._time.call_later(delay, self._presence_is_due)

    def _presence_is_due(self) -> None:
        self._presence = None
        self._log.soon(self._tell_presence)

    async def _tell_presence(self) -> None:
        if self._state_now() != self._state:
            self._tell_state()

    def _dress(self, now: Now, viewer: Viewer) -> Now:
        """Put clocks and sleep into what is waited for, as far as a viewer may know."""
        clock = None
        asked = viewer.seat is not None and viewer.seat in now.seats
        if asked or self._log.state.table.phase in _CLOCK_FOR_ALL:
            clock = self._conductor.clock
        asleep = self._conductor.asleep and self._log.state.table.room.playing
        onward = self._conductor.onward
        if not (clock or asleep or onward):
            return now
        return replace(now, clock=clock, asleep=asleep, onward=onward)

    def last_hand(self) -> PlayedMatch | None:
        """The hand that has just ended; `None` while another is under way, or before the first."""
        story = self._log.state.story()
        events = ended_hands(story.events)
        levels = tuple(standing.level for standing in story.standings)
        return PlayedMatch(story.rules, (), levels, None, events) if events else None

    # For the hub

    def touch(self) -> None:
        """Somebody needs this table."""
        self.unused_since = self._time.now()

    @property
    def version(self) -> int:
        """How many entries its log has."""
        return self._log.state.version

    @property
    def is_awake(self) -> bool:
        """Whether a match is under way, and somebody there."""
        return self._log.state.table.room.playing and not self._conductor.asleep

    @property
    def is_attended(self) -> bool:
        """Whether somebody is here, or was a moment ago, or has just had it opened or read."""
        return bool(self.listeners) or self._time.now() - self._seen < _MOMENT

    @property
    def people(self) -> frozenset[str]:
        """Who listens."""
        return self._audience.here

    @property
    def listeners(self) -> int:
        """How many listen."""
        return len(self._audience)

    @property
    def is_idle(self) -> bool:
        """Whether nobody listens, and nothing is going on that would be missed."""
        counting = self._attendance.is_counting
        return not (self.listeners or self.is_awake or self._log.is_busy or counting)

    @property
    def is_closed(self) -> bool:
        """Whether this table is over with; `Hub.get` gives another one."""
        return self._log.closed

    def close(self) -> None:
        """Tell every listener that the server comes back, and stop; what is stored stays so."""
        self._log.close()

    async def settled(self) -> None:
        """Return when nothing is being done any more, after `close`."""
        await self._log.settled()


def _timed(job: Callable[[], T]) -> tuple[T, float]:
    """Do a job: what comes of it, and how long this thread was busy with it."""
    began = thread_time()
    found = job()
    return found, thread_time() - began


def _changes_the_room(body: Body) -> bool:
    """Whether the room looks different: also who is ready, and whether one plays."""
    if isinstance(body, TableEntry):
        return not isinstance(body, Spoke | TimedOut)
    return isinstance(body, HandStarted | HandEnded | MatchEnded)
