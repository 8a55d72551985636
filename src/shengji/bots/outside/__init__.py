"""Bots in other programs: the protocol, both of its ends, and the handling of failures.

What lives here: the messages (documented in docs/bots.md), the process and its lines (`channel`),
the seat that such a program plays (`ProgramBot`), and the loop that runs one of our own bots at the
other end (`host`). What may not: rules, and information hidden from a seat; a process gets only the
masked events of its seat and what follows from them.

The API: `seat_bot` makes any bot from its name, and `process_bot` one from a command. `is_command`
and `bot_list` parse names as people write them (`basic,exec:python club.py`). `BotFailedError`
reports a failure without a stand-in, `faults_of` the failures of a bot so far, and `title_of` the
name of a program. Close a bot when its match is over (`Bot.close`). `end_idle` ends the processes
that are kept for another match. `run_bot` plays with a bot's class on standard input and output,
which makes a script such a program.
"""

from shengji.bots.outside.factory import process_bot, seat_bot
from shengji.bots.outside.failures import BotFailedError, Failure, Faults
from shengji.bots.outside.host import run_bot
from shengji.bots.outside.limits import Limits, read_limits
from shengji.bots.outside.names import EXEC, bot_list, command_of, is_command
from shengji.bots.outside.pool import end_idle
from shengji.bots.outside.program import ProgramBot, faults_of, title_of

__all__ = [
    "EXEC",
    "BotFailedError",
    "Failure",
    "Faults",
    "Limits",
    "ProgramBot",
    "bot_list",
    "command_of",
    "end_idle",
    "faults_of",
    "is_command",
    "process_bot",
    "read_limits",
    "run_bot",
    "seat_bot",
    "title_of",
]
