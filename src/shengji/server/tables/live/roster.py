"""The bots that can be seated: ours, the operator's, and those that come over the network."""

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
"""How long a bot takes: it answers at once, it thinks, or it waits for another process; and what
checks plays of people that may take long."""

LIMITS: Final = Limits(start=60.0, decision=5.0, bank=15.0)
"""How long a bot in another process may take, while people wait for it."""


class Roster(BotOffers):
    """The bots by name.

    What runs is fixed when the server starts: whatever people send, nothing else is ever started.

    Args:
        commands: the operator's own bots: by name the command that plays (docs/bots.md).
        remotes: those that come over the network.
    """

    def __init__(
        self, commands: Mapping[str, str] | None = None, remotes: Remotes | None = None
    ) -> None:
        self._commands = dict(commands or {})
        self._remotes = Remotes() if remotes is None else remotes

    @property
    def names(self) -> tuple[str, ...]:
        """Every bot that can be seated, ours first."""
        return (*BOTS, *self._commands, *self._remotes.names)

    def offered(self, rules: Rules | None = None) -> dict[str, float | None]:
        """About how many seconds each bot thinks that people are offered; `None`: not known.

        Ours come first, from weak to strong. With rules, only those that can play by them, and of
        ours those whose level is shown there.
        """
        free, levels = self._remotes.free, levels_for(rules)
        names = (*BOTS, *self._commands, *free) if rules is None else self.able(rules)
        return {name: seconds_of(name) for name in names if name in levels or name not in BOTS}

    def able(self, rules: Rules) -> tuple[str, ...]:
        """The bots, of some, that can play by these rules, and whose program is there."""
        commands = (name for name in self._commands if self._can_play(name, rules))
        return (*BOTS, *commands, *self._remotes.free)

    def lane(self, name: str) -> Lane:
        """How long a bot takes, so that others do not wait for it."""
        if seconds_of(name) == 0:
            return "quick"
        return "waits" if name in self._commands or name.startswith(MARK) else "thinks"

    def make(self, name: str, rules: Rules, seat: int, seed: int) -> Bot:
        """A bot for a seat; the stand-in goes on for one in another process that fails.

        It plays at once where that other program cannot, by these rules or because it is gone.

        Raises:
            ValueError: when there is no bot of that name.
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
