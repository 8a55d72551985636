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
    """Cards shown with a question, and their label."""

    label: Text
    cards: tuple[Card, ...]


class Choice(msgspec.Struct, frozen=True):
    """One of the answers of a drill.

    Attributes:
        right: whether it is right, according to the judge.
        label: its description, or `None` if the cards are enough.
        cards: its cards; may be empty.
        reason: why it is right or wrong; `None` if the explanation of the drill is enough.
    """

    right: bool
    label: Text | None = None
    cards: tuple[Card, ...] = ()
    reason: Text | None = None


class Hinge(msgspec.Struct, frozen=True):
    """An option that decides the answer: with another value, another choice would be right.

    Attributes:
        option: its name.
        source: the text's sections about it.
    """

    option: str
    title: Text
    value: Text
    source: str


class Drill(msgspec.Struct, frozen=True):
    """A question about the rules.

    Attributes:
        seed: the random seed; with the rules and the kind, it reproduces the drill.
        rules: the rules, in the format of `shengji judge`.
        trump: the trumps, or `None` if the question has none.
        piles: the cards shown with the question.
        choices: the answers, of which at least one is right and at least one is wrong.
        several: whether more than one choice may be right; an answer must then name all of these.
        source: the sections of the texts, as "Z21 §4.3".
        hinges: the options that decide the answer.
        asks: the questions to the judge; its answers determine the right choices.
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
        """The indices of the right choices."""
        return tuple(index for index, choice in enumerate(self.choices) if choice.right)

    def is_right(self, chosen: Collection[int]) -> bool:
        """Whether exactly the right choices were chosen."""
        return set(chosen) == set(self.right)
