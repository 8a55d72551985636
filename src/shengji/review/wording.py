"""A review in words for players."""

from __future__ import annotations

from typing import NamedTuple

from shengji.explain.wording import told_answer, told_cards, told_lesson
from shengji.record.reviews import HandReview, MatchReview, OpenHands, Reviewed
from shengji.words import Language, texts

MOST_LESSONS = 2
"""Maximum number of lessons per decision, the most important first."""
BARS = "▁▂▃▄▅▆▇█"


class ToldMistake(NamedTuple):
    """A costly decision, in sentences.

    Attributes:
        made: the decision.
        instead: the best answer.
        better: the best answer, and the levels that it gains.
        why: the lessons; empty if none is known.
        open: the result of perfect play with all hands open, if known.
        caution: the reason why the figure is less certain than usual, if any.
    """

    made: str
    instead: str
    better: str
    why: tuple[str, ...]
    open: str | None = None
    caution: str | None = None


def told_worst(review: HandReview, language: Language = "en") -> list[ToldMistake]:
    """The costliest decisions in words, the costliest first."""
    return [describe_mistake(review, review.decisions[place], language) for place in review.worst]


def told_worst_of_match(review: MatchReview, language: Language = "en") -> list[ToldMistake]:
    """The costliest decisions of a match in words, the costliest first, each with its hand."""
    found = []
    for place, at in review.worst:
        hand = review.hands[place]
        mistake = describe_mistake(hand, hand.decisions[at], language)
        made = texts("review")["of-hand"].render(language, hand=hand.hand, made=mistake.made)
        found.append(mistake._replace(made=made))
    return found


def describe_mistake(review: HandReview, found: Reviewed, language: Language = "en") -> ToldMistake:
    """A costly decision in words."""
    said = texts("review")
    made = told_made(found, review.players[found.seat].name, language)
    best = found.better[0]
    assert best.ahead is not None
    answer = told_answer(best, language)
    nothing, cards = ("", {"cards": answer}) if answer else ("-nothing", {})
    instead = said[f"instead{nothing}"].render(language, **cards)
    better = said[f"better{nothing}"].render(
        language, levels=f"{best.ahead.mean:.2f}", error=f"{best.ahead.error:.2f}", **cards
    )
    why = tuple(told_lesson(lesson, language) for lesson in found.lessons[:MOST_LESSONS])
    opened = None if found.open is None else told_open(found.open, language)
    caution = said["unsolved"].of(language) if found.unsolved else None
    return ToldMistake(made, instead, better, why, opened, caution)


def told_made(found: Reviewed, name: str, language: Language = "en") -> str:
    """A decision by a player of this name, with its time in the hand."""
    said = texts("review")
    trick = found.trick
    when = said["trick"].render(language, trick=trick) if trick else said["before"].of(language)
    done = told_answer(found.made, language)
    key = f"made.{found.decision}" if done else f"made.{found.decision}-nothing"
    return said[key].render(language, when=when, name=name, cards=done)


def told_open(found: OpenHands, language: Language = "en") -> str:
    """The result of a decision under perfect play with all hands open, as a sentence."""
    said = texts("review")
    if found.made == found.best:
        return said["open-same"].render(language, points=found.made)
    cards = told_cards(found.cards, language)
    return said["open"].render(language, points=found.made, best=found.best, cards=cards)


def drawn_curve(review: HandReview) -> str:
    """Draw the curve as one bar per trick; higher is better for the Dealer.

    >>> from shengji.record.reviews import CurvePoint, Figure
    >>> points = [CurvePoint(n, n, Figure(mean, 0.1)) for n, mean in enumerate((-1, 0, 0.4, 2.5))]
    >>> drawn_curve(HandReview(1, {}, 1.0, 0, (), (), tuple(points), None, ()))
    '▁▃▄█'
    """
    levels = [point.levels.mean for point in review.curve]
    if not levels:
        return ""
    least, most = min(levels), max(levels)
    spread = max(most - least, 1.0)
    return "".join(BARS[round((len(BARS) - 1) * (level - least) / spread)] for level in levels)
