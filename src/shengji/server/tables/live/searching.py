"""Where the bots that search decide: in threads of this process, or at bot workers."""

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
"""So many workers may die over one question; a third is not asked."""


class UndecidedError(Exception):
    """No worker has time for a decision, or none has given one."""


class SearchPool(ABC):
    """Where the bots that search decide."""

    @abstractmethod
    async def decide(self, seated: BotSeat, facts: LogState) -> Command | None:
        """The decision of such a bot; `None`: not to declare.

        Args:
            seated: the bot.
            facts: the table at which it sits.

        Raises:
            UndecidedError: another bot is to decide, at once.
        """


class LocalSearch(SearchPool):
    """The threads of this process, where who asks first is served first.

    Args:
        thinker: has them.
    """

    def __init__(self, thinker: BotExecutor) -> None:
        self._thinker = thinker

    async def decide(self, seated: BotSeat, facts: LogState) -> Command | None:
        """The decision of a bot."""
        return await self._thinker.run(partial(decision_in, seated), "thinks")


class WorkerSearch(SearchPool):
    """The bot workers, of which one that has time is asked over the bus.

    One that dies is known by its silence, and another one is asked: the same question has the same
    answer. What a bot decides without a search it decides here.

    Args:
        bus: the way to them.
        thinker: where bots decide that answer at once.
        patience: seconds after which an answer is waited for no longer.
    """

    def __init__(self, bus: Bus, thinker: BotExecutor, patience: float) -> None:
        self._bus = bus
        self._thinker = thinker
        self._patience = patience

    async def decide(self, seated: BotSeat, facts: LogState) -> Command | None:
        """The decision of a bot."""
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
