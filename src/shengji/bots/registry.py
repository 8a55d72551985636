"""The bots by name."""

from __future__ import annotations

import difflib

from shengji.bots.basic import BasicBot
from shengji.bots.bot import Bot
from shengji.bots.ruled import EasyBot, RuledBot
from shengji.bots.search import MasterBot, StrongBot
from shengji.bots.uniform import RandomBot
from shengji.rules import Rules

LEVELS: tuple[str, ...] = tuple(bot.name for bot in (EasyBot, RuledBot, StrongBot, MasterBot))
"""The bots among which a person chooses how strong the others play, from weak to strong."""

BOTS: dict[str, type[Bot]] = {
    bot.name: bot for bot in (RandomBot, BasicBot, EasyBot, RuledBot, StrongBot, MasterBot)
}

QUICK_BOTS: tuple[str, ...] = tuple(name for name, bot in BOTS.items() if not bot.seconds)
"""The bots that answer at once."""


def make_bot(name: str, rules: Rules, seat: int, seed: int = 0) -> Bot:
    """A bot of this name for a seat.

    Raises:
        ValueError: when there is no bot of that name; the message names the nearest.
    """
    if name not in BOTS:
        close = difflib.get_close_matches(name.lower(), BOTS, n=1)
        hint = f"; did you mean {close[0]}?" if close else "."
        raise ValueError(f"there is no bot {name!r}{hint} The bots are: {', '.join(BOTS)}")
    return BOTS[name](rules, seat, seed)
