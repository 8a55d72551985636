"""Answers and lessons in words for players."""

from __future__ import annotations

from collections.abc import Sequence

from shengji.cards import Card, write_cards
from shengji.explain.lessons import WeighedAnswer
from shengji.game.refusals import cards_words
from shengji.record.reviews import Lesson
from shengji.words import Language, texts


def told_lesson(lesson: Lesson, language: Language = "en") -> str:
    """A lesson as a sentence."""
    text = texts("lessons")[lesson.key]
    cards, higher = (told_cards(each, language) for each in (lesson.cards, lesson.higher))
    return text.render(language, cards=cards, points=lesson.points, higher=higher)


def told_against(lesson: Lesson, other: WeighedAnswer, language: Language = "en") -> str:
    """A lesson as a sentence that also names the other answer."""
    said, told = told_answer(other, language), told_lesson(lesson, language)
    return texts("lessons")["why"].render(language, other=said, lesson=told)


def told_answer(answer: WeighedAnswer, language: Language = "en") -> str:
    """Cards or calls as text; empty for none."""
    if not answer.calls:
        return told_cards(answer.cards, language)
    call_of = texts("explanation")["call-of"]
    calls = [
        call_of.render(language, card=told_cards((call.card,), language), ordinal=call.ordinal)
        for call in answer.calls
    ]
    return ("、" if language == "zh" else ", ").join(calls)


def told_cards(cards: Sequence[Card], language: Language = "en") -> str:
    """Cards as people write them."""
    return cards_words(write_cards(cards), language)
