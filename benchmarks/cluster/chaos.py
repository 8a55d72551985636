"""Faults in a site of many servers, and the proof that nothing was lost: `make chaos`.

People play at tables through several doors while servers are killed, paused, and asked to end, and
while NATS and PostgreSQL are gone for some time. Afterwards the logs are read: each must be a legal
game with numbers without gaps, hold every acknowledged decision exactly once, and everything that
anybody was told.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

import msgspec
import psutil  # type: ignore[import-untyped]

from benchmarks.cluster.processes import Server, Site, postgres
from benchmarks.load.door import Door
from benchmarks.load.player import Player
from benchmarks.load.tally import Tally
from shengji.server.stores import Stores
from shengji.server.tables.core.entries import TableEntry, decode_body
from shengji.server.tables.live.log_state import LogState
from shengji.server.tables.wire import (
    BuryAction,
    CallFriendsAction,
    Do,
    Done,
    Happened,
    PlayAction,
    Ready,
    Refused,
    Sit,
    Start,
    ToBrowser,
    Welcome,
)

_STORED: Final = (PlayAction, BuryAction, CallFriendsAction)
"""Decisions of which each stands in the log when it is acknowledged."""

_PACE: Final = 0.4
"""Seconds that people take for a decision, on average."""

_AGAIN: Final = 0.15
"""Seconds until a lost connection is made anew, as a browser does."""

_SETTLED: Final = 12.0
"""Seconds after a fault in which every table has to go on."""

_PATIENCE: Final = 90.0
"""Seconds that tables may take to go on when the last fault is over."""


@dataclass
class Seen:
    """The people of one table, and what they have seen.

    Attributes:
        table: its id.
        acknowledged: the decisions that were acknowledged, by who made them and the command's id.
        told: what was told of each version, as far as anybody may see it.
        acts: when something was acknowledged.
    """

    table: str
    acknowledged: list[tuple[str, str]] = field(default_factory=list)
    told: dict[int, str] = field(default_factory=dict)
    acts: list[float] = field(default_factory=list)


class Witness(Player):
    """A player who notes what was acknowledged and told."""

    seen: Seen
    you = ""
    _last = 0

    async def _hear(self, message: ToBrowser, at: float) -> None:
        if isinstance(message, Welcome):
            self.you = message.you
        if isinstance(message, Welcome | Happened):
            for numbered in message.events:
                self.seen.told[numbered.version] = type(numbered.event).__name__
        if isinstance(message, Done) and message.id in self._asked:
            asked: Do = self._asked[message.id][0]
            self.seen.acts.append(time.monotonic())
            if isinstance(asked.action, _STORED):
                self.seen.acknowledged.append((self.you, message.id))
        if isinstance(message, Refused) and message.code == "storage":
            self._tally.refused("storage")
        await super()._hear(message, at)


class People:
    """All tables and those who play there.

    Args:
        site: where.
        chance: for their play.
    """

    def __init__(self, site: Site, chance: Random) -> None:
        self._site = site
        self._chance = chance
        self.tally = Tally()
        self.tables: list[Seen] = []
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, count: int) -> None:
        """Let so many tables begin to play."""
        for _ in range(count):
            await self._open_one()

    async def _open_one(self) -> None:
        doors = [Door(server.port) for server in self._site.doors]
        first = self._chance.choice(doors)
        cookies = [await first.come() for _ in range(4)]
        seen = Seen(await first.open_table(cookies[0]))
        self.tables.append(seen)
        players = []
        for seat, cookie in enumerate(cookies):
            address = self._chance.choice(doors).socket(seen.table)
            luck = Random(self._chance.getrandbits(32))
            player = Witness(address, cookie, seat, {}, self.tally, luck, _PACE, _AGAIN)
            player.seen = seen
            players.append(player)
            self._tasks.append(asyncio.create_task(player.run()))
        for seat, player in enumerate(players[1:], start=1):
            await player.must(Sit(seat))
            await player.must(Ready(True))
        await players[0].must(Start())

    def fault_of_player(self) -> BaseException | None:
        """The fault by which one of them has ended, if any has."""
        ended = (task for task in self._tasks if task.done() and not task.cancelled())
        return next((task.exception() for task in ended), None)

    def silence(self, since: float) -> list[float]:
        """For how long each table was silent after a moment, in seconds, so far."""
        now = time.monotonic()
        return [next((at for at in seen.acts if at > since), now) - since for seen in self.tables]

    async def go_on(self, since: float) -> bool:
        """Wait until something was acknowledged everywhere after a moment; whether it was."""
        until = time.monotonic() + _PATIENCE
        while not all(any(at > since for at in seen.acts) for seen in self.tables):
            if time.monotonic() > until:
                return False
            await asyncio.sleep(0.1)
        return True

    async def end(self) -> None:
        """Let nobody play any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


Fault: TypeAlias = Callable[["Faults"], Awaitable[str]]


class Faults:
    """Things that can go wrong.

    Args:
        site: where.
        chance: what goes wrong, and where.
    """

    def __init__(self, site: Site, chance: Random) -> None:
        self._site = site
        self._chance = chance
        self._kinds: list[Fault] = [
            Faults.kill_tables,
            Faults.pause_tables,
            Faults.stop_tables,
            Faults.kill_door,
            Faults.pause_nats,
            Faults.kill_nats,
            Faults.pause_postgres,
        ]
        self._left: list[Fault] = []

    async def one(self) -> str:
        """Let one thing go wrong, and mend it; what it was."""
        if not self._left:
            self._left = self._kinds.copy()
            self._chance.shuffle(self._left)
        return await self._left.pop()(self)

    async def _again(self, server: Server) -> None:
        server.spawn()
        await asyncio.to_thread(server.wait)

    async def kill_tables(self) -> str:
        """Kill a node with tables."""
        server = self._chance.choice(self._site.tables)
        await asyncio.to_thread(server.kill)
        await asyncio.sleep(self._chance.uniform(0.0, 6.0))
        await self._again(server)
        return "a node killed"

    async def pause_tables(self) -> str:
        """Stop a node for longer than its lease, so that it wakes up when others own its tables."""
        server = self._chance.choice(self._site.tables)
        server.send(signal.SIGSTOP)
        await asyncio.sleep(self._chance.uniform(1.0, 9.0))
        server.send(signal.SIGCONT)
        return "a node paused"

    async def stop_tables(self) -> str:
        """Ask a node to end."""
        server = self._chance.choice(self._site.tables)
        await asyncio.to_thread(server.stop)
        await self._again(server)
        return "a node stopped as planned"

    async def kill_door(self) -> str:
        """Kill a door."""
        server = self._chance.choice(self._site.doors)
        await asyncio.to_thread(server.kill)
        await self._again(server)
        return "a door killed"

    async def pause_nats(self) -> str:
        """Let NATS be silent for a while."""
        self._site.nats.send(signal.SIGSTOP)
        await asyncio.sleep(self._chance.uniform(0.5, 6.0))
        self._site.nats.send(signal.SIGCONT)
        return "NATS paused"

    async def kill_nats(self) -> str:
        """Kill NATS."""
        self._site.nats.kill()
        await asyncio.sleep(self._chance.uniform(0.0, 3.0))
        await asyncio.to_thread(self._site.nats.start)
        return "NATS killed"

    async def pause_postgres(self) -> str:
        """Let the database be silent for a while."""
        found = [at for at in psutil.process_iter(["name"]) if _is_ours(at, self._site.folder)]
        for process in found:
            process.suspend()
        await asyncio.sleep(self._chance.uniform(1.0, 7.0))
        for process in found:
            process.resume()
        return "PostgreSQL paused"


def _is_ours(process: psutil.Process, folder: Path) -> bool:
    """Whether a process is of the PostgreSQL that lies in a folder."""
    try:
        if process.info["name"] != "postgres":
            return False
        leader = process if process.ppid() == 1 or _has(process, folder) else process.parent()
        return leader is not None and _has(leader, folder)
    except psutil.Error:
        return False


def _has(process: psutil.Process, folder: Path) -> bool:
    return any(str(folder) in part for part in process.cmdline())


async def check(url: str, tables: list[Seen]) -> list[str]:
    """The faults that the logs show."""
    found: list[str] = []
    store = await Stores.open(url)
    try:
        for seen in tables:
            found += await _check_table(store, seen)
    finally:
        await store.close()
    return found


async def _check_table(store: Stores, seen: Seen) -> list[str]:
    found: list[str] = []
    log = await store.tables.read(seen.table)
    if [entry.number for entry in log] != list(range(1, len(log) + 1)):
        found.append(f"{seen.table}: its numbers have gaps")
    try:
        LogState(log)
    except Exception as error:
        found.append(f"{seen.table}: it is no legal game: {error!r}")
    stored = Counter(
        (entry.cause.person, entry.cause.command) for entry in log if entry.cause is not None
    )
    found += [
        f"{seen.table}: {cause} stands there {n} times" for cause, n in stored.items() if n > 1
    ]
    found += [
        f"{seen.table}: {cause} was acknowledged and is lost"
        for cause in set(seen.acknowledged)
        if cause not in stored
    ]
    kinds = {}
    for entry in log:
        body = decode_body(entry.body)
        if not isinstance(body, TableEntry):
            kinds[entry.number] = type(body).__name__
    found += [
        f"{seen.table}: {kind} was told as {version}, where {kinds.get(version)} stands"
        for version, kind in seen.told.items()
        if kinds.get(version) != kind
    ]
    return found


class Report(msgspec.Struct):
    """The outcome."""

    faults: dict[str, int]
    silences: dict[str, list[float]]
    acknowledged: int
    refused: dict[str, int]
    wrong: list[str]


async def run(site: Site, url: str, tables: int, faults: int, minutes: float, seed: int) -> Report:
    """Play, let things go wrong, and check."""
    chance = Random(seed)
    people, wrong = People(site, chance), []
    await people.open(tables)
    kinds, silences = Counter[str](), dict[str, list[float]]()
    going = Faults(site, chance)
    until = time.monotonic() + minutes * 60
    for _ in range(faults):
        if time.monotonic() > until:
            break
        began = time.monotonic()
        kind = await going.one()
        kinds[kind] += 1
        await asyncio.sleep(_SETTLED / 2)
        if not await people.go_on(began + 0.001):
            wrong.append(f"after {kind} some tables did not go on")
        silences.setdefault(kind, []).extend(people.silence(began))
        if (fault := people.fault_of_player()) is not None:
            wrong.append(f"a player failed: {fault!r}")
            break
        print(f"{kind}: {max(people.silence(began)):.1f} s at most", flush=True)
    await people.end()
    wrong += await check(url, people.tables)
    acknowledged = sum(len(seen.acknowledged) for seen in people.tables)
    return Report(dict(kinds), silences, acknowledged, people.tally.refusals, wrong)


def main() -> None:
    """Run it from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--faults", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="shengji-chaos-") as name:
        folder = Path(name)
        with postgres(folder / "postgres") as url, Site(folder, url, doors=2, tables=3) as site:
            report = asyncio.run(
                run(site, url, chosen.tables, chosen.faults, chosen.minutes, chosen.seed)
            )
            if report.wrong:
                for server in site.servers:
                    print(f"--- {server.name}\n{server.log[-4000:]}")
    print(f"{sum(report.faults.values())} faults: {report.faults}")
    for kind, silent in sorted(report.silences.items()):
        ordered = sorted(silent)
        print(
            f"{kind}: silent for {ordered[len(ordered) // 2]:.2f} s in the middle, "
            f"{ordered[int(len(ordered) * 0.99)]:.2f} s in 99 of 100"
        )
    print(f"{report.acknowledged} decisions acknowledged; refused: {report.refused}")
    for wrong in report.wrong:
        print("WRONG:", wrong)
    raise SystemExit(bool(report.wrong) or os.EX_OK)


if __name__ == "__main__":
    main()
