"""The interface of a kind of drill."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from shengji.judge import Answer
from shengji.practice.drills.scene import Draft, Scene
from shengji.rules import Rules
from shengji.words import Text

Answers = Sequence[Answer]


class DrillReasons(NamedTuple):
    """The explanation of the right answer, and a reason for each choice, or `None`."""

    why: Text
    reasons: Sequence[Text | None]


class Kind(ABC):
    """A kind of drill.

    Attributes:
        source: the sections of the texts.
        options: the options that may decide an answer.
    """

    source: ClassVar[str]
    options: ClassVar[tuple[str, ...]]

    def is_played(self, rules: Rules) -> bool:
        """Whether this kind exists under these rules."""
        return True

    @abstractmethod
    def draft(self, scene: Scene) -> Draft | None:
        """Create a random question and its queries to the judge; `None` if unusable."""

    @abstractmethod
    def truth(self, draft: Draft, answers: Answers) -> tuple[bool, ...]:
        """Whether each choice is right, from the answers of the judge."""

    @abstractmethod
    def explain(self, rules: Rules, draft: Draft, answers: Answers) -> DrillReasons:
        """Explain the right answer."""
