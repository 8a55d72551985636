"""The first start: rules and bots are compiled, and the person is told so in the own language."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import typer

from shengji.play.marks import is_compiled, note_compiled
from shengji.terminal.errors import as_usage
from shengji.terminal.language import system_language
from shengji.words import Language, texts


def compile_if_cold(language: Language | None = None, *, err: bool = True) -> None:
    """Compile rules and bots, if they are not, and say so.

    Args:
        language: in which language; in that of the system unless it is given.
        err: whether standard output belongs to something else.
    """
    if not is_compiled():
        compile_everything(language or system_language(), err=err)


def compile_for(bots: Iterable[str], language: Language, *, err: bool = True) -> None:
    """Compile rules and bots, if they are not: at once if one of these bots thinks, else meanwhile.

    Raises:
        UsageError: when a name is that of no bot.
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
    """Compile all rules and bots that are not compiled, with a bar; as `compile_if_cold`."""
    from shengji.play.compiling import all_kernels

    typer.echo(texts("commands")["cold"].of(language), err=err)
    loads = all_kernels().values()
    with typer.progressbar(loads, file=sys.stderr if err else sys.stdout) as left:
        for load in left:
            load()
    note_compiled()
