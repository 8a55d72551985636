"""Floods from strangers while others play: `make flood`.

Sends each kind of flood from one connection and from eight, over and over, to a server on this
machine beside tables that are played at. Told is how these fare, as a multiple of the same run
without a flood, and the server's memory. It takes three minutes at most.
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

CONNECTIONS: Final = (1, 8)

SLOWER: Final = 3.0
"""Goal: the 99th percentile of plays is at most so many times that without a flood."""

LARGER: Final = 1.3
"""Goal: the memory of the server is at most so many times that without a flood."""

_PACE: Final = 0.5
_ALONE_SECONDS: Final = 15.0
_LOOK_SECONDS: Final = 0.1

_SETTINGS: Final = UNLIMITED | {"SHENGJI_WORK_PER_ADDRESS": "0.5"}
"""The players come from one address, too, and have no more of the server than the default."""


class Row(NamedTuple):
    """What a flood has done.

    Attributes:
        flood: its name.
        connections: over how many it came at the same time.
        p99: milliseconds from a decision to another seat's event, in 99 of 100 cases.
        core: the share of a core that the server took.
        sent: what was sent.
    """

    flood: str
    connections: int
    p99: float
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
        alone = percentile(crowds.measure(_ALONE_SECONDS), 0.99)
        memory, before = Memory(server.process), server.process.memory
        console.print(f"Without a flood: {alone:.0f} ms, {before / 1e6:.0f} MB.", style="dim")
        rows = []
        with memory.watched():
            for flood in FLOODS:
                for connections in CONNECTIONS if given.only in flood.name else ():
                    order = Order(flood.name, connections, given.seconds)
                    used = server.process.cpu_seconds
                    pump.write(msgspec.json.encode(order))
                    p99 = percentile(crowds.measure(given.seconds), 0.99)
                    core = (server.process.cpu_seconds - used) / given.seconds
                    sent = msgspec.json.decode(pump.read(), type=Sent)
                    rows.append(Row(flood.name, connections, p99, core, sent))
        console.print(as_table(rows, alone))
        worst = max(row.p99 for row in rows) / alone
        console.print(f"At most {worst:.1f} times as slow (goal: {SLOWER:g}).")
        console.print(
            f"Memory: {before / 1e6:.0f} MB before, {memory.most / 1e6:.0f} MB at the most: "
            f"{memory.most / before:.2f} times as much (goal: {LARGER:g})."
        )
        for line in server.complaints():
            console.print(line, style="red", markup=False)


def as_table(rows: list[Row], alone: float) -> Table:
    """The figures for people."""
    table = Table(box=box.SIMPLE)
    for heading in ("flood", "connections", "p99, ms", "times", "core", "made", "MB sent"):
        table.add_column(heading, justify="left" if heading == "flood" else "right")
    for row in rows:
        table.add_row(
            row.flood,
            f"{row.connections}",
            f"{row.p99:.0f}",
            f"{row.p99 / alone:.1f}",
            f"{row.core:.0%}",
            f"{row.sent.connections:,}",
            f"{row.sent.bytes / 1e6:,.1f}",
        )
    return table


def main() -> None:
    """Read the command line, and run the test."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.load.flood",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--tables", type=int, default=20, help="tables that play meanwhile")
    parser.add_argument("--seconds", type=float, default=4, help="how long each flood is sent")
    parser.add_argument("--only", default="", help="only floods in whose name this stands")
    run(parser.parse_args(), Console())


if __name__ == "__main__":
    main()
