"""The pace: pauses after events, which a key can shorten."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from shengji.game import (
    CardDrawn,
    DealtAgain,
    Event,
    FriendJoined,
    FriendsCalled,
    Hand,
    HandEnded,
    LandBid,
    RedealAnswered,
    RestClaimed,
    Shown,
    ThrowFailed,
    TrickTaken,
    TrumpMade,
)

SPEEDS = ("slow", "normal", "fast", "instant")
_PAUSES = {
    # Seconds after a drawn card, a play, a trick, and an important event.
    "slow": (0.22, 1.6, 3.0, 3.5),
    "normal": (0.1, 0.9, 1.8, 2.2),
    "fast": (0.03, 0.35, 0.8, 1.0),
    "instant": (0.0, 0.0, 0.0, 0.0),
}
_LOUD = (ThrowFailed, TrumpMade, DealtAgain, LandBid, FriendsCalled, FriendJoined, RestClaimed)
_WARNING = 3.0
"""Pause in seconds after a bot's failure, at any speed."""
_BREATH = 16
"""Number of steps without a pause before keys are processed."""


class Pace:
    """The pace of the bots' play.

    Args:
        speed: one of `SPEEDS`.

    Attributes:
        skips_draw: whether the rest of the draw has no pauses.
    """

    def __init__(self, speed: str) -> None:
        self.speed = speed
        self.skips_draw = False
        self._rest = 0.0
        self._steps = 0
        self._hurry = asyncio.Event()

    def change(self, by: int) -> None:
        """Change the speed by some steps."""
        at = SPEEDS.index(self.speed) + by
        self.speed = SPEEDS[max(0, min(at, len(SPEEDS) - 1))]
        self.hurry()

    def hurry(self) -> None:
        """End the current pause."""
        self._hurry.set()

    def skip_draw(self) -> None:
        """Skip all pauses until the end of the draw."""
        self.skips_draw = True
        self.hurry()

    def happened(self, events: Sequence[Event], hand: Hand | None) -> None:
        """Set the next pause according to these events of a hand."""
        self._rest = self._rest_after(events, hand)

    def _rest_after(self, events: Sequence[Event], hand: Hand | None) -> float:
        """The pause after events in seconds, by the most important of them."""
        draw, play, trick, loud = _PAUSES[self.speed]
        if not events:
            return 0.0
        if any(isinstance(e, _LOUD) for e in events):
            return loud
        if all(isinstance(e, RedealAnswered) and not e.wanted for e in events):
            return draw
        if any(isinstance(e, Shown | TrickTaken | HandEnded) for e in events):
            return trick
        if isinstance(events[-1], CardDrawn):
            if hand is not None and hand.turn is None:
                return trick
            return 0.0 if self.skips_draw else draw
        return play

    async def warn(self) -> None:
        """Pause after a bot's failure; a key can end the pause."""
        self._rest = _WARNING
        await self.pause()

    async def pause(self) -> None:
        """Wait for the pause that was set; a key can end it."""
        rest, self._rest = self._rest, 0.0
        self._hurry.clear()
        if rest > 0:
            with suppress(TimeoutError):
                async with asyncio.timeout(rest):
                    await self._hurry.wait()
        else:
            self._steps += 1
            if self._steps % _BREATH == 0:
                await asyncio.sleep(0)
