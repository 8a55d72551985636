"""`shengji explain`: how a bot would decide at a point of a recorded match, and why."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal, Optional

import typer

from shengji.terminal.errors import UsageError
from shengji.terminal.firsttime import compile_if_cold

_PIPE_WIDTH = 140


def explain(
    file: Annotated[Path, typer.Argument(help="A record.", metavar="RECORD")],
    at: Annotated[
        int,
        typer.Option(
            help="The number of the event, from 1, as `shengji record show --numbers` tells it.",
            min=1,
        ),
    ],
    bot: Annotated[
        str, typer.Option(help="The bot that thinks about it, by its name, or exec:COMMAND.")
    ] = "strong",
    seat: Annotated[
        Optional[int],  # noqa: UP045 - the command line reads this form
        typer.Option(
            help="Who might have declared, where the event is a card drawn or the end of the draw.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Where the bot's chance starts.", min=0)] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    lang: Annotated[Literal["en", "zh"], typer.Option(help="The language.")] = "en",
) -> None:
    """Explain a decision of a recorded match: what a bot considers and expects, and would do.

    Events are counted from 1: event 1 is the second line of the record; lines that say who plays
    in a seat from there on do not count. The bot is told what the seat saw before the event, and
    nothing else.
    """
    compile_if_cold(lang)
    from shengji.bots import BotError
    from shengji.explain import explain_decision
    from shengji.record import RecordError, read_record
    from shengji.terminal.explanation import tell_explanation

    try:
        found = explain_decision(read_record(file), at, bot, seat, seed)
    except (BotError, RecordError, ValueError) as error:
        raise UsageError(str(error)) from None
    if as_json:
        import msgspec

        typer.echo(msgspec.json.format(msgspec.json.encode(found)).decode())
        return
    from rich.console import Console

    # What is not a terminal has no width of its own; wide enough for the options, then.
    width = None if sys.stdout.isatty() else _PIPE_WIDTH
    # Names are what somebody wrote, and not markup.
    Console(width=width, highlight=False, markup=False).print(tell_explanation(found, lang))
