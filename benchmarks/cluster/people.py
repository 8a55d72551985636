"""People who play at tables of a site of many servers: each at any door, again when it is lost."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from http.client import HTTPException
from random import Random
from typing import Final, TypeVar

from benchmarks.cluster.processes import Site
from benchmarks.cluster.seen import Eyes, Seen
from benchmarks.load.door import Door, DoorError
from benchmarks.load.player import Player
from benchmarks.load.tally import Tally
from shengji.rules.bounds import GivenRules
from shengji.server.tables.acts.match import Ready, Start
from shengji.server.tables.acts.seating import SeatBot, Sit
from shengji.server.tables.messages import ToBrowser
from shengji.server.tables.schemas import NewTable
from shengji.server.tables.state import Now, Settings

AGAIN: Final = 0.15
"""Seconds until a lost connection is made anew, as a browser does."""

PASSPHRASE: Final = "an evening of cards"

_REMATCH: Final = 1.0
"""Seconds until it is asked again for another match."""

_BOTS: Final = ("basic", "strong")

_PATIENCE: Final = 60.0
"""Seconds that tables may take to go on when a fault is over, and a site to let people in."""

BUSY: Final = 500
"""From this status on what was asked is asked again."""

T = TypeVar("T")


async def let_in(ask: Callable[[], Awaitable[T]]) -> T:
    """Ask a door until the site is up: a busy machine takes its time, and that is no fault.

    Raises:
        DoorError: it refuses, or is not up in time.
    """
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            return await ask()
        except (DoorError, OSError, HTTPException) as error:
            refused = isinstance(error, DoorError) and error.status < BUSY
            if refused or time.monotonic() > until:
                raise
        await asyncio.sleep(AGAIN)


class Witness(Player):
    """A player who notes what was acknowledged and told, and plays one match after the other.

    Each connection goes to any of the doors, as through a proxy before them.
    """

    eyes: Eyes
    addresses: Sequence[str]
    _again_from: int | None = None

    async def _listen(self) -> None:
        self._address = self._chance.choice(self.addresses)
        await super()._listen()

    async def _hear(self, message: ToBrowser, at: float) -> None:
        found = self._asked.get(getattr(message, "id", ""))
        self.eyes.see(message, None if found is None else (found.message, found.at))
        await super()._hear(message, at)

    def _consider(self, now: Now) -> None:
        if now.wait == "over" and now.since != self._again_from:
            self._now, self._again_from = now, now.since
            self._think_of(self._play_again(now))
        else:
            super()._consider(now)

    @property
    def stands(self) -> str:
        """How it stands with it, to be read where a table does not go on."""
        now, asked = self._now, [at.message.action for at in self._asked.values()]
        line = "connected" if self._socket is not None else "not connected"
        waits = "nothing" if now is None else f"{now.wait} of {now.seats} since {now.since}"
        return (
            f"seat {self._seat}, {line}, at {self._version}: waits for {waits}; asked {asked}; "
            f"fault: {self.failed!r}"
        )

    async def _play_again(self, now: Now) -> None:
        while self._now is not None and self._now.wait == "over":
            await self.ask(Ready(True) if self._seat else Start())
            await asyncio.sleep(_REMATCH)


class People:
    """All tables and those who play there.

    Args:
        site: where.
        chance: for their play.
        pace: seconds that they take for a decision, on average.
    """

    def __init__(self, site: Site, chance: Random, pace: float) -> None:
        self._site = site
        self._pace = pace
        self._chance = chance
        self.tally = Tally()
        self.tables: list[Seen] = []
        self._at: dict[str, list[Witness]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, count: int) -> None:
        """Let so many tables begin to play; at every third one bots sit beside people."""
        for number in range(count):
            bots = _BOTS if number % 3 == 2 else ()
            cookies = [await let_in(self._doors()[0].come) for _ in range(4 - len(bots))]
            await self._open_one(cookies, NewTable(settings=Settings(pace="fast")), bots)

    async def open_rated(self, count: int, rules: GivenRules) -> None:
        """Let so many tables begin to play for ratings, by some rules."""
        for table in range(count):
            cookies = []
            for seat in range(4):
                door = self._chance.choice(self._doors())
                name = f"rated {table} {seat}"
                guest = await let_in(door.come)
                cookies.append(await let_in(partial(door.sign_up, guest, name, PASSPHRASE)))
            settings = Settings(pace="fast", rated=True)
            await self._open_one(cookies, NewTable(rules=rules, settings=settings))

    def _doors(self) -> list[Door]:
        return [Door(server.port) for server in self._site.doors]

    async def _open_one(
        self, cookies: Sequence[str], new: NewTable, bots: Sequence[str] = ()
    ) -> None:
        door = self._chance.choice(self._doors())
        seen = Seen(await let_in(partial(door.open_table, cookies[0], new)))
        self.tables.append(seen)
        players = []
        for seat, cookie in enumerate(cookies):
            luck = Random(self._chance.getrandbits(32))
            player = Witness("", cookie, seat, {}, self.tally, luck, self._pace, AGAIN)
            player.eyes = Eyes(seen)
            player.addresses = [door.socket(seen.table) for door in self._doors()]
            players.append(player)
            self._at.setdefault(seen.table, []).append(player)
            self._tasks.append(asyncio.create_task(player.run()))
        for seat, player in enumerate(players[1:], start=1):
            await player.must(Sit(seat))
            await player.must(Ready(True))
        for seat, bot in enumerate(bots, start=len(players)):
            await players[0].must(SeatBot(seat, bot))
        await players[0].must(Start())

    def fault(self) -> BaseException | None:
        """The fault by which one of them has ended or could not decide, if any has."""
        ended = (task.exception() for task in self._tasks if task.done() and not task.cancelled())
        failed = (player.failed for at in self._at.values() for player in at)
        return next((fault for fault in (*ended, *failed) if fault is not None), None)

    async def go_on(self, since: float) -> list[str]:
        """Wait until everywhere something that was asked after a moment is answered.

        Returns:
            For each table that did not go on, how it stands there.
        """
        until = time.monotonic() + _PATIENCE
        while (silent := self._silent(since)) and time.monotonic() < until:
            await asyncio.sleep(0.1)
        return [
            f"{table} did not go on: {'; '.join(at.stands for at in self._at[table])}"
            for table in silent
        ]

    def _silent(self, since: float) -> list[str]:
        return [at.table for at in self.tables if not at.answers or at.answers[-1][0] <= since]

    async def end(self) -> None:
        """Let nobody play any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
