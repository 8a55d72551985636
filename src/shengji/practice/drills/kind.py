"""Requirements that each kind of drill must meet."""

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
    """Why what is right is right: of the whole, and of each choice, where there is more to say."""

    why: Text
    reasons: Sequence[Text | None]


class Kind(ABC):
    """A kind of drill.

    Attributes:
        source: the sections of the texts.
        options: the options on which an answer may hang.
    """

    source: ClassVar[str]
    options: ClassVar[tuple[str, ...]]

    def is_played(self, rules: Rules) -> bool:
        """Whether there is such a thing under these rules."""
        return True

    @abstractmethod
    def draft(self, scene: Scene) -> Draft | None:
        """A question by chance, and what the judge is asked; `None` when chance gave none."""

    @abstractmethod
    def truth(self, draft: Draft, answers: Answers) -> tuple[bool, ...]:
        """The choices that are right, by the answers of the judge."""

    @abstractmethod
    def tell(self, rules: Rules, draft: Draft, answers: Answers) -> DrillReasons:
        """Why."""
