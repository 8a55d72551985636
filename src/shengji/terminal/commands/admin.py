"""`shengji admin`: the accounts of a site, and its first administrator, without a browser."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from shengji.terminal.database import DatabaseOption, with_store
from shengji.terminal.errors import FailedError

if TYPE_CHECKING:
    from shengji.server.live import Hub
    from shengji.server.storage import Account, Store

_CODE_SECONDS = 24 * 3600


class Role(StrEnum):
    """What the owner of an account may do besides playing."""

    player = "player"
    organiser = "organiser"
    administrator = "administrator"


app = typer.Typer(
    help="The accounts of a site: who there is, what they may do, and a way back in.",
    no_args_is_help=True,
)

NameArgument = Annotated[str, typer.Argument(help="The name of an account.")]


@app.command("list")
def list_accounts(database: DatabaseOption = None) -> None:
    """List the accounts: role, name, when made, when last seen."""

    async def work(store: Store) -> None:
        after = ""
        while found := await store.accounts.all(after=after):
            for account in found:
                days = f"{_day(account.made)}  {_day(account.seen)}"
                typer.echo(f"{account.role:13}  {days}  {account.name}")
            after = found[-1].name

    with_store(database, work)


@app.command()
def show(name: NameArgument, database: DatabaseOption = None) -> None:
    """Show an account: its person, its ways in, its devices."""

    async def work(store: Store) -> None:
        account = await _account(store, name)
        passkeys = await store.accounts.passkeys(account.person)
        devices = await store.devices(account.person)
        typer.echo(f"name        {account.name}")
        typer.echo(f"person      {account.person}")
        typer.echo(f"role        {account.role}")
        typer.echo(f"made        {_day(account.made)}")
        typer.echo(f"last seen   {_day(account.seen)}")
        typer.echo(f"passphrase  {'yes' if account.has_passphrase else 'no'}")
        typer.echo(f"passkeys    {', '.join(key.label or key.site for key in passkeys) or 'none'}")
        typer.echo(f"codes left  {account.codes}")
        typer.echo(f"devices     {', '.join(at.label or 'unknown' for at in devices) or 'none'}")

    with_store(database, work)


@app.command()
def role(
    name: NameArgument,
    role: Annotated[Role, typer.Argument(help="What its owner may do from now on.")],
    database: DatabaseOption = None,
) -> None:
    """Give an account another role."""

    async def work(store: Store) -> None:
        account = await _account(store, name)
        await store.accounts.set_role(account.person, role.value)
        typer.echo(f"{account.name} is {role.value} now")

    with_store(database, work)


@app.command()
def reset(name: NameArgument, database: DatabaseOption = None) -> None:
    """Make a code with which the owner of an account signs in once, within a day.

    For who has lost every way in. Hand it over where nobody else reads it: it is as good as the
    passphrase. The other ways in stay as they are.
    """

    async def work(store: Store) -> None:
        account = await _account(store, name)
        typer.echo(await store.accounts.one_time_code(account.person, _CODE_SECONDS))

    with_store(database, work)


@app.command()
def delete(
    name: NameArgument,
    database: DatabaseOption = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Remove an account and its person: bots go on in the seats, what happened stays unnamed."""

    async def work(store: Store) -> None:
        from shengji.server.http.estate import forget
        from shengji.server.live import Hub
        from shengji.server.storage import Person

        account = await _account(store, name)
        if not yes and not typer.confirm(f"Remove {account.name} for good?"):
            raise FailedError("nothing was removed")
        hub = Hub(store)
        try:
            await forget(_Keeper(store, hub), Person(account.person, account.name, account.role))
        finally:
            await hub.close()
        typer.echo(f"{account.name} is removed")

    with_store(database, work)


class _Keeper:
    def __init__(self, store: Store, hub: Hub) -> None:
        self.store = store
        self.hub = hub


async def _account(store: Store, name: str) -> Account:
    """The account of this name.

    Raises:
        FailedError: there is none.
    """
    from shengji.server.accounts.names import found_by

    found = await store.accounts.named(found_by(name))
    if found is None:
        raise FailedError(f"there is no account {name}; `shengji admin list` has all")
    return found


def _day(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d")
