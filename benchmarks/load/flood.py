"""Floods from strangers while others play: `make flood`.

Sends each kind of flood from one connection and from eight, over and over, to a server on this
machine beside tables that are played at. Told is how these fare, as a multiple of the same run
without a flood (goal: 3 at most), and the server's memory. It takes three minutes at most.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from rich import box
from rich.console import Console
from rich.table import Table

from benchmarks.load.crowds import SETTLE, Crowds
from benchmarks.load.process import Process, split_cores
from benchmarks.load.pump import FLOODS, Order, Sent
from benchmarks.load.server import UNLIMITED, Server
from benchmarks.load.strangers import percentile
from benchmarks.load.tally import Tally, added

CONNECTIONS: Final = (1, 8)

LARGER: Final = 1.3
"""Goal: the memory of the server is at most so many times that without a flood."""

_PACE: Final = 0.5
_ALONE_SECONDS: Final = 2.0
"""Seconds without a flood before each kind: what else the machine does is in all figures."""

_LOOK_SECONDS: Final = 0.1

_SETTINGS: Final = UNLIMITED | {"SHENGJI_WORK_PER_ADDRESS": "0.5"}
"""The players come from one address, too, and have no more of the server than the default."""


class Row(NamedTuple):
    """Outcome of a flood.

    Attributes:
        flood: its name.
        connections: over how many it came at the same time.
        tally: how the players fared meanwhile.
        core: the share of a core that the server took.
        sent: what was sent.
    """

    flood: str
    connections: int
    tally: Tally
    core: float
    sent: Sent


class Memory:
    """Watches the memory of a process.

    Attributes:
        most: the most bytes that it was seen to have.
    """

    def __init__(self, process: Process) -> None:
        self._process = process
        self.most = process.memory

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Look again and again, while the context lasts."""
        ended = threading.Event()

        def look() -> None:
            while not ended.wait(_LOOK_SECONDS):
                self.most = max(self.most, self._process.memory)

        thread = threading.Thread(target=look)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()


def run(given: argparse.Namespace, console: Console) -> None:
    """Run the test as the command line says, and tell the figures."""
    server_cores, client_cores = split_cores()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="shengji-flood-")))
        server = stack.enter_context(Server(folder, server_cores, _SETTINGS))
        crowds = Crowds(1, server.port, _PACE, client_cores)
        stack.callback(crowds.end)
        pump = Process(
            [sys.executable, "-m", "benchmarks.load.pump", f"{server.port}"], client_cores
        )
        stack.callback(pump.end)
        crowds.open(given.tables)
        time.sleep(SETTLE)
        memory, before = Memory(server.process), server.process.memory
        alone, rows = [], []
        with memory.watched():
            for flood in FLOODS:
                if given.only not in flood.name:
                    continue
                alone.append(crowds.measure(_ALONE_SECONDS))
                for connections in CONNECTIONS:
                    order = Order(flood.name, connections, given.seconds)
                    used = server.process.cpu_seconds
                    pump.write(msgspec.json.encode(order))
                    tally = crowds.measure(given.seconds)
                    core = (server.process.cpu_seconds - used) / given.seconds
                    sent = msgspec.json.decode(pump.read(), type=Sent)
                    rows.append(Row(flood.name, connections, tally, core, sent))
        console.print(as_table(rows, added(alone)))
        console.print(
            f"Memory: {before / 1e6:.0f} MB before, {memory.most / 1e6:.0f} MB at the most: "
            f"{memory.most / before:.2f} times as much (goal: {LARGER:g})."
        )
        for line in server.complaints():
            console.print(line, style="red", markup=False)


def as_table(rows: list[Row], alone: Tally) -> Table:
    """The figures for people, with those of all floods and of the moments without one."""
    table = Table(box=box.SIMPLE)
    for heading in ("flood", "from", "median, ms", "99 %, ms", "times", "core", "made", "MB sent"):
        table.add_column(heading, justify="left" if heading == "flood" else "right")
    usual = percentile(alone, 0.99)
    table.add_row("none", "", f"{percentile(alone, 0.5):.0f}", f"{usual:.0f}")
    for row in rows:
        table.add_row(
            row.flood,
            f"{row.connections}",
            *_times(row.tally, usual),
            f"{row.core:.0%}",
            f"{row.sent.connections:,}",
            f"{row.sent.bytes / 1e6:,.1f}",
        )
    for connections in CONNECTIONS:
        tally = added(row.tally for row in rows if row.connections == connections)
        table.add_row("all", f"{connections}", *_times(tally, usual))
    return table


def _times(tally: Tally, usual: float) -> tuple[str, str, str]:
    p99 = percentile(tally, 0.99)
    return f"{percentile(tally, 0.5):.0f}", f"{p99:.0f}", f"{p99 / usual:.1f}"


def main() -> None:
    """Read the command line, and run the test."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.load.flood",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--tables", type=int, default=20, help="tables that play meanwhile")
    parser.add_argument("--seconds", type=float, default=3, help="how long each flood is sent")
    parser.add_argument("--only", default="", help="only floods in whose name this stands")
    run(parser.parse_args(), Console())


if __name__ == "__main__":
    main()
