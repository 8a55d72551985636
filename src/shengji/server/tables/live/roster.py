"""The bots that can be seated: built-in ones, the operator's programs, and remote bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

import structlog

from shengji.bots import BOTS, Bot, levels_for, make_bot, seconds_of
from shengji.bots.outside import Limits, process_bot
from shengji.bots.ruled import RuledBot
from shengji.rules import Rules
from shengji.server.rules.offers import BotOffers
from shengji.server.tables.live.remote import MARK, Remotes

_logger = structlog.get_logger()

Lane = Literal["quick", "thinks", "waits", "checks"]
"""The thread pool for a task: quick bots, searching bots, other processes, and slow checks."""

LIMITS: Final = Limits(start=60.0, decision=5.0, bank=15.0)
"""Time limits in seconds for bots in other processes, at tables with people."""


class Roster(BotOffers):
    """The bots by name.

    The set of programs is fixed when the server starts: no request can start any other program.

    Args:
        commands: the operator's programs: by name the command to run (docs/bots.md).
        remotes: the remote bots.
    """

    def __init__(
        self, commands: Mapping[str, str] | None = None, remotes: Remotes | None = None
    ) -> None:
        self._commands = dict(commands or {})
        self._remotes = Remotes() if remotes is None else remotes

    @property
    def names(self) -> tuple[str, ...]:
        """All bots that can be seated, built-in ones first."""
        return (*BOTS, *self._commands, *self._remotes.names)

    def offered(self, rules: Rules | None = None) -> dict[str, float | None]:
        """Return the offered bots with their usual seconds for a decision; `None`: unknown.

        Built-in bots come first, from weak to strong. With rules, only bots that can play by them
        are included, and of the built-in ones only those whose level is shown there.
        """
        free, levels = self._remotes.free, levels_for(rules)
        names = (*BOTS, *self._commands, *free) if rules is None else self.able(rules)
        return {name: seconds_of(name) for name in names if name in levels or name not in BOTS}

    def able(self, rules: Rules) -> tuple[str, ...]:
        """Return the bots that can play by these rules and are available."""
        commands = (name for name in self._commands if self._can_play(name, rules))
        return (*BOTS, *commands, *self._remotes.free)

    def lane(self, name: str) -> Lane:
        """Return the thread pool for a bot."""
        if seconds_of(name) == 0:
            return "quick"
        return "waits" if name in self._commands or name.startswith(MARK) else "thinks"

    def make(self, name: str, rules: Rules, seat: int, seed: int) -> Bot:
        """Create a bot for a seat.

        If a program or remote bot fails later, a stand-in continues for it. The stand-in is
        returned instead if the program cannot play by these rules, or is gone.

        Raises:
            ValueError: there is no bot of that name.
        """
        if name in self._commands or name.startswith(MARK):
            try:
                return self._program(name, rules, seat, seed)
            except ValueError as error:
                _logger.error("outside-bot-cannot-play", bot=name, seat=seat, why=str(error))
                return RuledBot(rules, seat, seed)
        if name not in BOTS:
            raise ValueError(f"there is no bot {name!r}")
        return make_bot(name, rules, seat, seed)

    def _can_play(self, name: str, rules: Rules) -> bool:
        try:
            self._program(name, rules, 0, 0)
        except ValueError:
            return False
        return True

    def _program(self, name: str, rules: Rules, seat: int, seed: int) -> Bot:
        if name.startswith(MARK):
            return self._remotes.open(name, rules, seat, seed, LIMITS, RuledBot)
        return process_bot(self._commands[name], rules, seat, seed, LIMITS, RuledBot)
