"""The pace of a table: the speed of the deal, and the apparent time of bots."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from shengji.bots.registry import seconds_of
from shengji.game import (
    CardDrawn,
    DealtAgain,
    FriendJoined,
    FriendsCalled,
    Hand,
    HandStarted,
    KittyTaken,
    LandBid,
    Phase,
    RestClaimed,
    Shown,
    ThrowFailed,
    TrickTaken,
    TrumpMade,
)
from shengji.server.tables.core.entries import Body
from shengji.server.tables.state import Pace

_SEARCH_FACTOR: Final = 8.0
"""Maximum time of a search, as a multiple of the bot's usual seconds."""

_SEARCH_SECONDS: Final = 4.0
"""Maximum seconds added for a search."""

_PASS_FACTORS: Final = (2.0, 8.0)
"""Bounds of the apparent time of a person without a choice, as multiples of `decision`."""


class Tempo(NamedTuple):
    """The pauses of a pace, in seconds.

    Attributes:
        card: for each card of the draw; a round of four takes four times as long.
        decision: the minimum for a decision of a bot without a search.
        trick: after a complete trick, before the next lead.
        loud: after an event that must not be overlooked.
        result: between two hands if no player has to confirm with `Next`.
    """

    card: float
    decision: float
    trick: float
    loud: float
    result: float

    @property
    def at_once(self) -> bool:
        """Whether there are no pauses, so that all cards are drawn at once."""
        return self.card == 0

    def rest(self, bodies: Sequence[Body]) -> float:
        """Return the pause after these events, before the next card or decision."""
        longest = 0.0
        for body in bodies:
            if isinstance(body, _LOUD) or (isinstance(body, KittyTaken) and body.shown):
                longest = max(longest, self.loud)
            elif isinstance(body, TrickTaken | HandStarted):
                longest = max(longest, self.trick)
        return longest

    def bot_decision(self, bot: str, hand: Hand, seat: int) -> float:
        """Return the apparent duration of a bot's decision, in seconds.

        It depends on public information alone: after a shorter search, which would disclose that
        the bot has little choice, the table waits for the rest.

        Args:
            bot: the name of the bot.
            hand: the hand; only its public state is used.
            seat: the seat of the bot.
        """
        lead = hand.trick.plays[0] if hand.trick is not None and hand.trick.plays else ()
        if hand.phase is Phase.PLAY and hand.sizes[seat] <= max(len(lead), 1):
            return self.decision  # It plays all that it holds.
        return self.decision + min(_SEARCH_FACTOR * (seconds_of(bot) or 0.0), _SEARCH_SECONDS)

    def person_pass(self, chance: Random) -> float:
        """Return the apparent time in seconds after which a person without a choice passes.

        It is random, like the times of people with a choice.
        """
        return self.decision * chance.uniform(*_PASS_FACTORS)

    def round(self, bodies: Sequence[Body]) -> float:
        """Return the duration of a published round of the draw, in seconds."""
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
