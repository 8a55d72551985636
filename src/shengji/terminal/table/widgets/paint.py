"""Painting: a canvas of cells, the colours, and the faces of cards.

Chinese characters are two cells wide; all widths here are in cells, not characters.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from shengji.cards import Card, Suit
from shengji.terminal.table.speaker import Speaker

FELT = "#0d4a38"
RIM = "#08291f"
PANEL = "#0a3328"

ON_FELT = Style(color="#e8efe9", bgcolor=FELT)
FAINT = Style(color="#8fb5a5", bgcolor=FELT)
OURS = Style(color="#7fe0c4", bgcolor=FELT, bold=True)
THEIRS = Style(color="#ffb37a", bgcolor=FELT, bold=True)
OPEN = Style(color="#e8efe9", bgcolor=FELT, bold=True)
BRIGHT = Style(color="#ffe08a", bgcolor=FELT, bold=True)
TURN = Style(color="#08291f", bgcolor="#ffe08a", bold=True)
TAG = Style(color="#08291f", bgcolor="#9fc7b7", bold=True)

ON_RIM = Style(color="#e8efe9", bgcolor=RIM)
FAINT_RIM = Style(color="#8fb5a5", bgcolor=RIM)
BRIGHT_RIM = Style(color="#ffe08a", bgcolor=RIM, bold=True)
OURS_RIM = Style(color="#7fe0c4", bgcolor=RIM, bold=True)
THEIRS_RIM = Style(color="#ffb37a", bgcolor=RIM, bold=True)
REFUSED = Style(color="#ffffff", bgcolor="#a3262f", bold=True)

ON_PANEL = Style(color="#e8efe9", bgcolor=PANEL)
FAINT_PANEL = Style(color="#8fb5a5", bgcolor=PANEL)
BRIGHT_PANEL = Style(color="#ffe08a", bgcolor=PANEL, bold=True)

_CARD, _DULL, _CHOSEN = "#f6f2e7", "#a9b4aa", "#ffd75e"
_LIGHT = {"#14181b": "#e8efe9", "#c3141f": "#ff8080", "#0b7a2f": "#7fdc8f", "#1550c0": "#8fb4ff"}
"""Inks on a dark background, by the ink of a card."""
_INK = {Suit.SPADES: "#14181b", Suit.HEARTS: "#c3141f", Suit.CLUBS: "#14181b"}
_TWO = {**_INK, Suit.DIAMONDS: "#c3141f"}
_FOUR = {**_INK, Suit.CLUBS: "#0b7a2f", Suit.DIAMONDS: "#1550c0"}


class Look(NamedTuple):
    """The display of a card: selected, or dimmed because it is not relevant now."""

    chosen: bool = False
    dull: bool = False


class Faces:
    """The faces of cards in one language, in two or four colours."""

    def __init__(self, speaker: Speaker, *, four_colours: bool) -> None:
        self._speaker = speaker
        self._inks = _FOUR if four_colours else _TWO

    def text(self, card: Card) -> str:
        """A face of three cells, or four for a Joker in Chinese."""
        return self._speaker.card(card).rjust(3)

    def style(self, card: Card, look: Look = Look()) -> Style:  # noqa: B008 - it never changes
        """The colours of a face."""
        paper = _CHOSEN if look.chosen else _DULL if look.dull else _CARD
        if card.suit is not None:
            return Style(color=self._inks[card.suit], bgcolor=paper, bold=True)
        ink = "#c3141f" if card is Card.BIG_JOKER else "#14181b"
        return Style(color=ink, bgcolor=paper, bold=True, underline=True)

    def label(self, suit: Suit) -> Style:
        """The colours of a suit's symbol on the dark panel."""
        return Style(color=_LIGHT[self._inks[suit]], bgcolor=PANEL, bold=True)

    def width(self, card: Card) -> int:
        """The width of a face, in cells."""
        return cell_len(self.text(card))

    def large(self, card: Card) -> tuple[str, str, str]:
        """A face of three lines of five cells."""
        if card.suit is None or card.rank is None:
            name = set_cell_size(self._speaker.card(card), 4 if self._is_wide(card) else 2)
            middle = f" {name}" if self._is_wide(card) else f"  {name} "
            return "     ", set_cell_size(middle, 5), "     "
        rank = str(card.rank.value)
        return rank.ljust(5), f"  {card.suit.symbol}  ", rank.rjust(5)

    def _is_wide(self, card: Card) -> bool:
        return self.width(card) > 3

    def laid(
        self, cards: Sequence[Card], width: int, height: int
    ) -> list[list[tuple[Card | None, str]]]:
        """Arrange cards in lines of at most `width` cells; each card has its text.

        If they do not fit, equal cards are written once with their number. Cards that still do not
        fit are replaced by a count, with `None` as the card.
        """
        single = _lines([(card, self.text(card)) for card in cards], width)
        if len(single) <= height:
            return single
        groups: list[tuple[Card | None, str]] = [
            (card, self.text(card) + (f"×{count}" if count > 1 else ""))
            for card, count in Counter(cards).items()
        ]
        lines = _lines(groups, width)
        while len(lines) > height:
            groups.pop()
            shown = sum(1 for card in cards if any(card is other for other, _ in groups))
            lines = _lines([*groups, (None, f"+{len(cards) - shown}")], width)
        return lines


def _lines(
    faces: Sequence[tuple[Card | None, str]], width: int
) -> list[list[tuple[Card | None, str]]]:
    """Arrange faces in lines of at most `width` cells, with a gap between them."""
    lines: list[list[tuple[Card | None, str]]] = [[]]
    used = 0
    for card, text in faces:
        wide = cell_len(text) + 1
        if lines[-1] and used + wide - 1 > width:
            lines.append([])
            used = 0
        lines[-1].append((card, text))
        used += wide
    return lines


class Canvas:
    """A rectangle of cells to write to and then display."""

    def __init__(self, width: int, height: int, background: Style) -> None:
        self.width, self.height = width, height
        self._background = background
        self._cells: list[list[tuple[str, Style]]] = [
            [(" ", background)] * width for _ in range(height)
        ]

    def put(self, x: int, y: int, text: str, style: Style) -> int:
        """Write text from cell x of line y, as far as it fits; returns the next cell."""
        for char in text:
            size = cell_len(char)
            if 0 <= y < self.height and x >= 0 and x + size <= self.width and size:
                self._cells[y][x] = (char, style)
                if size == 2:
                    self._cells[y][x + 1] = ("", style)
            x += size
        return x

    def right(self, x: int, y: int, text: str, style: Style) -> None:
        """Write text that ends before cell x."""
        self.put(x - cell_len(text), y, text, style)

    def strip(self, y: int) -> Strip:
        """One line."""
        if not 0 <= y < self.height:
            return Strip([Segment(" " * self.width, self._background)], self.width)
        return Strip([Segment(char, style) for char, style in self._cells[y]]).simplify()


_PIECES = re.compile(
    r"[0-9]+ [\u2e80-\uffef]|[\u2e80-\uffef][，。、：；！？）”]*|[^\s\u2e80-\uffef]+\s*|\s+"
)
"""Pieces that must not be broken: words with the space after them, characters with punctuation."""


def wrap(text: str, width: int) -> list[str]:
    """Wrap text into lines of a width; Chinese may break anywhere except before punctuation.

    >>> wrap("a tractor of 2 pairs", 10)
    ['a tractor', 'of 2 pairs']
    >>> wrap("轮到你出牌。", 8)
    ['轮到你出', '牌。']
    """
    lines, line = [], ""
    for piece in _PIECES.findall(text):
        if line and cell_len((line + piece).rstrip()) > width:
            lines.append(line.rstrip())
            line = ""
        line += piece if line else piece.lstrip()
    return [*lines, line.rstrip()] if line.strip() or not lines else lines


def clip(text: str, width: int) -> str:
    """Cut text to a width, with an ellipsis if it was longer."""
    if cell_len(text) <= width:
        return text
    return f"{set_cell_size(text, max(0, width - 1)).rstrip()}…"
