"""Draws a scene: facts above, the table with the trick in the middle, open cards below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin
from typing import NamedTuple

from shengji.cards import Card, Suit, write_cards
from shengji.picture.pieces import (
    BLACK,
    EDGE,
    GOLD,
    LARGE,
    QUIET,
    RED,
    SMALL,
    Size,
    back,
    box,
    broken,
    definitions,
    escape_text,
    face,
    fitted,
    mark,
    spread,
    text,
    width_of,
)
from shengji.picture.scene import Place, Row, Scene
from shengji.words import Language, texts

WIDTH = 500
"""Width of a picture in SVG units; it stays legible at three quarters, as on a phone."""
MARGIN = 14
_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans CJK SC', sans-serif"
_SIDES = {"declarers": "#fdeecb", "opponents": "#dfeaf7", None: "#f4f5f7"}
_FELT = "#eaf2ea"


class _Layout(NamedTuple):
    """Dimensions of a table: its height, the boxes of the seats, and the positions of the plays."""

    height: float
    box: float
    inward: tuple[float, float]
    play: float


def _layout(players: int) -> _Layout:
    if players <= 4:
        return _Layout(304, 116, (0.45, 0.52), 86)
    if players <= 6:
        return _Layout(370, 104, (0.46, 0.55), 72)
    if players <= 8:
        return _Layout(460, 96, (0.56, 0.6), 70)
    return _Layout(600, 80, (0.58, 0.64), 60)


def draw(scene: Scene, language: Language = "en") -> str:
    """A scene as an SVG image.

    Args:
        scene: the contents.
        language: language of the few words outside the scene.
    """
    layout = _layout(len(scene.places))
    top = 40 + 20 * max(1, len(_lines(scene.facts)))
    parts = [*_head(scene), *_table(scene, layout, top, language)]
    y = top + layout.height + 6
    for row in scene.rows:
        drawn, y = _row(row, y)
        parts += drawn
    height = y + 8
    words = "\n".join(_caption_lines(scene, language))
    drawing = "".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" '
        f'width="{WIDTH}" height="{height:.0f}" style="max-width:100%;height:auto" role="img"'
        f' font-family="{_FONT}"><title>{escape_text(scene.title)}</title>'
        f"<desc>{escape_text(words)}</desc>{definitions(drawing)}"
        f'<rect width="{WIDTH}" height="{height:.0f}" fill="#fff"/>{drawing}</svg>'
    )


def _lines(facts: tuple[str, ...]) -> list[str]:
    """The facts in lines, filling each line."""
    room = WIDTH - 2 * MARGIN - 60
    lines: list[str] = []
    for fact in facts:
        longer = f"{lines[-1]}  ·  {fact}" if lines else ""
        if lines and width_of(longer, 14) <= room:
            lines[-1] = longer
        else:
            lines += broken(fact, room, 14)
    return lines


def _head(scene: Scene) -> Iterator[str]:
    yield text(fitted(scene.title, WIDTH - 130, 21), MARGIN, 30, 21, bold=True)
    for number, line in enumerate(_lines(scene.facts)):
        yield text(line, MARGIN, 52 + 20 * number, 14, fill=QUIET)
    if scene.trump is not None:
        suit = scene.trump.suit
        red = suit in (Suit.HEARTS, Suit.DIAMONDS)
        x = WIDTH - MARGIN - 28
        yield text(scene.trump.rank.value, x - 6, 37, 28, anchor="end", bold=True, fill=_ink(red))
        if suit is None:
            yield mark(None, x, 13, 28, QUIET)
        else:
            yield mark(suit, x, 13, 28, _ink(red))


def _ink(red: bool) -> str:
    return RED if red else BLACK


def _table(scene: Scene, layout: _Layout, top: float, language: Language) -> Iterator[str]:
    middle_x, middle_y = WIDTH / 2, top + layout.height / 2
    felt = layout.height - 44
    yield box(
        MARGIN + layout.box / 3,
        middle_y - felt / 2,
        WIDTH - 2 * MARGIN - layout.box / 1.5,
        felt,
        fill=_FELT,
        edge="#b9c9b9",
        round_by=felt / 2.6,
    )
    reach_x = WIDTH / 2 - MARGIN / 2 - layout.box / 2
    reach_y = layout.height / 2 - 24
    lines = broken(scene.middle, WIDTH - 3 * layout.box, 15)
    for number, line in enumerate(lines):
        y = middle_y + 5 + 20 * (number - (len(lines) - 1) / 2)
        yield text(line, middle_x, y, 15, anchor="middle", fill=QUIET)
    faded = ' opacity="0.55"' if scene.faded else ""
    players = len(scene.places)
    for seat, place in enumerate(scene.places):
        angle = 2 * pi * (seat - scene.bottom) / players
        across, down = sin(angle), cos(angle)
        x, y = middle_x + reach_x * across, middle_y + reach_y * down
        yield from _seat(place, x, y, layout.box, language)
        if place.cards:
            into_x, into_y = layout.inward
            room = layout.play if abs(across) > 0.1 or players > 4 else 2 * layout.play
            x, y = middle_x + reach_x * into_x * across, middle_y + reach_y * into_y * down
            yield f"<g{faded}>{''.join(_play(place, x, y, room))}</g>"


def _seat(place: Place, x: float, y: float, width: float, language: Language) -> Iterator[str]:
    """The box of a seat: its name, its level, and the number of its cards."""
    left, upper = x - width / 2, y - 22
    edge, line = (BLACK, 2.5) if place.turn else (EDGE, 1.0)
    yield box(left, upper, width, 44, fill=_SIDES[place.side], edge=edge, line=line, round_by=9)
    role = "deals" if place.deals else "joined" if place.joined else None
    room = width - 14 - (22 if role else 0)
    name = fitted(place.name, room * 0.9, 15)  # The name is bold, and so wider
    yield text(name, left + 8, upper + 18, 15, bold=True)
    if role is not None:
        middle = left + width - 15
        yield f'<circle cx="{middle:.1f}" cy="{upper + 13:.1f}" r="9.5" fill="{GOLD}"/>'
        sign = texts("picture")[role].render(language)
        yield text(sign, middle, upper + 17.5, 12, anchor="middle", bold=True)
    level = texts("picture")["level"].render(language, rank=place.level)
    level = level if width_of(level, 13) <= width - 46 else place.level
    yield text(level, left + 8, upper + 36, 13, fill=QUIET)
    yield text(str(place.count), left + width - 22, upper + 36, 13, anchor="end", fill=QUIET)
    yield back(left + width - 18, upper + 25, 14)


def _play(place: Place, x: float, y: float, room: float) -> Iterator[str]:
    """The cards in front of a seat."""
    rows = spread([place.cards], room, SMALL, 0)
    width = max(row[-1][1] for row in rows) + SMALL.width
    height = SMALL.height + 24 * (len(rows) - 1)
    left, upper = x - width / 2, y - height / 2
    if place.ahead:
        at = (left - 4, upper - 4, width + 8, height + 8)
        yield box(*at, fill=GOLD, edge=GOLD, round_by=7)
    for number, row in enumerate(rows):
        yield from _lying(row, left, upper + 24 * number, SMALL)
    if place.leads:
        points = f"{left - 9:.1f},{upper - 2:.1f} {left + 2:.1f},{upper + 5:.1f} "
        points += f"{left - 9:.1f},{upper + 12:.1f}"
        yield f'<polygon points="{points}" fill="{BLACK}"/>'


def _lying(row: Sequence[tuple[Card, float]], x: float, y: float, size: Size) -> Iterator[str]:
    """Overlapping cards, each with its distance from the left."""
    ends = [right for _, right in row[1:]] + [float("inf")]
    for (card, left), end in zip(row, ends, strict=True):
        yield face(card, x + left, y, size, whole=end - left >= size.width)


def _row(row: Row, y: float) -> tuple[list[str], float]:
    """A row of open cards from `y` downwards; returns the drawing and its lower end."""
    size = LARGE if row.large else SMALL
    parts = [text(fitted(row.title, WIDTH - 2 * MARGIN, 14), MARGIN, y + 15, 14, bold=True)]
    y += 21
    for cards in spread(row.groups, WIDTH - 2 * MARGIN, size, size.least * 0.6):
        parts += _lying(cards, MARGIN, y, size)
        y += size.height + 4
    return parts, y + 5


def _caption_lines(scene: Scene, language: Language) -> Iterator[str]:
    """Generate the description of the picture for screen readers."""
    yield from scene.facts
    if scene.middle:
        yield scene.middle
    for place in scene.places:
        if place.cards:
            yield f"{place.name}: {write_cards(place.cards)}"
    for row in scene.rows:
        yield f"{row.title}: {'; '.join(write_cards(group) for group in row.groups)}"
