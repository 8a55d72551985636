"""The bots that people are offered."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

from shengji.rules import Rules
from shengji.server.rules.schemas import BotLine


class BotOffers(ABC):
    """The bots that can be seated."""

    @abstractmethod
    def offered(self, rules: Rules | None = None) -> Mapping[str, float | None]:
        """The seconds for which each bot thinks about a decision, by name; `None`: not known.

        Args:
            rules: only those that can play by these; `None`: all.
        """

    def lines(self, rules: Rules | None = None) -> tuple[BotLine, ...]:
        """The same as people are told it."""
        return tuple(BotLine(bot=bot, seconds=s) for bot, s in self.offered(rules).items())
