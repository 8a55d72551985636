"""The same tables on one process and on split roles: `python -m benchmarks.load.side_by_side`.

One process on SQLite, one on PostgreSQL, and a door with a node of tables over NATS play in turns,
each the same tables. Told is, for each, how many decisions a second were played, the CPU that each
part took for one, how late the others heard of it, and what was written and carried for it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Final, NamedTuple, TypeAlias
from urllib.request import urlopen

import msgspec
import psutil  # type: ignore[import-untyped]
from sqlalchemy import text
from websockets.asyncio.client import connect

from benchmarks.cluster.processes import Nats, Server, Site, postgres, processes_of
from benchmarks.load.crowd import PLAYERS
from benchmarks.load.crowds import SETTLE, Crowds
from benchmarks.load.door import Door
from benchmarks.load.server import UNLIMITED
from benchmarks.load.tally import Tally, added
from shengji.server.database.address import read_address
from shengji.server.database.engine import make_engine
from shengji.server.tables.messages import Hello, Ping

Counts: TypeAlias = dict[str, float]

PLACES: Final = ("sqlite", "postgresql", "split")

_KEPT: Final = Path(__file__).with_name("side_by_side.json")

_PINGS: Final = 200
_BETWEEN: Final = 0.06
"""Seconds from an answer to the next question; a socket may send 20 messages a second."""

_FIRST: Final = 8
"""The tables that play first, so that what is read once belongs to none of the others."""

_WRITTEN: Final = """
SELECT (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()) AS commits,
       (SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) FROM pg_stat_user_tables) AS rows,
       pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS log_bytes,
       (SELECT sum(length(body)) FROM entries) AS entry_bytes,
       (SELECT count(*) FROM entries) AS entries
"""


class Part(NamedTuple):
    """Some processes of a site."""

    name: str
    processes: Callable[[], Sequence[psutil.Process]]

    def cpu(self) -> float:
        """The seconds of CPU that they have taken."""
        times = [process.cpu_times() for process in self.processes()]
        return float(sum(at.user + at.system for at in times))

    def memory(self) -> float:
        """The bytes that only they have in memory."""
        return float(sum(process.memory_full_info().uss for process in self.processes()))


class Place(NamedTuple):
    """A site at which it is played.

    Attributes:
        port: where browsers come.
        parts: what it consists of.
        counts: what has been written and carried so far.
    """

    port: int
    parts: Sequence[Part]
    counts: Callable[[], Counts]


class Figures(msgspec.Struct, frozen=True):
    """The figures of one place, of all turns together.

    Attributes:
        decisions: a second.
        cpu: milliseconds of CPU for a decision, by part.
        ping: milliseconds until a question of a quiet table is answered, half of the time, which
            takes one hop there and one back.
        p50: milliseconds until another seat hears of a decision, half of the time; `p99` likewise.
        sent: bytes to all clients together for a decision; `messages` likewise.
        connection: kilobytes of memory for each connection, by part.
        counts: what is written and carried for a decision.
        lost: connections that were lost.
    """

    decisions: float
    cpu: dict[str, float]
    ping: float
    p50: float
    p99: float
    sent: float
    messages: float
    connection: dict[str, float]
    counts: Counts
    lost: int

    @property
    def total(self) -> float:
        """Milliseconds of CPU for a decision, of all parts."""
        return sum(self.cpu.values())


class Measured(msgspec.Struct, frozen=True):
    """The figures, and how they were measured."""

    command: str
    machine: str
    places: dict[str, Figures]


class _Turn(NamedTuple):
    pings: Sequence[float]
    tally: Tally
    seconds: float
    cpu: Mapping[str, float]
    memory: Mapping[str, float]
    counts: Counts


def _of(server: Server) -> Part:
    return Part(server.name, lambda: [psutil.Process(server.pid)])


def _postgres_part(folder: Path) -> Part:
    return Part("PostgreSQL", lambda: processes_of(folder))


async def _written(url: str) -> Counts:
    engine = make_engine(read_address(url))
    async with engine.connect() as connection:
        row = (await connection.execute(text(_WRITTEN))).one()
    await engine.dispose()
    return {name: float(value) for name, value in row._asdict().items()}


def _carried(nats: Nats) -> Counts:
    with urlopen(f"{nats.monitor}/varz") as answer:
        found: Mapping[str, Any] = json.load(answer)
    names = {"in_msgs": "told", "out_msgs": "heard", "in_bytes": "told_bytes"}
    return {f"nats_{to}": float(found[name]) for name, to in names.items()}


@contextmanager
def place(name: str, folder: Path) -> Iterator[Place]:
    """A place of a name, in a folder."""
    with ExitStack() as stack:
        if name == "sqlite":
            settings = UNLIMITED | {"SHENGJI_DATABASE": f"sqlite:///{folder}/tables.db"}
            server = stack.enter_context(_running(Server("server", folder, settings)))
            yield Place(server.port, [_of(server)], dict)
            return
        url = stack.enter_context(postgres(folder / "postgres"))
        database = _postgres_part(folder)
        if name == "postgresql":
            settings = UNLIMITED | {"SHENGJI_DATABASE": url}
            server = stack.enter_context(_running(Server("server", folder, settings)))
            yield Place(server.port, [_of(server), database], lambda: asyncio.run(_written(url)))
            return
        site = stack.enter_context(Site(folder, url, doors=1, tables=1, settings=UNLIMITED))
        parts = [_of(site.doors[0]), _of(site.tables[0]), database]
        parts.append(Part("NATS", lambda: [psutil.Process(site.nats.pid)]))
        yield Place(
            site.doors[0].port, parts, lambda: asyncio.run(_written(url)) | _carried(site.nats)
        )


@contextmanager
def _running(server: Server) -> Iterator[Server]:
    try:
        yield server.start()
    finally:
        server.kill()


async def _pings(port: int) -> list[float]:
    """The milliseconds until questions of a quiet table are answered, one after the other."""
    door, found = Door(port), []
    cookie = await door.come()
    address = door.socket(await door.open_table(cookie))
    async with connect(address, additional_headers={"Cookie": cookie}) as socket:
        await socket.send(msgspec.json.encode(Hello()), text=True)
        await socket.recv()
        for _ in range(_PINGS):
            began = time.perf_counter()
            await socket.send(msgspec.json.encode(Ping()), text=True)
            while await socket.recv() != '{"type":"pong"}':
                pass
            found.append((time.perf_counter() - began) * 1000)
            await asyncio.sleep(_BETWEEN)
    return found


def _turn(at: Place, tables: int, pace: float, seconds: float) -> _Turn:
    pings = asyncio.run(_pings(at.port))
    crowds = Crowds(1, at.port, pace, ())
    try:
        crowds.open(_FIRST)
        time.sleep(SETTLE)
        few = {part.name: part.memory() for part in at.parts}
        crowds.open(tables - _FIRST)
        time.sleep(SETTLE)
        began, counts = time.monotonic(), at.counts()
        cpu = {part.name: part.cpu() for part in at.parts}
        tally = crowds.measure(seconds)
        took = time.monotonic() - began
        cpu = {part.name: part.cpu() - cpu[part.name] for part in at.parts}
        memory = {part.name: part.memory() - few[part.name] for part in at.parts}
        after = at.counts()
        return _Turn(
            pings, tally, took, cpu, memory, {name: after[name] - counts[name] for name in after}
        )
    finally:
        crowds.end()


def _figures(turns: Sequence[_Turn], tables: int) -> Figures:
    connections = (tables - _FIRST) * PLAYERS
    tally = added(turn.tally for turn in turns)
    decisions = tally.commands
    cuts = quantiles(sorted(tally.heard), n=100)

    def each(name: str) -> float:
        return sum(turn.counts[name] for turn in turns) / decisions

    return Figures(
        decisions=round(decisions / sum(turn.seconds for turn in turns), 1),
        cpu={
            part: round(1000 * sum(turn.cpu[part] for turn in turns) / decisions, 3)
            for part in turns[0].cpu
        },
        ping=round(median(ping for turn in turns for ping in turn.pings), 2),
        p50=round(cuts[49], 1),
        p99=round(cuts[98], 1),
        sent=round(tally.size / decisions),
        messages=round(tally.messages / decisions, 2),
        connection={
            part: round(median(turn.memory[part] for turn in turns) / connections / 1000, 1)
            for part in turns[0].memory
        },
        counts={name: round(each(name), 2) for name in turns[0].counts},
        lost=sum(tally.losses.values()),
    )


def measure(tables: int, pace: float, seconds: float, turns: int) -> dict[str, Figures]:
    """Let all places play in turns."""
    found: dict[str, list[_Turn]] = {name: [] for name in PLACES}
    for turn in range(turns):
        for name in PLACES:
            with (
                tempfile.TemporaryDirectory(prefix="shengji-side-") as folder,
                place(name, Path(folder)) as at,
            ):
                found[name].append(_turn(at, tables, pace, seconds))
            figures = _figures(found[name][-1:], tables)
            print(
                f"turn {turn + 1}, {name}: {figures.total:.2f} ms, {figures.cpu}, "
                f"ping {figures.ping} ms",
                flush=True,
            )
    return {name: _figures(of, tables) for name, of in found.items()}


def measured() -> Measured:
    """The figures that were measured last and kept."""
    return msgspec.json.decode(_KEPT.read_bytes(), type=Measured)


def main() -> None:
    """Read the command line, measure, tell the figures."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.load.side_by_side",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--pace", type=float, default=1.0, help="seconds for a decision of a table")
    parser.add_argument(
        "--seconds", type=float, default=20.0, help="how long each turn is measured"
    )
    parser.add_argument("--turns", type=int, default=2)
    parser.add_argument("--keep", metavar="MACHINE", help="keep the figures, as of such a machine")
    given = parser.parse_args()
    found = measure(given.tables, given.pace, given.seconds, given.turns)
    for name, figures in found.items():
        print(name, msgspec.json.encode(figures).decode())
    if given.keep:
        command = (
            f"{parser.prog} --tables {given.tables} --pace {given.pace:g} "
            f"--seconds {given.seconds:g} --turns {given.turns}"
        )
        kept = msgspec.json.encode(Measured(command, given.keep, found))
        _KEPT.write_bytes(msgspec.json.format(kept, indent=2) + b"\n")


if __name__ == "__main__":
    main()
