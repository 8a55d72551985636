"""Solving puzzles in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from shengji.practice.puzzles import Puzzle
from shengji.practice.puzzles.sentences import choice_words, question, value_words, why
from shengji.record import Viewing
from shengji.terminal.moment import render_moment
from shengji.terminal.options import number_typed
from shengji.terminal.output import console
from shengji.words import Language, texts

STOP = ("q", "quit")


def solve(puzzles: Sequence[Puzzle], language: Language) -> None:
    """Ask puzzles in turn, until all are answered or the player stops."""
    out, said = console(), texts("puzzles")
    right = answered = 0
    for number, puzzle in enumerate(puzzles, 1):
        out.print()
        out.print(Text(said["position"].render(language, number=number, count=len(puzzles))))
        _show(puzzle, out, language)
        choice = _ask_choice(len(puzzle.choices), language)
        if choice is None:
            break
        answered += 1
        right += choice == puzzle.best
        _print_answer(puzzle, choice, out, language)
        if number < len(puzzles) and sys.stdin.isatty() and not _goes_on(language):
            break
    if answered:
        out.print()
        out.print(Text(said["score"].render(language, right=right, count=answered), style="bold"))


def _show(puzzle: Puzzle, out: Console, language: Language) -> None:
    """Print the position as the seat sees it, the question and the choices."""
    out.print(render_moment(Viewing(puzzle.record()), language, numbered=False))
    out.print()
    out.print(Text(question(puzzle, language), style="bold"))
    for place in range(len(puzzle.choices)):
        out.print(Text(f"  {place + 1}  {choice_words(puzzle, place, language)}"))


def _ask_choice(count: int, language: Language) -> int | None:
    """Read a choice; returns its index, or `None` to stop."""
    prompt = texts("puzzles")["ask"].render(language, count=count)
    while True:
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        typed = line.strip().lower()
        if not line or typed in STOP:
            return None
        number = number_typed(typed, count)
        if number is not None:
            return number - 1


def _goes_on(language: Language) -> bool:
    """Wait for the player before the next position scrolls the explanation away."""
    print(texts("puzzles")["next"].of(language), end="", flush=True)
    line = sys.stdin.readline()
    return bool(line) and line.strip().lower() not in STOP


def _print_answer(puzzle: Puzzle, choice: int, out: Console, language: Language) -> None:
    """Print whether the choice was right, the value of each choice, and the reasons."""
    said = texts("puzzles")
    best = choice_words(puzzle, puzzle.best, language)
    right = choice == puzzle.best
    verdict = said["right"].of(language) if right else said["wrong"].render(language, best=best)
    out.print()
    out.print(Text(verdict, style="bold green" if right else "bold red"))
    out.print(Text(why(puzzle, choice).render(language)))
    for place in range(len(puzzle.choices)):
        mark = "★" if place == puzzle.best else "›" if place == choice else " "
        words, value = choice_words(puzzle, place, language), value_words(puzzle, place, language)
        out.print(Text(f"  {mark} {said['worth'].render(language, choice=words, value=value)}"))
