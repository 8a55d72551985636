"""The learned player: which plays it is served, how they are described, its net, and the bot.

What lives here: all that it takes to play. What may not: how it is trained (`shengji.learn`).
"""

from shengji.bots.learned.learned_bot import PREFIX, LearnedBot
from shengji.bots.learned.net import CheckpointError

__all__ = ["PREFIX", "CheckpointError", "LearnedBot"]
