"""Bots that are other programs: the protocol, both ends of it, and what happens when one fails.

What lives here: the messages (docs/bots.md is the page about them), the process and its lines
(`channel`), the seat that such a program plays (`ProgramBot`), and the loop that lets one of our
own bots play at the other end (`host`). What may not: rules, and anything that a seat may not
know; a process gets the masked events of its seat and what follows from them.

For whoever seats bots: `seat_bot` makes one from its name, whoever plays it, and `process_bot` one
from a command; `is_command` and `bot_list` read names as people give them
(`basic,exec:python club.py`), `BotFailedError` says that one has failed and has no stand-in,
`faults_of` what a bot has done wrong so far, and `title_of` what a program calls itself. A bot is
closed when its match is over (`Bot.close`); `end_idle` ends the processes that wait for another
match.
"""

from shengji.bots.outside.factory import process_bot, seat_bot
from shengji.bots.outside.failures import BotFailedError, Failure, Faults
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
    "seat_bot",
    "title_of",
]
