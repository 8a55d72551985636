"""Makes a bot from its name or from a command."""

from __future__ import annotations

from shengji.bots.bot import Bot
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
    """Make a bot by its name; `exec:COMMAND` is played by that program.

    `limits` and `stand_in` apply to programs only; see `process_bot`.

    Raises:
        ValueError: when no bot has that name, there is no such program, or the bot cannot play
            these rules.
    """
    if is_command(name):
        return process_bot(command_of(name), rules, seat, seed, limits, stand_in)
    return make_bot(name, rules, seat, seed)


def process_bot(
    command: str,
    rules: Rules,
    seat: int,
    seed: int = 0,
    limits: Limits | None = None,
    stand_in: StandIn | None = None,
) -> ProgramBot:
    """Make a bot that is played by another program (docs/bots.md, docs/botzone.md).

    The program is started when it is first needed.

    Args:
        command: the program and its arguments, without a shell; the prefix `botzone:` marks one
            made for Botzone.
        rules: the rules of the match.
        seat: the seat's number.
        seed: the seed of its randomness.
        limits: its time limits; `None`: the default ones.
        stand_in: the factory of the bot that continues when the program fails, such as `BasicBot`;
            `None`: a decision then raises `BotFailedError`.

    Raises:
        ValueError: when there is no such program, or it cannot play these rules.
    """
    if command.startswith(BOTZONE):
        return BotzoneBot(command, rules, seat, seed, limits, stand_in)
    return ProcessBot(command, rules, seat, seed, limits, stand_in)
