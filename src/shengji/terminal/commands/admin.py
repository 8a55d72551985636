"""`shengji admin`: accounts and moderation of a site, without a browser.

All changes are written to the audit log (`shengji admin log`).
"""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from shengji.terminal.database import DatabaseOption, with_store
from shengji.terminal.errors import FailedError

if TYPE_CHECKING:
    from shengji.server.accounts.values import Account
    from shengji.server.moderation.schemas import ReportLine
    from shengji.server.site.sanctions import Sanction
    from shengji.server.stores import Stores

_CODE_SECONDS = 24 * 3600
_DAY = 24 * 3600 * 1000
_LONGEST_OUTCOME = 1000
_OPERATOR = ""
"""The operator of the server, in the audit log."""


class Role(StrEnum):
    """The role of an account: its permissions beyond playing."""

    player = "player"
    organiser = "organiser"
    administrator = "administrator"


app = typer.Typer(
    help="The accounts of a site: roles, lost access, mutes and bans, reports.",
    no_args_is_help=True,
)

NameArgument = Annotated[str, typer.Argument(help="The name of an account.")]


@app.command("list")
def list_accounts(database: DatabaseOption = None) -> None:
    """List the accounts: role, name, when made, when last seen."""

    async def operation(store: Stores) -> None:
        after = ""
        while found := await store.accounts.all(after=after):
            for account in found:
                days = f"{_day(account.made)}  {_day(account.seen)}"
                typer.echo(f"{account.role:13}  {days}  {account.name}")
            after = found[-1].name

    with_store(database, operation)


@app.command("confirm-clock")
def confirm_clock(database: DatabaseOption = None) -> None:
    """Confirm that the clock of this machine is right.

    After a jump of the clock, or a month without a server, nothing old is removed before that.
    """

    async def operation(store: Stores) -> None:
        await store.confirm_clock()
        typer.echo(f"It is {datetime.now(UTC):%Y-%m-%d %H:%M} UTC: what is old is removed again.")

    with_store(database, operation)


@app.command()
def show(name: NameArgument, database: DatabaseOption = None) -> None:
    """Show an account: its person, its ways in, its devices."""

    async def operation(store: Stores) -> None:
        account = await _account(store, name)
        passkeys = await store.credentials.passkeys(account.person)
        devices = await store.people.devices(account.person)
        typer.echo(f"name        {account.name}")
        typer.echo(f"person      {account.person}")
        typer.echo(f"role        {account.role}")
        typer.echo(f"made        {_day(account.made)}")
        typer.echo(f"last seen   {_day(account.seen)}")
        typer.echo(f"passphrase  {'yes' if account.has_passphrase else 'no'}")
        typer.echo(f"passkeys    {', '.join(key.label or key.site for key in passkeys) or 'none'}")
        typer.echo(f"codes left  {account.codes}")
        typer.echo(f"devices     {', '.join(at.label or 'unknown' for at in devices) or 'none'}")

    with_store(database, operation)


@app.command()
def role(
    name: NameArgument,
    role: Annotated[Role, typer.Argument(help="What its owner may do from now on.")],
    database: DatabaseOption = None,
) -> None:
    """Give an account another role."""

    async def operation(store: Stores) -> None:
        account = await _account(store, name)
        await store.accounts.set_role(account.person, role.value, _OPERATOR)
        typer.echo(f"{account.name} is {role.value} now")

    with_store(database, operation)


@app.command()
def reset(name: NameArgument, database: DatabaseOption = None) -> None:
    """Make a code with which the owner of an account signs in once, within a day.

    For an owner who has lost every way to sign in. Send it privately: it is as good as the
    passphrase. The other ways to sign in stay as they are.
    """

    async def operation(store: Stores) -> None:
        account = await _account(store, name)
        code = await store.credentials.one_time_code(account.person, _CODE_SECONDS, _OPERATOR)
        typer.echo(code)

    with_store(database, operation)


@app.command()
def delete(
    name: NameArgument,
    database: DatabaseOption = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Remove an account and its person: bots go on in the seats, what happened stays unnamed."""

    async def operation(store: Stores) -> None:
        from shengji.server.matches.recorder import Recorder
        from shengji.server.nights.context import NightContext
        from shengji.server.nights.live_nights import Nights
        from shengji.server.privacy import personal_data
        from shengji.server.site.jobs import Jobs
        from shengji.server.site.limits import WorkBudget
        from shengji.server.site.person import Person
        from shengji.server.tables.live.hub import Hub

        account = await _account(store, name)
        if not yes and not typer.confirm(f"Remove {account.name} for good?"):
            raise FailedError("nothing was removed")
        store.database.takes_over = True  # a running server takes the tables back at once
        tables, ratings = store.tables, store.ratings
        hub = Hub(tables, ratings)
        recorder = Recorder(tables, store.matches, ratings)
        nothing = Jobs(WorkBudget(0.0, 0.0))  # the command draws no rounds
        nights = Nights(
            NightContext(hub, store.nights, store.clubs, tables, recorder, nothing, follows=False)
        )
        data = personal_data(store, hub, nights, hub)
        try:
            person = Person(account.person, account.name, account.role)
            await data.forget(person, _OPERATOR)
        finally:
            await nights.close()
            await hub.close()
        typer.echo(f"{account.name} is removed")

    with_store(database, operation)


@app.command()
def appoint(
    club: Annotated[str, typer.Argument(help="The id of a club: the end of its page's address.")],
    name: NameArgument,
    database: DatabaseOption = None,
) -> None:
    """Make an account an owner of a club, such as of one whose owners have gone."""

    async def operation(store: Stores) -> None:
        account = await _account(store, name)
        if not await store.clubs.appoint(club, account.person, account.name, _OPERATOR):
            raise FailedError(f"there is no club {club}")
        typer.echo(f"{account.name} owns the club now")

    with_store(database, operation)


PersonArgument = Annotated[
    str, typer.Argument(help="The name of an account, or the id of a person, as reports have it.")
]
ReasonArgument = Annotated[str, typer.Argument(help="Why, as the person will read it.")]
DaysOption = Annotated[
    float | None, typer.Option(min=0.01, help="For how many days.", show_default="for good")
]


@app.command()
def ban(
    person: PersonArgument,
    reason: ReasonArgument,
    days: DaysOption = None,
    database: DatabaseOption = None,
) -> None:
    """Ban a person: they can only read the reason, download their data, and leave.

    A running server applies it within a minute.
    """
    _impose(database, person, "ban", reason, days)


@app.command()
def mute(
    person: PersonArgument,
    reason: ReasonArgument,
    days: DaysOption = None,
    database: DatabaseOption = None,
) -> None:
    """Mute a person: they can play, but not chat.

    A running server applies it within a minute.
    """
    _impose(database, person, "mute", reason, days)


@app.command()
def lift(person: PersonArgument, database: DatabaseOption = None) -> None:
    """Lift all mutes and bans of a person. A running server applies it within a minute."""

    async def operation(store: Stores) -> None:
        id_, name = await _person(store, person)
        theirs = (id_, await store.accounts.account_of(id_))
        held = [one for one in await store.moderation.sanctions() if one.person in theirs]
        if not held:
            raise FailedError(f"{name} is neither muted nor banned")
        for one in held:
            await store.moderation.lift(one.id, _OPERATOR)
        typer.echo(f"{name} is neither muted nor banned any more")

    with_store(database, operation)


@app.command()
def reports(
    database: DatabaseOption = None,
    closed: Annotated[bool, typer.Option("--closed", help="Those that are settled.")] = False,
) -> None:
    """List the reports of misconduct: time, id, person reported, place, reason, outcome."""

    async def operation(store: Stores) -> None:
        after: ReportLine | None = None
        while found := await store.moderation.reports(closed=closed, after=after):
            for one in found:
                typer.echo(_line_of(one))
            after = found[-1]

    with_store(database, operation)


@app.command()
def settle(
    report: Annotated[str, typer.Argument(help="Its id, as `reports` has it.")],
    outcome: Annotated[str, typer.Argument(help="What came of it.")] = "",
    database: DatabaseOption = None,
) -> None:
    """Settle a report; what came of it stands with it and in the book."""

    async def operation(store: Stores) -> None:
        if len(outcome) > _LONGEST_OUTCOME:
            raise FailedError(
                f"the outcome has {len(outcome)} characters; say it in {_LONGEST_OUTCOME}"
            )
        if not await store.moderation.settle(report, _OPERATOR, outcome):
            raise FailedError(
                f"there is no open report {report}; `shengji admin reports` has those that are open"
            )
        typer.echo("the report is settled")

    with_store(database, operation)


@app.command()
def log(
    database: DatabaseOption = None,
    count: Annotated[int, typer.Option(min=1, help="How much of it.")] = 100,
) -> None:
    """List what the keepers of the site have done, the last first."""

    async def operation(store: Stores) -> None:
        for act in await store.moderation.acts(limit=count):
            by = act.by_name or act.by or "on the command line"
            detail = [f"{key}={value}" for key, value in act.detail.items() if value is not None]
            line = [str(act.number), _day(act.at), by, act.act, act.name or act.about, *detail]
            typer.echo("  ".join(line))

    with_store(database, operation)


def _impose(
    database: str | None, person: str, kind: Sanction, reason: str, days: float | None
) -> None:
    async def operation(store: Stores) -> None:
        from shengji.server.database.moments import milliseconds

        id_, name = await _person(store, person)
        until = None if days is None else int(milliseconds() + days * _DAY)
        await store.moderation.impose(id_, kind, reason, _OPERATOR, until)
        end = "for good" if days is None else f"for {days:g} days"
        typer.echo(f"{name} is {'muted' if kind == 'mute' else 'banned'} {end}")

    with_store(database, operation)


async def _person(store: Stores, name: str) -> tuple[str, str]:
    """Resolve a name or id to the id and name of a person.

    Raises:
        FailedError: no account has this name, and no person this id.
    """
    known = await store.matches.person(name, name)
    if known is not None:
        return name, known.name
    account = await _account(store, name)
    return account.person, account.name


async def _account(store: Stores, name: str) -> Account:
    """Return the account with a name.

    Raises:
        FailedError: no account has this name.
    """
    from shengji.server.accounts.names import found_by

    found = await store.accounts.by_skeleton(found_by(name))
    if found is None:
        raise FailedError(f"there is no account {name}; `shengji admin list` has all")
    return found


def _line_of(report: ReportLine) -> str:
    """Format a report as one line."""
    places = (("table", report.table), ("match", report.match), ("hand", report.hand))
    where = [f"{what} {value}" for what, value in places if value is not None]
    about = f"{report.name or 'who is gone'} ({report.about})"
    line = [_day(report.at), report.report, about, *where, report.text, report.outcome or ""]
    return "  ".join(line).rstrip()


def _day(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d")
