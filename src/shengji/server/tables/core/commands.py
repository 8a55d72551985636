"""Conversion between actions of the browser and commands of the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, get_args

from msgspec.structs import astuple

from shengji.game import Command
from shengji.server.tables import actions

_ACTIONS: Final[dict[Callable[..., Command], type[actions.GameAction]]] = {
    kind.command: kind for kind in get_args(actions.GameAction) if kind is not actions.NoMore
}


def command_of(seat: int, action: actions.GameAction) -> Command | None:
    """Return the command for an action; `None` for a pass in the draw.

    >>> command_of(2, actions.AnswerRedealAction(False))
    AnswerRedeal(seat=2, wanted=False)
    """
    return None if isinstance(action, actions.NoMore) else action.command(seat, *astuple(action))


def action_of(command: Command | None) -> actions.GameAction:
    """Return the action for a command; the inverse of `command_of`.

    Raises:
        TypeError: the command is not a decision of a player.

    >>> from shengji.game import AnswerRedeal
    >>> action_of(AnswerRedeal(2, False))
    AnswerRedealAction(wanted=False)
    """
    if command is None:
        return actions.NoMore()
    kind = _ACTIONS.get(type(command))
    if kind is None:
        raise TypeError(f"{type(command).__name__} is nobody's decision")
    return kind(*astuple(command)[1:])
