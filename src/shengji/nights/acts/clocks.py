"""The clock of a round: start, extension, pause, end and reopening."""

from __future__ import annotations

from datetime import datetime
from typing import TypeAlias

from shengji.nights.acts.act import Decided, NightCommand, NightEvent
from shengji.nights.acts.effects import update_end
from shengji.nights.acts.lookups import own_game
from shengji.nights.bounds import MOST_MINUTES, Minutes, TableNumber, Text
from shengji.nights.facts import NightFacts
from shengji.nights.refusals import Refusal, refused
from shengji.nights.state import Round


class StartRound(NightCommand, tag="start_round", frozen=True, kw_only=True):
    """Start the clocks of the round. Organisers only.

    Attributes:
        minutes: length; `None`: as in the settings; 0: no clock.
    """

    givers = "organisers"

    minutes: Minutes | None = None

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        running = night.running
        if running is None:
            return refused("no-round")
        if running.started is not None:
            return refused("clock-runs")
        minutes = night.settings.minutes if self.minutes is None else self.minutes
        if not 0 <= minutes <= MOST_MINUTES:
            return refused("minutes")
        return RoundStarted.of(self, at, round=running.number, minutes=minutes)


class RoundStarted(NightEvent, tag="round_started", frozen=True, kw_only=True):
    """The clock of a round was started; with 0 minutes it has none."""

    moves_tables = True

    round: int
    minutes: int = 0

    def _change(self, night: NightFacts) -> None:
        found = night.rounds[self.round - 1]
        found.started, found.minutes = self.at, self.minutes


class ProlongClock(NightCommand, tag="prolong_clock", frozen=True, kw_only=True):
    """Extend the clock of one table, or of all. Organisers only.

    Attributes:
        minutes: additional minutes; negative: less time.
        table: number of the table; 0: all.
        reason: explanation for people.
    """

    givers = "organisers"

    minutes: Minutes
    table: TableNumber = 0
    reason: Text = ""

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        running = _ticking(night)
        if isinstance(running, Refusal):
            return running
        if self.table and self.table not in running.games:
            return refused("no-table", table=self.table, round=running.number)
        if not self.minutes or abs(self.minutes) > MOST_MINUTES:
            return refused("minutes")
        return ClockProlonged.of(self, at, round=running.number)


class ClockProlonged(NightEvent, tag="clock_prolonged", frozen=True, kw_only=True):
    """A clock was extended."""

    round: int
    minutes: int
    table: int = 0
    reason: str = ""

    def _change(self, night: NightFacts) -> None:
        for game in night.rounds[self.round - 1].games.values():
            if self.table in (0, game.table):
                game.minutes += self.minutes


class StopClock(NightCommand, tag="stop_clock", frozen=True, kw_only=True):
    """Pause the clocks of the round. Organisers only."""

    givers = "organisers"

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        running = _ticking(night)
        if isinstance(running, Refusal):
            return running
        if running.stopped is not None:
            return refused("clock-stands")
        return ClockStopped.of(self, at, round=running.number)


class ClockStopped(NightEvent, tag="clock_stopped", frozen=True, kw_only=True):
    """The clocks of a round were paused."""

    round: int

    def _change(self, night: NightFacts) -> None:
        night.rounds[self.round - 1].stopped = self.at


class ResumeClock(NightCommand, tag="resume_clock", frozen=True, kw_only=True):
    """Resume the clocks of the round. Organisers only."""

    givers = "organisers"

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        running = _ticking(night)
        if isinstance(running, Refusal):
            return running
        if running.stopped is None:
            return refused("clock-runs")
        return ClockResumed.of(self, at, round=running.number)


class ClockResumed(NightEvent, tag="clock_resumed", frozen=True, kw_only=True):
    """The clocks of a round were resumed; the pause does not count."""

    round: int

    def _change(self, night: NightFacts) -> None:
        found = night.rounds[self.round - 1]
        assert found.stopped is not None, "it stands still"
        found.stood += self.at - found.stopped
        found.stopped = None


class EndTable(NightCommand, tag="end_table", frozen=True, kw_only=True):
    """Stop playing at a table before the end of the round. Players of the table or organisers.

    Attributes:
        reason: explanation for people; required.
    """

    table: TableNumber
    reason: Text = ""

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        game = own_game(night, self.table, self.by)
        if isinstance(game, Refusal):
            return game
        if not self.reason:
            return refused("say-why")
        return TableEnded.of(self, at, round=game.round)


class TableEnded(NightEvent, tag="table_ended", frozen=True, kw_only=True):
    """A table stopped playing before the end of the round."""

    moves_tables = True
    moves_ratings = True

    round: int
    table: int
    reason: str = ""

    def _change(self, night: NightFacts) -> None:
        game = night.game_at(self.round, self.table)
        game.why = self.reason
        game.stop(self.at)


class EndRound(NightCommand, tag="end_round", frozen=True, kw_only=True):
    """End the round. Organisers only.

    Attributes:
        unconfirmed: whether to end it despite unconfirmed hands; these count once they are
            confirmed.
    """

    givers = "organisers"

    unconfirmed: bool = False

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        running = night.running
        if running is None:
            return refused("no-round")
        waiting = night.unconfirmed(running.number)
        if waiting and not self.unconfirmed:
            table, hand = waiting[0]
            return refused("unconfirmed", table=table, hand=hand, number=len(waiting))
        return RoundEnded.of(self, at, round=running.number)


class RoundEnded(NightEvent, tag="round_ended", frozen=True, kw_only=True):
    """A round is over; its hands can still be corrected."""

    moves_tables = True
    moves_ratings = True

    round: int

    def _change(self, night: NightFacts) -> None:
        found = night.rounds[self.round - 1]
        found.ended = self.at
        for game in found.games.values():
            if game.ended is None:
                game.stop(self.at)


class Reopen(NightCommand, tag="reopen", frozen=True, kw_only=True):
    """Reopen the night, or else the last round, that was ended by mistake. Organisers only."""

    givers = "organisers"
    late = True

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        if night.ended is not None:
            return Reopened.of(self, at)
        last = night.round
        if last is None or last.ended is None:
            return refused("nothing-ended")
        return Reopened.of(self, at, round=last.number)


class Reopened(NightEvent, tag="reopened", frozen=True, kw_only=True):
    """The night or its last round was reopened.

    Attributes:
        round: number of the round, whose tables resume that its end had stopped; 0: the night.
    """

    moves_tables = True
    moves_ratings = True

    round: int = 0

    def _change(self, night: NightFacts) -> None:
        if not self.round:
            night.ended = None
            return
        found = night.rounds[self.round - 1]
        stopped, found.ended = found.ended, None
        for game in found.games.values():
            if game.ended == stopped and not game.why and game.match is None:
                game.ended = None
                update_end(night, game, self.at)


def _ticking(night: NightFacts) -> Round | Refusal:
    """The running round, if its clock has been started."""
    running = night.running
    if running is None:
        return refused("no-round")
    if running.started is None or not running.minutes:
        return refused("no-clock")
    return running


ClientCommand: TypeAlias = (
    StartRound | ProlongClock | StopClock | ResumeClock | EndTable | EndRound | Reopen
)
Command: TypeAlias = ClientCommand
Event: TypeAlias = (
    RoundStarted | ClockProlonged | ClockStopped | ClockResumed | TableEnded | RoundEnded | Reopened
)
