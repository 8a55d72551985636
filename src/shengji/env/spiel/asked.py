"""Questions and actions of OpenSpiel that both games take or refuse alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel


def asks_recall(kind: Any, params: Mapping[str, Any] | None) -> bool | None:
    """Whether a player is to be told all that it has heard, or only where the hand stands.

    Args:
        kind: a `pyspiel.IIGObservationType`, or nothing for the usual one.
        params: parameters of an observation; there are none.

    Returns:
        `None` when what lies open and what is the player's own are asked for apart, or what is
        others': that is not told.

    Raises:
        ValueError: when there are parameters.
    """
    if params:
        raise ValueError(f"observation parameters {params}: there are none, so leave them out")
    if not kind:
        return False
    own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
    return bool(kind.perfect_recall) if kind.public_info and own else None


def check_allowed(action: int, allowed: Sequence[int]) -> None:
    """Refuse an action that is not allowed, before it changes anything.

    Raises:
        ValueError: when it is not.
    """
    if action not in allowed:
        raise ValueError(f"action {action} is not allowed; allowed are {list(allowed)}")
