"""Thousands of hands in lockstep, on the compiled functions of the game.

The arrays of many hands are in `lanes`, the setup of a hand up to its first lead in `beginnings`,
observations in `observing`, and the combined step in `lockstep`. The plays are those of
`shengji.env.actions.plays`; `setups` has the decisions before the first lead. `Hands` needs NumPy
only; `VectorEnv` wraps it for Gymnasium; `matches` converts a hand to events. No rule is
implemented here: `shengji.play` decides legality, throws, tricks and results, as in every other
hand.
"""

from typing import TYPE_CHECKING

from shengji.env.vector.hands import Hands
from shengji.env.vector.matches import match_of

if TYPE_CHECKING:
    from shengji.env.vector.vector_env import VectorEnv

__all__ = ["Hands", "VectorEnv", "match_of"]


def __getattr__(name: str) -> object:
    """Import `VectorEnv` on first access, because it needs Gymnasium."""
    if name != "VectorEnv":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from shengji.env.vector.vector_env import VectorEnv  # noqa: PLC0415

    return VectorEnv
