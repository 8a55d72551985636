"""Search pools: run searching bots in threads of this process, or on bot workers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import partial
from typing import Final

from shengji.bots import needs_time
from shengji.game import Command
from shengji.server.cluster.bus import Bus, NobodyError, SilentError
from shengji.server.cluster.subjects import Subject
from shengji.server.tables.live.bot_executor import BotExecutor, BotSeat, decision_in
from shengji.server.tables.live.bot_questions import (
    LARGEST,
    NoDecisionError,
    decision_of,
    question,
)
from shengji.server.tables.live.log_state import LogState

_TRIES: Final = 2
"""Maximum workers asked for one decision, if they die over it."""


class UndecidedError(Exception):
    """No worker had time for a decision, or none returned one."""


class SearchPool(ABC):
    """Runs the bots that search."""

    @abstractmethod
    async def decide(self, seated: BotSeat, facts: LogState) -> Command | None:
        """Return the decision of a bot; `None`: not to declare.

        Args:
            seated: the bot.
            facts: the table at which it sits.

        Raises:
            UndecidedError: a stand-in must decide immediately.
        """


class LocalSearch(SearchPool):
    """Runs the bots in threads of this process, in order of arrival.

    Args:
        thinker: the threads.
    """

    def __init__(self, thinker: BotExecutor) -> None:
        self._thinker = thinker

    async def decide(self, seated: BotSeat, facts: LogState) -> Command | None:
        """Return the decision of a bot."""
        return await self._thinker.run(partial(decision_in, seated), "thinks")


class WorkerSearch(SearchPool):
    """Runs the bots on bot workers: a free worker is asked over the bus.

    A worker that does not answer counts as dead, and another one is asked: equal questions have
    equal answers. Decisions without a search are made in this process.

    Args:
        bus: the message bus to the workers.
        thinker: the threads for decisions without a search.
        patience: the timeout for an answer in seconds.
    """

    def __init__(self, bus: Bus, thinker: BotExecutor, patience: float) -> None:
        self._bus = bus
        self._thinker = thinker
        self._patience = patience

    async def decide(self, seated: BotSeat, facts: LogState) -> Command | None:
        """Return the decision of a bot."""
        hand = facts.table.hand
        if hand is None or not needs_time(seated.name, hand):
            return await self._thinker.run(partial(decision_in, seated), "quick")
        message = question(seated.name, seated.seat, seated.seed, facts.story())
        if len(message) > LARGEST:
            raise UndecidedError
        for _ in range(_TRIES):
            try:
                answer = await self._bus.ask(Subject.DECISIONS, message, self._patience)
                return decision_of(answer, seated.seat)
            except SilentError:
                continue
            except (NobodyError, NoDecisionError):
                break
        raise UndecidedError
