"""A bar on the terminal while something long is done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial


@contextmanager
def bar(what: str, total: int | None) -> Iterator[Callable[..., None]]:
    """A bar that counts `what` up to `total`, where errors go to a terminal; elsewhere nothing.

    It gives what moves the bar: `advance` by so many, or `completed` so many; `total` and
    `description` may change too.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    console = Console(stderr=True)
    described = TextColumn("{task.description}", markup=False)
    columns = (described, BarColumn(), MofNCompleteColumn(), Remaining())
    progress = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with progress:
        yield partial(progress.update, progress.add_task(what, total=total))
