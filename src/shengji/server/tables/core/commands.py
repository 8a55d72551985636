"""Decisions as they come from the browser, as commands of the game for a seat."""

from __future__ import annotations

from shengji.game import AnswerRedeal, BidLand, Bury, CallFriends, Command, Play, Show
from shengji.server.tables import wire


def command_of(seat: int, action: wire.GameAction) -> Command | None:
    """The command that a decision is, or `None` for not declaring any more.

    >>> command_of(2, wire.AnswerRedealAction(False))
    AnswerRedeal(seat=2, wanted=False)
    """
    match action:
        case wire.NoMore():
            return None
        case wire.Declare():
            return Show(seat, action.cards)
        case wire.AnswerRedealAction():
            return AnswerRedeal(seat, action.wanted)
        case wire.BuryAction():
            return Bury(seat, action.cards)
        case wire.BidLandAction():
            return BidLand(seat, action.cards)
        case wire.CallFriendsAction():
            return CallFriends(seat, action.calls)
        case wire.PlayAction():
            return Play(seat, action.cards, action.reading)


def action_of(command: Command | None) -> wire.GameAction:
    """How a decision would come from the browser; `command_of` backwards.

    Raises:
        TypeError: for a command that is nobody's decision.

    >>> action_of(AnswerRedeal(2, False))
    AnswerRedealAction(wanted=False)
    """
    match command:
        case None:
            return wire.NoMore()
        case Show():
            return wire.Declare(command.cards)
        case AnswerRedeal():
            return wire.AnswerRedealAction(command.wanted)
        case Bury():
            return wire.BuryAction(command.cards)
        case BidLand():
            return wire.BidLandAction(command.cards)
        case CallFriends():
            return wire.CallFriendsAction(command.calls)
        case Play():
            return wire.PlayAction(command.cards, command.reading)
        case _:
            raise TypeError(f"{type(command).__name__} is nobody's decision")
