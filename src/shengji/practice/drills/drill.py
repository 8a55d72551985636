"""A drill: a question about the rules, its choices, and why each is right or wrong."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Literal, get_args

import msgspec

from shengji.cards import Card
from shengji.judge.questions import Question, TrumpGiven
from shengji.words import Text

DrillKind = Literal[
    "order", "tractor", "follow", "throw", "trick", "kitty", "result", "level", "show"
]
KINDS: tuple[DrillKind, ...] = get_args(DrillKind)
"""The kinds of drills, easy things first."""


class Pile(msgspec.Struct, frozen=True):
    """Cards that are shown with a question, and what they are."""

    label: Text
    cards: tuple[Card, ...]


class Choice(msgspec.Struct, frozen=True):
    """One of the answers from which is chosen.

    Attributes:
        right: whether it is right, as the judge says.
        label: what it is, where cards alone do not say it.
        cards: the cards that it is, perhaps none.
        reason: why it is right or wrong; `None` where the explanation of the drill says it all.
    """

    right: bool
    label: Text | None = None
    cards: tuple[Card, ...] = ()
    reason: Text | None = None


class Hinge(msgspec.Struct, frozen=True):
    """An option on which the answer hangs: with another value something else would be right.

    Attributes:
        option: its name.
        title: its title.
        value: what it is here.
        source: what the texts say of it.
    """

    option: str
    title: Text
    value: Text
    source: str


class Drill(msgspec.Struct, frozen=True):
    """A question about the rules.

    Attributes:
        kind: what is drilled.
        seed: where chance started; with the rules and the kind it makes the same drill again.
        rules: the rules, as `shengji judge` reads them.
        trump: what is trump, where something is.
        prompt: the question.
        piles: the cards that it shows.
        choices: the answers, of which at least one is right and at least one is wrong.
        several: whether more than one may be right; then all that are must be chosen.
        explanation: why.
        source: the sections of the texts, as "Z21 §4.3".
        hinges: the options on which the answer hangs.
        asks: what the judge was asked; the right choices follow from its answers.
    """

    kind: DrillKind
    seed: int
    rules: dict[str, Any]
    trump: TrumpGiven | None
    prompt: Text
    piles: tuple[Pile, ...]
    choices: tuple[Choice, ...]
    several: bool
    explanation: Text
    source: str
    hinges: tuple[Hinge, ...]
    asks: tuple[Question, ...]

    @property
    def right(self) -> tuple[int, ...]:
        """The indices of the choices that are right."""
        return tuple(index for index, choice in enumerate(self.choices) if choice.right)

    def is_right(self, chosen: Collection[int]) -> bool:
        """Whether exactly the right choices were chosen."""
        return set(chosen) == set(self.right)
