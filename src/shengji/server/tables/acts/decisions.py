"""Decisions in a hand: each is a command of the game, whose events are logged as they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, ClassVar, Final, TypeAlias, get_args

import msgspec
from msgspec.structs import astuple

from shengji.game import AnswerRedeal, BidLand, Bury, Call, CallFriends, Command, Play, Show
from shengji.rules.bounds import PER_SEAT, Cards, Units
from shengji.server.tables.acts.act import TableAction, Terms


class Decision(TableAction, frozen=True):
    """A command of the game without its first field, the seat; fields in the command's order."""

    terms = Terms(("decision",))
    command: ClassVar[Callable[..., Command]]

    def command_of(self, seat: int) -> Command | None:
        """Return the command for a seat; `None` for a pass in the draw.

        >>> AnswerRedealAction(False).command_of(2)
        AnswerRedeal(seat=2, wanted=False)
        """
        return self.command(seat, *astuple(self))


class Declare(Decision, tag="declare", frozen=True):
    """Declare, reinforce or override during the draw."""

    terms = Terms(("shown",))
    command = Show

    cards: Cards


class NoMore(Decision, tag="no_more", frozen=True):
    """Pass for the rest of this draw, unless the declaration changes."""

    terms = Terms(("shown",))

    def command_of(self, seat: int) -> Command | None:
        """Return `None`: the game does not know that a seat has passed."""
        return None


class AnswerRedealAction(Decision, tag="redeal", frozen=True):
    """Claim a re-deal, or decline it."""

    command = AnswerRedeal

    wanted: bool


class BuryAction(Decision, tag="bury", frozen=True):
    """Bury the kitty."""

    command = Bury

    cards: Cards


class BidLandAction(Decision, tag="land", frozen=True):
    """Bid for the land, or pass with no cards."""

    command = BidLand

    cards: Cards = ()


class CallFriendsAction(Decision, tag="call", frozen=True):
    """Call the friends."""

    command = CallFriends

    calls: Annotated[tuple[Call, ...], PER_SEAT]


class PlayAction(Decision, tag="play", frozen=True):
    """Lead or follow; `reading` as in `shengji.game.Play`."""

    command = Play

    cards: Cards
    reading: Annotated[int, msgspec.Meta(ge=0, le=10_000)] | Units | None = None


GameAction: TypeAlias = (
    Declare
    | NoMore
    | AnswerRedealAction
    | BuryAction
    | BidLandAction
    | CallFriendsAction
    | PlayAction
)

_ACTIONS: Final[dict[Callable[..., Command], type[GameAction]]] = {
    kind.command: kind for kind in get_args(GameAction) if kind is not NoMore
}


def action_of(command: Command | None) -> GameAction:
    """Return the action for a command; the inverse of `Decision.command_of`.

    Raises:
        TypeError: the command is not a decision of a player.

    >>> action_of(AnswerRedeal(2, False))
    AnswerRedealAction(wanted=False)
    """
    if command is None:
        return NoMore()
    kind = _ACTIONS.get(type(command))
    if kind is None:
        raise TypeError(f"{type(command).__name__} is nobody's decision")
    return kind(*astuple(command)[1:])
