"""The command `shengji`; each command is one module of `shengji.terminal.commands`."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

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
    train,
    warm,
)
from shengji.terminal.errors import EndedError, StoppedError, UsageError
from shengji.terminal.misuse import misuse
from shengji.words import Language, Phrase, Spoken, why_of


class _Commands(TyperGroup):
    """The commands; Typer would say nothing of a stop from the keyboard, nor a word in Chinese."""

    def invoke(self, ctx: Any) -> Any:
        """Run one of them."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise StoppedError(Phrase("usage", "stopped")) from None
        except Exception as error:
            if _language() == "zh" and (told := misuse(error)) is not None:
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
app.add_typer(puzzles.app, name="puzzles")
app.command("sim")(sim.sim)
app.command("arena")(arena.arena)
app.command("ladder")(ladder.ladder)
app.command("stats")(stats.stats)
app.command("explain")(explain.explain)
app.command("bot")(bot.bot)
app.add_typer(data.app, name="data")
app.command("train")(train.train)
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
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run the command line. Wrong input ends with one message and exit status 2."""
    for name in ("SIGTERM", "SIGHUP"):
        _leave_on(name)
    try:
        app()
    except EndedError as error:
        _end(error, error.status)
    except UnicodeEncodeError as error:
        _end(Phrase("usage", "encoding", encoding=error.encoding), 1)
    except BrokenPipeError:
        # Whoever read our output has gone; there is nobody to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        _end(Phrase("usage", "os", why=why_of(error)), 1)
    except Exception as error:
        if os.environ.get("SHENGJI_DEBUG"):
            traceback.print_exc()
        fault = f"this is a fault of shengji: {error!r} (SHENGJI_DEBUG=1 shows where)"
        # The notes say what matters to the person, such as where a match is saved.
        _end("\n".join([fault, *getattr(error, "__notes__", ())]), 70)


def _leave_on(name: str) -> None:
    """Have a signal end us as anything else does, and what we have started with us.

    Who has a better answer, as the server, takes its place; who is told to ignore it, ignores it.
    """
    number = getattr(signal, name, None)  # Windows has not all of them.
    if number is not None and signal.getsignal(number) is signal.SIG_DFL:
        signal.signal(number, lambda number, frame: sys.exit(128 + number))


def _end(message: str | Spoken, status: int) -> None:
    told = message if isinstance(message, str) else message.said(_language())
    print(f"shengji: {told}", file=sys.stderr)
    sys.exit(status)


def _language() -> Language:
    """The language that was asked for, also where the rest of the line is wrong.

    It is looked for in what was typed: a command that cannot be read has no options.
    """
    given = sys.argv[1:]
    for at, word in enumerate(given):
        name, _, value = word.partition("=")
        if name in ("--lang", "--language"):
            return "zh" if (value or "".join(given[at + 1 : at + 2])) == "zh" else "en"
    return "en"
