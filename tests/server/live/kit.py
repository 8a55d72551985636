"""A store in memory, a fast clock, and browsers that play by themselves."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable, Collection, Sequence
from typing import Any, TypeVar

import msgspec

from shengji.bots import Bot, make_bot
from shengji.ratings import Pool, Rating
from shengji.rules import Rules, rules_from
from shengji.server.actors.news import ActorNotification
from shengji.server.cluster.bus import Bus
from shengji.server.database.errors import StorageError
from shengji.server.database.lease import Lease
from shengji.server.database.log import Cause, LogTail, Stored
from shengji.server.database.node import Node
from shengji.server.site.time import Time
from shengji.server.tables.acts import Action
from shengji.server.tables.acts.decisions import NoMore, action_of
from shengji.server.tables.acts.match import Next, Ready, Start
from shengji.server.tables.acts.seating import Sit
from shengji.server.tables.core.entries import Body, decode_body
from shengji.server.tables.live.context import LiveSettings
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.live.listener import Listener
from shengji.server.tables.live.live_table import LiveTable
from shengji.server.tables.live.news import CallToTable
from shengji.server.tables.messages import (
    Bye,
    Do,
    Done,
    FromBrowser,
    Happened,
    Hello,
    Refused,
    TableChanged,
    ToBrowser,
    Welcome,
)
from shengji.server.tables.schemas import NewTable
from shengji.server.tables.state import Now, Numbered, Settings, TableState
from shengji.server.tables.store import TableStore
from shengji.server.tables.summary import Summary
from tests.kit import decision_of
from tests.seeds import Seeded
from tests.waiting import PATIENCE

T = TypeVar("T")
INSTANT = Settings(pace="instant")
PEOPLE = ("ann", "bob", "cem", "dai")
_decoder = msgspec.json.Decoder(ToBrowser)


class NoRatings:
    """Nobody has a rating."""

    async def of(self, persons: Collection[str], pool: Pool) -> dict[str, Rating]:
        return {}


class MemoryStore(TableStore):
    """A stand-in for `TableStore` without a disk; `failing` lets it fail."""

    def __init__(self) -> None:
        self.logs: dict[str, list[Stored]] = {}
        self.summaries: dict[str, Summary] = {}
        self.checkpoints: dict[str, tuple[int, bytes | None]] = {}
        self.ended: list[tuple[str, int]] = []
        self.failing = False
        self.hold = Lease(Node(), 1)
        self.reads = 0

    async def open_table(
        self, table: str, bodies: Sequence[bytes], at: int, cause: Cause | None, summary: Summary
    ) -> Lease:
        assert table not in self.logs
        self.logs[table] = []
        await self.append(table, self.hold, 1, bodies, at, cause, summary)
        return self.hold

    async def claim(self, table: str, *, by_force: bool = False) -> Lease | None:
        return self.hold if table in self.logs else None

    async def append(
        self,
        table: str,
        hold: Lease,
        first: int,
        bodies: Sequence[bytes],
        at: int,
        cause: Cause | None = None,
        summary: Summary | None = None,
        checkpoint: bytes | None = None,
        *,
        ends: bool = False,
    ) -> None:
        await asyncio.sleep(0)
        if self.failing:
            raise StorageError("the disk is full")
        log = self.logs[table]
        assert first == len(log) + 1
        last = first + len(bodies) - 1
        log += [
            Stored(number, at, body, cause if number == last else None)
            for number, body in enumerate(bodies, first)
        ]
        if summary is not None:
            self.summaries[table] = summary
        if ends:
            self.ended.append((table, last))
        if checkpoint is not None:
            self.checkpoints[table] = first - 1, checkpoint

    async def read(self, table: str, since: int = 0, most: int | None = None) -> list[Stored]:
        self.reads += 1
        await asyncio.sleep(0)
        return self.logs.get(table, [])[since:][:most]

    async def load(self, table: str) -> LogTail:
        number, checkpoint = self.checkpoints.get(table, (0, None))
        return LogTail(checkpoint, await self.read(table, number))

    def bodies(self, table: str) -> list[Body]:
        return [decode_body(entry.body) for entry in self.logs[table]]


class FastTime(Time):
    """A time in which a hundred seconds last one."""

    speed = 100.0

    def now(self) -> float:
        return super().now() * self.speed

    def wall(self) -> int:
        return int(self.now() * 1000)

    def call_later(self, seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        return super().call_later(seconds / self.speed, call)

    async def sleep(self, seconds: float) -> None:
        await super().sleep(seconds / self.speed)


class StillTime(Time):
    """A time that stands still until a test lets it pass, however long anything takes."""

    def __init__(self) -> None:
        self._now = 1000.0
        self._due: list[asyncio.TimerHandle] = []

    def now(self) -> float:
        return self._now

    def wall(self) -> int:
        return int(self._now * 1000)

    def call_later(self, seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        at = self._now + max(seconds, 0.0)
        handle = asyncio.TimerHandle(at, call, (), asyncio.get_running_loop())
        heapq.heappush(self._due, handle)
        return handle

    async def sleep(self, seconds: float) -> None:
        if seconds > 0:
            over = asyncio.Event()
            self.call_later(seconds, over.set)
            await over.wait()

    async def pass_seconds(self, seconds: float, at: LiveTable) -> None:
        """Let what is due happen, each thing with all that follows from it at a table."""
        until = self._now + seconds
        await self._settled(at)
        while self._due and self._due[0].when() <= until:
            handle = heapq.heappop(self._due)
            self._now = max(self._now, handle.when())
            if not handle.cancelled():
                handle._run()
                await self._settled(at)
        self._now = until

    async def _settled(self, at: LiveTable) -> None:
        """Return when everything has been done that was begun at a table."""
        for _ in range(_TURNS):
            await asyncio.sleep(0)
            await at.alone(_nothing)


_TURNS = 5
"""So often something that is done at a table has the next thing done there."""


async def _nothing() -> None:
    """Have one's turn."""


def hub_of(
    store: TableStore,
    call: Callable[[CallToTable], None] | None = None,
    time: Time | None = None,
    workers: Bus | None = None,
    **settings: Any,
) -> Hub:
    # A minute of the table lasts 0.6 s: what comes after one comes where a test asks for it.
    late = dict.fromkeys(("unload_after", "next_after", "host_after", "leave_after"), 1e6)
    chosen = LiveSettings(**late | settings)
    hub = Hub(store, NoRatings(), chosen, Seeded(), time or FastTime(), workers=workers)

    def hear(_: LiveTable, news: ActorNotification) -> None:
        if call is not None and isinstance(news, CallToTable):
            call(news)

    hub.subscribe(hear)
    return hub


class Browser:
    """A connection that keeps what it is told, and plays when it is let."""

    def __init__(
        self, live: LiveTable, person: str, *, plays: bool = False, size: int = 10_000
    ) -> None:
        self.live = live
        self.person = person
        self.plays = plays
        self.stops_at: str | None = None
        self.listener = Listener(person, person.title(), size=size)
        self.frames: list[list[ToBrowser]] = []
        self.messages: list[ToBrowser] = []
        self.seat: int | None = None
        self.version = 0
        self.events: list[Numbered] = []
        self.now: Now | None = None
        self.table: TableState | None = None
        self.bot: Bot | None = None
        self.ids = 0
        self.bye: str | None = None
        self._answered: tuple[Any, ...] | None = None
        self.reader: asyncio.Task[None] | None = None

    async def connect(self, since: int | None = None) -> Browser:
        self.live.join(self.listener)
        self.reader = asyncio.create_task(self._read())
        await self.say(Hello(since))
        await self.until(lambda: self.table is not None or self.bye is not None)
        return self

    def disconnect(self) -> None:
        self.live.leave(self.listener)

    async def say(self, message: FromBrowser) -> None:
        await self.live.receive(self.listener, message)

    async def do(self, action: Action, version: int | None = None, id_: str = "") -> Done | Refused:
        self.ids += 1
        id_ = id_ or f"{self.person}-{id(self)}-{self.ids}"
        before = len(self.messages)
        await self.say(Do(id_, self.version if version is None else version, action))

        def answer() -> Done | Refused | None:
            found = (m for m in self.messages[before:] if isinstance(m, Done | Refused))
            return next((m for m in found if m.id == id_), None)

        return await self.until(answer)

    async def until(self, what: Callable[[], T | None]) -> T:
        deadline = asyncio.get_running_loop().time() + PATIENCE
        while not (found := what()):
            if asyncio.get_running_loop().time() > deadline:
                raise TimeoutError(f"{self.person} waits for {self.now}, bye {self.bye}")
            await asyncio.sleep(0.002)
        return found

    async def _read(self) -> None:
        while (frames := await self.listener.receive()) is not None:
            self.frames += [_decoder.decode_lines(frame) for frame in frames]
            for frame in self.frames[-len(frames) :]:
                for message in frame:
                    self._hear(message)
            if self.plays:
                await self.play()

    def _hear(self, message: ToBrowser) -> None:
        self.messages.append(message)
        match message:
            case Welcome():
                self.seat, self.table, self.version = message.seat, message.table, message.version
                if message.start is not None or not message.events:
                    self.events, self.bot = [], None
                if message.start is not None and self.seat is not None:
                    self.bot = make_bot("random", rules_of(message.table), self.seat, 7)
                    self.bot.begin_at(message.start.levels, None)
                self._observe(message.events, message.now)
            case Happened():
                self.version = message.version
                self._observe(message.events, message.now)
            case TableChanged():
                self.table, self.version = message.table, max(self.version, message.version)
                if message.seat != self.seat:
                    self.seat = message.seat
                    asyncio.get_running_loop().create_task(self.say(Hello()))
            case Bye():
                self.bye = message.code
            case _:
                pass

    def _observe(self, events: Sequence[Numbered], now: Now) -> None:
        self.now = now
        for at in events:
            self.events.append(at)
            if self.bot is not None:
                self.bot.observe(at.event)

    async def play(self) -> None:
        now, version = self.now, self.version
        if now is None or self.bot is None or (now.since, now.wait, version) == self._answered:
            return
        if now.wait == self.stops_at:
            self.plays = False
            return
        action: Action | None = None
        if now.wait == "next" and self.seat in now.seats:
            action = Next()
        elif now.wait == "declare" and self.seat in now.seats and now.turn is None:
            action = NoMore()
        elif now.turn is not None:
            action = action_of(decision_of(self.bot))
            if isinstance(action, NoMore) and now.wait != "declare":
                return
        if action is not None:
            self._answered = now.since, now.wait, version
            self.ids += 1
            await self.say(Do(f"{self.person}-{id(self)}-{self.ids}", version, action))


def rules_of(table: TableState) -> Rules:
    return rules_from(table.rules.given)


async def opened(hub: Hub, settings: Settings = INSTANT, **new: Any) -> LiveTable:
    """A table of Ann's with bots in the other seats, and a match under way."""
    wanted: dict[str, Any] = {"bots": "random", "start": True, **new}
    return await hub.open("ann", "Ann", NewTable(settings=settings, **wanted))


async def four(
    hub: Hub, settings: Settings = INSTANT, *, stops_at: str | None = None, **new: Any
) -> tuple[LiveTable, list[Browser]]:
    """Four people at a table, a match under way; they play until this is waited for."""

    live = await hub.open("ann", "Ann", NewTable(settings=settings, **new))
    browsers = [await Browser(live, person).connect() for person in PEOPLE]
    for seat, browser in enumerate(browsers[1:], 1):
        assert isinstance(await browser.do(Sit(seat)), Done)
        assert isinstance(await browser.do(Ready(True)), Done)
    for browser in browsers:
        browser.plays, browser.stops_at = True, stops_at
    assert isinstance(await browsers[0].do(Start()), Done)
    return live, browsers
