"""The ruled bots: play by rules of thumb that were tuned on many hands, without search.

What lives here: the decisions before the first trick, one module each (`shows`, `redeal`, `burial`,
`land`, `calls`), and the bots that join them with the compiled choice of leads and follows
(`shengji.bots.policy`): `RuledBot`; `BasicBot`, a yardstick with plainer numbers; and `EasyBot`,
which forgets and slips as people do. What may not: search, and information hidden from a seat.
"""

from shengji.bots.ruled.basic import BasicBot
from shengji.bots.ruled.easy import EasyBot, lowest_cards
from shengji.bots.ruled.player import RememberingBot, RuledBot

__all__ = ["BasicBot", "EasyBot", "RememberingBot", "RuledBot", "lowest_cards"]
