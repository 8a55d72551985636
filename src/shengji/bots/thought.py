"""How a decision explains itself: what was considered, what it promised, what decided it."""

from __future__ import annotations

from typing import Literal

import msgspec

from shengji.cards import Card
from shengji.game import Call, Decision

Decided = Literal["forced", "rule", "slip", "anchor", "search"]
"""The grounds of a decision: there was one legal answer only; the rules of play that the bot
follows; a slip, as people make them; search, which found nothing surely better than these rules;
search, which found something surely better."""


class Estimate(msgspec.Struct, frozen=True):
    """A mean over deals, with its 95 % interval."""

    mean: float
    low: float
    high: float


class Option(msgspec.Struct, frozen=True, gc=False):
    """One answer that was considered.

    Attributes:
        cards: the cards to play, bury or show; none to wait, to pass, or to claim no re-deal.
        calls: the friends to call.
        reading: how a lead is read, where that was chosen.
        levels: the levels that the seat's side gains in the hand, minus those of the others.
        points: the points that the seat's side gets, minus those of the others.
        deals: on how many deals it was tried.
        behind: how far behind the best answer the rules of play judge it at a glance, from 0; only
            to be compared within a decision. `None` where they do not compare.
    """

    cards: tuple[Card, ...]
    calls: tuple[Call, ...] = ()
    reading: int | None = None
    levels: Estimate | None = None
    points: Estimate | None = None
    deals: int = 0
    behind: float | None = None


class Thought(msgspec.Struct, frozen=True, gc=False):
    """The thoughts of a bot before its last decision.

    Attributes:
        decision: what it had to decide.
        options: what it considered, the chosen one first, then the most promising.
        rule: which of `options` the rules of play suggest; `None` when there was no such choice.
        decided: what decided.
        deals: how many deals it considered in all.
    """

    decision: Decision
    options: tuple[Option, ...]
    rule: int | None
    decided: Decided
    deals: int = 0
