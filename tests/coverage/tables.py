"""Telling the coverage: as a table for people, as JSON, as the table of docs/family.md."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from textwrap import wrap
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from tests.coverage.outcomes import Verdict
from tests.coverage.rows import Has, Peers, Row, by_group

_WIDTH = 140
_TEXT = 100
_SIGNS: dict[Has, str] = {"yes": "✓", "partly": "~", "no": "–", "unknown": "?"}


def as_data(rows: tuple[Row, ...], peers: Peers, verdicts: Mapping[str, Verdict]) -> dict[str, Any]:
    """Everything, for other programs."""
    return {
        "rows": [_row_data(row, peers, verdicts[row.id]) for row in rows],
        "peers": [
            {"id": peer.id, "name": peer.name, "url": peer.url, "read": peer.read}
            for peer in peers.peers
        ],
        "peers_read": peers.date,
        "passed": not faults(rows, verdicts),
    }


def _row_data(row: Row, peers: Peers, verdict: Verdict) -> dict[str, Any]:
    return {
        "id": row.id,
        "group": row.group,
        "text": row.text,
        "sources": row.sources,
        "options": row.options,
        "presets": list(row.presets),
        "tests": list(row.tests),
        "test_count": verdict.tests,
        "failed": [outcome._asdict() for outcome in verdict.failed],
        "missing": list(verdict.missing),
        "passed": verdict.passed,
        "later": row.later or None,
        "peers": {
            peer.id: {"has": found.has, "note": found.note, "file": found.file}
            for peer in peers.peers
            for found in [peers.support(peer, row.id)]
        },
    }


def faults(rows: tuple[Row, ...], verdicts: Mapping[str, Verdict]) -> list[Row]:
    """The rows that ought to work and do not."""
    return [row for row in rows if not row.later and not verdicts[row.id].passed]


def print_table(rows: tuple[Row, ...], verdicts: Mapping[str, Verdict]) -> None:
    """Print every row with its tests and whether they pass, and then what is wrong."""
    table = Table(title="The family", box=None, pad_edge=False)
    for name, ratio in (("Row", 4), ("What it is", 14), ("Sources", 6)):
        table.add_column(name, ratio=ratio, overflow="fold")
    table.add_column("Tests", justify="right")
    table.add_column("Result")
    for group, some in by_group(rows):
        table.add_row(f"[bold underline]{escape(group)}[/]")
        for row in some:
            verdict = verdicts[row.id]
            table.add_row(
                row.id,
                escape(row.text),
                escape(row.sources),
                str(verdict.tests) if row.tests else "–",
                _result(row, verdict),
            )
            for test in row.tests:
                table.add_row("", f"[dim]{escape(_short(test))}[/]")
    # What is not a terminal has no width of its own; wide enough to be read, then.
    console = Console(width=None if sys.stdout.isatty() else _WIDTH, highlight=False)
    console.print(table)
    wrong = faults(rows, verdicts)
    for row in wrong:
        verdict = verdicts[row.id]
        for outcome in verdict.failed:
            console.print(f"{row.id}: {escape(outcome.test)}\n    {escape(outcome.why)}")
        for name in verdict.missing:
            console.print(f"{row.id}: there is no test {escape(name)}")
        if not row.tests:
            console.print(f"{row.id}: it has no test")
    ours = [row for row in rows if not row.later]
    console.print(
        f"{len(ours) - len(wrong)} of {len(ours)} rows pass; "
        f"{len(rows) - len(ours)} wait for what is not there yet"
    )


def _short(test: str) -> str:
    """A test without the folder that all tests are in."""
    return test.removeprefix("tests/").replace("::", " ")


def _result(row: Row, verdict: Verdict) -> str:
    if row.later:
        return "[dim]later[/]"
    return "[green]passes[/]" if verdict.passed else "[bold red]FAILS[/]"


def as_markdown(rows: tuple[Row, ...], peers: Peers) -> str:
    """The table of docs/family.md; it depends on the two files and on nothing else."""
    ours = [row for row in rows if not row.later]
    about = (
        f"`make coverage` runs our tests of the {len(ours)} systems and options that "
        "the texts have. Of these other programs have, as far as their source tells (read in "
        f"{peers.date}):"
    )
    legend = (
        "✓ has it, ~ has a part of it or no choice, – does not have it, ? not known. Made from "
        "[the rows](../tests/family.toml) and [the programs](peers.toml), where it says on which "
        "file each answer rests."
    )
    lines = [*wrap(about, _TEXT), "", "| program | ✓ | ~ | – | ? |", "| --- |" + " --: |" * 4]
    for peer in peers.peers:
        found = Counter(peers.support(peer, row.id).has for row in ours)
        counts = " | ".join(str(found[has]) for has in _SIGNS)
        lines.append(f"| [{peer.name}]({peer.url}) | {counts} |")
    lines += ["", "### Row by row", "", *wrap(legend, _TEXT), ""]
    lines.append("| | system or option | ours | " + " | ".join(_head(peers)) + " |")
    lines.append("| --- | --- | --- |" + " :-: |" * len(peers.peers))
    for group, some in by_group(rows):
        lines.append(f"| | **{group}** | |" + " |" * len(peers.peers))
        for row in some:
            signs = [_SIGNS[peers.support(peer, row.id).has] for peer in peers.peers]
            lines.append(f"| {row.id} | {_cell(row.text)} | {_ours(row)} | {' | '.join(signs)} |")
    return "\n".join([*lines, ""]) + "\n"


def _head(peers: Peers) -> list[str]:
    return [f"[{peer.short}]({peer.url})" for peer in peers.peers]


def _ours(row: Row) -> str:
    """Our tests: how many there are, with the way to the first."""
    if row.later:
        return "later"
    count = len(row.tests)
    file = row.tests[0].partition("::")[0]
    return f"[{count} test{'s' if count > 1 else ''}](../{file})"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
