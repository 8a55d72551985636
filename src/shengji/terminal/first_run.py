"""The first start: compiles rules and bots with a message in the user's language."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import typer

from shengji.play.marks import is_compiled, note_compiled
from shengji.terminal.errors import as_usage
from shengji.terminal.language import system_language
from shengji.words import Language, texts


def compile_if_cold(language: Language | None = None, *, err: bool = True) -> None:
    """Compile rules and bots if necessary, with a message.

    Args:
        language: of the message; `None` for that of the system.
        err: whether to write to standard error.
    """
    if not is_compiled():
        compile_everything(language or system_language(), err=err)


def compile_for(bots: Iterable[str], language: Language, *, err: bool = True) -> None:
    """Compile rules and bots if necessary: now if a bot thinks, else in the background.

    Raises:
        UsageError: a name is not that of a bot.
    """
    from shengji.bots.registry import seconds_of

    with as_usage(ValueError):
        thinks = any(seconds_of(name) for name in bots)
    if thinks:
        compile_if_cold(language, err=err)
    else:
        from shengji.play.compiling import compile_meanwhile

        compile_meanwhile()


def compile_everything(language: Language, *, err: bool = False) -> None:
    """Compile all rules and bots that are not compiled, with a progress bar.

    For the arguments see `compile_if_cold`.
    """
    from shengji.play.compiling import all_kernels

    typer.echo(texts("commands")["cold"].of(language), err=err)
    loads = all_kernels().values()
    with typer.progressbar(loads, file=sys.stderr if err else sys.stdout) as left:
        for load in left:
            load()
    note_compiled()
