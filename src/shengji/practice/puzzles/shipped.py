"""The puzzles that come with the program, and the daily ones among them."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias, get_args

from shengji.practice.puzzles.puzzle import Puzzle, decode
from shengji.record.header import rules_of

KEPT = Path(__file__).parent / "kept.jsonl.gz"
"""The file of these puzzles, in the format of docs/puzzles.md; new ones are appended."""
STRIDE = 89
"""Step from one day's puzzle to the next, large enough for another kind and other rules."""

Level: TypeAlias = Literal["easy", "medium", "hard"]
LEVELS: tuple[Level, ...] = get_args(Level)
"""The levels; each has a puzzle of the day."""
EASY, HARD = 1500.0, 1700.0
"""A puzzle of the usual game is easy below the first difficulty; any is hard from the second on."""


class Game(NamedTuple):
    """The game of a puzzle, by the properties that matter to players."""

    players: int
    decks: int
    teams: str


USUAL_GAME = Game(4, 2, "fixed")
"""The game that beginners know."""


@cache
def shipped_puzzles() -> tuple[Puzzle, ...]:
    """The puzzles that come with the program."""
    with gzip.open(KEPT) as file:
        return tuple(map(decode, file))


@cache
def kept_by_id() -> Mapping[str, Puzzle]:
    """The puzzles that come with the program, by id."""
    return {puzzle.id: puzzle for puzzle in shipped_puzzles()}


def game_of(puzzle: Puzzle) -> Game:
    """The game of a puzzle."""
    rules = rules_of(puzzle.header)
    return Game(rules.players, rules.deck_count, rules.teams)


def level_of(difficulty: float, game: Game = USUAL_GAME) -> Level:
    """The level of a difficulty; only the usual game has easy puzzles.

    >>> level_of(1400), level_of(1400, Game(6, 4, "fixed")), level_of(1700)
    ('easy', 'medium', 'hard')
    """
    if difficulty >= HARD:
        return "hard"
    return "easy" if difficulty < EASY and game == USUAL_GAME else "medium"


@cache
def _of_level(level: Level) -> tuple[Puzzle, ...]:
    return tuple(p for p in shipped_puzzles() if level_of(p.difficulty, game_of(p)) == level)


def daily(day: date, level: Level) -> Puzzle:
    """The puzzle of a day and a level.

    No puzzle repeats before all other ones of its level have been used.
    """
    puzzles = _of_level(level)
    return puzzles[day.toordinal() * STRIDE % len(puzzles)]


def dailies(day: date) -> Mapping[str, Level]:
    """The level of each puzzle of a day, by id."""
    return {daily(day, level).id: level for level in LEVELS}


def from_day(day: date) -> tuple[Puzzle, ...]:
    """All puzzles that come with the program, the dailies of a day first, then those after."""
    days = (day + timedelta(days=later) for later in range(len(shipped_puzzles())))
    found = (daily(one, level) for one in days for level in LEVELS)
    return tuple({puzzle.id: puzzle for puzzle in found}.values())
