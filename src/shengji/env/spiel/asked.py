"""Checks of arguments from OpenSpiel that both games share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel


def asks_recall(kind: Any, params: Mapping[str, Any] | None) -> bool | None:
    """Whether an observation type has perfect recall.

    Args:
        kind: a `pyspiel.IIGObservationType`, or `None` for the default one.
        params: must be empty.

    Returns:
        `None` for an unsupported type: public or private information alone, or that of all players.

    Raises:
        ValueError: if there are parameters.
    """
    if params:
        raise ValueError(f"observation parameters {params}: there are none, so leave them out")
    if not kind:
        return False
    own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
    return bool(kind.perfect_recall) if kind.public_info and own else None


def check_allowed(action: int, allowed: Sequence[int]) -> None:
    """Refuse an action that is not allowed, before it changes any state.

    Raises:
        ValueError: the action is not allowed.
    """
    if action not in allowed:
        raise ValueError(f"action {action} is not allowed; allowed are {list(allowed)}")
