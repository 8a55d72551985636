"""Decisions as they come from the browser, as commands of the game for a seat."""

from __future__ import annotations

from shengji.game import (
    AnswerRedeal,
    BidLand,
    Bury,
    CallFriends,
    Command,
    Play,
    Show,
)
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
