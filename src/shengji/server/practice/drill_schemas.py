"""Schemas of drills: questions about the rules and their answers."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from shengji.cards import Card, Rank, Suit
from shengji.practice.drills import DrillKind
from shengji.rules.bounds import Count, PresetOrRules
from shengji.server.site.schemas import Schema, Text

MOST_SEEDS = 1_000_000_000
"""Upper bound of seeds, exclusive."""

Seed = Annotated[int, Meta(ge=0, lt=MOST_SEEDS)]


class AskDrill(Schema, frozen=True):
    """A request for a question.

    Attributes:
        kinds: the allowed kinds; empty for any.
        seed: the random seed; `None` for any.
    """

    rules: PresetOrRules
    kinds: Annotated[tuple[DrillKind, ...], Meta(max_length=20)] = ()
    seed: Seed | None = None


class DrillPile(Schema, frozen=True):
    """Cards shown with a question, and their label."""

    label: Text
    cards: tuple[Card, ...]


class DrillChoice(Schema, frozen=True):
    """One of the answers; `label` is `None` where the cards are enough."""

    label: Text | None
    cards: tuple[Card, ...]


class DrillTrump(Schema, frozen=True):
    """The trumps; `suit` is `None` if no suit is trump."""

    rank: Rank
    suit: Suit | None


class DrillAsked(Schema, frozen=True):
    """A question about the rules.

    Attributes:
        seed: with the rules and the kind, it reproduces the question.
        heading: the rules in words.
        kinds: the kinds that these rules allow, easy ones first.
        trump: the trumps, or `None` if the question has none.
        piles: the cards shown with it.
        several: whether more than one choice may be right; an answer must then name all of these.
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


class AnswerDrill(Schema, frozen=True):
    """An answer: the question's rules, kind and seed, and the indices of the chosen answers."""

    rules: PresetOrRules
    kind: DrillKind
    seed: Seed
    chosen: Annotated[tuple[Count, ...], Meta(min_length=1, max_length=20)]


class DrillHinge(Schema, frozen=True):
    """An option that decides the answer: with another value, another choice would be right."""

    option: str
    title: Text
    value: Text
    source: str


class DrillAnswered(Schema, frozen=True):
    """The right answer, and why.

    Attributes:
        right: whether exactly the right choices were chosen.
        rights: the indices of the right choices.
        reasons: by choice, why it is right or wrong; `None` if the explanation is enough.
        source: the sections of the texts.
        hinges: the options that decide the answer.
    """

    right: bool
    rights: tuple[int, ...]
    reasons: tuple[Text | None, ...]
    explanation: Text
    source: str
    hinges: tuple[DrillHinge, ...]
