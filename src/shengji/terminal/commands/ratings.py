"""`shengji ratings`: recomputation of a site's ratings, and annulment of matches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from shengji.terminal.database import DatabaseOption, with_store
from shengji.terminal.errors import FailedError, UsageError

if TYPE_CHECKING:
    from shengji.server.stores import Stores

app = typer.Typer(
    help="The ratings of a site: compute them again, and annul or restore matches.",
    no_args_is_help=True,
)

MatchArgument = Annotated[
    str, typer.Argument(help="The id of a rated match, as at the end of its page's address.")
]


@app.command()
def rebuild(database: DatabaseOption = None) -> None:
    """Compute all ratings again, from the records of all rated matches and the logs of all nights.

    Corrects ratings that differ in any digit, and prints how many did. A server may run meanwhile:
    matches that end are added in their order.
    """

    async def operation(store: Stores) -> None:
        from shengji.server.nights.live_nights import enter_all

        entered = await enter_all(store.nights)
        done = await store.ratings.rebuild()
        typer.echo(f"{done.matches} rated matches, {done.results} changes of ratings")
        typer.echo(f"{done.changed} numbers have changed")
        if entered.changed:
            typer.echo(f"{entered.changed} nights had left something else to be rated")
        for night in entered.damaged:
            typer.echo(f"night {night} is damaged: what it had left is rated as before", err=True)

    with_store(database, operation)


@app.command()
def annul(
    match: MatchArgument,
    reason: Annotated[
        str, typer.Option(help="Why, as everybody reads it with the match.", show_default=False)
    ],
    database: DatabaseOption = None,
) -> None:
    """Have a rated match not count, as if it had not been played; later ratings follow."""
    if not reason.strip():
        raise UsageError("--reason is empty: say why, for those who played it")
    _set(match, reason.strip(), database)
    typer.echo(f"{match} does not count any more")


@app.command()
def restore(match: MatchArgument, database: DatabaseOption = None) -> None:
    """Have an annulled match count again."""
    _set(match, None, database)
    typer.echo(f"{match} counts again")


def _set(match: str, reason: str | None, database: str | None) -> None:
    async def operation(store: Stores) -> None:
        if not await store.ratings.annul(match, "", reason):
            raise FailedError(f"there is no such rated match {match}, or it is so already")
        await store.ratings.advance()

    with_store(database, operation)
