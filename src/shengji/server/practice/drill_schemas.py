"""Drills: questions about the rules, and what is right."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from shengji.cards import Card, Rank, Suit
from shengji.practice.drills import DrillKind
from shengji.rules.bounds import AskedRules, Count
from shengji.server.site.schemas import Shape, Text

MOST_SEEDS = 1_000_000_000
"""Seeds are below this number."""

Seed = Annotated[int, Meta(ge=0, lt=MOST_SEEDS)]


class AskDrill(Shape, frozen=True):
    """A question that is wanted.

    Attributes:
        rules: the rules that it is about.
        kinds: of what kind it may be; none: of any.
        seed: where chance starts; `None`: anywhere.
    """

    rules: AskedRules
    kinds: Annotated[tuple[DrillKind, ...], Meta(max_length=20)] = ()
    seed: Seed | None = None


class DrillPile(Shape, frozen=True):
    """Cards that are shown with a question, and what they are."""

    label: Text
    cards: tuple[Card, ...]


class DrillChoice(Shape, frozen=True):
    """One of the answers; `label` says what it is where its cards do not."""

    label: Text | None
    cards: tuple[Card, ...]


class DrillTrump(Shape, frozen=True):
    """The trumps; `suit` is `None` where no suit is."""

    rank: Rank
    suit: Suit | None


class DrillAsked(Shape, frozen=True):
    """A question about the rules.

    Attributes:
        kind: what it is about.
        seed: with the rules and the kind it makes the same question again.
        heading: the rules in words.
        kinds: what can be asked under these rules, easy things first.
        trump: what is trump, where something is.
        prompt: the question.
        piles: the cards that it shows.
        choices: the answers.
        several: whether more than one may be right; then all that are must be chosen.
    """

    kind: DrillKind
    seed: int
    heading: Text
    kinds: tuple[DrillKind, ...]
    trump: DrillTrump | None
    prompt: Text
    piles: tuple[DrillPile, ...]
    choices: tuple[DrillChoice, ...]
    several: bool


class AnswerDrill(Shape, frozen=True):
    """An answer: the question, by what it was made from, and the indices of what was chosen."""

    rules: AskedRules
    kind: DrillKind
    seed: Seed
    chosen: Annotated[tuple[Count, ...], Meta(min_length=1, max_length=20)]


class DrillHinge(Shape, frozen=True):
    """An option with another value of which something else would be right."""

    option: str
    title: Text
    value: Text
    source: str


class DrillAnswered(Shape, frozen=True):
    """The right answer, and why.

    Attributes:
        right: whether exactly what is right was chosen.
        rights: the indices of the choices that are right.
        reasons: why each choice is right or wrong, where there is more to say.
        explanation: why.
        source: the sections of the texts.
        hinges: the options on which the answer hangs.
    """

    right: bool
    rights: tuple[int, ...]
    reasons: tuple[Text | None, ...]
    explanation: Text
    source: str
    hinges: tuple[DrillHinge, ...]
