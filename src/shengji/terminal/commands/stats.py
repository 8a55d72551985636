"""`shengji stats`: habits of bots and people in records."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shengji.terminal.errors import UsageError, as_usage
from shengji.terminal.options import JsonOption
from shengji.terminal.output import bar, console, print_json

if TYPE_CHECKING:
    from shengji.arena.behaviour import Behaviour


def stats(
    files: Annotated[
        list[Path],
        typer.Argument(help="Records, or folders with records (.jsonl).", metavar="FILE..."),
    ],
    as_json: JsonOption = False,
) -> None:
    """Report how often each player does what, by role, from records of whole hands.

    For example how often it declares, throws, trumps in, wastes points; each share with its 95 %
    interval over hands.
    """
    paths = list(_records(files))
    if not paths:
        raise UsageError("there are no records (.jsonl) in what is named")
    from shengji.arena.behaviour import Behaviour
    from shengji.record import RecordError

    found = Behaviour()
    with bar("records", len(paths)) as move, as_usage(RecordError):
        for path in paths:
            found.read(path)
            move(advance=1)
    if as_json:
        print_json(found.figures())
    else:
        _print(found)


def _records(files: list[Path]) -> list[Path]:
    """The records named, in folders recursively and sorted by name.

    Results files of the arena in the folders are ignored.
    """
    from shengji.arena.results import holds_results

    paths: list[Path] = []
    for file in files:
        if file.is_dir():
            paths += (path for path in sorted(file.rglob("*.jsonl")) if not holds_results(path))
        else:
            paths.append(file)
    return paths


def _print(found: Behaviour) -> None:
    """Print a table for each player: habits by row, roles by column."""
    from shengji.arena.behaviour import HABITS
    from shengji.record.printable import printable
    from shengji.terminal import report
    from shengji.terminal.dueltables import WIDTH

    out, figures = console(WIDTH), found.figures()
    for name, parts in figures["players"].items():
        titles = report.figures("number", *(p if p != "all" else "all (95 %)" for p in parts))
        rows = [["hands", "", *(str(part["hands"]) for part in parts.values())]]
        for habit in HABITS:
            whole = parts["all"]["habits"].get(habit)
            if whole is not None:
                cells = [part["habits"].get(habit) for part in parts.values()]
                number = f"{whole['number']}/{whole['of']}"
                shares = [_share(cell, bounds=not at) for at, cell in enumerate(cells)]
                rows.append([habit.replace("_", " "), number, *shares])
        out.print(report.report([report.Column(printable(name)), *titles], rows, "tight"))
        out.print()
    for habit, text in HABITS.items():
        out.print(f"{habit.replace('_', ' ')}: {text}", style="dim", soft_wrap=True)
    out.print("; ".join(_counted(found)), soft_wrap=True, style="dim")


def _counted(found: Behaviour) -> Iterator[str]:
    """Yield the number of hands, and of those left out."""
    yield f"{found.hands} hands"
    if found.unfinished:
        failed = f", {found.failed} of them because a bot failed" if found.failed else ""
        yield f"{found.unfinished} were not played to their end{failed}"
    if found.left_out:
        yield f"a seat is left out of a hand in which its player changed: {found.left_out} times"


def _share(found: dict[str, Any] | None, *, bounds: bool) -> str:
    """A share in per cent, with its interval if wanted and known."""
    if found is None:
        return ""
    text = f"{found['share']:.1%}"
    if not bounds or found["interval"] is None:
        return text
    low, high = (100 * bound for bound in found["interval"])
    return f"{text} ({low:.0f}-{high:.0f})"
