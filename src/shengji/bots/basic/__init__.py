"""The basic bot: plays as Z21 §5 advises, from what its own seat has seen.

What lives here: one module for each of its decisions (`declaring`, `burying`, `leading`,
`following`), what they share (`memory`: what is certain; `odds`: what is likely; `worth`: what a
card is worth keeping; `choices`: how to put together a legal follow), and `BasicBot`, which joins
them. What may not: chance, search, and anything that a seat may not know.
"""

from shengji.bots.basic.bot import BasicBot
from shengji.bots.basic.memory import Memory

__all__ = ["BasicBot", "Memory"]
