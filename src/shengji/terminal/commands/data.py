"""`shengji data`: decisions of bots as tables."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from shengji.terminal import botplay, options
from shengji.terminal.errors import UsageError, as_usage, writing
from shengji.terminal.first_run import compile_if_cold
from shengji.terminal.output import bar

if TYPE_CHECKING:
    from shengji.arena.plan import Plan
    from shengji.arena.spread import Spread
    from shengji.learn.decisions import DecisionRow

app = typer.Typer(no_args_is_help=True, help="Decisions of bots as tables, for learning.")

MOST = 1_000_000
"""Maximum number of hands of a dataset."""


@app.command("make")
def make(
    folder: Annotated[Path, typer.Argument(help="Where the table and its card are written.")],
    hands: Annotated[int, typer.Option(help="How many hands are played.")] = 100,
    bots: botplay.BotsOption = "medium",
    seed: options.SeedOption = 0,
    rules: options.RulesOption = None,
    system: options.SystemOption = None,
    players: options.PlayersOption = None,
    decks: options.DecksOption = None,
    set_: options.SetOption = None,
    csv: Annotated[
        bool, typer.Option("--csv", help="Write CSV, which needs no further package.")
    ] = False,
    jobs: options.JobsOption = None,
    ray: botplay.RayOption = None,
) -> None:
    """Let bots play, and write each of their decisions as a row of a table in Parquet, or CSV.

    A row has what the seat knew, what it could do, what it did, what its search expected, and how
    the hand ended (docs/data.md). From hand to hand everybody moves on by a seat. Parquet wants
    pip install 'shengji[terminal,parquet]'.
    """
    if not 1 <= hands <= MOST:
        raise UsageError(f"--hands must be from 1 to {MOST}")
    chosen = options.chosen_rules(rules, set_, players, decks, system)
    seats = botplay.seats_of(bots, chosen)
    from shengji.arena.plan import Plan
    from shengji.learn.dataset import export
    from shengji.record.arrow import arrow

    if not csv:
        arrow()  # fails before play if the package is missing
    compile_if_cold()
    spread, _ = botplay.spread_over(jobs, ray)
    with as_usage(OSError, doing=writing(folder)):
        plan = Plan(rules=chosen, bots=seats, number=hands, seed=seed)
        number = export(_played(plan, spread), plan, folder, "csv" if csv else "parquet")
    typer.echo(f"{number} decisions of {hands} hands written to {folder}")


def _played(plan: Plan, spread: Spread) -> Iterator[list[DecisionRow]]:
    """Yield the decisions of each deal, with a progress bar on a terminal."""
    from shengji.learn.decisions import decisions

    played = 0
    with (
        botplay.playing(lambda: f"hand {played}", lambda: "nothing is written"),
        bar("hands", plan.number) as move,
        closing(spread(partial(decisions, plan), range(plan.number))) as found,
    ):
        for rows in found:
            played += 1
            move(advance=1)
            yield rows
