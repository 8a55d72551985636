"""A moment of a recorded match as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.text import Text

from shengji.cards import Card
from shengji.game.scene import scene_of
from shengji.game.voice import Voice
from shengji.picture import Place, Scene
from shengji.record import Viewing
from shengji.record.printable import printable
from shengji.record.telling import deciding_seat, news
from shengji.terminal.account import coloured
from shengji.terminal.output import facts, spaced
from shengji.terminal.report import Column, report
from shengji.words import Language, join_sentences, texts

_SIDES = {"declarers": "yellow", "opponents": "blue", None: ""}


def render_moment(
    viewing: Viewing,
    language: Language,
    names: Sequence[str] | None = None,
    *,
    airy: bool = False,
    numbered: bool = True,
) -> RenderableType:
    """Render the table, the visible hands, the last event, and the decision that is due.

    Args:
        viewing: the record at a moment.
        language: the language of the text.
        names: the names of the players by seat; `None` for the seat numbers and names of the
            record.
        airy: whether to put empty lines between the parts.
        numbered: whether to show the number of the event.
    """
    if names is None:
        names = [printable(f"{seat} {name}") for seat, name in enumerate(viewing.names)]
    return Group(*_parts(viewing, language, names, airy=airy, numbered=numbered))


def _parts(
    viewing: Viewing, language: Language, names: Sequence[str], *, airy: bool, numbered: bool
) -> Iterator[RenderableType]:
    said = texts("replay")
    scene = scene_of(viewing.match, viewing.eyes, names, language)
    yield Rule(_title(scene, language), align="left")
    eyes = viewing.eyes
    whose = said["eyes.all" if eyes == "all" else "eyes.none"].render(language)
    if isinstance(eyes, int):
        whose = said["eyes.seat"].render(language, name=names[eyes])
    place = said["at"].render(language, at=viewing.at, count=len(viewing.record.events))
    facts_told = (*scene.facts, whose, place) if numbered else (*scene.facts, whose)
    known = (spaced(fact, language) for fact in facts_told)
    yield Text("  ·  ".join(known), style="dim")
    if airy:
        yield Text()
    rows = (_row(place, language) for place in scene.places)
    yield report([Column("")] * 5, rows, "none")
    if airy:
        yield Text()
    hands = facts()
    for row in scene.rows:
        groups = (_cards(group, language) for group in row.groups)
        hands.add_row(row.title, Text("   ").join(groups))
    yield hands
    if airy:
        yield Text()
    for words in news(viewing, language, names):
        yield coloured(spaced(words, language))
    if scene.middle:
        yield Text(scene.middle, style="bold")
    owing = deciding_seat(viewing, language, names)
    if owing is not None:
        words = said["asked"].render(language, name=names[owing.seat], words=owing.words)
        whole = join_sentences(language, owing.why or None, words)
        yield Text(spaced(whole, language), style="bold yellow")


def _title(scene: Scene, language: Language) -> Text:
    title = Text(scene.title, style="bold")
    if scene.trump is not None:
        title.append("  ").append(coloured(Voice(language, ()).trump(scene.trump)))
    return title


def _row(place: Place, language: Language) -> tuple[Text | str, ...]:
    """A seat with the cards that it has played to the trick."""
    mark = ("›" if place.leads else " ") + ("★" if place.ahead else " ")
    level = texts("picture")["level"].render(language, rank=place.level)
    name = Text(f"{place.name} {_role(place, language)}".rstrip(), style=_SIDES[place.side])
    if place.turn:
        name.stylize("bold reverse")
    cards = _cards(place.cards, language)
    return name, level, str(place.count), Text(mark, style="bold yellow"), cards


def _role(place: Place, language: Language) -> str:
    role = "deals" if place.deals else "joined" if place.joined else None
    return "" if role is None else f"({texts('picture')[role].render(language)})"


def _cards(cards: tuple[Card, ...], language: Language) -> Text:
    return coloured(Voice(language, ()).cards(cards))
