"""Hints: a bot's proposal, and its advantages over other plausible answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from shengji.bots.ruled import RememberingBot
from shengji.bots.ruled.answer_values import options_of
from shengji.bots.search.callings import callings
from shengji.bots.search.equals import alike, key_of
from shengji.cards import Card
from shengji.explain.decision import Answer
from shengji.explain.lessons import BARE, OF_OTHER, SLIGHT, lessons
from shengji.explain.others import Others
from shengji.explain.wording import told_against, told_lesson
from shengji.game import (
    BidLand,
    Bury,
    CallFriends,
    Command,
    Decision,
    Due,
    Play,
    Show,
    due_of,
)
from shengji.game.reasons import Reason, reason_of
from shengji.play.space import TRUMP
from shengji.record.reviews import Lesson
from shengji.words import Language, texts

MOST_OTHERS: Final = 3
"""Maximum number of other answers compared, the most plausible first."""


class Advantage(NamedTuple):
    """An advantage of one answer over another."""

    lesson: Lesson
    other: Answer

    @property
    def speaks_of_other(self) -> bool:
        """Whether the lesson is about the other answer, else about the better one."""
        return self.lesson.key in OF_OTHER

    def render(self, language: Language = "en") -> str:
        """The advantage as a sentence, which names the other answer if the lesson is about it."""
        if self.speaks_of_other:
            return told_against(self.lesson, self.other, language)
        return told_lesson(self.lesson, language)


class Why(NamedTuple):
    """The reasons for an answer and against another one.

    Attributes:
        this: the reason for the answer.
        other: a reason against another answer; `None` if there is no further one.
    """

    this: Reason | Advantage
    other: Advantage | None

    def render(self, language: Language = "en") -> str:
        """The reasons as one or two sentences."""
        this = self.this.render(language)
        if self.other is None:
            return this
        both = texts("lessons")["both"]
        return both.render(language, this=this, other=self.other.render(language))


class Hint(NamedTuple):
    """A bot's proposed command, with its reasons.

    Attributes:
        command: the proposal; `None`: do not declare.
    """

    command: Command | None
    why: Why


class Teacher(RememberingBot):
    """Observes a seat's view, proposes the answer of `medium`, and explains it.

    The explanations use the seat's knowledge only, with the lessons of a review.
    """

    def hint(self, due: Due) -> Hint:
        """The proposed answer, with its reasons."""
        command = self.decide(due)
        return Hint(command, self._why(due, command))

    def why(self, command: Command | None, considered: Sequence[Answer] = ()) -> Why:
        """The reasons for another bot's command at this seat's due decision.

        Args:
            command: the command; `None`: do not declare.
            considered: the other answers that the bot considered; empty: plausible ones.
        """
        due = due_of(self.hand, self.seat)
        assert due is not None, "the seat has something to decide"
        if considered:
            return why_of(self, due.decision, command, considered)
        own = self.decide(due)
        return self._why(due, command, own)

    def differs(self, one: Answer, other: Answer) -> bool:
        """Whether two answers differ by more than equal cards."""
        stand_in = alike(self.hand, self.memory, self.cards)
        same = key_of(stand_in, one.cards) == key_of(stand_in, other.cards)
        return not same or one.calls != other.calls

    def _why(self, due: Due, command: Command | None, own: Command | None = None) -> Why:
        others = islice(self._others(due, answer_of(command), own), MOST_OTHERS)
        return why_of(self, due.decision, command, others)

    def _others(self, due: Due, best: Answer, own: Command | None) -> Iterator[Answer]:
        """Generate other answers, the most plausible first, without the best one."""
        match due.decision:
            case "lead" | "follow":
                yield from self._other_plays(best.cards, answer_of(own).cards)
            case "bury":
                plain = _plain_kitty(self)
                if Counter(plain) != Counter(best.cards):
                    yield Answer(plain)
            case "call":
                sets = callings(self.hand, self.seat, best.calls)
                yield from (Answer(calls=calls) for calls in sets[1:])
            case "show" | "land":
                bids: Sequence[tuple[Card, ...]] = [(), *reversed(due.options)]
                same = Counter(best.cards)
                yield from (Answer(bid) for bid in bids if Counter(bid) != same)
            case "redeal":
                pass

    def _other_plays(self, best: tuple[Card, ...], own: tuple[Card, ...]) -> Iterator[Answer]:
        """Generate other plays that the rules of play consider, the best first."""
        stand_in = alike(self.hand, self.memory, self.cards)
        seen = {key_of(stand_in, best)}
        options = options_of(self._values())
        weighed = (option.cards for option in options if option.behind is not None)
        for play in (own, self._surest(best), *weighed):
            key = key_of(stand_in, play)
            if play and key not in seen:
                seen.add(key)
                yield Answer(play)

    def _surest(self, led: tuple[Card, ...]) -> tuple[Card, ...]:
        """The highest cards of the suit led if they cannot be beaten; else empty."""
        if self.hand.trick is not None:
            return ()
        space, held = self.hand.space, Counter(self.cards)
        top = space.by_suit(held)[space.suit(led[0])][0]
        if top in led or Others(self).beatable((top,) * held[top]):
            return ()
        return (top,) * held[top]


def why_of(
    seer: RememberingBot, decision: Decision, command: Command | None, others: Iterable[Answer]
) -> Why:
    """The reasons why a command is better than other answers.

    Args:
        seer: has observed the player's view up to the decision.
        decision: the kind of decision.
        command: the best answer; `None`: do not declare.
        others: other answers, in order of preference for the comparison.
    """
    best = answer_of(command)
    found = [
        Advantage(lesson, other)
        for other in others
        for lesson in lessons(seer, decision, other, best)
        if lesson.key not in BARE
    ]
    found.sort(key=lambda one: one.lesson.key in SLIGHT)
    telling = (one for one in found if one.lesson.key not in SLIGHT)
    of_this = (one for one in telling if not one.speaks_of_other)
    this = next(of_this, None) or reason_of(seer.hand, seer.seat, command)
    said = this.render()
    against = (one for one in found if one.speaks_of_other and told_lesson(one.lesson) != said)
    return Why(this, next(against, None))


def answer_of(command: Command | None) -> Answer:
    """The answer that a command gives."""
    match command:
        case Play() | Bury() | Show() | BidLand():
            return Answer(command.cards)
        case CallFriends():
            return Answer(calls=command.calls)
        case _:
            return Answer()


def _plain_kitty(seer: RememberingBot) -> tuple[Card, ...]:
    """A beginner's kitty: the lowest cards, with trumps and points last."""
    space = seer.hand.space

    def height(card: Card) -> tuple[bool, bool, int]:
        return space.suit(card) == TRUMP, card.points > 0, space.column(card)

    return tuple(space.sort(sorted(seer.cards, key=height)[: seer.rules.kitty_size]))
