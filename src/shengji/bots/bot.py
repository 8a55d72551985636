"""The interface of every bot."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import ClassVar, NamedTuple

from shengji.cards import Card
from shengji.game import Event, Hand, Match
from shengji.rules import Rules


class BotError(RuntimeError):
    """A bot gave an answer that the rules refuse; the message names the bot and the reason."""


class LeadChoice(NamedTuple):
    """What a bot leads, and, where the cards can be read in several ways, which reading."""

    cards: tuple[Card, ...]
    reading: int | None = None


class Bot(ABC):
    """A player of one seat.

    A bot is told every event as its seat sees it (`observe`) and keeps its own `match` from them,
    which has the seat's hand and all that lies open, and nothing else. It is then asked for the
    decisions that are its own. All its chance comes from `self.chance`.

    Args:
        rules: what is played.
        seat: its seat.
        seed: what its chance starts from; the same seed and the same events give the same play.
    """

    name: ClassVar[str]

    def __init__(self, rules: Rules, seat: int, seed: int = 0) -> None:
        self.rules = rules
        self.seat = seat
        self.chance = Random(seed)
        self.match = Match.seen(rules, seat)

    @property
    def hand(self) -> Hand:
        """The hand under way, as this seat sees it."""
        assert self.match.hand is not None
        return self.match.hand

    @property
    def cards(self) -> list[Card]:
        """The cards that this seat holds."""
        return self.hand.hands[self.seat]

    def observe(self, event: Event) -> None:
        """Take note of an event, already masked for this seat."""
        self.match.apply(event)

    @abstractmethod
    def show(self, options: list[tuple[Card, ...]]) -> tuple[Card, ...] | None:
        """Declare, reinforce or override now with one of `options`, or `None` to wait.

        Asked after each card of the draw, and once more after the last, when there are options.
        """

    @abstractmethod
    def bury(self) -> tuple[Card, ...]:
        """The cards to bury as the kitty; asked of the Dealer, who holds it."""

    @abstractmethod
    def lead(self) -> LeadChoice:
        """What to lead."""

    @abstractmethod
    def follow(self) -> tuple[Card, ...]:
        """What to follow with; the lead is `self.hand.trick.lead`."""
