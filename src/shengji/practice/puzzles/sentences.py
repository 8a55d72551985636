"""The sentences of a puzzle, for players."""

from __future__ import annotations

from typing import NamedTuple

from shengji.explain import Lesson
from shengji.explain.decision import Answer
from shengji.explain.hints import Why, why_of
from shengji.explain.wording import told_answer, told_cards, told_lesson
from shengji.practice.puzzles.puzzle import DECISIONS, YES, Offered, Puzzle
from shengji.practice.puzzles.trying import seer
from shengji.words import Language, texts


def question(puzzle: Puzzle, language: Language = "en") -> str:
    """The question of a puzzle."""
    said = texts("puzzles")[f"question.{puzzle.kind}"]
    return said.render(language, cards=told_cards(puzzle.throw, language))


def choice_words(puzzle: Puzzle, choice: int, language: Language = "en") -> str:
    """One of the choices."""
    if puzzle.kind == "throw":
        return texts("puzzles")["yes" if choice == YES else "no"].of(language)
    return told_answer(puzzle.choices[choice], language)


def value_words(puzzle: Puzzle, choice: int, language: Language = "en") -> str:
    """The value of a choice, in words."""
    value = puzzle.choices[choice].value
    said = texts("puzzles")
    if puzzle.kind == "throw":
        return said["share"].render(language, percent=round(100 * value.mean))
    return said["levels"].render(language, levels=f"{value.mean:+.2f}", error=f"{value.error:.2f}")


class PuzzleReason(NamedTuple):
    """Why the best choice of a puzzle is the best.

    Attributes:
        why: the reasons for it and against another choice; for a throw, whether it is safe.
    """

    best: Offered
    why: Why | Lesson

    def render(self, language: Language = "en") -> str:
        """The reason as sentences; each names its choice first."""
        if isinstance(self.why, Lesson):
            return told_lesson(self.why, language)
        answer = told_answer(self.best, language)
        told = self.why.render(language)
        return texts("lessons")["why-best"].render(language, best=answer, lesson=told)


def why(puzzle: Puzzle, choice: int) -> PuzzleReason:
    """Explain why the best choice is the best, and why another one is not.

    Args:
        puzzle: the puzzle.
        choice: the index of the person's choice; if it is the best, the next best one is compared.
    """
    best = puzzle.choices[puzzle.best]
    if puzzle.kind == "throw":
        assert best.lesson is not None
        return PuzzleReason(best, best.lesson)
    places = sorted(
        (place for place in range(len(puzzle.choices)) if place != puzzle.best),
        key=lambda place: (place != choice, puzzle.choices[place].behind.mean),
    )
    others = [Answer(one.cards, one.calls) for one in map(puzzle.choices.__getitem__, places)]
    player = seer(puzzle.record(), puzzle.seat, len(puzzle.events), puzzle.seed, puzzle.depth)
    command = puzzle.command(puzzle.best)
    found = why_of(player, DECISIONS[puzzle.kind], command, others)
    if choice != puzzle.best and found.other is not None and found.other.other != others[0]:
        found = found._replace(other=None)
    return PuzzleReason(best, found)
