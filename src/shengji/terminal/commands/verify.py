"""`shengji verify`: who shuffled the deals of a record (docs/deals.md)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from shengji.terminal.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shengji.game.shares import JointDeal


def verify(file: Annotated[Path, typer.Argument(help="A record.", metavar="RECORD")]) -> None:
    """Check who shuffled the deals of a record, and everything else in it.

    A deal is right when all shares fit what was promised before it, the deck follows from them, and
    it gave the cards that were played. The exit status is 1 when something is wrong, and 2 when the
    file cannot be read as a record.
    """
    from shengji.record import RecordError, validate
    from shengji.record.printable import printable

    try:
        report = validate(file)
    except RecordError as error:
        raise UsageError(error) from None
    for fault in report.faults:
        typer.echo(str(fault))
    names = [printable(name) for name in report.seats]  # A name may contain lines of its own.
    for made in report.joint if report.ok else ():
        typer.echo(_sentence(made, names))
    if not report.ok:
        raise typer.Exit(1 if report.events else 2)
    if report.torn is not None:
        typer.echo(f"Checked as far as it goes: {report.torn.render('en')}.")
    if report.unshown:
        typer.echo(f"Not checked, since no deck is shown: {report.unshown} deals.")
    if not report.joint and not report.unshown:
        typer.echo("No deal of this record was shuffled by its players.")
    elif report.unshared:
        typer.echo(f"Shuffled by the server alone, without shares: {report.unshared} deals.")
    typer.echo(
        "Everything in this record agrees. That it is how it happened, only the players know."
    )


def _sentence(made: JointDeal, names: Sequence[str]) -> str:
    request = made.request
    shares = zip(names, request.seats, strict=True)
    sharers = [name for name, seat in shares if seat.share is not None]
    late = [
        names[seat] for given_up in made.given_up for seat in given_up.missing if seat < len(names)
    ]
    again = f"; begun {len(made.given_up) + 1} times" if made.given_up else ""
    why = f", since shares of {', '.join(late)} were late" if late else ""
    where = f"Hand {request.hand}, deal {request.deal}"
    return f"{where}: shuffled by {', '.join([*sharers, 'the server'])}{again}{why}."
