"""The course of one hand, driven by the outcomes of chance and the actions of seats."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from random import Random
from typing import NamedTuple

from shengji.cards import CARDS, Card
from shengji.env.actions.question import Question
from shengji.env.actions.steps import naming_of
from shengji.env.asking import AskingTable
from shengji.game import Event, HandEnded, Match, Phase, StartHand
from shengji.game.shuffle import counts
from shengji.rules import Rules, rules_from

MOST_DEALS = 10
"""Maximum number of deals before a hand is given up with zero gain for all seats."""


class Setting(NamedTuple):
    """The parameters of a hand.

    Attributes:
        rules: the name of a preset, and options as `name:value`, separated by spaces.
        dealer: the Dealer's seat; -1: the draw decides, as in the first hand of a match.
    """

    rules: str
    dealer: int


class Chance(NamedTuple):
    """An outcome of chance, with its action and probability."""

    action: int
    probability: float


@lru_cache(maxsize=64)
def rules_written(text: str) -> Rules:
    """Parse the rules of a parameter.

    Args:
        text: the name of a preset, and options as `name:value`, separated by spaces.

    Raises:
        RulesError: if there are no such rules.

    >>> rules_written("tractor kitty:60").hand_size
    12
    """
    name, *options = text.split() or [text]
    given: dict[str, object] = {"preset": name}
    for option in options:
        key, _, value = option.partition(":")
        given[key] = int(value) if value.isdecimal() and len(value) < 10 else value
    return rules_from(given)


class Course:
    """One hand: its deals, and its decisions step by step.

    At a seat's decision an action is a step of `shengji.env.actions.steps`. At a chance node,
    unless a Dealer is given, the first action decides the first drawer: the kind of the card turned
    up for it, or the seat itself. Further actions are the kinds of the cards of the deck, from the
    top. Kinds are numbered by `Card.index`.

    Copies and unpickled objects are rebuilt by replaying the actions.

    Attributes:
        actions: all actions so far, of chance and of the seats.
        events: all events so far, unmasked.
        steps: the actions of each seat.
        question: the current decision; `None` at chance nodes and at the end.
        ended: the event of the hand's end; `None` before it, and for a hand that is given up.
        is_over: whether the hand has been played or given up.
    """

    def __init__(self, setting: Setting) -> None:
        self.rules = rules_written(setting.rules)
        self.events: list[Event] = []
        self.steps: list[list[int]] = [[] for _ in range(self.rules.players)]
        self.question: Question | None = None
        self.ended: HandEnded | None = None
        self.is_over = False
        self._setting = setting
        self.actions: list[int] = []
        self._allowed: list[int] | None = None
        self._table = AskingTable(self.rules, Random(), self._hear)
        if setting.dealer >= 0:
            self._table.begin_at([self.rules.first_level] * self.rules.players, setting.dealer)
        self._deals = 0
        self._first: int | None = None
        self._shuffle()

    @classmethod
    def after(cls, setting: Setting, actions: Iterable[int]) -> Course:
        """Replay actions from the beginning of a hand."""
        course = cls(setting)
        for action in actions:
            course.take(action)
        return course

    def __deepcopy__(self, memo: dict[int, object]) -> Course:
        return Course.after(self._setting, self.actions)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return Course.after, (self._setting, tuple(self.actions))

    def _hear(self, event: Event) -> None:
        self.events.append(event)
        if isinstance(event, HandEnded):
            self.ended = event
            self.is_over = True

    def _shuffle(self) -> None:
        self._left = [self.rules.copies[card] for card in CARDS]
        self._deck: list[Card] = []

    @property
    def _draws_lots(self) -> bool:
        """Whether the next chance node decides the first drawer."""
        return self._table.match.first is None and self._first is None

    def chances(self) -> list[Chance]:
        """The outcomes of the current chance node."""
        rules = self.rules
        if not self._draws_lots:
            weights = dict(enumerate(self._left))
        elif rules.first_drawer == "random":
            weights = dict.fromkeys(range(rules.players), 1)
        else:
            weights = {c.index: n for c, n in rules.copies.items() if counts(rules, c)}
        total = sum(weights.values())
        return [Chance(act, number / total) for act, number in sorted(weights.items()) if number]

    @property
    def allowed(self) -> list[int]:
        """The allowed actions, in ascending order."""
        if self._allowed is None:
            if self.is_over:
                self._allowed = []
            elif self.question is None:
                self._allowed = [chance.action for chance in self.chances()]
            else:
                self._allowed = self.question.mask().nonzero()[0].tolist()
        return self._allowed

    def question_of(self, seat: int) -> Question | None:
        """The current decision if it is this seat's, else `None`."""
        question = self.question
        return question if question is not None and question.due.seat == seat else None

    @property
    def match(self) -> Match:
        """The match, with all dealt cards visible."""
        return self._table.match

    def seen_by(self, seat: int) -> Match:
        """A seat's view of the match."""
        return self._table.bots[seat].match

    def take(self, action: int) -> None:
        """Apply an action, which must be allowed."""
        self.actions.append(action)
        self._allowed = None
        if self.question is None:
            self._take_chance(action)
            return
        self.steps[self.question.due.seat].append(action)
        answered = self.question.take(action)
        if answered is None:
            return
        self.question = None
        if answered.answer is not None:
            self._table.do(answered.answer)
        self._go_on()

    def _take_chance(self, action: int) -> None:
        if self._draws_lots:
            self._first = action
            return
        self._left[action] -= 1
        self._deck.append(CARDS[action])
        if len(self._deck) < self.rules.card_count:
            return
        self._table.do(self._start())
        self._deals += 1
        self._go_on()

    def _start(self) -> StartHand:
        # Only the first deal uses the first drawer.
        deck, first = tuple(self._deck), self._first
        if first is None or self.rules.first_drawer == "random":
            return StartHand(deck, first=first)
        return StartHand(deck, turned=(CARDS[first],))

    def _go_on(self) -> None:
        """Advance until a decision is due, the deck is dealt again, or the hand is over."""
        match = self._table.match
        due = self._table.next_due(lambda: match.between_hands or match.winners is not None)
        if due is not None:
            self.question = naming_of(self._table.bots[due.seat].hand, due)
        elif match.hand is not None and match.hand.phase is Phase.AGAIN:
            self.is_over = self._deals == MOST_DEALS
            self._shuffle()
