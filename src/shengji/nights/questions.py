"""Questions about a hand with real cards, derived from the rules of its table.

This is the single declaration of the facts that are recorded of a hand. The form in the browser,
the printed score sheet and the validation of entries use it. A table is not asked a question that
cannot change the result under its rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from shengji.play.score import shape_factor
from shengji.rules import Rules

QuestionName: TypeAlias = Literal[
    "dealer",
    "declarers",
    "rank",
    "suit",
    "points",
    "last_trick",
    "kitty",
    "width",
    "length",
    "led",
    "side_suit",
    "hook",
    "throws",
    "units",
    "cards",
    "withdrawn",
    "red_fives",
    "offender",
    "winner",
    "levels",
]
"""Field of `HandEntry`, `LastTrick` or `FailedThrow` that holds the answer."""

COUNTED_THROWS: Final = {
    "per-unit": "units",
    "per-card": "cards",
    "per-card-withdrawn": "withdrawn",
}
"""For each penalty rule the field of `FailedThrow` that it counts; other rules count none."""


class Question(NamedTuple):
    """A question about a hand.

    Attributes:
        name: the field that holds the answer.
        lost_last: whether it is asked only if the Opponents won the last trick.
    """

    name: QuestionName
    lost_last: bool = False


@lru_cache(maxsize=512)
def questions_of(rules: Rules) -> tuple[Question, ...]:
    """The questions about a hand under these rules, in the order in which the form asks them.

    >>> " ".join(question.name for question in questions_of(Rules()))
    'dealer rank suit points last_trick kitty width length offender winner levels'
    >>> [question.name for question in questions_of(Rules()) if question.lost_last]
    ['kitty', 'width', 'length']
    """
    return tuple(_questions(rules))


def _questions(rules: Rules) -> Iterable[Question]:
    yield Question("dealer")
    if rules.teams == "friends":
        yield Question("declarers")
    yield from (Question("rank"), Question("suit"), Question("points"), Question("last_trick"))
    yield from _questions_of_kitty(rules)
    if rules.hooks:
        yield Question("hook", lost_last=rules.hook_card != "capture")
    if rules.throw_penalty != "none":
        yield Question("throws")
    match COUNTED_THROWS.get(rules.throw_penalty):
        case "units":
            yield Question("units")
        case "cards":
            yield Question("cards")
        case "withdrawn":
            yield Question("withdrawn")
    if rules.red_fives != "none":
        yield Question("red_fives")
    yield from (Question("offender"), Question("winner"), Question("levels"))


def _questions_of_kitty(rules: Rules) -> Iterable[Question]:
    """The questions that decide how the points of the kitty count."""
    widths, lengths = range(1, max(rules.deck_count, 2) + 1), range(1, 4)
    led = max(widths) * max(lengths)
    if not any(shape_factor(rules, width, 1, led) for width in widths):
        return
    yield Question("kitty", lost_last=True)
    if len({shape_factor(rules, width, 1, led) for width in widths}) > 1:
        yield Question("width", lost_last=True)
    if len({shape_factor(rules, 2, length, led) for length in lengths}) > 1:
        yield Question("length", lost_last=True)
    if any(
        len({shape_factor(rules, width, 1, width + more) for more in range(3)}) > 1
        for width in widths
    ):
        yield Question("led", lost_last=True)
    if rules.side_suit_halves:
        yield Question("side_suit", lost_last=True)
