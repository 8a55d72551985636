"""Things that go wrong on a site of many servers, or of one, each mended again."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import Final, NamedTuple, TypeAlias

from benchmarks.cluster.links import State
from benchmarks.cluster.processes import Server, Site, processes_of

_PARTED: Final[tuple[State, ...]] = ("silent", "deaf", "dumb", "lost", "cut")

_SLOW: Final = 0.15
"""Seconds that a slow line takes longer, each way."""

_HOUR: Final = 3600.0

Work: TypeAlias = Callable[[], Awaitable[None]]


class NoFaultError(Exception):
    """No kind of fault of a site has the name that is wanted."""


class Fault(NamedTuple):
    """A kind of fault.

    Attributes:
        kind: its name.
        do: lets it happen once, and mends it.
    """

    kind: str
    do: Work


class Faults:
    """All kinds of faults, in any order, each as often as the others.

    Args:
        site: where.
        chance: what goes wrong, and where.
        only: what the kinds have in their names that are to come; empty: all.

    Raises:
        NoFaultError: there is no such kind.
    """

    def __init__(self, site: Site, chance: Random, only: str = "") -> None:
        self._site = site
        self._chance = chance
        parts = {"the only server": site.doors}
        self._kinds = [Fault("PostgreSQL paused", self._pause_postgres)]
        if not site.is_alone:
            parts = {"a node": site.tables, "a door": site.doors, "a bot worker": site.bots}
            self._kinds += [
                Fault("NATS killed", self._kill_nats),
                Fault("NATS paused", self._pause_nats),
            ]
        for name, servers in parts.items():
            self._kinds += self._of_a_part(name, servers)
        self._kinds = [fault for fault in self._kinds if only in fault.kind]
        if not self._kinds:
            raise NoFaultError(f"there is no kind of fault with {only!r} in its name")
        self._left: list[Fault] = []

    def _of_a_part(self, name: str, servers: Sequence[Server]) -> list[Fault]:
        """The faults of one kind of server."""

        def one(do: Callable[[Server], Awaitable[None]]) -> Work:
            return lambda: self._to_one(servers, do)

        return [
            Fault(f"{name} killed", one(self._kill)),
            Fault(f"{name} stopped as planned", one(self._stop)),
            Fault(f"{name} paused", one(self._pause)),
            Fault(f"{name}'s clock wrong", one(self._set_clock)),
            *(
                Fault(f"{name} parted from {line}", one(lambda at, to=line: self._part(at, to)))  # type: ignore[misc]
                for line in servers[0].lines
            ),
            Fault(f"{name}'s lines slow", one(self._slow)),
        ]

    async def _to_one(
        self, servers: Sequence[Server], do: Callable[[Server], Awaitable[None]]
    ) -> None:
        """Do something to one of some servers: the more tables it has, the likelier."""
        weights = [1 + await asyncio.to_thread(at.tables) for at in servers]
        (server,) = self._chance.choices(servers, weights)
        await do(server)

    def next(self) -> Fault:
        """The fault that comes next."""
        if not self._left:
            self._left = self._kinds.copy()
            self._chance.shuffle(self._left)
        return self._left.pop()

    async def _for(self, least: float, most: float) -> None:
        await asyncio.sleep(self._chance.uniform(least, most))

    # A server

    async def _kill(self, server: Server) -> None:
        await asyncio.to_thread(server.kill)
        await self._for(0.0, 6.0)
        server.spawn()
        await asyncio.to_thread(server.wait)

    async def _stop(self, server: Server) -> None:
        await asyncio.to_thread(server.stop)
        server.spawn()
        await asyncio.to_thread(server.wait)

    async def _pause(self, server: Server) -> None:
        """Stop it, mostly for longer than its lease: it wakes up when others own its tables."""
        server.send(signal.SIGSTOP)
        await self._for(1.0, 9.0)
        server.send(signal.SIGCONT)

    async def _set_clock(self, server: Server) -> None:
        """Let its clock jump, and stay wrong until the next time."""
        self._site.set_clock(server, self._chance.choice((-_HOUR, -60.0, 0.0, 60.0, _HOUR)))
        await self._for(1.0, 2.0)

    # Its lines

    async def _part(self, server: Server, line: str) -> None:
        await self._hurt(server.lines[line], self._chance.choice(_PARTED), 0.0)

    async def _slow(self, server: Server) -> None:
        for port in server.lines.values():
            await asyncio.to_thread(self._put, port, "open", _SLOW)
        await self._for(2.0, 4.0)
        for port in server.lines.values():
            await asyncio.to_thread(self._put, port, "open", 0.0)

    async def _hurt(self, port: int, state: State, delay: float) -> None:
        await asyncio.to_thread(self._put, port, state, delay)
        await self._for(1.0, 9.0)
        await asyncio.to_thread(self._put, port, "open", 0.0)

    def _put(self, port: int, state: State, delay: float) -> None:
        assert self._site.links is not None
        self._site.links.put(port, state, delay)

    # What all have

    async def _pause_nats(self) -> None:
        self._site.nats.send(signal.SIGSTOP)
        await self._for(0.5, 6.0)
        self._site.nats.send(signal.SIGCONT)

    async def _kill_nats(self) -> None:
        self._site.nats.kill()
        await self._for(0.0, 3.0)
        await asyncio.to_thread(self._site.nats.start)

    async def _pause_postgres(self) -> None:
        found = processes_of(self._site.folder)
        for process in found:
            process.suspend()
        await self._for(1.0, 7.0)
        for process in found:
            process.resume()
