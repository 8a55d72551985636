"""Seating a bot by its name, one of ours or any other program."""

from __future__ import annotations

from shengji.bots import Bot, make_bot
from shengji.bots.outside import Limits, command_of, is_command, process_bot
from shengji.rules import Rules


def seat_bot(
    name: str, rules: Rules, seat: int, seed: int = 0, limits: Limits | None = None
) -> Bot:
    """The bot of this name, or for `exec:COMMAND` one that is played by that program.

    `limits` say how long a program may take; `None`: as by default.

    Raises:
        ValueError: when there is no bot of that name, or no such program.
    """
    if is_command(name):
        return process_bot(command_of(name), rules, seat, seed, limits)
    return make_bot(name, rules, seat, seed)
