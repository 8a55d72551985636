"""The learned player: its candidate plays, their features, its net, and the bot.

What lives here: everything needed to play. What may not: training (`shengji.learn`).
"""

from shengji.bots.learned.learned_bot import PREFIX, LearnedBot
from shengji.bots.learned.net import CheckpointError

__all__ = ["PREFIX", "CheckpointError", "LearnedBot"]
