"""`shengji explain`: how a bot would decide at a point of a recorded match, and why."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from shengji.terminal.errors import as_usage
from shengji.terminal.first_run import compile_if_cold
from shengji.terminal.options import JsonOption, LanguageOption, SeedOption
from shengji.terminal.output import console


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
        int | None,
        typer.Option(
            help="Who might have declared, where the event is a card drawn or the end of the draw.",
            show_default=False,
        ),
    ] = None,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
    lang: LanguageOption = "en",
) -> None:
    """Explain a decision of a recorded match: what a bot considers, expects and would do.

    Events are counted from 1: event 1 is the second line of the record; lines that give a seat to
    another player do not count. The bot knows only what the seat saw before the event.
    """
    compile_if_cold(lang)
    from shengji.bots import BotError
    from shengji.explain import explain_decision
    from shengji.record import RecordError, read_record
    from shengji.terminal.explanation import render_explanation

    with as_usage(BotError, RecordError, ValueError):
        found = explain_decision(read_record(file), at, bot, seat, seed)
    if as_json:
        import msgspec

        typer.echo(msgspec.json.format(msgspec.json.encode(found)).decode())
        return
    console().print(render_explanation(found, lang))
