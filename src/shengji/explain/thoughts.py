"""Stored thoughts of bots, in the words of hints."""

from __future__ import annotations

from collections.abc import Sequence
from math import copysign
from typing import Final, Literal, NamedTuple

from shengji.bots.ruled.losses import fit_of, loss
from shengji.bots.thought import StoredThought
from shengji.cards import Rank
from shengji.explain.decision import Answer, decided_by, recorded_answer
from shengji.explain.hints import Teacher, Why
from shengji.game import (
    AnswerRedeal,
    BidLand,
    Bury,
    CallFriends,
    Command,
    Decision,
    Event,
    Play,
    Show,
    due_of,
    view,
)
from shengji.rules import Rules

Cost = Literal["gain", "same", "little", "much"]
"""Cost of another answer, as the bot saw it: none, for it looked better; about the same; a little;
or clearly more."""

_SAME_LEVELS: Final = 0.1
"""Maximum difference in levels that is called about the same."""

_LITTLE_LEVELS: Final = 0.4
"""Maximum difference in levels that is called a little worse."""


class ToldThought(NamedTuple):
    """A stored thought, in the words of a hint.

    Attributes:
        given: the answer of the bot.
        why: the reasons for it, or after a slip for the intended answer; `None`: it was forced.
        other: the best other answer that the bot considered, or the intended one after a slip.
        cost: what the other answer would have cost; `None`: they do not compare.
    """

    seat: int
    given: Answer
    why: Why | None
    other: Answer | None
    cost: Cost | None


def tell_thought(
    thought: StoredThought,
    rules: Rules,
    levels: Sequence[Rank],
    dealer: int | None,
    events: Sequence[Event],
) -> ToldThought:
    """Put the thought behind an event into words, from the view of its seat.

    Args:
        thought: the thought.
        rules: the rules of the match.
        levels: the level of each seat before the hand.
        dealer: the Dealer of the hand, if fixed in advance; else `None`.
        events: the unmasked events of the hand, up to the decision.
    """
    seat = decided_by(events, len(events))
    assert seat is not None, "a bot has decided the event"
    teacher = Teacher(rules, seat)
    teacher.begin_at(levels, dealer)
    for event in events[:-1]:
        teacher.observe(view(event, seat))
    due = due_of(teacher.hand, seat)
    assert due is not None, "the bot had something to decide"
    decision, given = due.decision, recorded_answer(teacher, events[-1])
    if thought.decided == "forced":
        return ToldThought(seat, given, None, None, None)
    considered = [(Answer(one.cards, one.calls), one.behind) for one in thought.others]
    others = [(answer, behind) for answer, behind in considered if teacher.differs(answer, given)]
    answers = [answer for answer, _ in others]
    other, behind = others[0] if others else (None, None)
    cost = None
    if behind is not None and (thought.deals or decision in {"lead", "follow"}):
        fit = fit_of(decision == "lead", len(given.cards), len(teacher.cards))
        cost = _cost_of(behind if thought.deals else copysign(loss(fit, abs(behind)), behind))
    if cost == "gain" and thought.decided in {"rule", "search"}:
        cost = "same"  # On balance, with the points, it was not better.
    if thought.decided == "slip" and other is not None:
        why = teacher.why(_command_of(decision, seat, other), [given])
    else:
        why = teacher.why(_command_of(decision, seat, given), answers)
    return ToldThought(seat, given, why, other, cost)


def _cost_of(levels: float) -> Cost:
    if levels < -_SAME_LEVELS:
        return "gain"
    if levels <= _SAME_LEVELS:
        return "same"
    return "little" if levels <= _LITTLE_LEVELS else "much"


def _command_of(decision: Decision, seat: int, answer: Answer) -> Command | None:
    match decision:
        case "lead" | "follow":
            return Play(seat, answer.cards)
        case "bury":
            return Bury(seat, answer.cards)
        case "call":
            return CallFriends(seat, answer.calls)
        case "land":
            return BidLand(seat, answer.cards)
        case "show":
            return Show(seat, answer.cards) if answer.cards else None
        case "redeal":
            return AnswerRedeal(seat, bool(answer.cards))
