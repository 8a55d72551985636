"""Previews: the result of a hand before it is entered or ruled on."""

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
"""Command that changes the result of a hand."""


def preview(night: Night, command: AboutHand, at: datetime) -> SettledHand | Refusal:
    """The hand as it would count once the command is carried out and confirmed, or the refusal.

    The night stays unchanged. The command's reason, if it needs one, may still be missing.

    Args:
        night: the night.
        command: the command, with a new id and its giver.
        at: the current time, with time zone.
    """
    if not isinstance(command, EnterHand) and not command.reason:
        command = replace(command, reason="-")
    decided = night.decide(command, at)
    if isinstance(decided, Refusal):
        return decided
    game, hand = night.after(decided).hand_at(command.round, command.table, command.hand)
    hand.counted = len(hand.versions) - 1
    return play_through(game, command.hand).hands[-1]
