"""Plays that look silly: where nothing is better, the reasons say why; where they are, it is told.

`medium` and `strong` have made them.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from shengji.bots import Bot, make_bot
from shengji.cards import Card
from shengji.explain import Teacher, lessons
from shengji.explain.wording import told_lesson
from shengji.game import Decision, Due, Play, Played, due_of, view
from shengji.practice.puzzles.trying import seer
from shengji.record import read_record
from shengji.record.reviews import Choice
from shengji.review import DEPTH
from shengji.review.reviewer import Reviewer
from shengji.words import LANGUAGES
from tests.game.kit import cards

DATA = Path(__file__).parents[1] / "data" / "silly"


class Silly(NamedTuple):
    """A play that people would not make.

    Attributes:
        name: the record.
        number: the number of the play in it.
        instead: what people would have played.
        why: the reason that speaks for what was played, or against it.
    """

    name: str
    number: int
    instead: str
    why: str


RIGHT = [
    # A called Ace thrown off on another suit, to join.
    Silly("join-six-1", 181, "5S", "join-ahead"),
    Silly("join-six-2", 177, "QH", "join-race"),
    Silly("join-six-3", 212, "8C", "join-race"),
    # A low pair of trumps led, with a pair in hand that nobody can beat.
    Silly("pairs-default", 106, "BJ BJ", "lead-kept"),
    Silly("pairs-five", 107, "BJ BJ", "lead-kept"),
    Silly("pairs-six", 164, "BJ BJ", "lead-kept"),
    # A low card led from two Aces.
    Silly("low-five", 108, "AD AD", "lead-kept"),
    Silly("low-six", 165, "AC AC", "lead-kept"),
]
WRONG = [
    Silly("join-five-1", 117, "10S", "join-wasted"),
    Silly("join-five-2", 116, "JC", "join-wasted"),
]


class Position:
    """Where such a play was made.

    Attributes:
        cards: what was played.
        decision: what was decided.
        reviewer: has seen what the seat saw before.
    """

    def __init__(self, silly: Silly) -> None:
        self._record = read_record(DATA / f"{silly.name}.jsonl")
        self._number = silly.number
        event = self._record.events[silly.number - 1]
        assert isinstance(event, Played)
        self.cards: tuple[Card, ...] = event.cards
        self.reviewer: Reviewer = seer(self._record, event.seat, silly.number - 1, 0, DEPTH)
        self.decision: Decision = "lead" if self.reviewer.hand.trick is None else "follow"
        case = self.reviewer.case(self.decision, event.cards, (), silly.number)
        assert case is not None
        self.case = case

    def due_to(self, bot: Bot) -> Due:
        """The decision that is due, once a bot has seen the same."""
        rules = self._record.rules
        bot.begin_at([rules.first_level] * rules.players, self._record.header.dealer)
        for event in self._record.events[: self._number - 1]:
            bot.observe(view(event, bot.seat))
        due = due_of(bot.hand, bot.seat)
        assert due is not None
        return due


@pytest.mark.parametrize("silly", RIGHT, ids=lambda silly: silly.name)
def test_a_play_that_looks_silly_and_is_not_is_told_why(silly: Silly) -> None:
    at = Position(silly)
    assert at.case.weigh().cost == 0.0, "nothing is better"
    instead, made = Choice(cards(silly.instead)), Choice(at.cards)
    found = lessons(at.reviewer, at.decision, instead, made)
    (why,) = (lesson for lesson in found if lesson.key == silly.why)
    teacher = Teacher(at.reviewer.rules, at.reviewer.seat)
    hint = teacher.hint(at.due_to(teacher))
    for language in LANGUAGES:
        assert told_lesson(why, language) in hint.why.render(language)


@pytest.mark.parametrize("silly", WRONG, ids=lambda silly: silly.name)
def test_a_play_that_is_silly_is_a_mistake_and_strong_does_not_make_it(silly: Silly) -> None:
    at = Position(silly)
    weighed = at.case.weigh()
    assert weighed.cost > 0.2
    made, best, *_ = at.case.choices(weighed)
    assert lessons(at.reviewer, "follow", made, best)[0].key == silly.why
    bot = make_bot("strong", at.reviewer.rules, at.reviewer.seat, 0)
    command = bot.decide(at.due_to(bot))
    assert isinstance(command, Play) and command.cards != at.cards
