"""Previews of hands: the result of what somebody is about to write down or rule."""

from __future__ import annotations

from datetime import datetime
from typing import TypeAlias

from msgspec.structs import replace

from shengji.nights.acts.hands import CorrectHand, EnterHand
from shengji.nights.acts.online import RuleHand
from shengji.nights.night import Night
from shengji.nights.refusals import Refusal
from shengji.nights.scorekeeping import SettledHand, play_through

AboutHand: TypeAlias = EnterHand | CorrectHand | RuleHand
"""A command that changes the result of a hand."""


def preview(night: Night, command: AboutHand, at: datetime) -> SettledHand | Refusal:
    """The hand as it counts once the command is carried out and confirmed, or why it is refused.

    Nothing changes in the night. A reason, which the command may need, may still be missing.

    Args:
        night: the night.
        command: the command, with a new id and who gives it.
        at: the time.
    """
    if not isinstance(command, EnterHand) and not command.reason:
        command = replace(command, reason="-")
    decided = night.decide(command, at)
    if isinstance(decided, Refusal):
        return decided
    game, hand = night.after(decided).hand_at(command.round, command.table, command.hand)
    hand.counted = len(hand.versions) - 1
    return play_through(game, command.hand).hands[-1]
