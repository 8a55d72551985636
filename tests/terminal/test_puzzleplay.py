"""Puzzles at a terminal: what is right stays on the screen until the person goes on."""

from __future__ import annotations

import io

import pytest

from shengji.practice.puzzles.shipped import shipped_puzzles
from shengji.terminal.puzzleplay import solve


class Typed(io.StringIO):
    """The lines that a person types at a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("typed", "asked"), [("1\n\n\n2\n", "Puzzle 2 of 2"), ("1\nq\n", "Enter: the next puzzle")]
)
def test_the_answer_is_read_before_the_next_one(
    typed: str, asked: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", Typed(typed))
    puzzles = [puzzle for puzzle in shipped_puzzles() if len(puzzle.choices) == 4][:2]
    solve(puzzles, "en")
    said = capsys.readouterr().out
    first, pause, rest = said.partition("Enter: the next puzzle (q: stop) ")
    assert "Puzzle 2 " not in first and "★" in first and pause
    assert asked in said and ("Puzzle 2" in rest) == (typed != "1\nq\n")
    # An empty line is asked about again, and the end of the input stops.
    assert rest.count("Your choice") == (2 if typed != "1\nq\n" else 0)
    assert f"of {2 if rest.count('Your choice') else 1} right." in said
    assert "event" not in first
