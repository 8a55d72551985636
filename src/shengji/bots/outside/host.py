"""The other end of the protocol: one of our own bots on standard input and output."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout

import msgspec

from shengji import __version__
from shengji.bots.bot import Bot
from shengji.bots.outside.messages import PROTOCOL, Bye, Events, Hello, Ready, Refused, ToBot
from shengji.bots.outside.question import reply_of
from shengji.game import Command, Due, Standing, due_of
from shengji.record.lines import encode
from shengji.rules import Rules, RulesError, rules_from

Maker = Callable[[Rules, int, int], Bot]
"""A factory of bots, from rules, seat and seed."""


class ProtocolError(ValueError):
    """A message that breaks the protocol; the text names the error."""


def serve_bot(
    name: str, make: Maker, lines: Iterable[bytes], write: Callable[[bytes], None]
) -> None:
    """Play by the protocol until a `Bye` or the end of the lines.

    Args:
        name: the bot's name in `Ready`.
        make: the factory of the bot, called for each match.
        lines: the messages to the bot.
        write: the function that writes one line, with its end, and flushes it.

    Raises:
        ProtocolError: when a message is invalid, or out of order.
    """
    bot: Bot | None = None
    try:
        for number, line in enumerate(lines, 1):
            message = _read(line, number)
            if isinstance(message, Bye):
                return
            if isinstance(message, Hello):
                if bot is not None:
                    bot.close()
                bot = _begin(make, message)
                write(encode(Ready(protocol=PROTOCOL, name=name, version=__version__, reuse=True)))
            elif bot is None:
                raise ProtocolError(f"line {number} comes before a hello")
            elif isinstance(message, Events):
                _observe(bot, message, number)
            elif not isinstance(message, Refused):
                hand = bot.match.hand
                due = None if hand is None else due_of(hand, bot.seat)
                if due is None or due.decision != message.__struct_config__.tag:
                    raise ProtocolError(
                        f"line {number} asks for what this seat does not decide now, by the events "
                        "so far"
                    )
                write(encode(reply_of(due, _decide(bot, due, number), message.id)))
    finally:
        if bot is not None:
            bot.close()


def run_bot(make: Maker, name: str) -> None:
    """Play by the protocol on standard input and output, as `exec:COMMAND` names such a program.

    Whatever else prints goes to standard error.

    Args:
        make: the class of the bot, or its factory.
        name: its name in reports.

    Raises:
        ProtocolError: when a message is invalid, or out of order.
    """
    output = sys.stdout.buffer

    def write(line: bytes) -> None:
        output.write(line)
        output.flush()

    with redirect_stdout(sys.stderr):
        serve_bot(name, make, sys.stdin.buffer, write)


def _read(line: bytes, number: int) -> ToBot:
    try:
        message: ToBot = msgspec.json.decode(line, type=ToBot)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ProtocolError(f"line {number} is no message to a bot: {error}") from None
    return message


def _begin(make: Maker, hello: Hello) -> Bot:
    """Make a bot for a new match."""
    if hello.protocol != PROTOCOL:
        raise ProtocolError(
            f"the table speaks version {hello.protocol} of the protocol; this is {PROTOCOL}"
        )
    try:
        rules = rules_from(hello.rules, stored=True)
    except RulesError as error:
        raise ProtocolError(f"the rules cannot be read: {error}") from None
    players = rules.players
    lengths = {len(hello.levels), len(hello.laps), len(hello.tried)}
    if not 0 <= hello.seat < players or lengths != {players}:
        raise ProtocolError("the seat, the levels, the laps or the tries do not fit the rules")
    if hello.dealer is not None and not 0 <= hello.dealer < players:
        raise ProtocolError(f"the Dealer is seat {hello.dealer}, and there are {players} seats")
    bot = make(rules, hello.seat, hello.seed)
    bot.begin_at(hello.levels, hello.dealer)
    stands = zip(hello.levels, hello.laps, hello.tried, strict=True)
    bot.match.standings = [Standing(level, lap, tried) for level, lap, tried in stands]
    return bot


def _decide(bot: Bot, due: Due, number: int) -> Command | None:
    try:
        return bot.decide(due)
    except Exception as error:
        # Cards that events have dealt too often are missed only here.
        raise ProtocolError(
            f"line {number} asks for a decision that the events so far do not allow: {error}"
        ) from error


def _observe(bot: Bot, events: Events, number: int) -> None:
    for event in events.events:
        try:
            bot.observe(event)
        except Exception as error:
            # Any exception means that the table's events are inconsistent; it is not an error of
            # our code.
            raise ProtocolError(
                f"line {number} has an event that cannot follow those before: {event}"
            ) from error
