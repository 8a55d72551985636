"""The ruled bots: play by rules of thumb that were tuned on many hands, without search.

What lives here: what is decided before the first trick, one module for each decision (`showing`,
`redealing`, `burying`, `land`; friends are called as `shengji.bots.basic` does), and the two bots
that join them with the compiled choice of leads and follows (`shengji.bots.policy`): `RuledBot`,
and `EasyBot`, which forgets and slips as people do. What may not: search, and anything that a seat
may not know.
"""

from shengji.bots.ruled.bot import RememberingBot, RuledBot
from shengji.bots.ruled.easy import EasyBot

__all__ = ["EasyBot", "RememberingBot", "RuledBot"]
