"""`shengji night`: a Sheng Ji Night, played by bots."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from shengji.terminal.errors import UsageError
from shengji.terminal.firsttime import compile_if_cold

app = typer.Typer(
    help="Sheng Ji Nights (Z16 §3): a whole one, played by bots.", no_args_is_help=True
)


@app.callback()
def night() -> None:
    """Sheng Ji Nights (Z16 §3): a whole one, played by bots."""


@app.command()
def simulate(
    players: Annotated[int, typer.Option(min=4, max=200, help="How many people come.")] = 24,
    rounds: Annotated[int, typer.Option(min=1, max=50, help="How many rounds there are.")] = 4,
    seed: Annotated[int, typer.Option(min=0, help="Decides who sits where.")] = 1,
    hands: Annotated[
        int, typer.Option(min=1, max=100, help="How many hands a table plays in a round at least.")
    ] = 2,
    bot: Annotated[str, typer.Option(help="Who plays in all seats.")] = "basic",
    real_cards: Annotated[
        bool,
        typer.Option(
            "--real-cards",
            help="Let all tables have real cards: hands are played apart, and written down.",
        ),
    ] = False,
    data: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Where the site is left, with all that happened.",
            show_default="a new folder",
        ),
    ] = None,
) -> None:
    """Play a whole night with bots through the API of a server, and leave a site to look at.

    Everybody has an account; the passphrase of all is told at the end. With --real-cards the same
    seed plays the same hands.
    """
    compile_if_cold()
    from shengji.bots import QUICK_BOTS
    from shengji.terminal.nightplay import ORGANISER, PASSPHRASE, Evening, Plan, site

    if bot not in QUICK_BOTS:
        raise UsageError(f"--bot {bot} does not answer at once; expected {', '.join(QUICK_BOTS)}")
    folder = data or Path(tempfile.mkdtemp(prefix="shengji-night-"))
    folder = folder.resolve()
    if (folder / "tables.db").exists():
        raise UsageError(f"there is a site in {folder} already; name another folder with --data")
    folder.mkdir(parents=True, exist_ok=True)
    plan = Plan(
        players=players, rounds=rounds, hands=hands, seed=seed, bot=bot, real_cards=real_cards
    )
    with site(folder) as address:
        made = asyncio.run(Evening(address, folder, plan, typer.echo).play())
    typer.echo(
        f"The night is over. Look at it: shengji serve --database sqlite:///{folder}/tables.db"
    )
    typer.echo(f"and open /#/night/{made}. Sign in as {ORGANISER!r}, or anybody: {PASSPHRASE!r}")
