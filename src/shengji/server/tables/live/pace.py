"""The pace of a table: how fast cards are dealt, and how long bots take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from shengji.game import (
    CardDrawn,
    DealtAgain,
    FriendJoined,
    FriendsCalled,
    HandStarted,
    KittyTaken,
    LandBid,
    RestClaimed,
    Shown,
    ThrowFailed,
    TrickTaken,
    TrumpMade,
)
from shengji.server.tables.core.entries import Body
from shengji.server.tables.state import Pace


class Tempo(NamedTuple):
    """The pauses of a pace, in seconds.

    Attributes:
        card: for each card of the draw; a round of four takes four of them.
        decision: the least that a bot takes to decide.
        trick: after a complete trick, before the next lead.
        loud: after something that must not be overlooked.
        result: between two hands for which nobody has to say `Next`.
    """

    card: float
    decision: float
    trick: float
    loud: float
    result: float

    @property
    def at_once(self) -> bool:
        """Whether nothing is to be waited for, so that all cards are drawn at once."""
        return self.card == 0

    def rest(self, bodies: Sequence[Body]) -> float:
        """How long to leave what has just happened alone before the next card or decision."""
        longest = 0.0
        for body in bodies:
            if isinstance(body, _LOUD) or (isinstance(body, KittyTaken) and body.shown):
                longest = max(longest, self.loud)
            elif isinstance(body, TrickTaken | HandStarted):
                longest = max(longest, self.trick)
        return longest

    def round(self, bodies: Sequence[Body]) -> float:
        """How long a round of the draw takes that has just been told."""
        return self.card * sum(isinstance(body, CardDrawn) for body in bodies)


_LOUD = (
    Shown,
    TrumpMade,
    DealtAgain,
    LandBid,
    FriendsCalled,
    FriendJoined,
    RestClaimed,
    ThrowFailed,
)

TEMPOS: dict[Pace, Tempo] = {
    "slow": Tempo(card=0.2, decision=1.3, trick=2.2, loud=2.6, result=8.0),
    "normal": Tempo(card=0.11, decision=0.7, trick=1.3, loud=1.7, result=5.0),
    "fast": Tempo(card=0.04, decision=0.3, trick=0.7, loud=0.9, result=2.5),
    "instant": Tempo(card=0.0, decision=0.0, trick=0.0, loud=0.0, result=0.0),
}
