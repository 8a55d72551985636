"""`shengji warm`: compile the rules of play and the bots, once."""

from __future__ import annotations

import typer

from shengji.terminal.first_run import compile_everything
from shengji.terminal.language import system_language


def warm() -> None:
    """Compile the rules of play and the bots now, so that the first game starts at once."""
    compile_everything(system_language())
    typer.echo("Done.")
