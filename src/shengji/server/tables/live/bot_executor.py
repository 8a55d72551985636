"""Bots that observe and decide in threads, so that the loop never waits for one."""

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
"""So many bots in other processes are waited for at the same time."""


class BotExecutor:
    """The threads in which the bots of all tables think.

    Each lane has threads of its own, so that bots which answer at once never wait for those that
    think. Within a lane whoever asks first is served first. A table asks for one step at a time,
    so however many there are they take turns.

    Args:
        threads: how many bots may think at the same time.
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
        """Do a job in a thread of a lane; it is given up when nobody waits before it has begun.

        The pool keeps what is given up until a thread comes to it, which can take long. So it gets
        the job in a list, which is empty by then, and what the job needs is freed at once.
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
        """Let seated_bots give back what they hold, some time soon."""
        for seated in seated_bots:
            self._pools["waits"].submit(seated.close)

    async def close(self) -> None:
        """Stop; jobs that have not begun are given up."""
        for lane, pool in self._pools.items():
            # Whoever was let go still gives back what it holds.
            pool.shutdown(wait=False, cancel_futures=lane != "waits")


class HandHistory(NamedTuple):
    """The news that a bot needs to take over a seat: where the hand began, and its events.

    Attributes:
        rules: what is played.
        standings: how far each seat had come before the hand.
        events: the events of the hand, which nobody has masked yet.
    """

    rules: Rules
    standings: tuple[Standing, ...]
    events: tuple[Event, ...]


class BotSeat:
    """A bot in a seat, and the events that it has not observed yet.

    `hear` is called on the loop and `decide` in a thread.

    Args:
        name: which bot.
        seat: its seat.
        seed: what its chance starts from.
        story: what has happened so far.
        roster: makes the bot.

    Attributes:
        lane: how long it takes.
        seed: as above.
        is_late: whether a decision was made without it because it took too long.
        failed: whether it is a program that plays no longer, or cannot; then a stand-in plays.
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
        self._thinks = Lock()  # A decision that nobody waits for any more may still be made.

    @property
    def is_thinking(self) -> bool:
        """Whether it thinks just now, be it about something that nobody waits for any more."""
        return self._thinks.locked()

    def add_event(self, event: Event) -> None:
        """Let an event be observed before the next decision."""
        self._backlog.append(event)

    def decide(self) -> Command | None:
        """The decision of the bot; `None`: to wait, or it has nothing to decide, or was closed."""
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
        """Give back what the bot holds; it is asked nothing afterwards."""
        self._closed = True
        interrupted = self.is_thinking and self.lane == "waits"
        if interrupted and self._bot is not None:
            self._bot.close()  # A decision that it is asked for now is not waited for.
        with self._thinks:
            if self._bot is not None:
                if self.lane == "waits" and not interrupted:
                    self._up_to_date()  # A program may learn from how things ended.
                self._bot.close()

    def _log_failure(self, bot: Bot) -> None:
        """Log once that a bot in another process has failed; the reason may name cards."""
        failure = faults_of(bot).failure
        if failure is not None and not self.failed:
            self.failed = True
            _logger.error("outside-bot-failed", bot=self.name, seat=self.seat, why=failure.kind)

    def _up_to_date(self) -> Bot:
        """The bot, after it has observed what waits."""
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
    """The decision of a bot; `None` where it has nothing to decide, or has failed."""
    try:
        return seated.decide()
    except Exception as error:
        # A table must go on whatever a bot does.
        _logger.error("bot-failed", bot=seated.name, seat=seated.seat, why=traced(error))
        return None


def hint_in(story: HandHistory, seat: int) -> Hint | None:
    """The hint of a bot that has just sat down, and why; `None`: nothing is to be decided."""
    try:
        teacher = Teacher(story.rules, seat)
        teacher.come_in(story.standings, (view(event, seat) for event in story.events))
        hand = teacher.match.hand
        due = None if hand is None else due_of(hand, seat)
        return None if due is None else teacher.hint(due)
    except Exception as error:
        # A table must go on whatever a bot does.
        _logger.error("hint-failed", seat=seat, why=traced(error))
        return None
