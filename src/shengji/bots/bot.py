"""The interface of every bot."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from random import Random
from typing import ClassVar, NamedTuple

from shengji.bots.thought import Thought
from shengji.cards import Card, Rank
from shengji.game import (
    AnswerRedeal,
    BidLand,
    Bury,
    Call,
    CallFriends,
    Command,
    Due,
    Event,
    Hand,
    Match,
    Play,
    Show,
    Standing,
)
from shengji.play.follows import Lead
from shengji.rules import Rules


class BotError(RuntimeError):
    """A bot gave an answer that the rules refuse; the message names the bot and the reason."""


class LeadChoice(NamedTuple):
    """The cards that a bot leads, and, where they can be read in several ways, the reading."""

    cards: tuple[Card, ...]
    reading: int | None = None


class Bot(ABC):
    """A player of one seat.

    A bot is told every event as its seat sees it (`observe`) and keeps its own `match` from them,
    which has the seat's hand and all that lies open, and nothing else. It is then asked for what is
    due of it (`decide`). All its chance comes from `self.chance`.

    Args:
        rules: what is played.
        seat: its seat.
        seed: what its chance starts from; the same seed and the same events give the same play.
    """

    name: ClassVar[str]
    seconds: ClassVar[float] = 0.0
    """About how many seconds of CPU time it thinks about a decision; 0 when it answers at once."""
    steady: ClassVar[bool] = False
    """Whether its answers follow from its seed and the events alone, whatever it was asked before.

    A steady bot need not be asked for an answer that is known.
    """

    def __init__(self, rules: Rules, seat: int, seed: int = 0) -> None:
        self.rules = rules
        self.seat = seat
        self.chance = Random(seed)
        self.match = Match.seen(rules, seat)

    @classmethod
    def needs_time(cls, hand: Hand) -> bool:
        """Whether it needs its `seconds` for what is to be decided in a hand."""
        return cls.seconds > 0

    def cpu_ns(self) -> int:
        """The CPU time in nanoseconds that its decisions are measured by; only differences count.

        It is that of the thread that asks, for a bot that thinks there.
        """
        return time.thread_time_ns()

    def close(self) -> None:  # noqa: B027 - most bots hold nothing
        """Give back whatever it holds outside this process; it is asked nothing afterwards."""

    @property
    def hand(self) -> Hand:
        """The hand under way, as this seat sees it."""
        assert self.match.hand is not None
        return self.match.hand

    @property
    def cards(self) -> list[Card]:
        """The cards that this seat holds."""
        return self.hand.hands[self.seat]

    @property
    def lead_to_follow(self) -> Lead:
        """The lead of the trick under way as this seat must follow it."""
        trick = self.hand.trick
        assert trick is not None
        return trick.lead_for(self.seat)

    def begin_at(self, levels: Sequence[Rank], dealer: int | None) -> None:
        """Hear that the match starts from these levels and this Dealer; before its first hand."""
        self.match.begin_at(levels, dealer)

    def come_in(self, standings: Sequence[Standing], events: Iterable[Event] = ()) -> None:
        """Take over a seat: where all seats stood before the hand, and what its own saw of it."""
        self.match.standings = list(standings)
        for event in events:
            self.observe(event)

    def observe(self, event: Event) -> None:
        """Hear of an event, already masked for this seat."""
        self.match.apply(event)
        self.note(event)

    def note(self, event: Event) -> None:  # noqa: B027 - most bots note nothing else
        """Take note of an event, already masked for this seat, that its match has just taken in."""

    @abstractmethod
    def decide(self, due: Due) -> Command | None:
        """The decision of this seat; `None` to wait, where it is asked whether to show."""

    def explain(self) -> Thought | None:
        """How its last decision came about; `None` when it does not say.

        Asked before it hears of anything that has happened since.
        """
        return None


class OwnBot(Bot):
    """A bot with a method for each decision."""

    def decide(self, due: Due) -> Command | None:
        """The decision of this seat; `None` to wait, where it is asked whether to show."""
        seat = self.seat
        match due.decision:
            case "follow":
                return Play(seat, self.follow())
            case "lead":
                choice = self.lead()
                return Play(seat, choice.cards, choice.reading)
            case "show":
                shown = self.show(list(due.options))
                return None if shown is None else Show(seat, shown)
            case "redeal":
                return AnswerRedeal(seat, self.redeal())
            case "bury":
                return Bury(seat, self.bury())
            case "land":
                return BidLand(seat, self.bid_land(list(due.options)) or ())
            case "call":
                return CallFriends(seat, self.call_friends())

    @abstractmethod
    def show(self, options: list[tuple[Card, ...]]) -> tuple[Card, ...] | None:
        """Declare, reinforce or override now with one of `options`, or `None` to wait.

        Asked after each card that it draws and after each declaration, and once more when it is the
        last moment, when there are options.
        """

    @abstractmethod
    def redeal(self) -> bool:
        """Whether to claim a re-deal; asked only when it may be claimed with this hand."""

    @abstractmethod
    def bury(self) -> tuple[Card, ...]:
        """The cards to bury as the kitty; asked of who holds it."""

    @abstractmethod
    def bid_land(self, options: list[tuple[Card, ...]]) -> tuple[Card, ...] | None:
        """Bid for the land with one of `options`, or `None` to pass.

        Asked when it is this seat's turn and there are options.
        """

    @abstractmethod
    def call_friends(self) -> tuple[Call, ...]:
        """The cards to call, `self.rules.calls` of them; asked of the Dealer."""

    @abstractmethod
    def lead(self) -> LeadChoice:
        """The cards to lead, and how they are read."""

    @abstractmethod
    def follow(self) -> tuple[Card, ...]:
        """The cards to follow with; the lead is `self.lead_to_follow`."""
