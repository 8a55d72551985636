"""`shengji judge`: answers to questions about the rules, as JSON (docs/judge.md)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from shengji.terminal.errors import UsageError


def judge(
    file: Annotated[
        Path | None,
        typer.Argument(help="A file of questions; without it, or with -, standard input."),
    ] = None,
) -> None:
    """Answer questions about the rules: one JSON object a line in, one a line out.

    A question that cannot be answered is answered with an error, and the next one is read. `shengji
    schema judge` prints the form of questions and answers.
    """
    from shengji.judge import judge_stream

    try:
        if file is None or str(file) == "-":
            judge_stream(sys.stdin.buffer, sys.stdout.buffer)
        else:
            with file.open("rb") as questions:
                judge_stream(questions, sys.stdout.buffer)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UsageError(f"cannot read {file or 'standard input'}: {error.strerror}") from None
