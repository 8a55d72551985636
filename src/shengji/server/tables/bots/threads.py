"""Bots in threads, which compute decisions, or wait for a program or remote bot to decide."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Final, Literal, TypeAlias, TypeVar

import structlog

from shengji.bots import Bot
from shengji.bots.outside import ProgramBot, faults_of
from shengji.bots.thought import StoredThought
from shengji.game import Command, Due, Event, due_of, view
from shengji.rules import Rules
from shengji.server.site.traces import traced
from shengji.server.tables.bots.port import BotDecision, BotPort, Question, Seating

T = TypeVar("T")

_logger = structlog.get_logger()

_MAX_OUTSIDE: Final = 32
"""Maximum bots in other processes that are awaited at the same time."""

Lane: TypeAlias = Literal["quick", "search", "outside", "checks"]
"""A thread pool: for quick bots, searching bots, bots in other processes, or slow checks."""

BotMaker: TypeAlias = Callable[[str, Rules, int, int], Bot]
"""A factory of bots, from name, rules, seat and seed."""


class BotExecutor:
    """The thread pools of the bots of all tables.

    Each lane has its own threads, so that quick bots never wait for searching ones. A lane serves
    requests in order of arrival. A table requests one step at a time, so tables take turns.

    Args:
        threads: the maximum number of searching bots at the same time.
    """

    def __init__(self, threads: int) -> None:
        self._pools: dict[Lane, ThreadPoolExecutor] = {
            "quick": ThreadPoolExecutor(threads, thread_name_prefix="quick-bot"),
            "search": ThreadPoolExecutor(threads, thread_name_prefix="bot"),
            "outside": ThreadPoolExecutor(_MAX_OUTSIDE, thread_name_prefix="outside-bot"),
            "checks": ThreadPoolExecutor(1, thread_name_prefix="check"),
        }
        self.busy = 0

    async def run(self, job: Callable[[], T], lane: Lane = "quick") -> T:
        """Run a job in a thread of a lane; a job cancelled before its start never runs.

        A pool keeps a cancelled job until a thread takes it, which can be much later. The job is
        therefore passed in a list, which is cleared on cancellation, so that its memory is freed
        immediately.
        """
        self.busy += 1
        waiting = [job]

        def begin() -> T:
            return waiting.pop()()

        try:
            return await asyncio.get_running_loop().run_in_executor(self._pools[lane], begin)
        finally:
            waiting.clear()
            self.busy -= 1

    def release(self, job: Callable[[], None]) -> None:
        """Run a job that releases a bot's resources, also if the executor is closed meanwhile."""
        self._pools["outside"].submit(job)

    async def close(self) -> None:
        """Stop, and drop the jobs that have not started, except releases of bots."""
        for lane, pool in self._pools.items():
            pool.shutdown(wait=False, cancel_futures=lane != "outside")


class ThreadBot(BotPort):
    """A bot that decides in a thread.

    Args:
        patience: the timeout of a decision in seconds; `None`: none.
        lane: the thread pool for its decisions.
    """

    def __init__(
        self,
        seating: Seating,
        patience: float | None,
        make: BotMaker,
        executor: BotExecutor,
        lane: Lane = "search",
    ) -> None:
        super().__init__(seating, patience)
        self._seed = seating.seed
        self._make = make
        self._executor = executor
        self._lane: Lane = lane
        self._start = seating.history._replace(events=())
        self._backlog = deque(seating.history.events)  # Filled on the loop, emptied in a thread.
        self._bot: Bot | None = None
        self._closed = False
        self._deciding = Lock()  # An abandoned decision may still be running.

    @property
    def is_busy(self) -> bool:
        """Whether it is computing, even if its decision is no longer needed."""
        return self._deciding.locked()

    def observe(self, event: Event) -> None:
        """Queue an event for observation before the next decision."""
        self._backlog.append(event)

    async def _ask(self, question: Question) -> BotDecision:
        return await self._executor.run(self._answer, self._lane)

    def close(self) -> None:
        """Release the bot's resources in the background."""
        self._executor.release(self._release)

    # Called in a thread

    def _answer(self) -> BotDecision:
        try:
            with self._deciding:
                return BotDecision() if self._closed else self._decide(self._up_to_date())
        except Exception as error:
            # The table must continue despite any error of a bot.
            _logger.error("bot-failed", bot=self.name, seat=self.seat, why=traced(error))
            return BotDecision()

    def _decide(self, bot: Bot) -> BotDecision:
        hand = bot.match.hand
        due = None if hand is None else due_of(hand, self.seat)
        if due is None:
            return BotDecision()
        command = bot.decide(due)
        return BotDecision(command, stored_thought(bot, self.name, due, command))

    def _up_to_date(self) -> Bot:
        """Return the bot, after it has observed the queued events."""
        if self._bot is None:
            self._bot = self._seated()
        while self._backlog:
            self._bot.observe(view(self._backlog.popleft(), self.seat))
        return self._bot

    def _seated(self) -> Bot:
        bot = self._make(self.name, self._start.rules, self.seat, self._seed)
        bot.catch_up(self._start.standings)
        return bot

    def _release(self) -> None:
        self._closed = True
        with self._deciding:
            if self._bot is not None:
                self._bot.close()


def stored_thought(bot: Bot, name: str, due: Due, command: Command | None) -> StoredThought | None:
    """Return the reasoning behind a command that a bot has just decided on.

    A command is valid without it, so that an error is only logged.

    Returns:
        The reasoning; `None`: the bot gives none, gives that of an earlier decision, or waits.
    """
    try:
        thought = None if command is None else bot.explain()
        if thought is None or thought.decision != due.decision:
            return None
        cards = getattr(command, "cards", None)
        if cards is not None and Counter(cards) != Counter(thought.options[0].cards):
            return None
        return StoredThought.of(name, thought)
    except Exception as error:
        _logger.error("thought-failed", bot=name, seat=bot.seat, why=traced(error))
        return None


class OutsideBot(ThreadBot):
    """A bot that another process or a connection plays; a thread waits for its answers."""

    def _seated(self) -> Bot:
        bot = super()._seated()
        self.failed = not isinstance(bot, ProgramBot)
        return bot

    def _decide(self, bot: Bot) -> BotDecision:
        answer = super()._decide(bot)
        failure = faults_of(bot).failure
        if failure is not None and not (self.failed or self._closed):
            self.failed = True
            # Its reason may name cards.
            _logger.error("outside-bot-failed", bot=self.name, seat=self.seat, why=failure.kind)
        return answer

    def _release(self) -> None:
        self._closed = True
        interrupted = self.is_busy
        if interrupted and self._bot is not None:
            self._bot.close()  # Abandon the current decision.
        with self._deciding:
            if self._bot is not None:
                if not interrupted:
                    self._up_to_date()  # A program may learn from the result.
                self._bot.close()
