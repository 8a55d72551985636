"""Decisions on commands: the events they lead to, or why they are refused."""

from __future__ import annotations

from datetime import datetime

from shengji.nights import commands as asked
from shengji.nights.commands import SERVER, Command, NightCommand
from shengji.nights.course import Course
from shengji.nights.decisions import clocks, hands, online, organising, people, seats
from shengji.nights.decisions.grounds import Decided, Decisions, Stamp
from shengji.nights.refusals import refused


def decide(night: Course, command: Command, at: datetime) -> Decided:
    """The events that a command leads to, or why it is refused; nothing changes by it.

    A command that has been carried out before leads to nothing more.
    """
    if command.id in night.done:
        return ()
    if not command.id:
        return refused("no-id")
    if isinstance(command, asked.OpenNight):
        if night.id:
            return refused("already-open")
        return organising.open_night(command, _stamp(command, at))
    if not night.id:
        return refused("not-open")
    kind = type(command)
    if night.ended is not None and kind not in _AFTER_THE_END:
        return refused("night-over")
    if kind in _FOR_ORGANISERS and not night.runs(command.by):
        return refused("organisers-only")
    if kind in _FOR_SERVER and command.by != SERVER and not night.runs(command.by):
        return refused("server-only")
    return _DECISIONS[kind](night, command, _stamp(command, at))


def _stamp(command: NightCommand, at: datetime) -> Stamp:
    return {"at": at, "by": command.by, "command": command.id, "trusted": command.trusted}


_DECISIONS: Decisions = {
    **organising.DECISIONS,
    **people.DECISIONS,
    **seats.DECISIONS,
    **clocks.DECISIONS,
    **hands.DECISIONS,
    **online.DECISIONS,
}

_FOR_ORGANISERS: frozenset[type[NightCommand]] = frozenset(
    {
        asked.ChangeSettings,
        asked.SetOrganisers,
        asked.ReleaseGuest,
        asked.DrawRound,
        asked.CancelRound,
        asked.MergeTables,
        asked.Replace,
        asked.ChangePlaces,
        asked.StartRound,
        asked.ProlongClock,
        asked.StopClock,
        asked.ResumeClock,
        asked.RuleHand,
        asked.EndRound,
        asked.Reopen,
        asked.Announce,
        asked.GivePenalty,
        asked.RevokePenalty,
        asked.EndNight,
    }
)

_FOR_SERVER: frozenset[type[NightCommand]] = frozenset(
    {asked.ReportHand, asked.ReportMatch, asked.ClaimGuest, asked.OpenClaims}
)

_AFTER_THE_END: frozenset[type[NightCommand]] = frozenset(
    {
        asked.ClaimGuest,
        asked.ReleaseGuest,
        asked.OpenClaims,
        asked.ReportHand,
        asked.ReportMatch,
        asked.EnterHand,
        asked.CorrectHand,
        asked.ConfirmHand,
        asked.DisputeHand,
        asked.RuleHand,
        asked.Reopen,
        asked.SetOrganisers,
        asked.Announce,
        asked.GivePenalty,
        asked.RevokePenalty,
    }
)
"""The commands that are still accepted when the night is over: a phone may have had no network, and
a hand may have ended at its table just before it."""
