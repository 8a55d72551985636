"""The entry point of `shengji`: an error ends it with one message and an exit status."""

from __future__ import annotations

import os
import signal
import sys
import traceback

from shengji.extras import MissingExtraError, require
from shengji.terminal.ending import end
from shengji.terminal.errors import EndedError, StoppedError
from shengji.terminal.language import asked_language
from shengji.words import Phrase, Spoken, why_of


def main() -> None:
    """Run the command line. Wrong input ends with one message and exit status 2."""
    for name in ("SIGTERM", "SIGHUP"):
        _leave_on(name)
    try:
        require("terminal", "typer")
        from shengji.terminal.cli import command

        command()
    except EndedError as error:
        _end(error, error.status)
    except KeyboardInterrupt:  # while the modules of the command line load
        _end(Phrase("usage", "stopped"), StoppedError.status)
    except MissingExtraError as error:
        _end(error, 2)
    except UnicodeEncodeError as error:
        _end(Phrase("usage", "encoding", encoding=error.encoding), 1)
    except BrokenPipeError:
        # The reader of the output has closed it, so no message is possible.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except MemoryError:
        _end(Phrase("usage", "memory"), 1)
    except OSError as error:
        _end(Phrase("usage", "os", why=why_of(error)), 1)
    except Exception as error:
        if os.environ.get("SHENGJI_DEBUG"):
            traceback.print_exc()
        fault = f"this is a fault of shengji: {error!r} (SHENGJI_DEBUG=1 shows where)"
        # The notes contain information for the user, such as where a match is saved.
        _end("\n".join([fault, *getattr(error, "__notes__", ())]), 70)


def _leave_on(name: str) -> None:
    """Handle a signal by a normal exit, which also ends started processes.

    Handlers that are set already stay, as do ignored signals; the server replaces this handler.
    """
    number = getattr(signal, name, None)  # Windows does not have all of them.
    if number is not None and signal.getsignal(number) is signal.SIG_DFL:
        signal.signal(number, end)


def _end(message: str | Spoken, status: int) -> None:
    told = message if isinstance(message, str) else message.render(asked_language())
    print(f"shengji: {told}", file=sys.stderr)
    sys.exit(status)
