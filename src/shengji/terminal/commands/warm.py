"""`shengji warm`: compile the rules of play and the bots, once."""

from __future__ import annotations

import typer


def warm() -> None:
    """Compile the rules of play and the bots now, so that the first game starts at once."""
    typer.echo("Compiling the rules of play and the bots, once; this takes a few minutes ...")
    import shengji.bots
    import shengji.play.chance
    import shengji.play.follows
    import shengji.play.scoring
    import shengji.play.throws
    import shengji.play.tricks  # noqa: F401

    typer.echo("Done.")
