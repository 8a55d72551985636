"""`shengji record`: show, draw, convert and check recorded matches (docs/record-format.md)."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from shengji.terminal.errors import UsageError, as_usage, misused, writing
from shengji.terminal.options import LanguageOption
from shengji.terminal.output import console
from shengji.words import Phrase

if TYPE_CHECKING:
    from shengji.record import Record, Report
    from shengji.record.imports import LogError

app = typer.Typer(help="Show, find, draw, convert, check recorded matches.", no_args_is_help=True)


@app.command()
def show(
    file: Annotated[Path, typer.Argument(help="A record.")],
    hand: Annotated[
        int | None, typer.Option(help="Only this hand, by its number from 1.", show_default=False)
    ] = None,
    numbers: Annotated[
        bool,
        typer.Option(
            "--numbers",
            help="With the number of the event before whatever somebody decided, as `shengji "
            "explain --at` takes it.",
        ),
    ] = False,
    notation: Annotated[
        bool,
        typer.Option(
            "--notation",
            help="As text for forums and books, from which `shengji record from-notation` makes "
            "the record again.",
        ),
    ] = False,
    lang: LanguageOption = "en",
) -> None:
    """Tell a recorded match: hands, declarations, kitty, tricks and results."""
    from shengji.record import RecordError, one_hand, read_record

    try:
        record = read_record(file)
        if notation:
            from shengji.record.notation import write_notation

            part = record if hand is None else one_hand(record, hand)
            typer.echo(write_notation(part), nl=False)
        else:
            from shengji.terminal.account import Account

            console().print(Account(record, lang, numbers).render(hand))
    except RecordError as error:
        raise UsageError(error) from None
    except ValueError as error:
        raise misused("in-file", file=file, why=error) from None
    if record.torn is not None:
        notice = Phrase("usage", "torn", torn=record.torn)
        typer.echo(f"shengji: {notice.render(lang)}", err=True)


@app.command("from-notation")
def from_notation(
    text: Annotated[Path, typer.Argument(help="A text in the notation.", metavar="TEXT")],
    out: Annotated[Path, typer.Argument(help="The record, a new file.", metavar="RECORD")],
) -> None:
    """Make a record from a text that `shengji record show --notation` has written, or a person.

    When something in the text is wrong, it is said where and what was expected, and nothing is
    written.
    """
    from shengji.record.notation import NotationError, read_notation_file

    try:
        record = read_notation_file(text)
    except NotationError as error:
        raise UsageError(f"{text}, {error}") from None
    except OSError as error:
        raise UsageError(f"{text} cannot be read: {error.strerror or error}") from None
    _write(out, record)


def _write(out: Path, record: Record) -> None:
    """Write a converted record to a new file.

    Raises:
        UsageError: the file exists, or cannot be written.
    """
    from shengji.record import write_record

    try:
        write_record(out, record)
    except FileExistsError as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror}") from None


LogArgument = Annotated[
    Path, typer.Argument(help="A log as the other program wrote it.", metavar="LOG")
]
RecordsArgument = Annotated[
    Path,
    typer.Argument(
        help="The record, a new file; of many games a folder for 1.jsonl, 2.jsonl ...",
        metavar="RECORD",
    ),
]

_LEFT_OUT = (
    "\n\nA game that cannot be made into a record is named, with what is wrong, and left out; the "
    "exit status is then 1, or 2 when there was no other."
)

_LOGS = {
    "botzone": (
        "shengji.bots.outside.botzone.logs",
        "Make records of games of Botzone, by playing them again: a log as JSON, or one a line.",
    ),
    "jerryyyu": (
        "shengji.record.imports.jerryyyu",
        "Make records of the hands of a room of jerryyyu/shengji, by playing them again.",
    ),
    "godot": (
        "shengji.record.imports.godot",
        "Make records of the rounds of a session of shengji-godot, by playing them again.",
    ),
}
"""Other programs: the module that reads their logs, and the help of the command."""


def _add_import(name: str, module: str, purpose: str) -> None:
    """Add the command that converts logs of another program."""

    @app.command(f"from-{name}", help=purpose + _LEFT_OUT)
    def convert(log: LogArgument, out: RecordsArgument) -> None:
        with as_usage(OSError, doing=f"cannot read {log}"):
            found = list(import_module(module).records_of(log.read_bytes()))
        _write_all(log, found, out)


for _name, (_module, _purpose) in _LOGS.items():
    _add_import(_name, _module, _purpose)


def _write_all(log: Path, found: list[Record | LogError], out: Path) -> None:
    """Write converted records: one to a file, several to a folder.

    Raises:
        UsageError: a file exists or cannot be written, or no game is valid.
    """
    if not found:
        raise UsageError(f"{log}: there is no game in it")
    if len(found) == 1:
        if isinstance(found[0], ValueError):
            raise UsageError(f"{log}: {found[0]}")
        _write(out, found[0])
        return
    wrong = 0
    for number, record in enumerate(found, 1):
        if isinstance(record, ValueError):
            typer.echo(f"shengji: {log}, game {number}: {record}", err=True)
            wrong += 1
            continue
        with as_usage(OSError, doing=f"cannot write to {out}"):
            out.mkdir(parents=True, exist_ok=True)
        _write(out / f"{number}.jsonl", record)
    if wrong:
        raise typer.Exit(1 if wrong < len(found) else 2)


@app.command()
def picture(
    file: Annotated[Path, typer.Argument(help="A record.")],
    out: Annotated[Path, typer.Option(help="The picture, an SVG file.")],
    hand: Annotated[
        int | None,
        typer.Option(help="The hand, by its number from 1; else the last.", show_default=False),
    ] = None,
    trick: Annotated[
        int | None,
        typer.Option(
            help="The trick, by its number from 1; else before the first.", show_default=False
        ),
    ] = None,
    plays: Annotated[
        int | None,
        typer.Option(help="How many have played to the trick; else all.", show_default=False),
    ] = None,
    at: Annotated[
        int | None,
        typer.Option(help="Instead of these, after so many events.", show_default=False, min=0),
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option(help="What this seat saw; else all hands lie open.", show_default=False),
    ] = None,
    lang: LanguageOption = "en",
) -> None:
    """Draw a moment of a recorded match: the trick on the table, and the hands.

    Without a hand, a trick or an event it is the end of the record.
    """
    from shengji.record import RecordError, Viewing, read_record

    moment = {"--hand": hand, "--trick": trick, "--plays": plays}
    named = [option for option, number in moment.items() if number is not None]
    if at is not None and named:
        raise misused("one-of", one="--at", other=named[0])
    with as_usage(RecordError, ValueError):
        viewing = Viewing(read_record(file), "all" if seat is None else seat)
        if at is not None:
            viewing.go(at)
        elif named:
            last = viewing.match.hands if hand is None else hand
            viewing.go(viewing.place_of(last, trick, plays))
    with as_usage(OSError, doing=writing(out)):
        out.write_text(viewing.picture(lang), encoding="utf-8")


@app.command()
def validate(
    files: Annotated[list[Path], typer.Argument(help="Records.", metavar="FILE...")],
) -> None:
    """Check records by playing them again.

    The exit status is 1 when something in a record is wrong, and 2 when a file cannot be read as
    one. A record that is cut short is checked up to its last whole event.
    """
    from shengji.record import RecordError
    from shengji.record import validate as validated

    status = 0
    for file in files:
        try:
            report = validated(file)
        except RecordError as error:
            typer.echo(f"shengji: {error}", err=True)
            status = 2
            continue
        typer.echo(_sentence(report))
        for fault in report.faults:
            typer.echo(f"  {str(fault).replace(chr(10), chr(10) + '  ')}")
        if report.more:
            typer.echo("  and more, perhaps because of these")
        # A file without a valid first event counts as unreadable.
        unreadable = not report.ok and report.events == 0
        status = max(status, 0 if report.ok else 2 if unreadable else 1)
    if status:
        raise typer.Exit(status)


def _sentence(report: Report) -> str:
    if not report.ok:
        return f"{report.path}: not valid"
    checked = "" if report.complete else ", as far as its viewer could see"
    torn = "" if report.torn is None else f"; {report.torn.render('en')}, and all before it holds"
    shown = report.deck_only
    covered = (
        f"; of {shown} deck{'' if shown == 1 else 's'} shown the commitment covers the cards alone,"
        " not who draws first, nor which table, deal and rules they are for"
        if shown
        else ""
    )
    return f"{report.path}: valid, {report.events} events{checked}{torn}{covered}"
