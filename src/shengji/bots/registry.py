"""The bots by name."""

from __future__ import annotations

import difflib

from shengji.bots.bot import Bot
from shengji.bots.characters import CHARACTERS, LEVEL_NAMES, STEPS, bot_of_character, bot_of_level
from shengji.bots.ruled import BasicBot, EasyBot, RuledBot
from shengji.bots.search import MasterBot, SearchBot, StrongBot
from shengji.bots.uniform import RandomBot
from shengji.game import Hand
from shengji.rules import Rules, RulesLike, rules_from
from shengji.words import Names, Phrase, SpokenError

LEVELS: tuple[str, ...] = tuple(bot.name for bot in (EasyBot, RuledBot, StrongBot, MasterBot))
"""The bots offered as levels of strength, from weak to strong."""

_WITH_FRIENDS = frozenset({MasterBot.name})
"""Levels that are measurably stronger only in games with called friends (docs/strength.md)."""

BOTS: dict[str, type[Bot]] = {
    bot.name: bot for bot in (RandomBot, BasicBot, EasyBot, RuledBot, StrongBot, MasterBot)
}

CAST: dict[str, type[Bot]] = {name: bot_of_character(one) for name, one in CHARACTERS.items()}
"""The characters as bots, by id."""

_PLAIN: dict[str, type[Bot]] = {
    name: bot_of_level(name, level) for name, level in zip(LEVEL_NAMES, STEPS, strict=True)
}
"""The bots of the levels, without a style."""

QUICK_BOTS: tuple[str, ...] = tuple(name for name, bot in BOTS.items() if not bot.seconds)
"""The bots that answer at once."""


LEAST_TIMES, MOST_TIMES = 0.001, 1000.0
"""Minimum and maximum factor of a bot's thinking time (`NAME@FACTOR`)."""


def levels_for(rules: Rules | None = None) -> tuple[str, ...]:
    """The levels that are offered under these rules, from weak to strong.

    Args:
        rules: the rules of the game; `None`: any game, so that levels for some games are left out.

    >>> levels_for(), levels_for(Rules(teams="friends", players=5))[-1]
    (('easy', 'medium', 'strong'), 'master')
    """
    friends = rules is not None and rules.teams == "friends"
    return tuple(name for name in LEVELS if friends or name not in _WITH_FRIENDS)


def find_bot(name: str) -> type[Bot] | None:
    """The class of a bot, a character, or the plain bot of a level; `None`: no such bot."""
    return BOTS.get(name) or CAST.get(name) or _PLAIN.get(name)


def seconds_of(name: str) -> float | None:
    """Approximate seconds for a lead or follow by a bot's name; `None` for an outside bot.

    >>> seconds_of("medium"), seconds_of("strong@2"), seconds_of("exec:club")
    (0.0, 0.2, None)
    """
    plain, at, times = name.partition("@")
    bot = find_bot(plain)
    if bot is None:
        return None
    return bot.seconds * (_times(name, times) if at else 1.0)


def needs_time(name: str, hand: Hand) -> bool:
    """Whether a built-in bot needs its thinking time for the current decision of a hand."""
    bot = find_bot(name.partition("@")[0])
    assert bot is not None, "only built-in bots are asked"
    return bot.needs_time(hand)


def make_bot(name: str, rules: RulesLike, seat: int, seed: int = 0) -> Bot:
    """Make a bot by name for a seat; `strong@2` is `strong` with twice the thinking time.

    Raises:
        ValueError: when no bot has that name (the message names the nearest); when the bot does not
            think, the factor is out of range, or there is no such seat.

    >>> make_bot("medium", "tractor", 0).name
    'medium'
    """
    rules = rules_from(rules)
    rules.check_seat(seat)
    if name.startswith(("exec:", "botzone:")):
        raise ValueError(f"{name!r} is a program; shengji.bots.outside.seat_bot makes its bot")
    plain, at, times = name.partition("@")
    bot = find_bot(plain)
    if bot is None:
        close = difflib.get_close_matches(plain.lower(), [*BOTS, *CAST], n=1)
        hint = Phrase("usage", "hint", nearest=close[0]) if close else Phrase("usage", "no-hint")
        raise SpokenError(Phrase("usage", "no-bot", given=plain, hint=hint, names=Names(BOTS)))
    if not at:
        return bot(rules, seat, seed)
    if not issubclass(bot, SearchBot):
        raise SpokenError(Phrase("usage", "bot-answers-at-once", bot=plain, times=times))
    return bot(rules, seat, seed, _times(name, times))


def _times(name: str, text: str) -> float:
    """Parse the factor of the thinking time after `@` in a bot's name."""
    try:
        times = float(text)
    except ValueError:
        times = 0.0
    if not LEAST_TIMES <= times <= MOST_TIMES:
        raise SpokenError(
            Phrase("usage", "bot-times", bot=name, least=LEAST_TIMES, most=MOST_TIMES)
        )
    return times
