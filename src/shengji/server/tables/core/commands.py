"""Decisions as they come from the browser, as commands of the game for a seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, get_args

from msgspec.structs import astuple

from shengji.game import Command
from shengji.server.tables import wire

_ACTIONS: Final[dict[Callable[..., Command], type[wire.GameAction]]] = {
    kind.command: kind for kind in get_args(wire.GameAction) if kind is not wire.NoMore
}


def command_of(seat: int, action: wire.GameAction) -> Command | None:
    """The command that a decision is, or `None` for not declaring any more.

    >>> command_of(2, wire.AnswerRedealAction(False))
    AnswerRedeal(seat=2, wanted=False)
    """
    return None if isinstance(action, wire.NoMore) else action.command(seat, *astuple(action))


def action_of(command: Command | None) -> wire.GameAction:
    """How a decision would come from the browser; `command_of` backwards.

    Raises:
        TypeError: for a command that is nobody's decision.

    >>> from shengji.game import AnswerRedeal
    >>> action_of(AnswerRedeal(2, False))
    AnswerRedealAction(wanted=False)
    """
    if command is None:
        return wire.NoMore()
    kind = _ACTIONS.get(type(command))
    if kind is None:
        raise TypeError(f"{type(command).__name__} is nobody's decision")
    return kind(*astuple(command)[1:])
