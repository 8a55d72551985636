"""Boards: a position as plain text, for a terminal or a log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from shengji.cards import Card
from shengji.picture.scene import Place, Scene
from shengji.words import Language, texts


def board(scene: Scene, language: Language = "en") -> str:
    """Write the contents of a picture as lines of text.

    `>` marks the seat whose turn it is, `*` the cards that are ahead in the trick.
    """
    lines = [scene.title]
    facts = [*([f"{_trump(scene)}"] if scene.trump else []), *scene.facts, scene.middle]
    lines += [fact for fact in facts if fact]
    rows = [tuple(_columns(place, language)) for place in scene.places]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for place, row in zip(scene.places, rows, strict=True):
        cells = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        lines.append(f"{'>' if place.turn else ' '} {cells}".rstrip())
    lines += [f"{row.title}: {' | '.join(map(_cards, row.groups))}" for row in scene.rows]
    return "\n".join(lines)


def _trump(scene: Scene) -> str:
    assert scene.trump is not None
    suit = "" if scene.trump.suit is None else scene.trump.suit.symbol
    return f"{scene.trump.rank.value}{suit}"


def _columns(place: Place, language: Language) -> Iterator[str]:
    said = texts("picture")
    yield place.name
    yield said["level"].render(language, rank=place.level)
    side = "" if place.side is None else texts("names")[f"side.{place.side}"].render(language)
    roles = [said[role].render(language) for role in ("deals", "joined") if getattr(place, role)]
    yield " ".join([side, *roles]).strip()
    yield f"[{place.count}]"
    yield _cards(place.cards) + (" *" if place.ahead and place.cards else "")


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(
        card.value if card.suit is None or card.rank is None else card.rank.value + card.suit.symbol
        for card in cards
    )
