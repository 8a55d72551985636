"""Why the best choice of a puzzle is better than another, in what a player sees."""

from __future__ import annotations

from collections import Counter

from shengji.game import Call
from shengji.practice.puzzles.puzzle import DECISIONS, Kind
from shengji.practice.puzzles.trying import units_at_risk
from shengji.review import Choice, Lesson
from shengji.review.lessons import lessons
from shengji.review.reviewer import Reviewer


def reason(reviewer: Reviewer, kind: Kind, other: Choice, best: Choice) -> Lesson | None:
    """The most telling difference between a choice and the best one; `None`: nothing to name.

    Args:
        reviewer: has seen what the seat saw.
        kind: of the puzzle; of a throw see `reason_of_throw`.
        other: a choice that is not as good.
        best: the best.
    """
    if kind == "call":
        return _of_calls(reviewer, other.calls, best.calls)
    found = lessons(reviewer, DECISIONS[kind], other, best, failed=False)
    return found[0] if found else None


def reason_of_throw(reviewer: Reviewer, throw: Choice) -> Lesson:
    """Why a throw is safe, or what of it somebody may beat."""
    at_risk = units_at_risk(reviewer, throw.cards)
    return Lesson("throw-risky", at_risk[-1]) if at_risk else Lesson("throw-sure", throw.cards)


def _of_calls(reviewer: Reviewer, other: tuple[Call, ...], best: tuple[Call, ...]) -> Lesson | None:
    """What speaks for calling a card rather than another: its height, or that it is soon led to."""
    space = reviewer.hand.space
    held = Counter(space.suit(card) for card in reviewer.cards)
    called = [call for call in best if call not in other]
    left_out = [call for call in other if call not in best]
    for call, instead in zip(called, left_out, strict=True):
        card, less = call.card, instead.card
        mine, others = held[space.suit(card)], held[space.suit(less)]
        if card == less:
            return Lesson("call-earlier", (card,)) if call.ordinal < instead.ordinal else None
        if space.suit(card) == space.suit(less):
            higher = space.column(card) > space.column(less)
            return Lesson("call-higher", (card,)) if higher else None
        if mine < others:
            return Lesson("call-short" if mine else "call-void", (card,), mine)
        if mine > others:
            return Lesson("call-long", (card,), mine)
    return None
