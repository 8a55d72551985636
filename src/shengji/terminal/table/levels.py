"""Levels: what the bots are called, and how long they let one wait, in words."""

from __future__ import annotations

from collections.abc import Sequence

from shengji.bots import seconds_of
from shengji.terminal.table.speaker import Speaker


def cost(bot: str, speaker: Speaker) -> str:
    """How long a bot lets one wait.

    >>> cost("strong", Speaker("en", 4)), cost("exec:club", Speaker("zh", 4))
    ('thinks about 0.1 s a move', '另外的程序')
    >>> cost("strong@2", Speaker("en", 4))
    'thinks about 0.2 s a move'
    """
    seconds = seconds_of(bot)
    if seconds is None:
        return speaker.text("bots.own")
    if not seconds:
        return speaker.text("bots.at-once")
    return speaker.say("bots.thinks", seconds=f"{seconds:g}")


def option(bot: str, speaker: Speaker) -> str:
    """A bot among which one may choose.

    >>> option("easy", Speaker("en", 4))
    'easy: answers at once'
    """
    return speaker.say("bots.option", bot=bot, cost=cost(bot, speaker))


def seated(bots: Sequence[str], speaker: Speaker) -> str:
    """The bots of seats 1, 2, ...; one for all of them is said once, with its cost.

    >>> seated(("easy",) * 3, Speaker("en", 4)), seated(("easy", "strong"), Speaker("zh", 3))
    ('easy (answers at once)', '1 号：初级、2 号：高级')
    """
    if len(set(bots)) == 1:
        return speaker.say("bots.with-cost", bot=bots[0], cost=cost(bots[0], speaker))
    return speaker.text("list").join(
        speaker.say("bots.of-seat", seat=seat, bot=bot) for seat, bot in enumerate(bots, 1)
    )
