"""Run the load test: `python -m benchmarks.load --tables 200 --seconds 20`."""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgspec
from rich.console import Console

from benchmarks.load.crowds import SETTLE, Crowds
from benchmarks.load.process import split_cores
from benchmarks.load.report import GOAL, Figures, as_table, figures
from benchmarks.load.server import Server


def measure(server: Server, crowds: Crowds, tables: int, seconds: float, empty: int) -> Figures:
    """Let the tables play for some seconds."""
    process, start = server.process, time.monotonic()
    before, starved, clients = process.cpu_seconds, process.starved_seconds, crowds.cpu_seconds
    tally = crowds.measure(seconds)
    return figures(
        tally,
        tables=tables,
        seconds=time.monotonic() - start,
        server_cpu=process.cpu_seconds - before,
        starved=process.starved_seconds - starved,
        client_cpu=crowds.cpu_seconds - clients,
        memory=process.memory,
        empty=empty,
    )


def run(given: argparse.Namespace, console: Console) -> list[Figures]:
    """Run the test as the command line says."""
    rows: list[Figures] = []
    server_cores, client_cores = split_cores()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="shengji-load-")))
        server = stack.enter_context(Server(folder, server_cores))
        empty = server.process.memory
        crowds = stack.enter_context(_crowds(given, server.port, client_cores))
        console.print(f"Server: process {server.process.id}, port {server.port}.", style="dim")
        tables = 0
        while tables < (given.most if given.find else given.tables):
            step = min(given.step, given.most - tables) if given.find else given.tables
            console.print(f"Opening {step} tables ...", style="dim")
            crowds.open(step)
            tables += step
            time.sleep(SETTLE)
            console.print(f"{tables} tables play for {given.seconds:g} seconds ...", style="dim")
            rows.append(measure(server, crowds, tables, given.seconds, empty))
            console.print(as_table(rows[-1:]))
            if not rows[-1].good:
                break
        for line in server.complaints():
            console.print(line, style="red", markup=False)
    return rows


@contextmanager
def _crowds(given: argparse.Namespace, port: int, cores: Sequence[int]) -> Iterator[Crowds]:
    crowds = Crowds(given.processes or max(1, len(cores)), port, given.pace, cores)
    try:
        yield crowds
    finally:
        crowds.end()


def main() -> None:
    """Read the command line, run the test, tell the figures."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.load",
        description="Starts the server on one core, plays at many tables with real sockets, and "
        "reports how it held up.",
    )
    parser.add_argument("--tables", type=int, default=200, help="how many tables play")
    parser.add_argument("--seconds", type=float, default=20, help="how long is measured")
    parser.add_argument("--pace", type=float, default=2, help="seconds for a decision of a table")
    parser.add_argument("--find", action="store_true", help="more tables until it is too much")
    parser.add_argument("--step", type=int, default=100, help="how many more each time")
    parser.add_argument("--most", type=int, default=1500, help="where --find ends in any case")
    parser.add_argument("--processes", type=int, default=0, help="of clients; 0: one for each core")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    given = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # a file for each connection
    console = Console(stderr=given.json)
    rows = run(given, console)
    if given.json:
        print(msgspec.json.encode(rows).decode())
        return
    console.print(as_table(rows))
    good = [row.tables for row in rows if row.good]
    reached = f"{max(good):,} tables" if good else "not even the first step"
    console.print(f"With the 99th percentile below {GOAL:.0f} ms, and nobody lost: {reached}.")


if __name__ == "__main__":
    main()
