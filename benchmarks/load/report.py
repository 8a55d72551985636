"""Report of a load test."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import quantiles

import msgspec
from rich import box
from rich.table import Table

from benchmarks.load.crowd import PLAYERS
from benchmarks.load.tally import Tally

GOAL = 100.0
"""Milliseconds within which 99 of 100 decisions must have been told to the other seats."""


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """The figures for one number of tables.

    Attributes:
        commands: decisions a second; `messages` likewise, to all clients together.
        kilobytes: what the server sent, a second, before any compression.
        p50: milliseconds from a decision to another seat's event, half of the time; `p99`
            likewise, and `worst`.
        cpu: the share of a core that the server took; `clients` that of all client processes.
        starved: the share of the time in which the server had to wait since other programs, or its
            own threads, were on its core.
        table_kilobytes: memory of the server for each table, beyond an empty server's.
    """

    tables: int
    connections: int
    seconds: float
    commands: float
    messages: float
    kilobytes: float
    p50: float
    p99: float
    worst: float
    cpu: float
    starved: float
    clients: float
    server_megabytes: float
    table_kilobytes: float
    refusals: dict[str, int]
    losses: dict[str, int]

    @property
    def good(self) -> bool:
        """Whether the goal is met, without a connection lost."""
        return self.p99 < GOAL and not self.losses


def figures(
    tally: Tally,
    *,
    tables: int,
    seconds: float,
    server_cpu: float,
    starved: float,
    client_cpu: float,
    memory: int,
    empty: int,
) -> Figures:
    """The figures of some seconds of play."""
    heard = sorted(tally.heard)
    cuts = quantiles(heard, n=100) if len(heard) > 1 else [float("inf")] * 99
    return Figures(
        tables=tables,
        connections=tables * PLAYERS,
        seconds=round(seconds, 1),
        commands=round(tally.commands / seconds, 1),
        messages=round(tally.messages / seconds, 1),
        kilobytes=round(tally.size / seconds / 1000, 1),
        p50=round(cuts[49], 1),
        p99=round(cuts[98], 1),
        worst=round(heard[-1], 1) if heard else float("inf"),
        cpu=round(server_cpu / seconds, 3),
        starved=round(starved / seconds, 3),
        clients=round(client_cpu / seconds, 3),
        server_megabytes=round(memory / 1e6, 1),
        table_kilobytes=round((memory - empty) / tables / 1000, 1),
        refusals=tally.refusals,
        losses=tally.losses,
    )


def as_table(columns: Sequence[Figures]) -> Table:
    """The figures for people, a column for each number of tables."""
    rows: list[tuple[str, Callable[[Figures], str]]] = [
        ("tables", lambda one: f"{one.tables:,}"),
        ("connections", lambda one: f"{one.connections:,}"),
        ("decisions a second", lambda one: f"{one.commands:,.0f}"),
        ("messages a second", lambda one: f"{one.messages:,.0f}"),
        ("kB a second", lambda one: f"{one.kilobytes:,.0f}"),
        ("p50, ms", lambda one: f"{one.p50:.1f}"),
        ("p99, ms", lambda one: f"{one.p99:.1f}"),
        ("worst, ms", lambda one: f"{one.worst:.0f}"),
        ("core of the server", lambda one: f"{one.cpu:.0%}"),
        ("waiting for its core", lambda one: f"{one.starved:.0%}"),
        ("cores of the clients", lambda one: f"{one.clients:.0%}"),
        ("memory, MB", lambda one: f"{one.server_megabytes:,.0f}"),
        ("kB for each table", lambda one: f"{one.table_kilobytes:,.0f}"),
        ("refused", lambda one: _counts(one.refusals)),
        ("connections lost", lambda one: _counts(one.losses)),
    ]
    table = Table(box=box.SIMPLE, show_header=False)
    table.add_column()
    for _ in columns:
        table.add_column(justify="right")
    for heading, cell in rows:
        table.add_row(heading, *map(cell, columns))
    return table


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {what}" for what, count in sorted(counts.items())) or "–"
