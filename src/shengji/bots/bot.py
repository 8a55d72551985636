"""The interface of all bots."""

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
    """An answer of a bot that the rules refuse; the message names the bot and the reason.

    >>> from random import Random
    >>> from shengji.bots import Table
    >>> from shengji.bots.ruled import EasyBot
    >>> class Stuck(EasyBot):
    ...     def follow(self):
    ...         return ()
    >>> table = Table("tractor", {}, Random(1))
    >>> bots = {seat: Stuck(table.match.rules, seat) for seat in range(4)}
    >>> try:
    ...     result = Table("tractor", bots, Random(1)).play_hand()
    ... except BotError as error:
    ...     print(str(error)[:43])
    easy in seat 2: Choose at least one card. (
    """


class LeadChoice(NamedTuple):
    """A lead: the cards, and the reading when the cards can be read in several ways.

    >>> from shengji.cards import read_cards
    >>> LeadChoice(tuple(read_cards("9S 9S"))).reading is None
    True
    """

    cards: tuple[Card, ...]
    reading: int | None = None


class Bot(ABC):
    """A player of one seat.

    A bot receives every event as its seat sees it (`observe`) and applies it to its own `match`,
    which holds the seat's hand and all open cards, and nothing else. `decide` asks it for a
    decision. All its randomness comes from `self.chance`.

    Args:
        seed: the seed of `chance`; the same seed and the same events give the same play.

    >>> from shengji.bots import make_bot
    >>> isinstance(make_bot("medium", "tractor", 0), Bot)
    True
    """

    name: ClassVar[str]
    seconds: ClassVar[float] = 0.0
    """Approximate CPU time in seconds for a decision; 0 when the bot answers at once."""
    steady: ClassVar[bool] = False
    """Whether its answers depend only on its seed and the events, not on earlier questions.

    A caller need not ask a steady bot for an answer that is already known.
    """

    def __init__(self, rules: Rules, seat: int, seed: int = 0) -> None:
        self.rules = rules
        self.seat = seat
        self.chance = Random(seed)
        self.match = Match.seen(rules, seat)

    @classmethod
    def needs_time(cls, hand: Hand) -> bool:
        """Whether the bot needs its `seconds` for the current decision of a hand."""
        return cls.seconds > 0

    def cpu_ns(self) -> int:
        """The CPU clock of its decisions, in nanoseconds; only differences are meaningful.

        By default it is the clock of the calling thread, where the bot thinks.
        """
        return time.thread_time_ns()

    def close(self) -> None:  # noqa: B027 - most bots hold nothing
        """Release resources outside this process; the bot is not used afterwards."""

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
        """Set the starting levels and Dealer of the match; before its first hand."""
        self.match.begin_at(levels, dealer)

    def catch_up(self, standings: Sequence[Standing], events: Iterable[Event] = ()) -> None:
        """Take over a seat, from the standings before the hand and the events that the seat saw."""
        self.match.standings = list(standings)
        for event in events:
            self.observe(event)

    def take_seat(self, match: Match) -> None:
        """Play on for a seat of a match under way, whose view of it is given and kept up to date.

        Raises:
            ValueError: the bot keeps a view of its own, made from every event.
        """
        if type(self).observe is not Bot.observe:
            raise ValueError(f"{self.name} cannot begin in the middle of a match")
        self.match = match

    def observe(self, event: Event) -> None:
        """Apply an event, already masked for this seat, to the bot's match, and call `on_event`."""
        self.match.apply(event)
        self.on_event(event)

    def on_event(self, event: Event) -> None:  # noqa: B027 - most bots need nothing else
        """Process an event, masked for this seat, after the bot's match has applied it."""

    @abstractmethod
    def decide(self, due: Due) -> Command | None:
        """The decision of this seat; `None` to wait when asked whether to show."""

    def explain(self) -> Thought | None:
        """The reasons of its last decision; `None` when the bot gives none.

        Valid until the bot observes the next event.
        """
        return None


class OwnBot(Bot):
    """A bot with a method for each decision.

    >>> sorted(OwnBot.__abstractmethods__)
    ['bid_land', 'bury', 'call_friends', 'follow', 'lead', 'redeal', 'show']
    """

    def decide(self, due: Due) -> Command | None:
        """The decision of this seat; `None` to wait when asked whether to show."""
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

        Called when there are options: after each card that the seat draws, after each declaration,
        and once more at the last moment.
        """

    @abstractmethod
    def redeal(self) -> bool:
        """Whether to claim a re-deal; called only when this hand allows a claim."""

    @abstractmethod
    def bury(self) -> tuple[Card, ...]:
        """The cards to bury as the kitty; called when this seat holds it."""

    @abstractmethod
    def bid_land(self, options: list[tuple[Card, ...]]) -> tuple[Card, ...] | None:
        """Bid for the land with one of `options`, or `None` to pass.

        Called at this seat's turn, when there are options.
        """

    @abstractmethod
    def call_friends(self) -> tuple[Call, ...]:
        """The cards to call, `self.rules.calls` of them; called for the Dealer."""

    @abstractmethod
    def lead(self) -> LeadChoice:
        """The cards to lead, and their reading."""

    @abstractmethod
    def follow(self) -> tuple[Card, ...]:
        """The cards to follow with; the lead is `self.lead_to_follow`."""
