"""Explanations of a decision: the options considered, their estimates, and the reason."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from shengji.cards import Card
from shengji.game import Call, Decision

Decided = Literal["forced", "rule", "slip", "anchor", "search"]
"""The reason of a decision: `forced` (only one legal answer), `rule` (the bot's rules of play),
`slip` (an imitated human slip), `anchor` (search found no surely better answer than the rules of
play), `search` (search found a surely better one)."""


class Estimate(msgspec.Struct, frozen=True):
    """A mean over deals, with its 95 % interval."""

    mean: float
    low: float
    high: float


class Option(msgspec.Struct, frozen=True, gc=False):
    """One answer that the bot considered.

    Attributes:
        cards: the cards to play, bury or show; none to wait, to pass, or to claim no re-deal.
        reading: the reading of a lead, when the bot chose one.
        levels: the levels that the seat's side gains in the hand, minus the other side's.
        points: the points that the seat's side gets, minus the other side's.
        deals: number of deals on which the answer was tried.
        behind: the distance to the best answer by the rules of play, from 0; comparable only within
            a decision. `None` where they do not compare.
    """

    cards: tuple[Card, ...]
    calls: tuple[Call, ...] = ()
    reading: int | None = None
    levels: Estimate | None = None
    points: Estimate | None = None
    deals: int = 0
    behind: float | None = None


class Thought(msgspec.Struct, frozen=True, gc=False):
    """The reasoning of a bot behind its last decision.

    Attributes:
        options: the options considered: the chosen one first, then the most promising.
        rule: the index in `options` of the answer by the rules of play; `None` when there was no
            such choice.
    """

    decision: Decision
    options: tuple[Option, ...]
    rule: int | None
    decided: Decided
    deals: int = 0


_OTHERS: Final = 3
"""Maximum number of other answers that are stored with a decision."""

_OTHER_CARDS: Final = 40
"""Maximum number of cards in these answers together, which bounds a stored thought to 400 bytes."""


class OtherAnswer(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An answer that a bot considered and did not give.

    Attributes:
        behind: the distance to the given answer, below 0 if this one looked better: in levels if
            it was tried on deals, else as in `Option`. `None` where they do not compare.
    """

    cards: tuple[Card, ...] = ()
    calls: tuple[Call, ...] = ()
    behind: float | None = None


class StoredThought(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The part of a thought that is stored with its decision; the event has the answer itself.

    Attributes:
        bot: the name of the bot, also where it plays for a person.
        deals: number of deals on which answers were tried; 0: no search.
        others: the most promising other answers. After a slip, the intended one is the first.
    """

    bot: str
    decided: Decided
    deals: int = 0
    others: tuple[OtherAnswer, ...] = ()

    @classmethod
    def of(cls, bot: str, thought: Thought) -> StoredThought:
        """Return the part of a bot's thought that is stored."""
        return cls(bot, thought.decided, thought.deals, tuple(_others(thought)))


def _others(thought: Thought) -> Iterator[OtherAnswer]:
    if thought.decision == "redeal":
        return  # The other answer is to claim, or not to.
    chosen, *others = thought.options[: _OTHERS + 1]
    cards = 0
    for option in others:
        cards += len(option.cards)
        if cards > _OTHER_CARDS:
            break
        behind = None
        if chosen.levels is not None and option.levels is not None:
            behind = round(chosen.levels.mean - option.levels.mean, 2)
        elif chosen.behind is not None and option.behind is not None:
            behind = round(option.behind - chosen.behind, 2)
        yield OtherAnswer(option.cards, option.calls, behind)
