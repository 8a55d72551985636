"""Metrics of the server, for Prometheus."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.gc_collector import GCCollector
from prometheus_client.process_collector import ProcessCollector

_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)

_GAUGES: Final = {
    "tables": "Tables in memory.",
    "awake": "Tables on which something goes on by itself.",
    "listeners": "Connections to tables.",
    "people": "Persons with at least one connection.",
    "thinking": "Bots that think now or wait for a thread.",
}
_COUNTERS: Final = {
    "entries": "Entries stored in the logs of tables.",
    "messages": "Messages put into the queues of connections.",
    "slow": "Connections dropped as too slow.",
    "faults": "Failures of the storage or of bots that a table has lived through.",
    "late": "Decisions that stand-ins made because a bot took too long.",
    "undecided": "Decisions that stand-ins made because no bot worker had time, or answered.",
}


class Metrics:
    """The metrics of one server, in their own registry."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        self._requests = Counter(
            "shengji_requests",
            "HTTP requests.",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self._seconds = Histogram(
            "shengji_request_seconds",
            "Seconds that HTTP requests take.",
            ("route",),
            buckets=_FAST,
            registry=self.registry,
        )
        self._received = Counter(
            "shengji_socket_messages",
            "Messages from browsers, by kind.",
            ("kind",),
            registry=self.registry,
        )
        self._refused = Counter(
            "shengji_socket_refusals",
            "Messages from browsers that were refused, by code.",
            ("code",),
            registry=self.registry,
        )
        self._done = Counter(
            "shengji_commands_done", "Commands carried out.", registry=self.registry
        )
        self._pushes = Counter(
            "shengji_pushes",
            "Calls to browsers without a page, by what came of them.",
            ("outcome",),
            registry=self.registry,
        )
        self._decided = Histogram(
            "shengji_bot_seconds",
            "Seconds that decisions for tables of other servers take.",
            buckets=_FAST,
            registry=self.registry,
        )
        self._undecided = Counter(
            "shengji_bot_failures",
            "Questions of tables of other servers that had no decision as an answer.",
            registry=self.registry,
        )
        self._sweep_waits = Gauge(
            "shengji_sweep_waits",
            "Whether nothing is swept, because the clock may have jumped.",
            registry=self.registry,
        )
        self.command_seconds = Histogram(
            "shengji_command_seconds",
            "Seconds from a command until it is stored and told.",
            buckets=_FAST,
            registry=self.registry,
        )

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count an HTTP request."""
        known = method if method in _METHODS else "other"
        self._requests.labels(known, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def received(self, kind: str) -> None:
        """Count a message from a browser."""
        self._received.labels(kind).inc()

    def refused(self, code: str) -> None:
        """Count a refused message, by its code."""
        self._refused.labels(code).inc()

    def done(self) -> None:
        """Count an executed command."""
        self._done.inc()

    def decided(self, seconds: float, failed: bool) -> None:
        """Count a bot's decision for another node's table, and the seconds it took."""
        self._decided.observe(seconds)
        if failed:
            self._undecided.inc()

    def pushed(self, outcome: Outcome) -> None:
        """Count a push, by its outcome."""
        self._pushes.labels(outcome).inc()

    def sweep_waits(self, waits: bool) -> None:
        """Set whether sweeping waits until an administrator confirms the clock."""
        self._sweep_waits.set(waits)

    def watch(self, counts: Callable[[], Counts]) -> None:
        """Add the counts of the loaded tables to the metrics.

        Args:
            counts: returns them; called whenever the metrics are read.
        """
        self.registry.register(_Live(counts))

    def text(self) -> bytes:
        """All metrics, in Prometheus format."""
        return generate_latest(self.registry)


class _Live:
    """Collector of the counts of the loaded tables."""

    def __init__(self, counts: Callable[[], Counts]) -> None:
        self._counts = counts

    def collect(self) -> Iterator[Metric]:
        """Read the current metrics."""
        counts = self._counts()
        for name, words in _GAUGES.items():
            yield GaugeMetricFamily(f"shengji_{name}", words, value=getattr(counts, name))
        for name, words in _COUNTERS.items():
            yield CounterMetricFamily(f"shengji_{name}", words, value=getattr(counts, name))


@dataclass(slots=True)
class Tally:
    """Counters since the start.

    Attributes:
        entries: entries stored; `messages`: messages put into queues.
        slow: connections dropped as too slow.
        faults: errors of the storage or of bots from which a table has recovered.
        late: decisions of stand-ins because a bot took too long.
        undecided: decisions of stand-ins because no bot worker had time, or responded.
    """

    entries: int = 0
    messages: int = 0
    slow: int = 0
    faults: int = 0
    late: int = 0
    undecided: int = 0


@dataclass(slots=True, kw_only=True)
class Counts(Tally):
    """Gauges and counters of the loaded tables.

    Attributes:
        tables: loaded tables; `awake`: those with a running match and a connected person.
        listeners: connections; `people`: people with at least one.
        thinking: bots that are computing a decision, or waiting for a thread.
    """

    tables: int
    awake: int
    listeners: int
    people: int
    thinking: int


Outcome = Literal["sent", "gone", "failed", "dropped"]
"""The outcome of a push.

The push service accepted it, no longer knows the browser, or refused it; or it was dropped because
too many were queued.
"""
