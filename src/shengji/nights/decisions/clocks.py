"""How long a round goes: its clocks, its end, and that it goes on after all."""

from __future__ import annotations

from shengji.nights import commands as asked
from shengji.nights import events as told
from shengji.nights.bounds import MOST_MINUTES
from shengji.nights.course import Course
from shengji.nights.decisions.grounds import Decided, Decisions, Stamp, running_game
from shengji.nights.refusals import Refusal, refused
from shengji.nights.state import Round


def _start_round(night: Course, command: asked.StartRound, stamp: Stamp) -> Decided:
    running = night.running
    if running is None:
        return refused("no-round")
    if running.started is not None:
        return refused("clock-runs")
    minutes = night.settings.minutes if command.minutes is None else command.minutes
    if not 0 <= minutes <= MOST_MINUTES:
        return refused("minutes")
    return (told.RoundStarted(round=running.number, minutes=minutes, **stamp),)


def _ticking(night: Course) -> Round | Refusal:
    """The round whose clock has been started."""
    running = night.running
    if running is None:
        return refused("no-round")
    if running.started is None or not running.minutes:
        return refused("no-clock")
    return running


def _prolong(night: Course, command: asked.ProlongClock, stamp: Stamp) -> Decided:
    running = _ticking(night)
    if isinstance(running, Refusal):
        return running
    if command.table and command.table not in running.games:
        return refused("no-table", table=command.table, round=running.number)
    if not command.minutes or abs(command.minutes) > MOST_MINUTES:
        return refused("minutes")
    prolonged = told.ClockProlonged(
        round=running.number,
        minutes=command.minutes,
        table=command.table,
        reason=command.reason.strip(),
        **stamp,
    )
    return (prolonged,)


def _stop_clock(night: Course, command: asked.StopClock, stamp: Stamp) -> Decided:
    running = _ticking(night)
    if isinstance(running, Refusal):
        return running
    if running.stopped is not None:
        return refused("clock-stands")
    return (told.ClockStopped(round=running.number, **stamp),)


def _resume_clock(night: Course, command: asked.ResumeClock, stamp: Stamp) -> Decided:
    running = _ticking(night)
    if isinstance(running, Refusal):
        return running
    if running.stopped is None:
        return refused("clock-runs")
    return (told.ClockResumed(round=running.number, **stamp),)


def _end_round(night: Course, command: asked.EndRound, stamp: Stamp) -> Decided:
    running = night.running
    if running is None:
        return refused("no-round")
    waiting = night.unconfirmed(running.number)
    if waiting and not command.unconfirmed:
        table, hand = waiting[0]
        return refused("unconfirmed", table=table, hand=hand, number=len(waiting))
    return (told.RoundEnded(round=running.number, **stamp),)


def _reopen(night: Course, command: asked.Reopen, stamp: Stamp) -> Decided:
    if night.ended is not None:
        return (told.Reopened(**stamp),)
    last = night.round
    if last is None or last.ended is None:
        return refused("nothing-ended")
    return (told.Reopened(round=last.number, **stamp),)


def _end_table(night: Course, command: asked.EndTable, stamp: Stamp) -> Decided:
    game = running_game(night, command.table)
    if isinstance(game, Refusal):
        return game
    if command.by not in game.seats and not night.runs(command.by):
        return refused("not-your-table", table=game.table)
    reason = command.reason.strip()
    if not reason:
        return refused("say-why")
    ended = told.TableEnded(round=game.round, table=game.table, reason=reason, **stamp)
    return (ended,)


DECISIONS: Decisions = {
    asked.StartRound: _start_round,
    asked.ProlongClock: _prolong,
    asked.StopClock: _stop_clock,
    asked.ResumeClock: _resume_clock,
    asked.EndTable: _end_table,
    asked.EndRound: _end_round,
    asked.Reopen: _reopen,
}
