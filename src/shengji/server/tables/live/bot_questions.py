"""Messages to and from bot workers: requests for decisions, and their answers.

A request contains only what its seat may know, so that reading the bus discloses no more cards than
the bot sees.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

import msgspec
import structlog

from shengji.bots import make_bot
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
from shengji.server.site.spans import spans
from shengji.server.site.traces import traced
from shengji.server.tables.live.bot_executor import HandHistory

LARGEST: Final = 262_144
"""Maximum size of a request in bytes; one about a hand with three decks has some 12,000."""

_LARGEST_ANSWER: Final = 16_384

_RULES: Final = 64
"""Maximum number of cached sets of rules."""

Decision: TypeAlias = AnswerRedeal | BidLand | Bury | CallFriends | Play | Show

_logger = structlog.get_logger()


class _Question(msgspec.Struct, frozen=True):
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
    """A decision; `failed`: the bot could not make one."""

    decision: Decision | None = None
    failed: bool = False


class NoDecisionError(Exception):
    """A bot worker has returned no valid decision for the seat."""


_encode = msgspec.msgpack.Encoder().encode
_read_question = msgspec.msgpack.Decoder(_Question).decode
_read_answer = msgspec.msgpack.Decoder(_Answer).decode


def question(bot: str, seat: int, seed: int, story: HandHistory) -> bytes:
    """Encode the request for a seat's due decision.

    Args:
        bot: the name of the bot.
        seat: the seat.
        seed: the seed of the bot's random generator.
        story: the unmasked hand so far; the request contains the seat's view only.
    """
    seen = tuple(view(event, seat) for event in story.events)
    rules = msgspec.json.encode(story.rules)
    asked = _Question(bot, seat, seed, rules, story.standings, seen, spans.marks())
    return _encode(asked)


def decision_of(answer: bytes, seat: int) -> Decision | None:
    """Decode a worker's decision; `None`: not to declare.

    Raises:
        NoDecisionError: there is no decision, or it is for another seat.
    """
    try:
        found = _read_answer(answer) if len(answer) <= _LARGEST_ANSWER else None
    except msgspec.MsgspecError:
        found = None
    if found is None or found.failed:
        raise NoDecisionError
    if found.decision is not None and found.decision.seat != seat:
        raise NoDecisionError
    return found.decision


def answer_to(message: bytes) -> bytes:
    """Answer a request with a new bot; errors are returned as a failed answer."""
    try:
        return _encode(_Answer(_decision(message)))
    except Exception as error:
        # An error must not stop the worker: the next request may come from another table.
        _logger.error("question", why=traced(error))
        return _encode(_Answer(failed=True))


def is_failed(answer: bytes) -> bool:
    """Return whether an answer of `answer_to` reports a failure."""
    return _read_answer(answer).failed


def _decision(message: bytes) -> Decision | None:
    if len(message) > LARGEST:
        raise ValueError(f"a question has {len(message)} bytes; {LARGEST} are the most")
    asked = _read_question(message)
    bot = make_bot(asked.bot, _rules(asked.rules), asked.seat, asked.seed)
    bot.come_in(asked.standings, asked.events)
    due = due_of(bot.hand, asked.seat)
    if due is None:
        raise ValueError("nothing is to be decided")
    with spans.span("decide for a table", asked.marks, bot=asked.bot):
        answer = bot.decide(due)
    assert answer is None or isinstance(answer, Decision)
    return answer


@lru_cache(_RULES)
def _rules(written: bytes) -> Rules:
    return rules_from(msgspec.json.decode(written), stored=True)
