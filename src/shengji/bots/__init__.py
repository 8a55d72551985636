"""Bots: the interface, the bots by name, and the table that drives a match with them.

What lives here: `Bot`, which sees only its seat's view and answers every decision; the registry of
named bots; `Table`, which passes events to the bots and their answers to the match. What may not:
code that lets a bot see more than its seat may know.
"""

from shengji.bots.bot import Bot, BotError, LeadChoice, OwnBot
from shengji.bots.registry import (
    BOTS,
    CAST,
    LEVELS,
    QUICK_BOTS,
    find_bot,
    levels_for,
    make_bot,
    needs_time,
    seconds_of,
)
from shengji.bots.ruled import BasicBot
from shengji.bots.table import Table
from shengji.bots.uniform import RandomBot

__all__ = [
    "BOTS",
    "CAST",
    "LEVELS",
    "QUICK_BOTS",
    "BasicBot",
    "Bot",
    "BotError",
    "LeadChoice",
    "OwnBot",
    "RandomBot",
    "Table",
    "find_bot",
    "levels_for",
    "make_bot",
    "needs_time",
    "seconds_of",
]
