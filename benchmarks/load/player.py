"""One seat: a real socket, and a bot in the client that decides at a person's pace."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from benchmarks.load.tally import Tally
from shengji.bots import Bot, make_bot
from shengji.game import FriendsCalled, KittyBuried, Played, due_of
from shengji.rules import Rules, rules_from
from shengji.server.tables.acts import Action
from shengji.server.tables.acts.decisions import Declare, NoMore, action_of
from shengji.server.tables.acts.match import Next
from shengji.server.tables.messages import (
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
from shengji.server.tables.state import Now, Numbered

DECLARES = 0.05
"""How likely a client declares as soon as a card of the draw lets it."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(ToBrowser).decode_lines


class PlayerError(RuntimeError):
    """A table did not come to play."""


class Asked(NamedTuple):
    """Something that was asked and is not answered yet; `at`: when, as the system counts."""

    message: Do
    answer: asyncio.Future[Done | Refused]
    at: float


class Player:
    """A seat at a table.

    Args:
        address: the table's socket.
        cookie: whose seat.
        seat: which.
        sent: when each seat of the table sent its last decision; shared by its players.
        tally: where everything is counted.
        chance: for its pace and its play.
        pace: seconds for a decision, on average.
        again: seconds at least until a lost connection is made anew.

    Attributes:
        failed: the fault by which it could not decide.
    """

    def __init__(
        self,
        address: str,
        cookie: str,
        seat: int,
        sent: dict[int, float],
        tally: Tally,
        chance: Random,
        pace: float,
        again: float = 1.0,
    ) -> None:
        self._again = again
        self._address = address
        self._cookie = cookie
        self._seat = seat
        self._sent = sent
        self._tally = tally
        self._chance = chance
        self._pace = pace
        self._ids = itertools.count()
        self._asked: dict[str, Asked] = {}
        self._socket: ClientConnection | None = None
        self._seen_as: int | None = None
        self._version: int | None = None
        self._told: int | None = None  # up to which version it knows the events
        self._welcomed = asyncio.Event()
        self._bot: Bot = make_bot("random", Rules(), seat, chance.getrandbits(32))
        self._now: Now | None = None
        self._considered: tuple[int, str] | None = None
        self._thinking: asyncio.Task[None] | None = None
        self.failed: BaseException | None = None

    async def run(self) -> None:
        """Play on; a connection that is lost is made anew."""
        while True:
            try:
                await self._listen()
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd else None
                self._tally.lost(f"closed {code or 'without a word'}")
            except (OSError, InvalidHandshake) as fault:
                self._tally.lost(type(fault).__name__)
            self._socket = None
            await asyncio.sleep(self._again * (1 + self._chance.random()))

    async def ask(self, action: Action) -> Done | Refused:
        """Have something done, and hear what became of it."""
        await self._welcomed.wait()
        id = f"{self._seat}-{next(self._ids)}"
        future: asyncio.Future[Done | Refused] = asyncio.get_running_loop().create_future()
        message = Do(id=id, version=self._version or 0, action=action)
        self._asked[id] = Asked(message, future, time.monotonic())
        await self._send(message)
        return await future

    async def must(self, action: Action) -> None:
        """Have something done that nothing can stand against.

        Raises:
            PlayerError: it was refused.
        """
        answer = await self.ask(action)
        if isinstance(answer, Refused):
            raise PlayerError(f"seat {self._seat}: {action} was refused: {answer.words.en}")

    async def _send(self, message: FromBrowser) -> None:
        if self._socket is not None:
            with suppress(ConnectionClosed):  # it is made anew, and what is asked is asked again
                await self._socket.send(_encode(message), text=True)

    async def _listen(self) -> None:
        headers = {"Cookie": self._cookie}
        async with connect(
            self._address, additional_headers=headers, ping_interval=None, max_queue=None
        ) as socket:
            self._socket = socket
            await self._send(Hello(since=self._told))
            while True:
                data = await socket.recv(decode=False)
                at = time.perf_counter()
                self._tally.messages += 1
                self._tally.size += len(data)
                for message in _decode(data):
                    await self._hear(message, at)

    async def _hear(self, message: ToBrowser, at: float) -> None:
        match message:
            case Welcome():
                self._seen_as = message.seat
                if message.start is not None or not self._welcomed.is_set():
                    self._begin(message)
                self._take(message.version, message.events, at)
                self._consider(message.now)
                self._welcomed.set()
                for asked in tuple(self._asked.values()):  # what was not answered, once more
                    await self._send(asked.message)
            case Happened():
                self._take(message.version, message.events, at)
                self._consider(message.now)
            case TableChanged():
                self._version = message.version
                if message.seat != self._seen_as:
                    self._seen_as = message.seat
                    await self._send(Hello(since=self._told))
            case Done() | Refused():
                if isinstance(message, Refused):
                    self._tally.refused(message.code)
                found = self._asked.pop(message.id, None)
                if found is not None and not found.answer.done():
                    found.answer.set_result(message)
            case _:
                pass

    def _begin(self, message: Welcome) -> None:
        """Play what is played at the table, from where it is told on."""
        rules = rules_from(message.table.rules.given)
        self._bot = make_bot("random", rules, self._seat, self._chance.getrandbits(32))
        if message.start is not None:
            self._bot.begin_at(message.start.levels, None)

    def _take(self, version: int, events: Iterable[Numbered], at: float) -> None:
        self._version = self._told = version
        for numbered in events:
            event = numbered.event
            self._bot.observe(event)
            if isinstance(event, Played | KittyBuried | FriendsCalled):
                sent = self._sent.get(event.seat)
                if sent is not None and event.seat != self._seat:
                    self._tally.heard.append((at - sent) * 1000)

    def _consider(self, now: Now) -> None:
        """Think about what is to be decided, once for each decision."""
        self._now = now
        if now.wait == "draw" and now.turn is not None and now.turn.options:
            if self._chance.random() < DECLARES:
                self._think(now, Declare(now.turn.options[0]))
        elif self._seat in now.seats and (now.since, now.wait) != self._considered:
            self._considered = (now.since, now.wait)
            self._think(now, Next() if now.wait == "next" else None)

    def _think(self, now: Now, action: Action | None) -> None:
        self._think_of(self._decide(now, action))

    def _think_of(self, work: Coroutine[Any, Any, None]) -> None:
        if self._thinking is not None:
            self._thinking.cancel()
        self._thinking = asyncio.create_task(work)
        self._thinking.add_done_callback(self._thought)

    def _thought(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and task.exception() is not None:
            self.failed = task.exception()

    def _decision(self) -> Action | None:
        """The decision of its bot; `None` when nothing is due of it."""
        hand = self._bot.match.hand
        due = None if hand is None else due_of(hand, self._bot.seat)
        if due is None:
            asked_last = self._now is not None and self._now.wait == "declare"
            return NoMore() if asked_last else None
        return action_of(self._bot.decide(due))

    async def _decide(self, now: Now, action: Action | None) -> None:
        """Decide after a while; where it is refused, such as one that comes late, once more."""
        for _ in range(2):
            if now.wait != "draw":
                await asyncio.sleep(self._pace * self._chance.uniform(0.5, 1.5))
            decision = action or self._decision()
            if decision is None:
                return
            self._tally.commands += 1
            self._sent[self._seat] = time.perf_counter()
            answer = await self.ask(decision)
            if isinstance(answer, Done) or self._now is None or self._now.since != now.since:
                return
