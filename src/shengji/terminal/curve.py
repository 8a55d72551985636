"""The course of a reviewed hand as a text chart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from rich.text import Text

from shengji.review import HandReview
from shengji.words import Language, texts

ROWS: Final = 6
"""Height of the curve in lines."""

_MOST: Final = 3
"""Maximum width of a trick in cells."""

_MARK: Final = "bold red"


def chart(review: HandReview, language: Language, width: int) -> list[Text]:
    """The curve over the tricks, with marks below the tricks with the most costly decisions.

    Marks are the numbers of the decisions in the list. Empty if the review has no curve.

    Args:
        review: the review of the hand.
        language: the language of the labels.
        width: the maximum number of cells of a line.
    """
    if not review.curve:
        return []
    said = texts("review")
    words = [said[key].of(language) for key in ("chart-tricks", "chart-mistakes")]
    levels = [point.levels.mean for point in review.curve]
    most, least = max(*levels, 0.0), min(*levels, 0.0)
    if most - least < 1:
        most = least + 1
    label = max(*map(cell_len, words), len(f"{least:+.1f}"), len(f"{most:+.1f}")) + 2
    step = max(1, min(_MOST, (width - label) // len(levels)))
    rows = [_row(level, most, least) for level in levels]
    zero = _row(0.0, most, least)
    names = {0: f"{most:+.1f}", ROWS - 1: f"{least:+.1f}", zero: "0"}
    lines = []
    for number, cells in enumerate(_drawn(rows, step, zero)):
        axis = "┼" if number == zero else "┤" if number in names else "│"
        line = Text(names.get(number, "").rjust(label - 1) + axis, style="dim")
        line.append(cells, style="not dim")
        lines.append(line)
    places = {point.trick: at * step for at, point in enumerate(review.curve)}
    ticks = {
        at: str(trick) for trick, at in places.items() if trick == 1 or (trick and trick % 5 == 0)
    }
    lines.append(Text(_beside(words[0], label) + _placed(ticks), style="dim"))
    marks: dict[int, str] = {}
    for number, place in enumerate(review.worst, 1):
        at = places.get(review.decisions[place].trick)
        if at is not None:
            marks[at] = marks.get(at, "") + str(number)
    if marks:
        line = Text(_beside(words[1], label), style="dim")
        lines.append(line.append(_placed(marks), style=f"{_MARK} not dim"))
    return lines


def _row(level: float, most: float, least: float) -> int:
    """The line of a value, from 0 for the highest."""
    return round((most - level) / (most - least) * (ROWS - 1))


def _drawn(rows: Sequence[int], step: int, zero: int) -> list[str]:
    """Draw the curve through these lines, `step` cells per value, over a dotted zero line."""
    cells = [["┈" if row == zero else " "] * (len(rows) * step) for row in range(ROWS)]
    before = rows[0]
    for number, row in enumerate(rows):
        at = number * step
        for x in range(at, at + step):
            cells[row][x] = "─"
        if row != before:
            down = row > before
            cells[before][at] = "╮" if down else "╯"
            cells[row][at] = "╰" if down else "╭"
            for between in range(min(row, before) + 1, max(row, before)):
                cells[between][at] = "│"
        before = row
    return ["".join(line) for line in cells]


def _beside(word: str, label: int) -> str:
    return " " * (label - 1 - cell_len(word)) + word + " "


def _placed(words: dict[int, str]) -> str:
    """Place words in a line, each at its cell or after the previous word."""
    line = ""
    for at, word in sorted(words.items()):
        line = line.ljust(at) + word
    return line
