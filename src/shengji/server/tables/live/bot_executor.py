"""Bots in threads, so that the event loop never waits for one."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Final, NamedTuple, TypeVar

import structlog

from shengji.bots import Bot
from shengji.bots.outside import ProgramBot, faults_of
from shengji.explain import Hint, Teacher
from shengji.game import Command, Event, Standing, due_of, view
from shengji.rules import Rules
from shengji.server.site.traces import traced
from shengji.server.tables.live.roster import Lane, Roster

T = TypeVar("T")

_logger = structlog.get_logger()

_WAITING: Final = 32
"""Maximum bots in other processes that are waited for at the same time."""


class BotExecutor:
    """The thread pools in which the bots of all tables run.

    Each lane has its own threads, so that quick bots never wait for searching ones. A lane serves
    requests in order of arrival. A table requests one step at a time, so tables take turns.

    Args:
        threads: the maximum number of searching bots at the same time.
    """

    def __init__(self, threads: int) -> None:
        self._pools: dict[Lane, ThreadPoolExecutor] = {
            "quick": ThreadPoolExecutor(threads, thread_name_prefix="quick-bot"),
            "thinks": ThreadPoolExecutor(threads, thread_name_prefix="bot"),
            "waits": ThreadPoolExecutor(_WAITING, thread_name_prefix="outside-bot"),
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

    def let_go(self, seated_bots: Iterable[BotSeat]) -> None:
        """Close bots in the background, to release their resources."""
        for seated in seated_bots:
            self._pools["waits"].submit(seated.close)

    async def close(self) -> None:
        """Stop; jobs that have not started are dropped."""
        for lane, pool in self._pools.items():
            # Bots that are being closed still release their resources.
            pool.shutdown(wait=False, cancel_futures=lane != "waits")


class HandHistory(NamedTuple):
    """The start and events of a hand, from which a bot can take over a seat.

    Attributes:
        rules: the rules.
        standings: the level and lap of each seat before the hand.
        events: the unmasked events of the hand.
    """

    rules: Rules
    standings: tuple[Standing, ...]
    events: tuple[Event, ...]


class BotSeat:
    """A bot in a seat, with the events that it has not observed yet.

    `add_event` must be called on the event loop, and `decide` in a thread.

    Args:
        name: the name of the bot.
        seat: its seat.
        seed: the seed of its random generator.
        story: the hand so far.
        roster: the factory of bots.

    Attributes:
        lane: the thread pool for its decisions.
        seed: the seed of its random generator.
        is_late: whether a decision was made without it, after a timeout.
        failed: whether it is a program that has failed or cannot play; a stand-in then plays.
    """

    def __init__(self, name: str, seat: int, seed: int, story: HandHistory, roster: Roster) -> None:
        self.name = name
        self.seat = seat
        self.lane = roster.lane(name)
        self.is_late = self.failed = False
        self._roster = roster
        self._closed = False
        self.seed = seed
        self._story = story
        self._backlog = deque(story.events)  # Filled on the loop and emptied in a thread.
        self._bot: Bot | None = None
        self._thinks = Lock()  # An abandoned decision may still be running.

    @property
    def is_thinking(self) -> bool:
        """Whether it is computing, even if its decision is no longer needed."""
        return self._thinks.locked()

    def add_event(self, event: Event) -> None:
        """Queue an event for observation before the next decision."""
        self._backlog.append(event)

    def decide(self) -> Command | None:
        """Return the bot's decision; `None`: to wait, none is due, or the bot is closed."""
        with self._thinks:
            if self._closed:
                return None
            bot = self._up_to_date()
            hand = bot.match.hand
            due = None if hand is None else due_of(hand, self.seat)
            answer = None if due is None else bot.decide(due)
            if not self._closed:
                self._log_failure(bot)
            return answer

    def close(self) -> None:
        """Release the bot's resources; it gets no further questions."""
        self._closed = True
        interrupted = self.is_thinking and self.lane == "waits"
        if interrupted and self._bot is not None:
            self._bot.close()  # Abandon the current decision.
        with self._thinks:
            if self._bot is not None:
                if self.lane == "waits" and not interrupted:
                    self._up_to_date()  # A program may learn from the result.
                self._bot.close()

    def _log_failure(self, bot: Bot) -> None:
        """Log once that a bot in another process has failed; the reason may name cards."""
        failure = faults_of(bot).failure
        if failure is not None and not self.failed:
            self.failed = True
            _logger.error("outside-bot-failed", bot=self.name, seat=self.seat, why=failure.kind)

    def _up_to_date(self) -> Bot:
        """Return the bot, after it has observed the queued events."""
        if self._bot is None:
            story = self._story
            self._bot = self._roster.make(self.name, story.rules, self.seat, self.seed)
            self.failed = self.lane == "waits" and not isinstance(self._bot, ProgramBot)
            self._bot.come_in(story.standings)
            self._story = story._replace(events=())
        while self._backlog:
            self._bot.observe(view(self._backlog.popleft(), self.seat))
        return self._bot


def decision_in(seated: BotSeat) -> Command | None:
    """Return the decision of a bot; `None`: it has none to take, or has failed."""
    try:
        return seated.decide()
    except Exception as error:
        # The table must continue despite any error of a bot.
        _logger.error("bot-failed", bot=seated.name, seat=seated.seat, why=traced(error))
        return None


def hint_in(story: HandHistory, seat: int) -> Hint | None:
    """Return a hint with reasons for a seat; `None`: it has no decision."""
    try:
        teacher = Teacher(story.rules, seat)
        teacher.come_in(story.standings, (view(event, seat) for event in story.events))
        hand = teacher.match.hand
        due = None if hand is None else due_of(hand, seat)
        return None if due is None else teacher.hint(due)
    except Exception as error:
        # The table must continue despite any error of a bot.
        _logger.error("hint-failed", seat=seat, why=traced(error))
        return None
