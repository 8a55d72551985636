"""The decisions that bot workers are asked for, as they are written on the wire.

A question holds what its seat may know, and nothing else: whoever reads the wire learns no more of
the cards than the bot does.
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
"""No question is larger, in bytes; one about a hand with three decks has some 12,000."""

_LARGEST_ANSWER: Final = 16_384

_RULES: Final = 64
"""So many sets of rules are kept read."""

Decision: TypeAlias = AnswerRedeal | BidLand | Bury | CallFriends | Play | Show

_logger = structlog.get_logger()


class _Question(msgspec.Struct, frozen=True):
    """A decision that is wanted: of which bot, and all that its seat has seen of the hand.

    Attributes:
        marks: of the span in which it is asked for (`shengji.server.site.spans`).
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
    """A bot worker has given no decision of the seat."""


_encode = msgspec.msgpack.Encoder().encode
_read_question = msgspec.msgpack.Decoder(_Question).decode
_read_answer = msgspec.msgpack.Decoder(_Answer).decode


def question(bot: str, seat: int, seed: int, story: HandHistory) -> bytes:
    """The question for the decision that is due of a seat.

    Args:
        bot: which bot decides.
        seat: for which seat.
        seed: what its chance starts from.
        story: what has happened in the hand, which nobody has masked yet.
    """
    seen = tuple(view(event, seat) for event in story.events)
    rules = msgspec.json.encode(story.rules)
    asked = _Question(bot, seat, seed, rules, story.standings, seen, spans.marks())
    return _encode(asked)


def decision_of(answer: bytes, seat: int) -> Decision | None:
    """The decision that a worker has answered; `None`: not to declare.

    Raises:
        NoDecisionError: there is none, or it is none of this seat.
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
    """The answer to a question, by a bot that has just sat down; never an error."""
    try:
        return _encode(_Answer(_decision(message)))
    except Exception as error:
        # Whatever one question is, the next one may be another table's.
        _logger.error("question", why=traced(error))
        return _encode(_Answer(failed=True))


def is_failed(answer: bytes) -> bool:
    """Whether an answer of `answer_to` has no decision because something failed."""
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
