"""Thousands of hands in lock step, in compiled code, by the kernels of the game.

What lives here: the arrays of many hands (`lanes`), how a hand comes to its first lead
(`beginnings`), which plays are offered (`choices`), what is told (`observing`), and a step of all
of it (`lockstep`); `Hands`, which needs NumPy alone; `VectorEnv`, which is that for Gymnasium; and
a match that tells a hand as events (`matches`). What may not: a rule. What is owed, what is led of
a throw, who wins a trick and what a hand comes to is said by the kernels of `shengji.play`, as in
every other hand.
"""

from typing import TYPE_CHECKING

from shengji.env.vector.hands import Hands
from shengji.env.vector.matches import match_of

if TYPE_CHECKING:
    from shengji.env.vector.vector_env import VectorEnv

__all__ = ["Hands", "VectorEnv", "match_of"]


def __getattr__(name: str) -> object:
    """Load what needs Gymnasium when it is asked for."""
    if name != "VectorEnv":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from shengji.env.vector.vector_env import VectorEnv  # noqa: PLC0415

    return VectorEnv
