"""Advantages of one answer over another: the differences that the deciding player can see.

Reviews, hints and puzzles ask here, so that they say the same of the same position. Every lesson
follows from what the player could see then, and from the difference between two answers; that a
throw was stopped is what happened.
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
    """A decision that was made, or could be: cards, or calls."""

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
"""Lessons that say of an answer that it is better, and nothing that makes it so."""

SLIGHT: Final = frozenset(
    {
        *("lead-long", "lead-short", "lead-too-high", "won-low-kept"),
        *("high-thrown-away", "length-kept", "discard-from-long", "lower-enough"),
    }
)
"""Lessons of little weight, for where there is nothing else to tell."""

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
"""Lessons that speak of the answer that is not as good; the others speak of the better one."""


def lessons(
    seer: RememberingBot,
    decision: Decision,
    made: WeighedAnswer,
    best: WeighedAnswer,
    *,
    failed: bool = False,
) -> tuple[Lesson, ...]:
    """The advantages of `best` over `made`, the most telling first; none where none can be named.

    Args:
        seer: has seen what the player saw before the decision, and nothing since.
        decision: what is decided.
        made: what was done, or might be.
        best: what promises more.
        failed: whether a throw was stopped.
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
