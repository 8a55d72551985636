"""Bots on bot workers: a table's server asks over the bus, and a worker decides.

A request contains only the view of its seat, so that reading the bus discloses no more cards than
the bot sees.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from time import perf_counter
from typing import Final, TypeAlias

import msgspec
import structlog

from shengji.bots import make_bot, needs_time
from shengji.bots.thought import StoredThought
from shengji.game import (
    AnswerRedeal,
    BidLand,
    Bury,
    CallFriends,
    Event,
    Play,
    Show,
    Standing,
    due_of,
    view,
)
from shengji.rules import Rules, rules_from
from shengji.server.cluster.bus import Bus, NoReplyError, ReplyTimeoutError, Subject
from shengji.server.site.spans import spans
from shengji.server.site.traces import traced
from shengji.server.tables.bots.port import BotDecision, Question, Seating, UndecidedError
from shengji.server.tables.bots.threads import BotExecutor, BotMaker, ThreadBot, stored_thought

MAX_REQUEST_BYTES: Final = 262_144
"""Maximum size of a request; one about a hand with three decks has some 12,000 bytes."""

_MAX_ANSWER_BYTES: Final = 16_384

_TRIES: Final = 2
"""Maximum workers asked for one decision, if they die over it."""

_CACHED_RULES: Final = 64

_NICENESS: Final = 5
"""Nice value of a worker's threads, below other processes of the machine."""

Decision: TypeAlias = AnswerRedeal | BidLand | Bury | CallFriends | Play | Show

_logger = structlog.get_logger()


class _Request(msgspec.Struct, frozen=True):
    """A request for a decision: the bot, and all that its seat has seen of the hand.

    Attributes:
        marks: the context of the tracing span (`shengji.server.site.spans`).
    """

    bot: str
    seat: int
    seed: int
    rules: bytes
    standings: tuple[Standing, ...]
    events: tuple[Event, ...]
    marks: dict[str, str] = {}


class _Answer(msgspec.Struct, frozen=True):
    """A decision with its reasoning; `failed`: the bot could not make one."""

    decision: Decision | None = None
    failed: bool = False
    thought: StoredThought | None = None


_encode = msgspec.msgpack.Encoder().encode
_decode_request = msgspec.msgpack.Decoder(_Request).decode
_decode_answer = msgspec.msgpack.Decoder(_Answer).decode


# On the table's server


class WorkerBot(ThreadBot):
    """A bot that searches on bot workers: a free worker is asked over the bus.

    A worker that does not answer counts as dead, and another one is asked: equal requests have
    equal answers. Decisions without a search are made in a thread of this process.

    Args:
        patience: the timeout of a decision in seconds.
        executor: the threads for decisions without a search.
    """

    def __init__(
        self,
        seating: Seating,
        patience: float,
        make: BotMaker,
        executor: BotExecutor,
        bus: Bus,
    ) -> None:
        super().__init__(seating, patience, make, executor, "quick")
        self._bus = bus
        self._timeout = patience

    async def _ask(self, question: Question) -> BotDecision:
        if question.hand is None or not needs_time(self.name, question.hand):
            return await super()._ask(question)
        request = encode_request(Seating(self.name, self.seat, self._seed, question.history()))
        if len(request) > MAX_REQUEST_BYTES:
            raise UndecidedError
        for _ in range(_TRIES):
            try:
                answer = await self._bus.request(Subject.DECISIONS, request, self._timeout)
                return decode_decision(answer, self.seat)
            except ReplyTimeoutError:
                continue
            except NoReplyError:
                break
        raise UndecidedError


def encode_request(seating: Seating) -> bytes:
    """Encode the request for a seat's due decision, with the seat's view of the hand only."""
    bot, seat, seed, history = seating
    seen = tuple(view(event, seat) for event in history.events)
    rules = msgspec.json.encode(history.rules)
    return _encode(_Request(bot, seat, seed, rules, history.standings, seen, spans.marks()))


def decode_decision(answer: bytes, seat: int) -> BotDecision:
    """Decode a worker's decision; without a command: not to declare.

    Raises:
        UndecidedError: there is no decision, or it is for another seat.
    """
    try:
        found = _decode_answer(answer) if len(answer) <= _MAX_ANSWER_BYTES else None
    except msgspec.MsgspecError:
        found = None
    if found is None or found.failed:
        raise UndecidedError
    if found.decision is not None and found.decision.seat != seat:
        raise UndecidedError
    return BotDecision(found.decision, found.thought)


# On a bot worker


class BotWorker:
    """A stateless worker for bots' decisions.

    Args:
        threads: the maximum number of concurrent decisions; further requests go to other workers.
        on_decided: called after each decision with its seconds and whether it failed.
    """

    def __init__(self, bus: Bus, threads: int, on_decided: Callable[[float, bool], None]) -> None:
        self._bus = bus
        self._threads = threads
        self._on_decided = on_decided
        self._pool = ThreadPoolExecutor(threads, "bot", _lower_priority)

    async def begin(self) -> None:
        """Subscribe to requests for decisions."""
        await self._bus.join(Subject.DECISIONS, self._answer, self._threads)

    def close(self) -> None:
        """Release the threads; must be called after the bus has been closed."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _answer(self, request: bytes) -> bytes:
        began = perf_counter()
        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(self._pool, answer_to, request)
        self._on_decided(perf_counter() - began, _decode_answer(answer).failed)
        return answer


def answer_to(request: bytes) -> bytes:
    """Answer a request with a new bot; errors are returned as a failed answer."""
    try:
        return _encode(_answer_to(request))
    except Exception as error:
        # An error must not stop the worker: the next request may come from another table.
        _logger.error("question", why=traced(error))
        return _encode(_Answer(failed=True))


def _answer_to(request: bytes) -> _Answer:
    if len(request) > MAX_REQUEST_BYTES:
        raise ValueError(f"a request has {len(request)} bytes; {MAX_REQUEST_BYTES} are the most")
    seating = _decode_request(request)
    bot = make_bot(seating.bot, _rules(seating.rules), seating.seat, seating.seed)
    bot.catch_up(seating.standings, seating.events)
    due = due_of(bot.hand, seating.seat)
    if due is None:
        raise ValueError("no decision is due")
    with spans.span("decide for a table", seating.marks, bot=seating.bot):
        answer = bot.decide(due)
    assert answer is None or isinstance(answer, Decision)
    return _Answer(answer, thought=stored_thought(bot, seating.bot, due, answer))


@lru_cache(_CACHED_RULES)
def _rules(written: bytes) -> Rules:
    return rules_from(msgspec.json.decode(written), stored=True)


def _lower_priority() -> None:
    """Lower the priority of this thread, which only Linux supports."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)
