"""The command `shengji`; each command is one module of `shengji.terminal.commands`."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from shengji import __version__
from shengji.terminal.commands import (
    admin,
    arena,
    backup,
    bench,
    bot,
    data,
    doctor,
    drill,
    explain,
    find,
    judge,
    ladder,
    play,
    puzzles,
    ratings,
    record,
    replay,
    review,
    rules,
    schema,
    serve,
    sim,
    stats,
    verify,
    warm,
)
from shengji.terminal.errors import StoppedError, UsageError
from shengji.terminal.language import asked_language
from shengji.terminal.usage_errors import usage_error
from shengji.words import Phrase


class _Commands(TyperGroup):
    """The command group; adds messages for interrupts, and usage errors in Chinese."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command.

        Raises:
            StoppedError: it was interrupted from the keyboard.
            UsageError: Typer found a usage error, and the chosen language is Chinese.
        """
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise StoppedError(Phrase("usage", "stopped")) from None
        except Exception as error:
            if asked_language() == "zh" and (told := usage_error(error)) is not None:
                raise UsageError(told) from None
            raise


app = typer.Typer(
    name="shengji",
    cls=_Commands,
    help="Sheng Ji (升级), Tractor (拖拉机) and their relatives: play, judge, study.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("play")(play.play)
app.command("serve")(serve.serve)
app.add_typer(admin.app, name="admin")
app.add_typer(ratings.app, name="ratings")
app.command("backup")(backup.backup)
app.command("restore")(backup.restore)
app.command("doctor")(doctor.doctor)
app.command("rules")(rules.rules)
app.command("judge")(judge.judge)
app.command("drill")(drill.drill)
app.add_typer(record.app, name="record")
record.app.command("find")(find.find)
app.command("replay")(replay.replay)
app.command("review")(review.review)
app.command("verify")(verify.verify)
app.add_typer(puzzles.app, name="puzzles")
app.command("sim")(sim.sim)
app.command("arena")(arena.arena)
app.command("ladder")(ladder.ladder)
app.command("stats")(stats.stats)
app.command("explain")(explain.explain)
app.command("bot")(bot.bot)
app.add_typer(data.app, name="data")
app.command("bench")(bench.bench)
app.command("schema")(schema.schema)
app.command("warm")(warm.warm)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"shengji {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


command = get_command(app)
"""The complete command; calling it parses and runs the command line."""
