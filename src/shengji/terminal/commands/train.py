"""`shengji train`: training of a network for the learned bot, from scratch."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from shengji.terminal import botplay, options
from shengji.terminal.errors import UsageError, as_usage, writing
from shengji.terminal.first_run import compile_if_cold

if TYPE_CHECKING:
    from shengji.learn.training import FittedGain

MOST_MINUTES = 24 * 60
"""Maximum duration of a training, in minutes."""


def train(
    folder: Annotated[
        Path,
        typer.Argument(help="Where all of it lies; a training that lies there is gone on with."),
    ] = Path("build/learned"),
    minutes: Annotated[
        float,
        typer.Option(help="How long it takes, what was done in the folder before counted in."),
    ] = 30.0,
    seed: options.SeedOption = 0,
    jobs: options.JobsOption = None,
    ray: botplay.RayOption = None,
) -> None:
    """Train a net to choose among the plays that the rule player weighs.

    Half of the time goes to decisions of the rule player of which each play is tried out, the rest
    to a baseline of trees, where LightGBM is installed, and to the net (docs/training.md). Then
    `shengji arena learned:FOLDER/net.npz medium` tells how it plays.
    """
    if not 0 < minutes <= MOST_MINUTES:
        raise UsageError(f"--minutes must be above 0, and at most {MOST_MINUTES}")
    compile_if_cold()
    spread, _ = botplay.spread_over(jobs, ray)
    processors = options.number_of_jobs(jobs)
    from shengji.bots.learned import CheckpointError
    from shengji.learn.training import Training
    from shengji.rules import Rules

    with as_usage(CheckpointError), as_usage(OSError, doing=writing(folder)):
        training = Training(folder, Rules(), seed, processors, typer.echo, spread=spread)
        with botplay.as_stopped(lambda: "the same command goes on with it"):
            for found in training.run(minutes):
                typer.echo(_sentence(found))
    typer.echo(f"shengji arena learned:{training.net_path} medium --deals 500")


def _sentence(found: FittedGain) -> str:
    mean, low, high = (1000 * bound for bound in found.gain)
    return (
        f"{found.name}: on {found.decisions} decisions that were kept out it leaves the rule "
        f"player's choice in {found.left:.1%} (for more than {found.margin:g} levels), and brings "
        f"{mean:+.2f} thousandths of a level a decision ({low:+.2f} to {high:+.2f})"
    )
