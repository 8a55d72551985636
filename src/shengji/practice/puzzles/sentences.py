"""A puzzle in words for players."""

from __future__ import annotations

from shengji.explain.wording import told_against, told_answer, told_cards, told_lesson
from shengji.practice.puzzles.puzzle import YES, Puzzle
from shengji.words import Language, texts


def question(puzzle: Puzzle, language: Language = "en") -> str:
    """The question that is asked."""
    said = texts("puzzles")[f"question.{puzzle.kind}"]
    return said.said(language, cards=told_cards(puzzle.throw, language))


def choice_words(puzzle: Puzzle, choice: int, language: Language = "en") -> str:
    """One of the choices."""
    if puzzle.kind == "throw":
        return texts("puzzles")["yes" if choice == YES else "no"].of(language)
    return told_answer(puzzle.choices[choice], language)


def value_words(puzzle: Puzzle, choice: int, language: Language = "en") -> str:
    """The worth of a choice, in words."""
    value = puzzle.choices[choice].value
    said = texts("puzzles")
    if puzzle.kind == "throw":
        return said["share"].said(language, percent=round(100 * value.mean))
    return said["levels"].said(language, levels=f"{value.mean:+.2f}", error=f"{value.error:.2f}")


def why(puzzle: Puzzle, choice: int, language: Language = "en") -> str:
    """Why the best choice is the best, as one sentence.

    Args:
        puzzle: the puzzle.
        choice: the choice that somebody took; after the best one it is told what speaks against
            the one that comes nearest.
        language: of the words.
    """
    best, said = puzzle.choices[puzzle.best], texts("puzzles")
    if puzzle.kind == "throw":
        assert best.lesson is not None
        return told_lesson(best.lesson, language)
    against = choice if choice != puzzle.best else _nearest(puzzle)
    other = puzzle.choices[against]
    if other.lesson is None:
        return said["better"].said(
            language,
            best=told_answer(best, language),
            other=told_answer(other, language),
            levels=f"{other.behind.mean:.2f}",
        )
    return told_against(other.lesson, other, language)


def _nearest(puzzle: Puzzle) -> int:
    """The choice that comes nearest to the best one, of those of which something can be told."""
    others = [place for place in range(len(puzzle.choices)) if place != puzzle.best]

    def far(place: int) -> tuple[bool, float]:
        choice = puzzle.choices[place]
        return choice.lesson is None, choice.behind.mean

    return min(others, key=far)
