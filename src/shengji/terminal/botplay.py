"""Common parts of the commands that let bots play: options, folders and files, error handling."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from shengji.terminal.errors import FailedError, StoppedError, UsageError, as_usage
from shengji.terminal.options import check_bots, number_of_jobs

if TYPE_CHECKING:
    from shengji.arena.contest import Contest
    from shengji.arena.duel import DealLine, Duel
    from shengji.arena.intervals import Stopping
    from shengji.arena.results import ResultsFile
    from shengji.arena.spread import Spread
    from shengji.rules import Rules

OWN = "records go to a folder of their own"
MOST_DEALS = 100_000
"""Maximum number of deals of a run; part of each stays in memory."""

BotArgument = Annotated[
    str,
    typer.Argument(
        help="A bot: random, basic, easy, medium, strong or master, or a program, as exec:COMMAND "
        "or botzone:COMMAND."
    ),
]
BotsOption = Annotated[
    str,
    typer.Option(
        "--bots",
        "--bot",
        help="Bots by seat, with commas, or exec:COMMAND; a short list goes on around the table.",
    ),
]
DealsOption = Annotated[
    int, typer.Option(help="How many deals, at most; each is played several times.")
]
RayOption = Annotated[
    str | None,
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


def seats_of(names: str, rules: Rules) -> tuple[str, ...]:
    """Parse the list of `--bots` into the bots by seat.

    Raises:
        UsageError: the list has too many bots, or one of them cannot play by the rules.
    """
    from shengji.arena.plan import around_the_table
    from shengji.bots.outside import bot_list

    given = bot_list(names)
    if len(given) > rules.players:
        raise UsageError(f"--bots names {len(given)} bots, but {rules.players} play")
    check_bots(given, rules)
    return around_the_table(given, rules.players)


def check_deals(deals: int) -> None:
    """Check that a number of deals can be played in one run.

    Raises:
        UsageError: it cannot.
    """
    if not 1 <= deals <= MOST_DEALS:
        raise UsageError(f"--deals must be from 1 to {MOST_DEALS}")


def check_recording(record: Path | None, ray: str | None) -> None:
    """Check that records are not written on the machines of a cluster.

    Raises:
        UsageError: they would be.
    """
    from shengji.arena.cluster import LOCAL

    if record is not None and ray not in (None, LOCAL):
        raise UsageError(
            "--record writes on the machine that plays a deal, and a cluster may have several; use "
            f"--jobs, or --ray {LOCAL}"
        )


def make_record_folder(path: Path, *, resumed: bool = False) -> None:
    """Create a folder for records; it must be new or empty, unless a run is resumed.

    Raises:
        UsageError: it cannot be created, or is not empty.
    """
    with as_usage(OSError, doing=f"cannot write records to {path}"):
        path.mkdir(parents=True, exist_ok=True)
        full = any(path.iterdir())
    if full and not resumed:
        raise UsageError(f"{path} is not empty; {OWN}")


def spread_over(jobs: int | None, ray: str | None) -> tuple[Spread, str]:
    """How to spread the work, as a function and in words.

    Raises:
        UsageError: the options exclude each other, or the cluster cannot be reached.
    """
    from shengji.arena.cluster import ClusterError, over_cluster
    from shengji.arena.spread import over_processes

    if ray is not None:
        if jobs is not None:
            raise UsageError("--ray and --jobs exclude each other")
        with as_usage(ClusterError):
            return over_cluster(ray), f"the Ray cluster at {ray}"
    number = number_of_jobs(jobs)
    return over_processes(number), "1 process" if number == 1 else f"{number} processes"


class FirstFailures:
    """Reports the first failure of each bot at once; the final output has the counts."""

    def __init__(self) -> None:
        self._reported = set[str]()

    def report(self, duel: Duel, line: DealLine) -> None:
        """Report the first failures in a completed deal."""
        from shengji.arena.figures import failures
        from shengji.arena.scores import CONTENDERS

        for one in CONTENDERS:
            name, own = duel.bots[one], failures([(duel, [line], one)])
            if own["number"] and name not in self._reported:
                self._reported.add(name)
                print(
                    f"shengji: {name} has failed in deal {own['first_deal']}: {own['first']}",
                    file=sys.stderr,
                )


@contextmanager
def begun_contest(
    duel: Duel, stops: Stopping, path: Path | None, *, resume: bool
) -> Iterator[tuple[Contest, Callable[[DealLine], None]]]:
    """Open a contest with earlier results, and yield it with a function that stores a deal.

    Before and after playing, the records of incomplete deals are removed. If a bot's failure
    stopped the run, the record of this failure stays.

    Args:
        duel: the duel.
        stops: the stopping rule.
        path: the results file; `None` stores nothing.
        resume: whether the file exists already.

    Raises:
        UsageError: the file cannot be used, or the folder holds records of other games.
    """
    from shengji.arena.archive import ForeignRecordsError, check_records, clear_records
    from shengji.arena.contest import Contest

    with nullcontext() if path is None else _results(path, duel, stops, resume=resume) as file:
        contest, most = Contest(duel, stops, [] if file is None else file.done), stops.looks[-1]
        if duel.record is not None:
            make_record_folder(Path(duel.record), resumed=True)
        try:
            check_records(duel, most)
        except ForeignRecordsError as error:
            raise UsageError(f"{error}; {OWN}") from None
        clear_records(duel, len(contest.lines), most)
        try:
            yield contest, (lambda line: None) if file is None else file.add
        finally:
            clear_records(duel, len(contest.lines), most, but_failures=duel.on_failure == "stop")


def _results(path: Path, duel: Duel, stops: Stopping, *, resume: bool) -> ResultsFile:
    """Open the results file.

    Raises:
        UsageError: it cannot be used.
    """
    from shengji.arena.results import OtherResultsError, ResultsError, ResultsFile, results_header

    with as_usage(ResultsError, OSError, doing=f"cannot use {path}"):
        try:
            return ResultsFile(path, results_header(duel, stops), resume=resume)
        except OtherResultsError as error:
            raise UsageError(
                f"{error}; go on with what it was begun with, or keep the results elsewhere with "
                "--save"
            ) from None


@contextmanager
def as_stopped(so_far: Callable[[], str]) -> Iterator[None]:
    """Convert an interrupt or the end of a worker process into an error with the progress so far.

    Args:
        so_far: returns the progress, and how to continue.

    Raises:
        StoppedError: the run was interrupted from the keyboard.
        FailedError: a worker process ended.
    """
    from shengji.arena.spread import HelperEndedError

    try:
        yield
    except KeyboardInterrupt:
        raise StoppedError(f"stopped; {so_far()}") from None
    except HelperEndedError as error:
        raise FailedError(f"{error}\n{so_far()}") from None


@contextmanager
def playing(coming: Callable[[], str], so_far: Callable[[], str]) -> Iterator[None]:
    """Like `as_stopped`, and also convert the failure of a bot.

    Args:
        coming: returns the next deal, in words.
        so_far: returns the number of deals played, and how to continue.

    Raises:
        StoppedError: the run was interrupted from the keyboard.
        FailedError: a bot failed and stops the run, or a worker process ended.
    """
    from shengji.bots import BotError

    try:
        with as_stopped(so_far):
            yield
    except BotError as error:
        raise FailedError(f"a bot failed in {coming()}, and all stops: {error}") from None


def timing(seconds: float, deals: int, processes: str) -> dict[str, object]:
    """The duration of a run, as plain data."""
    return {"seconds": round(seconds, 2), "deals": deals, "spread": processes}
