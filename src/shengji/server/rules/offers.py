"""The bots that users can seat."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import lru_cache

from shengji.bots.characters import CHARACTERS, STEPS, number_of_level
from shengji.rules import Rules
from shengji.server.rules.schemas import BotLine
from shengji.server.site.schemas import Text
from shengji.server.site.words import words
from shengji.words import texts


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
        return tuple(bot_line(bot, seconds) for bot, seconds in self.offered(rules).items())


@lru_cache(maxsize=256)
def name_of_bot(bot: str, number: int | None = None) -> Text:
    """The name of a bot, with a number where others have the same; operators' bots keep theirs.

    >>> name_of_bot("granny").en, name_of_bot("medium", 2).en, name_of_bot("club").hans
    ('Granny Tang', 'Medium 2', 'club')
    """
    one, known = CHARACTERS.get(bot), texts("terminal").get(f"bots.{bot}")
    if one is not None:
        return words(one.en, one.zh)
    en, hans = (bot, bot) if known is None else (known.en.capitalize(), known.zh)
    return words(en, hans) if number is None else words(f"{en} {number}", f"{hans} {number}")


def bot_line(bot: str, seconds: float | None) -> BotLine:
    """A bot as an API line."""
    one = CHARACTERS.get(bot)
    level = number_of_level(bot) if one is None else one.level
    if level is None:
        return BotLine(bot=bot, seconds=seconds)
    step = STEPS[level - 1]
    return BotLine(
        bot=bot,
        seconds=seconds,
        level=level,
        rating=step.rating,
        name=words(step.en, step.zh) if one is None else name_of_bot(bot),
        says=None if one is None else words(one.says, one.says_zh),
    )
