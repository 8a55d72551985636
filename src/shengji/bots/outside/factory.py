"""Making a bot from its name or from a command."""

from __future__ import annotations

from pathlib import Path

from shengji.bots.bot import Bot
from shengji.bots.learned import PREFIX, LearnedBot
from shengji.bots.outside.botzone.guest import BotzoneBot
from shengji.bots.outside.limits import Limits
from shengji.bots.outside.names import BOTZONE, command_of, is_command
from shengji.bots.outside.process import ProcessBot
from shengji.bots.outside.program import ProgramBot, StandIn
from shengji.bots.registry import make_bot
from shengji.rules import Rules


def seat_bot(
    name: str,
    rules: Rules,
    seat: int,
    seed: int = 0,
    *,
    limits: Limits | None = None,
    stand_in: StandIn | None = None,
) -> Bot:
    """The bot of this name, for `exec:COMMAND` one that is played by that program.

    For `learned:PATH` it is the learned player with the checkpoint that lies there.

    `limits` and `stand_in` count for programs alone; see `process_bot`.

    Raises:
        ValueError: when there is no bot of that name, no such program, or no checkpoint that can be
            used; or it cannot play these rules.
    """
    if is_command(name):
        return process_bot(command_of(name), rules, seat, seed, limits, stand_in)
    if name.startswith(PREFIX):
        return LearnedBot(rules, seat, seed, path=Path(name.removeprefix(PREFIX)))
    return make_bot(name, rules, seat, seed)


def process_bot(
    command: str,
    rules: Rules,
    seat: int,
    seed: int = 0,
    limits: Limits | None = None,
    stand_in: StandIn | None = None,
) -> ProgramBot:
    """A bot that is played by another program (docs/bots.md, docs/botzone.md).

    The program is started when it is first needed.

    Args:
        command: the program and its arguments; no shell reads them. After `botzone:` stands one
            that is made for Botzone.
        rules: what is played.
        seat: its seat.
        seed: what its chance starts from.
        limits: how long it may take; `None`: as by default.
        stand_in: makes the bot that goes on when the program fails, such as `BasicBot`; `None`:
            then a decision raises `BotFailedError`.

    Raises:
        ValueError: when there is no such program, or it cannot play these rules.
    """
    if command.startswith(BOTZONE):
        return BotzoneBot(command, rules, seat, seed, limits, stand_in)
    return ProcessBot(command, rules, seat, seed, limits, stand_in)
