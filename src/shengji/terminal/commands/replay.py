"""`shengji replay`: a recorded match, step by step, with the decisions that were due."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from shengji.terminal.errors import as_usage
from shengji.terminal.first_run import compile_for
from shengji.terminal.language import system_language
from shengji.terminal.output import console
from shengji.words import Language


def replay(
    file: Annotated[Path, typer.Argument(help="A record.", metavar="RECORD")],
    hand: Annotated[
        int | None,
        typer.Option(help="Begin with this hand, by its number from 1.", show_default=False),
    ] = None,
    trick: Annotated[
        int | None,
        typer.Option(help="Begin with this trick, by its number from 1.", show_default=False),
    ] = None,
    plays: Annotated[
        int | None,
        typer.Option(help="How many have played to the trick; else all.", show_default=False),
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option(help="What this seat saw; else all hands lie open.", show_default=False),
    ] = None,
    bot: Annotated[str, typer.Option(help="The bot whose play is shown on request.")] = "medium",
    text: Annotated[
        bool, typer.Option("--text", help="Print the moment and end; so it is for pipes.")
    ] = False,
    lang: Annotated[
        Language | None,
        typer.Option(
            "--lang",
            "--language",
            help="The language; else that of the system.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Watch a recorded match: step by step, trick by trick, with any player's eyes.

    Each play comes with what its player had to play. Without --hand and --trick it begins at
    the beginning, or with --text at the end.
    """
    language = lang or system_language()
    compile_for([bot], language)
    from shengji.record import RecordError, Viewing, read_record
    from shengji.terminal.moment import render_moment

    watches = not text and sys.stdin.isatty() and sys.stdout.isatty()
    with as_usage(RecordError, ValueError):
        viewing = Viewing(read_record(file), "all" if seat is None else seat)
        if (hand, trick, plays) != (None, None, None):
            last = viewing.match.hands if hand is None else hand
            viewing.go(viewing.place_of(last, trick, plays))
        elif watches:
            viewing.go(0)
    if not watches:
        console().print(render_moment(viewing, language))
        return
    from shengji.terminal.watch import WatchApp

    WatchApp(viewing, language, bot).run()
