"""Bots that fail to answer, and hands that are lost by it."""

from __future__ import annotations

import msgspec

from shengji.arena.clock import Clocks
from shengji.bots import BotError
from shengji.bots.outside.failures import Kind
from shengji.game import Decision
from shengji.play.score import outcome
from shengji.rules import Rules


class Fault(msgspec.Struct, frozen=True):
    """A bot that failed to answer.

    Attributes:
        seat: its seat.
        decision: what it had to decide.
        kind: `illegal` when the rules refuse its answer; of a bot in another process also any
            other, such as `late` or `died`.
        reason: the same in words; may have several lines.
    """

    seat: int
    decision: Decision
    kind: Kind
    reason: str


class Forfeit(msgspec.Struct, frozen=True):
    """A hand that was not played to its end, because a bot failed.

    Attributes:
        deal, rotation, hand: as in `HandLine`.
        fault: who failed, and how.
        clocks: the CPU time of the decisions that were made, for each seat.
        refused: as in `HandLine`.
    """

    deal: int
    rotation: int
    hand: int
    fault: Fault
    clocks: list[Clocks]
    refused: list[int]


def fault_of(error: BotError, seat: int, decision: Decision) -> Fault:
    """What has gone wrong when the bot of this seat was asked for this decision."""
    failure = getattr(error, "failure", None)
    return Fault(seat, decision, "illegal" if failure is None else failure.kind, str(error))


def forfeited_levels(rules: Rules) -> int:
    """The levels that a forfeited hand costs: what it costs Opponents to win no point at all.

    >>> forfeited_levels(Rules())
    3
    """
    return outcome(rules, 0).levels
