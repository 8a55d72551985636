"""Bots that fail to answer, and hands that are lost by it."""

from __future__ import annotations

import msgspec

from shengji.arena.clock import Clocks
from shengji.bots.outside.failures import Kind
from shengji.game import Decision


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
