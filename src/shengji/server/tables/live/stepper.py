"""Automatic steps of a table: draws, bots' decisions, and timeouts."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Sequence
from functools import partial
from typing import Final, Literal, NamedTuple

import structlog

from shengji.bots.thought import StoredThought
from shengji.game import Event, HandStarted, Phase, plainest
from shengji.game.shares import JointDeal
from shengji.server.actors.news import ActorClosed, ActorNotification, ActorReloaded, Appended
from shengji.server.tables.acts.act import TableEntry
from shengji.server.tables.acts.decisions import NoMore
from shengji.server.tables.acts.match import MatchBegan
from shengji.server.tables.acts.seating import STAND_IN
from shengji.server.tables.acts.shuffling import SharesAsked
from shengji.server.tables.acts.votes import TakenBack
from shengji.server.tables.bots.port import BotDecision, Question
from shengji.server.tables.bots.seats import BotSeats
from shengji.server.tables.core.entries import Body
from shengji.server.tables.core.refusals import Refused
from shengji.server.tables.core.room import Room
from shengji.server.tables.core.table import Table
from shengji.server.tables.live.clock import Clocks, ResultTimer
from shengji.server.tables.live.news import DeclareOver, PromptChanged, WaitReminder
from shengji.server.tables.live.pace import TEMPOS, Tempo
from shengji.server.tables.live.table_actor import TableActor
from shengji.server.tables.state import ClockState, Onward

_logger = structlog.get_logger()

RETRY: Final = 2.0
"""Seconds until a failed step is tried again."""


SHARES_SECONDS: Final = 1.0
"""Time for the shares of a deal, from the request on."""


Kind = Literal["start", "shares", "draw", "close", "pass", "bots", "people", "look", "result"]


class Step(NamedTuple):
    """The next step.

    Equal steps are the same step, so that work begun for it continues.

    Attributes:
        kind: `start`: a hand starts; `shares`: it waits for shares of the deal; `draw`: a round is
            drawn; `close`: the draw is closed; `pass`: a seat is passed over; `bots` or `people`:
            they decide; `look`: a person who plays with bots alone looks at a result; `result`:
            several people do.
        moment: the version of the match's last event.
        seats: the seats that decide, or may declare before the step, each with its bot; at a
            result, the seats that have not sent `Next`; of shares, those that are not there.
        readers: the seats whose players read the finished hand.
    """

    kind: Kind
    moment: int
    seats: tuple[tuple[int, str | None], ...] = ()
    readers: tuple[int, ...] = ()


class Stepper:
    """Determines the next automatic step of a table, and carries it out when it is due.

    After each change `plan` determines the next step. If it is equal to the current one, work on
    that continues: chat does not restart a bot's search.

    Args:
        live: the table; the stepper publishes `PromptChanged`, `DeclareOver` and `WaitReminder`.

    Attributes:
        asleep: whether the table is paused because no person is connected.
    """

    def __init__(self, live: TableActor) -> None:
        self.asleep = True
        self._live = live
        self._time = live.time
        self._context = context = live.context
        self._clocks = Clocks(live.table.banks)
        chance = context.chance.part(f"table from {live.version}")
        self._deals, self._waits = chance.of("deals"), chance.of("waits")
        self.bots = BotSeats(live.id, self._question, context.bots, chance, context.tally)
        self._step: Step | None = None
        self._stepping: asyncio.Task[None] | None = None
        self._tried: tuple[Step, int] | None = None
        self._result: ResultTimer | None = None
        self._declined: set[int] = set()
        self._thought: StoredThought | None = None
        """The thought behind the entries that a step is about to store."""
        self._rest_until = self._last_event = self._asked = self._time.now()
        self._limits = self._limits_now()

    @property
    def _table(self) -> Table:
        return self._live.table

    @property
    def _room(self) -> Room:
        return self._live.table.room

    def _question(self) -> Question:
        return Question(self._table.hand, self._live.history)

    def _limits_now(self) -> tuple[int | None, int]:
        """Return the settings for the clock and the bank, in seconds."""
        settings = self._room.settings
        return settings.clock, settings.bank

    @property
    def _tempo(self) -> Tempo:
        return TEMPOS[self._room.settings.pace]

    @property
    def clock(self) -> ClockState | None:
        """The clock of the pending decision; `None`: no clock runs."""
        return self._clocks.state(self._time.now())

    @property
    def onward(self) -> Onward | None:
        """The timer of the next hand, while several people look at a result; else `None`."""
        timer = self._result_timer
        return None if timer is None else timer.state(self._time.now())

    @property
    def _result_timer(self) -> ResultTimer | None:
        is_shown = self._step is not None and self._step.kind == "result"
        return self._result if is_shown else None

    # Notifications

    def on_notification(self, news: ActorNotification) -> None:
        """Plan the next step after new entries; pause after a reload."""
        match news:
            case Appended():
                self._on_appended(news.entries)
            case ActorReloaded():
                self._restart()
            case ActorClosed():
                self._end()
            case _:
                pass

    def _on_appended(self, bodies: Sequence[Body]) -> None:
        """Pass stored entries to the bots, and plan the next step."""
        events = [body for body in bodies if not isinstance(body, TableEntry)]
        if events:
            now, tempo = self._time.now(), self._tempo
            self._last_event = now
            # The shares of a deal came in the time that is between hands anyway.
            begun = self._asked if any(map(_is_shared, events)) else now
            self._rest_until = max(now, begun + tempo.rest(events)) + tempo.round(events)
            self._declined.clear()
            self.bots.observe(events)
            if any(isinstance(event, HandStarted) for event in events):
                self._clocks.fill()
        else:
            if any(isinstance(body, SharesAsked) for body in bodies):
                self._asked = self._time.now()
            if any(isinstance(body, MatchBegan | TakenBack) for body in bodies):
                self.bots.close_all()  # They observe the hand again from its start.
            self.bots.keep([seat.player for seat in self._room.seats])
            self._reset_clock()
        self.plan()
        if self._clocks.banks != self._table.banks:
            self._live.soon(self._store_banks)

    async def _store_banks(self) -> None:
        """Store the banks' remaining time in the log, for the case of a reload."""
        kept = self._table.banks
        left = {seat: now for seat, now in self._clocks.banks.items() if kept.get(seat) != now}
        await self._live.store(self._table.record_banks(left))

    def _restart(self) -> None:
        """Reset after a reload of the table, and plan after a pause."""
        self._end()
        self._limits = self._limits_now()
        self._declined.clear()
        self.plan(after=RETRY)

    def _end(self) -> None:
        self.pause()
        self.bots.close_all()

    def sleep(self) -> None:
        """Pause until `wake`."""
        self.asleep = True
        self.pause()
        self._clocks.rest(self._time.now())
        self._result = None
        self._live.publish(PromptChanged())

    def wake(self) -> None:
        """Resume after `sleep`."""
        self.asleep = False
        self._asked = self._time.now()
        self.plan()
        self._live.publish(PromptChanged())

    # Planning

    def plan(self, after: float = 0.0) -> None:
        """Determine the next step, and begin it unless it has begun.

        Args:
            after: the minimum delay in seconds.
        """
        live, table = self._live, self._table
        if live.closed or self.asleep:
            return
        now = self._time.now()
        self._rest_until = max(self._rest_until, now + after)
        step = _next_step(table, live.audience.reading, self._declined)
        if step == self._step:
            return
        self.pause(clock=step is None or step.kind != "people")
        self._step = step
        if step is None:
            return
        if (step, table.version) == self._tried:
            self._rest_until = now + RETRY  # It has just been tried without effect.
        if step.kind == "look":
            return
        if step.kind == "result":
            self._start_result_timer(step, now)
        if step.kind == "people":
            self._run_clock(step, now)
            if self._clocks.expires is None:
                self._stepping = live.spawn(self._wait(step))
                return
        self._stepping = live.spawn(self._begin(step))

    def shorten_result(self, seconds: float) -> None:
        """Shorten the display of a result to these seconds, because a player wants to go on."""
        timer = self._result_timer
        if timer is not None:
            timer.shorten(self._time.now(), seconds)
            self.pause()
            self.plan()
            self._live.publish(PromptChanged())

    def pause(self, *, clock: bool = True) -> None:
        """Cancel the current step, and optionally stop the clock."""
        if self._stepping is not None:
            self._stepping.cancel()
        self._step = self._stepping = None
        if clock:
            self._clocks.stop(self._time.now())

    def _reset_clock(self) -> None:
        """Apply a changed clock setting to the pending decision."""
        if self._limits == self._limits_now():
            return
        self._limits = self._limits_now()
        if self._step is not None and self._step.kind == "people":
            self.pause()
        self._clocks.rest(self._time.now())

    def _run_clock(self, step: Step, now: float) -> None:
        """Start the clock for the people who decide."""
        seats, settings = tuple(seat for seat, _ in step.seats), self._room.settings
        if self._table.phase is Phase.DRAW and (settings.clock or self._are_several):
            each = settings.clock or self._context.settings.declare_window
            self._clocks.run(seats, step.moment, now, each)
        elif settings.clock is not None:
            self._clocks.run(seats, step.moment, now, settings.clock, settings.bank)
        else:
            self._clocks.stop(now)

    @property
    def _are_several(self) -> bool:
        """Whether several people are present; for one person alone no time limit applies.

        A clock chosen in the settings applies in any case.
        """
        return len(self._room.company) > 1

    def _start_result_timer(self, step: Step, now: float) -> None:
        """Start the timer of a result, or continue it; it is paused while players read."""
        settings = self._context.settings
        timer = self._result
        if timer is None or timer.since != step.moment:
            timer = ResultTimer(step.moment, now, left=settings.next_after, most=settings.read_most)
        timer.settle(now, step.readers)
        if not step.seats:
            timer.shorten(now, self._tempo.result)
        self._result = timer

    async def _wait(self, step: Step) -> None:
        """Wait for people without a time limit, and remind them once."""
        await self._time.sleep(self._context.settings.remind_after)
        self._live.publish(WaitReminder(tuple(seat for seat, _ in step.seats)))

    async def _begin(self, step: Step) -> None:
        """Wait until a step is due, while bots compute their decisions; then carry it out."""
        begun, due = self._time.now(), self._rest_until
        tempo, shown = self._tempo, self._decision_time()
        answers: Sequence[BotDecision] = ()
        match step.kind:
            case "draw" | "bots":
                answers = await asyncio.gather(*(self.bots.decide(*asked) for asked in step.seats))
                if step.kind == "bots" and self._table.phase is not Phase.DRAW:
                    due = max(due, begun + shown)
            case "pass":
                due = max(due, begun + shown)
            case "start" if self._room.request is not None:
                due = begun  # The request was made when the hand was due.
            case "start":
                due = max(due, self._last_event + tempo.decision)
            case "shares":
                due = max(begun, self._asked + SHARES_SECONDS)
            case "people":
                due = self._clocks.expires or due
            case "result":
                assert self._result is not None, "a result is shown"
                due = max(due, self._result.ends)
            case "close" | "look":
                pass
        await self._time.sleep(due - self._time.now())
        # The next plan must not cancel the step from here on.
        self._live.soon(partial(self._carry_out, step, answers))

    def _decision_time(self) -> float:
        """Return the apparent duration of the current decision in seconds.

        The duration must not disclose whether a bot searches, or whether a seat without a choice is
        passed over.
        """
        hand = self._table.hand
        if hand is None or hand.turn is None:
            return self._tempo.decision
        bot = self._room.seats[hand.turn].player
        if bot is not None:
            return self._tempo.bot_decision(bot, hand, hand.turn)
        return self._tempo.person_pass(self._waits) if self._are_several else self._tempo.decision

    # Carrying out steps

    async def _carry_out(self, step: Step, answers: Sequence[BotDecision]) -> None:
        """Carry out a due step, unless it is outdated."""
        if self._step != step or self.asleep or self._live.closed:
            return
        self._tried = (step, self._table.version)
        self._step = self._stepping = None
        self._thought = None
        bodies = [*self._replaced(step), *await self._bodies_of(step, answers)]
        await self._live.store(bodies, thought=self._thought)
        if not bodies:
            self.plan()
            self._live.publish(PromptChanged())

    def _replaced(self, step: Step) -> Sequence[Body]:
        """Return the entries of stand-ins that replace bots that cannot play."""
        bodies: list[Body] = []
        for seat, bot in step.seats:
            if self.bots.has_failed(seat, bot):
                bodies += self._table.replace_bot(seat)
                self.bots.close(seat)
        return bodies

    async def _bodies_of(self, step: Step, answers: Sequence[BotDecision]) -> Sequence[Body]:
        table = self._table
        drawing = table.phase is Phase.DRAW
        match step.kind:
            case "start" | "look" | "result":
                here = self._live.audience.here if self._context.chance.shared else None
                return table.start_hand(self._deals, here)
            case "shares":
                return table.give_up_shares()
            case "draw":
                return self._declared(step, answers) or self._round()
            case "close":
                return table.close_draw()
            case "pass":
                return table.pass_over()
            case "bots" if drawing:
                self._declined.update(seat for seat, _ in step.seats)
                return self._declared(step, answers)
            case "people" if drawing:
                for seat, _ in step.seats:
                    table.seat_command(seat, NoMore())
                self._live.publish(DeclareOver(tuple(seat for seat, _ in step.seats)))
                return ()
            case "bots" | "people":
                ((seat, _),) = step.seats
                answer = answers[0] if answers else await self.bots.advise(seat)
                up = table.time_up(seat) if step.kind == "people" else ()
                return up if table.step == "over" else [*up, *await self._decided(seat, answer)]

    def _declared(self, step: Step, answers: Sequence[BotDecision]) -> Sequence[Body]:
        """Return the entries of the first declaration by a bot."""
        for (seat, _), answer in zip(step.seats, answers, strict=True):
            if answer.command is not None:
                bodies = self._entries_of_answer(seat, answer)
                if bodies:
                    return bodies
        return ()

    def _round(self) -> Sequence[Body]:
        """Draw one card for each player, or all cards at an instant pace.

        Bots are asked between rounds, so the last card is left for a separate step if no pause
        follows the draw.
        """
        table, hand = self._table, self._table.hand
        assert hand is not None, "cards are drawn in a hand"
        cards = hand.cards_to_draw if self._tempo.at_once else hand.rules.players
        spare = 0 if hand.rules.pause_after_draw else 1
        bodies: list[Body] = []
        while table.step == "draw" and len(bodies) < cards:
            if bodies and hand.cards_to_draw == spare:
                break
            bodies += table.draw()
        return bodies

    async def _decided(self, seat: int, answer: BotDecision) -> Sequence[Body]:
        """Return the entries of a bot's decision, or of a simpler bot's if it is invalid."""
        bodies = self._entries_of_answer(seat, answer)
        if bodies:
            return bodies
        self.bots.close(seat)
        at_fault = self._room.seats[seat].player
        for plainer in (STAND_IN, "random"):
            if plainer != at_fault:
                bodies = self._entries_of_answer(seat, await self.bots.advise(seat, plainer))
            if bodies:
                return bodies
        hand = self._table.hand
        assert hand is not None, "a decision is pending"
        return self._entries_of_answer(seat, BotDecision(plainest(hand)))

    def _entries_of_answer(self, seat: int, answer: BotDecision) -> Sequence[Body]:
        """Return the entries of a bot's answer; empty if there is none or it is refused."""
        table, why = self._table, "no-answer"
        if answer.command is not None:
            bodies = table.answer(answer.command)
            if not isinstance(bodies, Refused):
                self._thought = answer.thought
                return bodies
            why = bodies.code  # The sentence may name cards.
        self._context.tally.faults += 1
        bot = table.room.seats[seat].player
        _logger.error("bot-at-fault", table=self._live.id, seat=seat, bot=bot, why=why)
        return ()


def _is_shared(event: Event) -> bool:
    """Whether a hand starts whose deal shares decided."""
    return isinstance(event, HandStarted) and isinstance(event.shares, JointDeal)


def _next_step(table: Table, reading: Collection[str], declined: Collection[int]) -> Step | None:
    """Return the next step; `None`: it depends on people in the room.

    Args:
        table: the table.
        reading: the people who read a finished hand.
        declined: the bots' seats that have been asked at this moment and do not declare.
    """
    step, moment = table.step, table.moment
    if step == "over" or step == "idle":  # noqa: PLR1714 - mypy narrows by comparisons alone
        return None
    if table.room.request is not None and step in ("start", "shares"):
        return Step(step, moment, tuple((seat, None) for seat in table.room.request.missing))
    if step == "next" or (step == "start" and table.phase is Phase.ENDED):
        return _after_hand(table, reading)
    if table.phase is Phase.DRAW:
        bots = _bots(table, (seat for seat in table.prompts.may_show if seat not in declined))
        if step == "draw" or bots:
            return Step("draw" if step == "draw" else "bots", moment, bots)
    elif step == "wait":
        bots = _bots(table, table.waiting)
        if bots:
            return Step("bots", moment, bots)
    if step == "wait":
        return Step("people", moment, tuple((seat, None) for seat in table.waiting))
    return Step(step, moment)


def _after_hand(table: Table, reading: Collection[str]) -> Step:
    """Return the step after a hand; the next hand starts once all have seen the result.

    Absent players count as not having seen it, until a bot covers for them.
    """
    room, moment = table.room, table.moment
    waited = tuple((seat, None) for seat in room.undecided)
    readers = tuple(
        number
        for number, seat in enumerate(room.seats)
        if seat.person in reading and not seat.ready and seat.covered is None
    )
    if not waited and not readers and any(seat.ready for seat in room.seats):
        return Step("start", moment)
    alone = len(room.company) == 1 and bool(waited or readers)
    return Step("look" if alone else "result", moment, waited, readers)


def _bots(table: Table, seats: Iterable[int]) -> tuple[tuple[int, str | None], ...]:
    players = ((seat, table.room.seats[seat].player) for seat in seats)
    return tuple((seat, bot) for seat, bot in players if bot is not None)
