"""The processes of clients, which share the tables that play."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import msgspec

from benchmarks.load.crowd import Measure, Open, Order
from benchmarks.load.process import Process
from benchmarks.load.tally import Tally, added

SETTLE = 8.0
"""Seconds after the last table has begun, until its cards are dealt and the kitty is buried."""


class Crowds:
    """Processes of clients, each with its share of the tables.

    Args:
        count: how many processes.
        port: where the server listens.
        pace: seconds for a decision.
        cores: the cores they may use; none: all.
    """

    def __init__(self, count: int, port: int, pace: float, cores: Sequence[int]) -> None:
        command = [sys.executable, "-m", "benchmarks.load.crowd", f"{port}", f"{pace}"]
        self._processes = [Process([*command, f"{seed}"], cores) for seed in range(count)]

    def open(self, tables: int) -> None:
        """Let so many tables more begin to play."""
        count = len(self._processes)
        shares = [tables // count + (number < tables % count) for number in range(count)]
        self._order([Open(share) for share in shares])

    def measure(self, seconds: float) -> Tally:
        """The counts of all of them together over some seconds."""
        return added(self._order([Measure(seconds)] * len(self._processes)))

    @property
    def cpu_seconds(self) -> float:
        """The seconds of their cores that all of them have used so far."""
        return sum(process.cpu_seconds for process in self._processes)

    def end(self) -> None:
        """Stop them."""
        for process in self._processes:
            process.end()

    def _order(self, orders: Sequence[Order]) -> list[Tally]:
        for process, order in zip(self._processes, orders, strict=True):
            process.write(msgspec.json.encode(order))
        lines = [process.read() for process in self._processes]
        if not all(lines):
            raise SystemExit("A client process has failed; see above.")
        return [msgspec.json.decode(line, type=Tally) for line in lines]
