"""Advantages of one answer over another, as far as the deciding player can see them.

Reviews, hints and puzzles share them, and so agree on a position. Every lesson follows from the
player's view at that time and the difference between two answers. The one exception is a failed
throw, which is known from the event.
"""

from __future__ import annotations

from typing import Final, Protocol

from shengji.bots.ruled import RememberingBot
from shengji.cards import Card
from shengji.explain.of_bids import of_bid, of_calls
from shengji.explain.of_follows import Following
from shengji.explain.of_kitties import of_kitty
from shengji.explain.of_leads import of_lead
from shengji.explain.others import Others
from shengji.game import Call, Decision
from shengji.record.reviews import Lesson


class WeighedAnswer(Protocol):
    """A decision that was made or is possible: cards, or calls."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards to play, bury, show or bid; none to wait or to pass."""

    @property
    def calls(self) -> tuple[Call, ...]:
        """The friends to call."""


BARE: Final = frozenset(
    {
        *("lead-trump-early", "join-missed"),
        *(f"{bid}-{way}" for bid in ("show", "land") for way in ("missed", "rash", "other")),
    }
)
"""Lessons that claim an answer to be better without a reason."""

SLIGHT: Final = frozenset(
    {
        *("lead-long", "lead-short", "lead-too-high", "won-low-kept"),
        *("high-thrown-away", "length-kept", "discard-from-long", "lower-enough"),
    }
)
"""Lessons of little weight, used as a last resort."""

OF_OTHER: Final = frozenset(
    {
        *("throw-fails", "throw-hopeless", "throw-stopped", "throw-risky"),
        *("lead-points", "lead-trumped"),
        *(
            "lead-called-helps",
            "lead-trump-few",
            "lead-trump-none",
            "lead-kept",
            "lead-too-high",
            "pair-broken",
        ),
        *("join-early", "join-wasted", "partner-overtaken"),
        *("points-given", "points-unsure", "points-unjoined", "points-in-danger", "points-early"),
        *("trump-spent", "card-spent", "win-in-danger", "winner-thrown-away"),
        *("high-thrown-away", "length-kept", "trumps-thrown-away"),
        *(
            "kitty-points",
            "kitty-trumps",
            "kitty-winner",
            "kitty-high",
            "kitty-pair",
            "pair-thrown-away",
            "show-kept",
            "land-kept",
        ),
    }
)
"""Lessons about the worse answer; all other lessons are about the better one."""


def lessons(
    seer: RememberingBot,
    decision: Decision,
    made: WeighedAnswer,
    best: WeighedAnswer,
    *,
    failed: bool = False,
) -> tuple[Lesson, ...]:
    """The advantages of `best` over `made`, the most important first; empty if none is known.

    Args:
        seer: has observed the player's view up to the decision.
        decision: the kind of decision.
        made: the actual or possible worse answer.
        best: the better answer.
        failed: whether `made` was a throw that failed.
    """
    match decision:
        case "lead":
            return tuple(of_lead(Others(seer), made.cards, best.cards, failed=failed))
        case "follow":
            return tuple(Following(Others(seer), made.cards, best.cards).lessons())
        case "bury":
            return tuple(of_kitty(seer, made.cards, best.cards))
        case "show" | "land":
            return tuple(of_bid(seer, decision, made.cards, best.cards))
        case "call":
            return tuple(of_calls(seer, made.calls, best.calls))
        case "redeal":
            return ()
