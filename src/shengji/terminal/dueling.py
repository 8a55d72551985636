"""What the commands that play duels share: their options, and how they play."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, Optional

import typer

from shengji.terminal.ending import told_when_ended
from shengji.terminal.errors import FailedError, UsageError

if TYPE_CHECKING:
    from shengji.arena.duel import Duel
    from shengji.arena.results import ResultsFile
    from shengji.arena.spread import Spread
    from shengji.arena.stopping import Stopping

MOST_DEALS = 100_000
"""The most deals of one run; what is kept of each stays in memory."""

BotArgument = Annotated[
    str,
    typer.Argument(
        help="A bot: random, basic, easy, medium, strong or master, or a program, as exec:COMMAND "
        "or botzone:COMMAND."
    ),
]
DealsOption = Annotated[
    int, typer.Option(help="How many deals, at most; each is played several times.")
]
SeedOption = Annotated[int, typer.Option(help="Where chance starts.", min=0)]
JobsOption = Annotated[
    Optional[int],  # noqa: UP045 - the command line reads this form
    typer.Option(
        help="How many processes; one for each CPU when not given. The figures do not depend on "
        "it, but for those of time.",
        show_default=False,
    ),
]
RayOption = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(
        "--ray",
        help="Spread over a Ray cluster instead: its address, auto, or local.",
        metavar="ADDRESS",
        show_default=False,
    ),
]
FailureOption = Annotated[
    Literal["stop", "forfeit", "stand-in"],
    typer.Option(
        help="When a bot fails to answer legally: stop everything, lose the hand (or the match), "
        "or let basic take its seat until the game is over."
    ),
]


def check_deals(deals: int) -> None:
    """Refuse a number of deals that cannot be played in one run."""
    if not 1 <= deals <= MOST_DEALS:
        raise UsageError(f"--deals must be from 1 to {MOST_DEALS}")


def check_recording(record: Path | None, ray: str | None) -> None:
    """Refuse to write records on machines of a cluster, where nobody would look for them."""
    from shengji.arena.cluster import LOCAL

    if record is not None and ray not in (None, LOCAL):
        raise UsageError(
            "--record writes on the machine that plays a deal, and a cluster may have several; use "
            f"--jobs, or --ray {LOCAL}"
        )


def spread_over(jobs: int | None, ray: str | None) -> tuple[Spread, str]:
    """How the work is spread, and the same in words."""
    from shengji.arena.cluster import ClusterError, over_cluster
    from shengji.arena.spread import over_processes

    if ray is not None:
        if jobs is not None:
            raise UsageError("--ray and --jobs exclude each other")
        try:
            return over_cluster(ray), f"the Ray cluster at {ray}"
        except ClusterError as error:
            raise UsageError(str(error)) from None
    number = jobs if jobs is not None else os.cpu_count() or 1
    if number < 1:
        raise UsageError("--jobs must be at least 1")
    return over_processes(number), "1 process" if number == 1 else f"{number} processes"


@contextmanager
def results(
    path: Path | None, duel: Duel, stops: Stopping, *, resume: bool
) -> Iterator[ResultsFile | None]:
    """The file that keeps the results, when one is wanted."""
    if path is None:
        yield None
        return
    from shengji.arena.results import (
        OtherResultsError,
        ResultsError,
        ResultsFile,
        results_header,
    )

    try:
        file = ResultsFile(path, results_header(duel, stops), resume=resume)
    except OtherResultsError as error:
        raise UsageError(
            f"{error}; go on with what it was begun with, or keep the results elsewhere with --save"
        ) from None
    except ResultsError as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        raise UsageError(f"cannot use {path}: {error.strerror}") from None
    with file:
        yield file


@contextmanager
def playing(coming: Callable[[], str], so_far: Callable[[], str]) -> Iterator[None]:
    """While duels are played, which a bot that fails, or the person, may stop.

    Args:
        coming: which deal is to be played next.
        so_far: how many deals were played, and how to go on with them.

    Raises:
        StoppedError: when it is stopped from the keyboard.
        FailedError: when a bot fails and is to stop everything, or a process that plays has ended.
    """
    from shengji.bots import BotError

    try:
        with told_when_ended(so_far):
            yield
    except BotError as error:
        raise FailedError(f"a bot failed in {coming()}, and all stops: {error}") from None


def timing(seconds: float, deals: int, processes: str) -> dict[str, object]:
    """How long a run took, for so many deals."""
    return {"seconds": round(seconds, 2), "deals": deals, "spread": processes}
