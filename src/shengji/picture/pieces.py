"""Elements of a picture: texts, cards and suit symbols, as SVG."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import cos, pi, sin
from typing import NamedTuple
from unicodedata import east_asian_width
from xml.sax.saxutils import escape

from shengji.cards import Card, Suit
from shengji.words import Language, texts

RED, BLACK = "#c31c26", "#17181c"
GOLD, QUIET, EDGE = "#e0a100", "#5d6470", "#8a919c"
_BACK = "#44679b"
_SHAPES = {
    Suit.HEARTS: "M50 90C20 64 6 48 6 30 6 15 17 7 29 7c10 0 18 6 21 16C53 13 61 7 71 7c12 0 23 8 "
    "23 23 0 18-14 34-44 60z",
    Suit.DIAMONDS: "M50 3C59 21 71 38 87 50 71 62 59 79 50 97 41 79 29 62 13 50 29 38 41 21 50 3z",
    Suit.SPADES: "M50 5c5 20 43 36 43 59 0 13-10 20-20 20-8 0-15-4-19-11 1 10 5 18 13 23H33c8-5 "
    "12-13 13-23-4 7-11 11-19 11-10 0-20-7-20-20C7 41 45 25 50 5z",
    Suit.CLUBS: "M50 5a21 21 0 0 1 16 35 21 21 0 1 1-12 32c1 11 5 19 13 24H33c8-5 12-13 13-24a21 "
    "21 0 1 1-12-32A21 21 0 0 1 50 5z",
}
"""Path of each suit symbol, in a square of 100."""


def _star() -> str:
    corners = []
    for number in range(10):
        radius = 20 if number % 2 else 48
        angle = number * pi / 5
        corners.append(f"{50 + radius * sin(angle):.0f} {52 - radius * cos(angle):.0f}")
    return f"M{'L'.join(corners)}z"


_STAR = _star()


class Size(NamedTuple):
    """Dimensions of a card, and the visible strip of an overlapped one."""

    width: float
    height: float
    font: float
    strip: float


SMALL = Size(34, 48, 14, 18)
LARGE = Size(46, 66, 18, 24)


def escape_text(words: str) -> str:
    r"""Escape a text for SVG, replacing unprintable characters.

    >>> escape_text("A & B\x1b")
    'A &amp; B�'
    """
    shown = (
        c if c.isprintable() or c in "\n\u00a0" else "\N{REPLACEMENT CHARACTER}" for c in words
    )
    return escape("".join(shown))


def text(
    words: str,
    x: float,
    y: float,
    size: float,
    *,
    fill: str = BLACK,
    anchor: str = "start",
    bold: bool = False,
) -> str:
    """A line of text at a baseline."""
    weight = ' font-weight="700"' if bold else ""
    at = f'x="{x:.1f}" y="{y:.1f}" font-size="{size:g}"'
    return f'<text {at} text-anchor="{anchor}" fill="{fill}"{weight}>{escape_text(words)}</text>'


def box(
    x: float,
    y: float,
    width: float,
    height: float,
    *,
    fill: str,
    edge: str = EDGE,
    line: float = 1,
    round_by: float = 4,
) -> str:
    """A rectangle with rounded corners."""
    at = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="{round_by:g}"'
    return f'<rect {at} fill="{fill}" stroke="{edge}" stroke-width="{line:g}"/>'


def mark(shape: Suit | None, x: float, y: float, size: float, fill: str) -> str:
    """The symbol of a suit, or of a Joker, with its upper left corner at (x, y)."""
    path = _STAR if shape is None else _SHAPES[shape]
    scale = size / 100
    place = f"translate({x:.1f} {y:.1f}) scale({scale:.3f})"
    return f'<path d="{path}" transform="{place}" fill="{fill}"/>'


def colour(card: Card) -> str:
    """The colour of a card: diamonds, hearts and the big Joker are red."""
    red = card.suit in (Suit.DIAMONDS, Suit.HEARTS) or card is Card.BIG_JOKER
    return RED if red else BLACK


def face(
    card: Card, x: float, y: float, size: Size, language: Language, *, whole: bool = True
) -> str:
    """A card, face up; unless `whole`, only its left edge is visible."""
    ink, font = colour(card), size.font
    rank = card.rank.value if card.rank is not None else _joker(card, language)
    parts = [box(x, y, size.width, size.height, fill="#fff", round_by=size.width / 9)]
    narrow = f' textLength="{font * 0.95:.1f}" lengthAdjust="spacingAndGlyphs"'
    corner = f'x="{x + 3:.1f}" y="{y + font:.1f}" font-size="{font:g}" font-weight="700"'
    corner += narrow if rank == "10" else ""
    parts.append(f'<text {corner} fill="{ink}">{escape_text(rank)}</text>')
    parts.append(mark(card.suit, x + 3, y + font + 3, font - 1, ink))
    if whole:
        big = size.width / 2
        left, upper = x + size.width - big - 3, y + size.height - big - 4
        parts.append(mark(card.suit, left, upper, big, ink))
    return "".join(parts)


def _joker(card: Card, language: Language) -> str:
    """The sign of a Joker: the first letter or character of its name."""
    name = texts("names")[f"joker.{card.value}"].render(language)
    return name[0].upper()


def back(x: float, y: float, height: float) -> str:
    """A small card, face down."""
    width = height * 0.7
    inner = box(x + 1.5, y + 1.5, width - 3, height - 3, fill="none", edge="#fff", round_by=1)
    return box(x, y, width, height, fill=_BACK, edge=_BACK, round_by=2) + inner


def spread(
    groups: Sequence[Sequence[Card]], room: float, size: Size, gap: float
) -> list[list[tuple[Card, float]]]:
    """Arrange cards side by side: rows of cards with their distances from the left.

    Args:
        groups: the cards, by group.
        room: width of a row.
        size: dimensions of the cards.
        gap: width of the gap between groups.
    """
    least = size.font * 0.8
    cards = [(card, number == 0) for group in groups for number, card in enumerate(group)]
    most = max(1, int((room - size.width - gap * (len(groups) - 1)) / least) + 1)
    rows = -(-len(cards) // most) or 1
    each = -(-len(cards) // rows)
    found = []
    for start in range(0, len(cards), max(each, 1)):
        part = cards[start : start + each]
        gaps = sum(first for _, first in part[1:])
        free = room - size.width - gap * gaps
        step = min(size.strip, free / max(1, len(part) - 1))
        row, x = [], 0.0
        for number, (card, first) in enumerate(part):
            x += (step + (gap if first else 0)) if number else 0
            row.append((card, x))
        found.append(row)
    return found


def fitted(words: str, room: float, size: float) -> str:
    """A text, shortened with an ellipsis to an estimated width."""
    if width_of(words, size) <= room:
        return words
    kept = words
    while kept and width_of(kept + "…", size) > room:
        kept = kept[:-1]
    return kept.rstrip() + "…"


def broken(words: str, room: float, size: float) -> list[str]:
    """A text broken into lines, at spaces and after Chinese characters."""
    lines: list[str] = []
    for part in re.findall(r"[\u2e80-\uffff]|[^\s\u2e80-\uffff]+|\s+", words):
        if lines and width_of(lines[-1] + part, size) <= room:
            lines[-1] += part
        elif part.strip():
            lines.append(part)
    return [line.strip() for line in lines]


def width_of(words: str, size: float) -> float:
    """Estimated width of a text, without knowledge of the font."""
    return size * sum(1.0 if east_asian_width(c) in "WF" else 0.6 for c in words)
