"""The bots that users can seat."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

from shengji.rules import Rules
from shengji.server.rules.schemas import BotLine


class BotOffers(ABC):
    """The bots available for a seat."""

    @abstractmethod
    def offered(self, rules: Rules | None = None) -> Mapping[str, float | None]:
        """The thinking time of each bot per decision, in seconds, by name; `None` if unknown.

        Args:
            rules: only bots that can play by these rules; `None` for all bots.
        """

    def lines(self, rules: Rules | None = None) -> tuple[BotLine, ...]:
        """The available bots as API lines."""
        return tuple(BotLine(bot=bot, seconds=s) for bot, s in self.offered(rules).items())
