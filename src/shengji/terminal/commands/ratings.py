"""`shengji ratings`: the ratings of a site, worked out again from its records."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from shengji.terminal.database import DatabaseOption, with_store

if TYPE_CHECKING:
    from shengji.server.storage import Store

app = typer.Typer(help="The ratings of a site.", no_args_is_help=True)


@app.callback()
def _ratings() -> None:
    """The ratings of a site."""


@app.command()
def rebuild(database: DatabaseOption = None) -> None:
    """Work out all ratings again, from the records of all rated matches.

    The numbers are the same ones, to the last digit; it says how many were not, and mends those. A
    server may run meanwhile: what ends goes in where it belongs.
    """

    async def work(store: Store) -> None:
        done = await store.ratings.rebuild()
        typer.echo(f"{done.matches} rated matches, {done.results} changes of ratings")
        typer.echo(f"{done.changed} numbers have changed")

    with_store(database, work)
