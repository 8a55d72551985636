"""`shengji play`: a match in the terminal against bots."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from shengji.documents import page
from shengji.terminal import options
from shengji.terminal.errors import misused
from shengji.terminal.first_run import compile_for
from shengji.terminal.language import system_language
from shengji.words import Language

if TYPE_CHECKING:
    from shengji.terminal.table.lobby import Lobby


Speed = Literal["slow", "normal", "fast", "instant"]


def play(
    rules: options.RulesOption = None,
    system: options.SystemOption = None,
    players: options.PlayersOption = None,
    decks: options.DecksOption = None,
    changes: options.SetOption = None,
    bots: Annotated[
        str | None,
        typer.Option(
            "--bots",
            "--bot",
            help="The other players: one bot for all, or names joined by commas. From weak to "
            "strong: easy and medium, which answer at once, strong, which thinks, and with friends "
            "master; "
            f"exec:COMMAND is a program of your own ({page('bots')}). In a resumed match they take "
            "over from those who played.",
            show_default="medium",
        ),
    ] = None,
    allowed: options.TimeOption = None,
    start_time: options.StartTimeOption = None,
    seed: Annotated[
        int | None, typer.Option(help="Deal and play the same each time.", show_default=False)
    ] = None,
    speed: Annotated[Speed, typer.Option(help="How fast the others play.")] = "normal",
    lang: Annotated[
        Language | None,
        typer.Option(help="The language; else that of the system.", show_default=False),
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Line by line, for pipes and screen readers.")
    ] = False,
    resume: Annotated[
        bool, typer.Option("--resume", help="Resume FILE, or the newest unfinished match.")
    ] = False,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]", help="The saved match, with --resume.", show_default=False
        ),
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save a new match here.", show_default=False)
    ] = None,
    new: Annotated[
        bool, typer.Option("--new", help="Start a new match without asking anything.")
    ] = False,
    auto: Annotated[bool, typer.Option("--auto", help="Let a bot play for you: a demo.")] = False,
) -> None:
    """Play a match against bots; it is saved card by card and can be resumed at any time."""
    if file is not None and not resume:
        raise misused("resume", file=file)
    named = any(given is not None for given in (rules, system, players, decks)) or bool(changes)
    if resume and (named or save is not None or new):
        raise misused("resumed-keeps")
    if not plain and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise misused("no-terminal")
    chosen = options.chosen_rules(rules, changes, players, decks, system)
    limits = options.chosen_limits(allowed, start_time)
    language = lang or system_language()
    from shengji.bots.outside import bot_list
    from shengji.terminal.table.lobby import Lobby, bot_names
    from shengji.terminal.table.saves import newest_unfinished
    from shengji.terminal.table.session import STAND_IN

    names = STAND_IN if bots is None else bots
    if not resume:
        bot_names(names, chosen)
    compile_for(bot_list(names), language, err=plain)
    asks = not (plain or auto or new or resume or named)
    lobby = Lobby(
        chosen, names, takers=bots, seed=seed, auto=auto, save=save, asks=asks, limits=limits
    )
    path = file
    if resume and path is None:
        found = newest_unfinished()
        if found is None:
            raise misused("nothing-to-resume")
        path = found.path
    elif not resume and not new and save is None:
        lobby.offer = newest_unfinished()
    try:
        if plain:
            _play_plain(lobby, path, language)
        else:
            _play_on_screen(lobby, path, language, speed)
    finally:
        for report in () if lobby.session is None else lobby.session.failures:
            typer.echo(report, err=True)


def _play_plain(lobby: Lobby, path: Path | None, language: Language) -> None:
    from shengji.terminal.table.plain.game import choose, play_plain

    for stream in (sys.stdin, sys.stdout):
        # Undecodable input does not end the game.
        stream.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    play_plain(
        lambda lines: lobby.go_on(path) if path is not None else choose(lobby, lines),
        sys.stdin,
        sys.stdout,
        language,
    )


def _play_on_screen(lobby: Lobby, path: Path | None, language: Language, speed: Speed) -> None:
    from shengji.terminal.table.screen.app import TableApp

    app = TableApp(lobby, path, language, speed)
    app.run()
    if app.farewell:
        typer.echo(app.farewell)
    if app.failure is not None:
        raise app.failure
    if app.return_code:
        raise typer.Exit(app.return_code)
