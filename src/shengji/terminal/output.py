"""Output of commands: tables for people, JSON for programs, and a progress bar."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from shengji.words import Language

_TOUCHING = re.compile(r"(?<=[\u4e00-\u9fff])(?=[0-9A-Za-z])|(?<=[0-9A-Za-z])(?=[\u4e00-\u9fff])")
"""Boundary of a Chinese character and a letter or digit."""


def console(width: int = 140) -> Console:
    """Create the console for tables; `width` applies if the output is no terminal.

    Markup is disabled, since names are user input.
    """
    from rich.console import Console

    return Console(width=None if sys.stdout.isatty() else width, highlight=False, markup=False)


def print_json(data: object) -> None:
    """Print plain data as readable JSON."""
    typer.echo(json.dumps(data, ensure_ascii=False, indent=2))


def facts() -> Table:
    """Create a table of names and values, without lines."""
    from rich.table import Table

    table = Table.grid(padding=(0, 2))
    table.add_column(style="cyan")
    table.add_column(overflow="fold")
    return table


def rules_words(rules: Mapping[str, object]) -> str:
    """Rules in one line: the preset and its changes, from the output of `describe_rules`.

    >>> rules_words({"preset": "zhang-2021", "land": True})
    'zhang-2021, land = True'
    """
    changed = (f"{name} = {value}" for name, value in rules.items() if name != "preset")
    return ", ".join([str(rules["preset"]), *changed])


def spaced(text: str, language: Language) -> str:
    """Space a sentence that contains names; in Chinese, letters and numbers get spaces around.

    >>> spaced("1 medium出 9♠。", "zh"), spaced("1 medium plays 9♠.", "en")
    ('1 medium 出 9♠。', '1 medium plays 9♠.')
    """
    return _TOUCHING.sub(" ", text) if language == "zh" else text


@contextmanager
def bar(what: str, total: int | None) -> Iterator[Callable[..., None]]:
    """Show a progress bar that counts `what` up to `total`, if standard error is a terminal.

    Yields a function that updates the bar: `advance` by a number, or `completed` for the total so
    far; `total` and `description` may change too.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    errors = Console(stderr=True)
    described = TextColumn("{task.description}", markup=False)
    columns = (described, BarColumn(), MofNCompleteColumn(), Remaining())
    progress = Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal)
    with progress:
        yield partial(progress.update, progress.add_task(what, total=total))
