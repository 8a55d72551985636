"""Playing a hand on from any moment, on a copy."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from shengji.bots.bot import Bot
from shengji.bots.registry import make_bot
from shengji.bots.table import Table
from shengji.game import HandEnded, Match


def playout(match: Match, bots: str | Mapping[int, Bot] = "medium", *, seed: int = 0) -> HandEnded:
    """Play the hand of a match to its end, and return the result; the match is not changed.

    Args:
        match: a match that knows all cards, such as one of `deals`.
        bots: the name of the bot in every seat, or the bots by seat.
        seed: seed of the bots made by name, and of the next deck if the hand is dealt again.

    Raises:
        ValueError: the match does not know all cards; no hand is under way; a seat has no bot, or a
            bot that cannot begin in the middle of a match.
        BotError: a bot's answer is refused.

    >>> from random import Random
    >>> from shengji.bots import Table, make_bot
    >>> bots = {seat: make_bot("easy", "tractor", seat) for seat in range(4)}
    >>> table = Table("tractor", bots, Random(1))
    >>> events = table.step()
    >>> playout(table.match, "easy").points, table.match.hand.drawn
    (90, 0)
    """
    if not match.all_seen:
        raise ValueError("this match hides cards: play out what `deals` makes of it")
    if match.hand is None or match.hand.is_over:
        raise ValueError("no hand is under way")
    rules = match.rules
    if isinstance(bots, str):
        name = bots
        bots = {seat: make_bot(name, rules, seat, seed + seat) for seat in range(rules.players)}
    if missing := set(range(rules.players)) - set(bots):
        raise ValueError(f"there is no bot for seat {min(missing)}")
    table = Table.resumed(match.copy(), bots, Random(seed))
    return table.play_hand()
