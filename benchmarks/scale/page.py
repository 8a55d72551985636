"""The tables of docs/figures.md."""

from __future__ import annotations

from collections.abc import Callable
from math import floor, log10
from pathlib import Path
from typing import Final

from benchmarks.load.side_by_side import PLACES, Figures
from benchmarks.load.side_by_side import measured as side_by_side
from benchmarks.scale.measuring import measured as others
from benchmarks.scale.model import PLAYERS, Model, Needs
from docs.marked import Marked, table_of

_PAGE: Final = Path(__file__).parents[2] / "docs" / "figures.md"

_NAMES: Final = {
    "sqlite": "one process, SQLite",
    "postgresql": "one process, PostgreSQL",
    "split": "a gateway and a node, NATS",
}

_PARTS: Final = {
    "server": "the process",
    "door0": "the gateway",
    "tables0": "the node with tables",
    "PostgreSQL": "PostgreSQL",
    "NATS": "NATS",
}

_NEEDS: Final[tuple[tuple[str, Callable[[Needs], float]], ...]] = (
    ("tables", lambda at: at.tables),
    ("decisions a second", lambda at: at.decisions),
    ("cores of gateways", lambda at: at.doors),
    ("cores of nodes with tables", lambda at: at.nodes),
    ("cores of bot workers", lambda at: at.bots),
    ("cores of PostgreSQL", lambda at: at.postgres),
    ("cores of NATS", lambda at: at.nats),
    ("memory of gateways and nodes, GB", lambda at: at.memory),
    ("transactions of PostgreSQL a second", lambda at: at.commits),
    ("rows written a second", lambda at: at.rows),
    ("its log, MB a second", lambda at: at.wal),
    ("logs of tables that are kept, GB", lambda at: at.disk),
    ("messages of NATS a second", lambda at: at.messages),
    ("over NATS, MB a second", lambda at: at.carried),
    ("presence, MB a second in all", lambda at: at.presence),
    ("to browsers, Mbit a second", lambda at: at.sent),
    ("matches over a second", lambda at: at.matches),
)


def shown(value: float) -> str:
    """A number of two digits that count.

    >>> [shown(value) for value in (0.0123, 4.56, 78.9, 1234, 5_678_000)]
    ['0.012', '4.6', '79', '1,200', '5,700,000']
    """
    if value == 0:
        return "0"
    digits = 1 - floor(log10(abs(value)))
    return f"{round(value, digits):,.{max(0, digits)}f}"


def tables() -> dict[str, str]:
    """All tables, by name."""
    model = Model.kept()
    return {
        "side by side": _side_by_side(),
        "inputs": _inputs(model),
        "needs": _needs(model),
    }


def marked(name: str) -> Marked:
    """The part of the page in which a table stands."""
    begin = f"<!-- {name.capitalize()}: made by `python -m benchmarks.scale`. -->\n"
    return Marked(_PAGE, begin, "<!-- End of the table. -->\n")


def _side_by_side() -> str:
    found = [side_by_side().places[name] for name in PLACES]
    one, quick = found[1].total, found[1].ping

    def row(name: str, cell: Callable[[Figures], str]) -> list[str]:
        return [name, *map(cell, found)]

    def cpu(part: str) -> list[str]:
        return row(f"CPU of {_PARTS[part]}, ms", lambda at: _cell(at.cpu.get(part)))

    rows = [row("decisions a second", lambda at: shown(at.decisions))]
    rows += [cpu(part) for part in _PARTS]
    rows += [
        row("CPU of all, ms", lambda at: f"**{at.total:.2f}**"),
        row("... as a multiple of one process on PostgreSQL", lambda at: f"{at.total / one:.2f}"),
        row("a request of a quiet table is answered, median, ms", lambda at: f"{at.ping:.2f}"),
        row("... more than by one process on PostgreSQL", lambda at: f"{at.ping - quick:.2f}"),
        row("the others receive it, median, ms", lambda at: f"{at.p50:.1f}"),
        row("... 99 of 100, ms", lambda at: f"{at.p99:.0f}"),
    ]
    return table_of(["for a decision", *(_NAMES[name] for name in PLACES)], rows)


def _cell(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _inputs(model: Model) -> str:
    split, counts, measured = model.split, model.split.counts, model.measured
    first, second = f"`{side_by_side().command}`", f"`{others().command}`"
    connection = split.connection
    rows = [
        *(
            [f"CPU of {_PARTS[part]} for a decision, ms", f"{cpu:.2f}", first]
            for part, cpu in split.cpu.items()
        ),
        ["memory of the gateway for a connection, kB", f"{connection['door0']:.0f}", first],
        ["memory of the node for a connection, kB", f"{connection['tables0']:.0f}", first],
        ["bytes to browsers for a decision", shown(split.sent), first],
        ["rows written for a decision", f"{counts['rows']:.2f}", first],
        ["bytes of the log of PostgreSQL for a decision", shown(counts["log_bytes"]), first],
        ["bytes of entries for a decision", shown(counts["entry_bytes"]), first],
        ["messages published over NATS for a decision", f"{counts['nats_told']:.1f}", first],
        ["... and received", f"{counts['nats_heard']:.1f}", first],
        ["bytes published over NATS for a decision", shown(counts["nats_told_bytes"]), first],
        *(
            [f"CPU of a decision of `{bot}`, ms", f"{cpu:.2f}", second]
            for bot, cpu in measured.bots.items()
        ),
        ["decisions in a hand", f"{measured.hand:.0f}", second],
        ["bytes a second of presence for a person", f"{measured.presence:.0f}", second],
    ]
    return table_of(["", "measured", "by"], rows)


def _needs(model: Model) -> str:
    found = [model.needs(players) for players in PLAYERS]
    rows = [[name, *(shown(value(needs)) for needs in found)] for name, value in _NEEDS]
    return table_of(["players at once", *(f"{players:,}" for players in PLAYERS)], rows)
