"""`shengji bot`: a built-in bot as a process, for a table elsewhere."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from shengji.documents import page
from shengji.terminal.errors import UsageError, as_usage
from shengji.terminal.first_run import compile_for
from shengji.terminal.language import system_language


def bot(
    name: Annotated[str, typer.Argument(help="Which bot.", show_default=False)],
    botzone: Annotated[
        bool, typer.Option("--botzone", help=f"Answer Botzone's requests ({page('botzone')}).")
    ] = False,
) -> None:
    """Play with a bot on standard input and output, as docs/bots.md says.

    A table seats it as `exec:shengji bot NAME`.
    """
    from shengji.bots import make_bot
    from shengji.bots.outside import is_command
    from shengji.bots.outside.host import ProtocolError, run_bot
    from shengji.rules import Rules

    if is_command(name):
        raise UsageError(
            f"{name} is a program, which a table seats by this name; this command is for our own "
            "bots, such as shengji bot medium"
        )
    with as_usage(ValueError):
        make_bot(name, Rules(), 0).close()
    compile_for([name], system_language())
    if botzone:
        from shengji.bots.outside.botzone.answers import run_botzone

        with as_usage(ValueError):
            run_botzone(name, sys.stdin, sys.stdout)
        return
    with as_usage(ProtocolError):
        run_bot(lambda rules, seat, seed: make_bot(name, rules, seat, seed), name)
