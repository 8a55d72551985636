"""Elements of a picture: texts, cards and suit symbols, as SVG.

The art of the cards is `cards.svg`, a sprite that the web client shows, too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple
from unicodedata import east_asian_width
from xml.sax.saxutils import escape

from shengji.cards import Card, Suit

RED, BLACK = "#c31c26", "#17181c"
GOLD, QUIET, EDGE = "#e0a100", "#5d6470", "#8a919c"
_SYMBOL = re.compile(r'<symbol id="([A-Za-z0-9-]+)".*?</symbol>', re.DOTALL)
_VARIABLE = re.compile(r"var\(--[a-z-]+,(#[0-9a-f]+)\)")


@cache
def _sprite() -> dict[str, str]:
    """The symbols of the cards, by name, in the colours of a light page."""
    sprite = files(__package__).joinpath("cards.svg").read_text("utf-8")
    sprite = _VARIABLE.sub(r"\1", sprite)
    return {found[1]: found[0] for found in _SYMBOL.finditer(sprite)}


def definitions(drawing: str) -> str:
    """The symbols that a drawing uses, in the order of the sprite."""
    used = set(re.findall(r'href="#([A-Za-z0-9-]+)"', drawing))
    return f"<defs>{''.join(body for name, body in _sprite().items() if name in used)}</defs>"


class Size(NamedTuple):
    """Dimensions of a card and its index, and the visible strip of an overlapped card.

    Attributes:
        corner: width of the index.
        strip: the strip where there is room.
        least: the narrowest strip.
        picture: whether the card shows more than its index and one sign.
    """

    width: float
    height: float
    corner: float
    strip: float
    least: float
    picture: bool


SMALL = Size(34, 47.6, 14.4, 18, 14, picture=False)
LARGE = Size(48, 67.2, 15.4, 24, 15, picture=True)


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


def symbol(name: str, x: float, y: float, width: float, height: float, fill: str) -> str:
    """A symbol of the sprite, in one colour where it has none of its own."""
    at = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return f'<use href="#{name}" {at} color="{fill}"/>'


def mark(suit: Suit | None, x: float, y: float, size: float, fill: str) -> str:
    """The symbol of a suit, or of a Joker, with its upper left corner at (x, y)."""
    return symbol("big" if suit is None else suit.value, x, y, size, size, fill)


def colour(card: Card) -> str:
    """The colour of a card: diamonds, hearts and the big Joker are red."""
    red = card.suit in (Suit.DIAMONDS, Suit.HEARTS) or card is Card.BIG_JOKER
    return RED if red else BLACK


def face(card: Card, x: float, y: float, size: Size, *, whole: bool = True) -> str:
    """A card, face up; unless `whole`, only its index is visible."""
    ink, at = colour(card), (x, y, size.width, size.height)
    parts = [box(*at, fill="#fffdf7", round_by=size.width / 11)]
    if whole and size.picture:
        parts.append(symbol(card.value, *at, ink))
    elif whole:
        wide = size.width * 0.54
        left, upper = x + size.width * 0.96 - wide, y + size.height * 0.97 - wide
        parts.append(symbol(_sign(card), left, upper, wide, wide, ink))
    parts.append(symbol(f"i{card.value}", x, y, size.corner, size.corner * 60 / 32, ink))
    return "".join(parts)


def _sign(card: Card) -> str:
    """The symbol below the rank of a card."""
    if card.suit is not None:
        return str(card.suit.value)
    return "big" if card is Card.BIG_JOKER else "small"


def back(x: float, y: float, height: float) -> str:
    """A small card, face down."""
    return symbol("back-plain", x, y, height / 1.4, height, BLACK)


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
    least = size.least
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
