"""Decisions as they come from the browser, as commands of the game for a seat."""

from __future__ import annotations

from shengji.game import AnswerRedeal, BidLand, Bury, CallFriends, Command, Play, Show
from shengji.server.wire import (
    AnswerRedealAction,
    BidLandAction,
    BuryAction,
    CallFriendsAction,
    Declare,
    GameAction,
    NoMore,
    PlayAction,
)


def command_of(seat: int, action: GameAction) -> Command | None:
    """The command that a decision is, or `None` for not declaring any more.

    >>> command_of(2, AnswerRedealAction(False))
    AnswerRedeal(seat=2, wanted=False)
    """
    match action:
        case NoMore():
            return None
        case Declare():
            return Show(seat, action.cards)
        case AnswerRedealAction():
            return AnswerRedeal(seat, action.wanted)
        case BuryAction():
            return Bury(seat, action.cards)
        case BidLandAction():
            return BidLand(seat, action.cards)
        case CallFriendsAction():
            return CallFriends(seat, action.calls)
        case PlayAction():
            return Play(seat, action.cards, action.reading)


def action_of(command: Command | None) -> GameAction:
    """How a decision would come from the browser; `command_of` backwards.

    Raises:
        TypeError: for a command that is nobody's decision.

    >>> action_of(AnswerRedeal(2, False))
    AnswerRedealAction(wanted=False)
    """
    match command:
        case None:
            return NoMore()
        case Show():
            return Declare(command.cards)
        case AnswerRedeal():
            return AnswerRedealAction(command.wanted)
        case Bury():
            return BuryAction(command.cards)
        case BidLand():
            return BidLandAction(command.cards)
        case CallFriends():
            return CallFriendsAction(command.calls)
        case Play():
            return PlayAction(command.cards, command.reading)
        case _:
            raise TypeError(f"{type(command).__name__} is nobody's decision")
