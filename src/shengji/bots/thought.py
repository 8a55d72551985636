"""Explanations of a decision: the options considered, their estimates, and the reason."""

from __future__ import annotations

from typing import Literal

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
