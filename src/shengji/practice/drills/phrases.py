"""The sentences of drills, in both languages."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from shengji.cards import Card, write_cards
from shengji.game import Refusal
from shengji.game.refusals import cards_words, rung_words, suit_letter, suit_words, unit_words
from shengji.play.space import Space
from shengji.play.units import Unit
from shengji.words import LANGUAGES, Language, Text, texts


def say(key: str, **params: object) -> Text:
    """Return a text of drills; a parameter that is a `Text` is inserted in each language."""
    text = texts("drills")[key]

    def render(language: Language) -> str:
        return text.render(language, **{name: _of(p, language) for name, p in params.items()})

    return both(render)


def _of(param: object, language: Language) -> object:
    return param.of(language) if isinstance(param, Text) else param


def both(said: Callable[[Language], str]) -> Text:
    """The text in each language."""
    return Text(*map(said, LANGUAGES))


def refused(refusal: Refusal) -> Text:
    """The reason of a refusal."""
    return both(refusal.sentence)


def cards_text(cards: Sequence[Card]) -> Text:
    """Cards in a sentence."""
    return both(lambda language: cards_words(write_cards(cards), language))


def suit_text(space: Space, suit: int) -> Text:
    """The name of an effective suit."""
    return both(lambda language: suit_words(suit_letter(space, suit), language))


def shape_text(width: int, length: int) -> Text:
    """A shape in a sentence: a single, a pair, a tractor of 2 pairs."""
    return both(lambda language: unit_words(width, length, 1, language))


def units_text(units: Sequence[Unit]) -> Text:
    """Several units by their shapes: a pair and 2 singles."""
    rung: list[list[int]] = []
    for unit in units:
        if rung and rung[-1][:2] == [unit.width, unit.length]:
            rung[-1][2] += 1
        else:
            rung.append([unit.width, unit.length, 1])
    return both(lambda language: rung_words(rung, language).strip())
