"""The port to a bot in a seat: the only way to ask it, with any transport."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import NamedTuple

from shengji.bots.thought import StoredThought
from shengji.game import Command, Event, Hand, Standing
from shengji.rules import Rules


class HandHistory(NamedTuple):
    """The start and events of a hand, for a bot that takes over a seat.

    Attributes:
        standings: the level and lap of each seat before the hand.
        events: the unmasked events of the hand.
    """

    rules: Rules
    standings: tuple[Standing, ...]
    events: tuple[Event, ...]


class Seating(NamedTuple):
    """A bot that takes a seat."""

    bot: str
    seat: int
    seed: int
    history: HandHistory


class Question(NamedTuple):
    """A due decision at a table.

    Attributes:
        hand: the unmasked hand; `None`: there is none.
        history: returns the hand so far, for bots that have not observed it.
    """

    hand: Hand | None
    history: Callable[[], HandHistory]


class BotDecision(NamedTuple):
    """The answer of a bot to a question.

    Attributes:
        command: the decision; `None`: to wait, none is due, or an error of the bot.
        thought: the reasoning, to be stored with the decision; `None`: the bot gives none.
    """

    command: Command | None = None
    thought: StoredThought | None = None


class UndecidedError(Exception):
    """No bot worker had time for a decision, or none returned one."""


class BotPort(ABC):
    """A bot in a seat: observes events, and decides when asked.

    Its methods must be called on the event loop, and never block it.

    Args:
        patience: the timeout of a decision in seconds; `None`: none.

    Attributes:
        failed: whether it is a program that has failed or cannot play; a stand-in then plays.
    """

    def __init__(self, seating: Seating, patience: float | None) -> None:
        self.name = seating.bot
        self.seat = seating.seat
        self.failed = False
        self._patience = patience
        self._is_late = False

    @property
    def is_behind(self) -> bool:
        """Whether it still computes a decision that is no longer needed, after a timeout."""
        return self._is_late and self.is_busy

    @property
    @abstractmethod
    def is_busy(self) -> bool:
        """Whether it is computing."""

    @abstractmethod
    def observe(self, event: Event) -> None:
        """Add an unmasked event; the bot observes its seat's view before the next decision."""

    async def decide(self, question: Question) -> BotDecision:
        """Return the bot's decision.

        Raises:
            TimeoutError: the decision is late.
            UndecidedError: a stand-in must decide immediately.
        """
        self._is_late = False
        try:
            async with asyncio.timeout(self._patience):
                return await self._ask(question)
        except TimeoutError:
            self._is_late = True
            raise

    @abstractmethod
    async def _ask(self, question: Question) -> BotDecision:
        """Return the bot's decision, without a timeout."""

    @abstractmethod
    def close(self) -> None:
        """Release the bot's resources in the background; it must not be asked any more."""
