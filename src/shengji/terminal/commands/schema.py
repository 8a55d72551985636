"""`shengji schema`: JSON Schemas of the program's input and output."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from shengji.terminal.output import print_json

Part = Literal["events", "commands", "record", "puzzle", "rules", "judge", "bot-protocol"]


def schema(
    part: Annotated[
        Part | None, typer.Argument(help="What of; without it, everything.", show_default=False)
    ] = None,
) -> None:
    """Print JSON Schema, made from the types of the program."""
    from shengji.terminal.schemas import schema_of

    print_json(schema_of(part))
