"""Playing the games of a plan, and what is kept of each hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from random import Random
from typing import Literal

import msgspec

from shengji.arena.archive import recorder
from shengji.arena.clock import Clock, Clocks
from shengji.arena.course import Answered, Course
from shengji.arena.faults import Fault, Forfeit, fault_of
from shengji.arena.plan import Games, OnFailure, start_of
from shengji.arena.warmup import load_kernels
from shengji.bots import Bot, BotError, Table
from shengji.bots.outside import faults_of, seat_bot
from shengji.cards import Rank, Suit
from shengji.game import (
    Command,
    Decision,
    Due,
    Event,
    HandEnded,
    Played,
    ThrowFailed,
    TrickTaken,
    view,
)
from shengji.game.events import Side
from shengji.game.levels import dealer_gain
from shengji.record import PlayerChanged, RecordWriter
from shengji.rules import Rules

Role = Literal["dealer", "friend", "opponent"]

STAND_IN = "basic"
"""The bot that takes over from one that has failed."""


class HandLine(msgspec.Struct):
    """What is kept of one hand. Lists have an entry for each seat.

    Attributes:
        deal: the number of the deal, from 0; of a match, the number of the match.
        rotation: which game of its deal, from 0: by how many seats everyone had moved on, or, of
            a duel, as `Duel.holder` has it.
        hand: which hand of its match, from 1.
        seats: the bots.
        dealer: the Dealer.
        declarers: the seats that were on the Declarers' side in the end.
        rank: the trump rank.
        suit: the trump suit, `None` for no trump suit.
        declared: who made trumps, `None` when the kitty did.
        winner: the side that won.
        points: the Opponents' points altogether.
        levels: how many levels the winners were to go up.
        dealer_levels: how many it is for the Dealer, who may have a bonus for missing friends.
        factor: what the kitty counted, 0 unless the Opponents won the last trick.
        kitty_points: the points in the kitty.
        tricks: the tricks won.
        throws: the throws tried.
        failed: those that failed.
        by_throw: the tricks won by a throw.
        clocks: the CPU time of its decisions.
        match_winners: the seats that won the match with this hand.
        faults: the bots that failed in it and were replaced until the game was over.
        refused: how many answers of each program were refused; it is asked once more before that
            counts as a failure.
    """

    deal: int
    rotation: int
    hand: int
    seats: tuple[str, ...]
    dealer: int
    declarers: tuple[int, ...]
    rank: Rank
    suit: Suit | None
    declared: int | None
    winner: Side
    points: int
    levels: int
    dealer_levels: int
    factor: int
    kitty_points: int
    tricks: list[int]
    throws: list[int]
    failed: list[int]
    by_throw: list[int]
    clocks: list[Clocks]
    match_winners: tuple[int, ...] = ()
    faults: list[Fault] = []
    refused: list[int] = []

    @property
    def decisions(self) -> list[int]:
        """How often each bot was asked."""
        return [sum(clock.number for clock in clocks.values()) for clocks in self.clocks]

    @property
    def cpu(self) -> list[int]:
        """The nanoseconds of CPU time that each bot took to answer."""
        return [sum(clock.total for clock in clocks.values()) for clocks in self.clocks]

    def side_of(self, seat: int) -> Side:
        """The side on which a seat played."""
        return "declarers" if seat in self.declarers else "opponents"

    def role_of(self, seat: int) -> Role:
        """What a seat was in a game of Finding Friends."""
        if seat == self.dealer:
            return "dealer"
        return "friend" if seat in self.declarers else "opponent"

    def won_by(self, seat: int) -> bool:
        """Whether a seat was on the side that won the hand."""
        return self.side_of(seat) == self.winner

    def levels_of(self, seat: int) -> int:
        """How many levels a seat was to go up, or minus those of the winners."""
        if not self.won_by(seat):
            return -self.levels
        return self.dealer_levels if seat == self.dealer else self.levels


class ForfeitedError(Exception):
    """A bot has failed, and its side loses what is being played."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.reason)
        self.fault = fault


class TimedTable(Table):
    """A table that counts what its players do, measures how long they think, and may record it.

    Args:
        rules: what is played.
        bots: the bots by seat.
        chance: shuffles the decks.
        record: what writes the record, or `None`.
        on_failure: what follows when a bot fails to answer.
        seeds: what a bot that takes over a seat starts from.
        course: takes down the answers, and may know some of them.

    Attributes:
        tricks, throws, failed, by_throw, clocks, faults: see `HandLine`; of the hand under way.
    """

    def __init__(
        self,
        rules: Rules,
        bots: dict[int, Bot],
        chance: Random,
        record: RecordWriter | None,
        on_failure: OnFailure = "stop",
        seeds: Sequence[int] = (),
        course: Course | None = None,
    ) -> None:
        super().__init__(rules, bots, chance, self._note)
        load_kernels()
        self._record = record
        self._on_failure = on_failure
        self._seeds = seeds
        self._course = course or Course()
        self._start: tuple[Sequence[Rank], int | None] | None = None
        self._events: list[Event] = []
        self._asked: tuple[int, Decision] = (0, "show")
        self._leader, self._thrown = 0, False
        self._replaced: set[int] = set()
        self.reset()

    def reset(self) -> None:
        """Count from nothing again."""
        players = self.match.rules.players
        self.tricks = [0] * players
        self.throws = [0] * players
        self.failed = [0] * players
        self.by_throw = [0] * players
        self.clocks: list[Clocks] = [{} for _ in range(players)]
        self.faults: list[Fault] = []
        # What has been refused in this hand, less what the bots that sit here say of their lives.
        self._refused = [-number for number in self._refused_so_far()]

    @property
    def refused(self) -> list[int]:
        """See `HandLine`; of the hand under way."""
        return [a + b for a, b in zip(self._refused_so_far(), self._refused, strict=True)]

    def _refused_so_far(self) -> list[int]:
        return [faults_of(self.bots[seat]).refused for seat in sorted(self.bots)]

    def begin_at(self, levels: Sequence[Rank], dealer: int | None) -> None:
        """As `Table.begin_at`; whoever takes over a seat will hear of it too."""
        super().begin_at(levels, dealer)
        self._start = (levels, dealer)

    def ask(self, due: Due) -> Command | None:
        """As `Table.ask`, with the clock of the bot running.

        A steady bot whose answer is known is not asked; it counts with the time that it took then.
        """
        seat, decision = due.seat, due.decision
        bot = self.bots[seat]
        self._asked = (seat, decision)
        known = self._course.known(seat) if bot.steady else None
        if known is None:
            before = bot.cpu_ns()
            command = super().ask(due)
            known = Answered(seat, decision, command, bot.cpu_ns() - before)
        self._course.add(known)
        # Whoever has taken over a seat is not measured.
        if seat not in self._replaced:
            self.clocks[seat].setdefault(decision, Clock()).add(known.cpu)
        return known.command

    def step(self) -> tuple[Event, ...] | None:
        """As `Table.step`; a bot that fails ends the game, or is replaced and nothing happens.

        Raises:
            BotError: when a bot fails and that is to stop everything.
            ForfeitedError: when it fails and its side is to lose.
        """
        try:
            return super().step()
        except BotError as error:
            fault = fault_of(error, *self._asked)
            stand_in = STAND_IN if self._on_failure == "stand-in" else None
            if self._record is not None:
                self._record.write(PlayerChanged(fault.seat, stand_in, fault.kind))
            if self._on_failure == "stop":
                raise
            if self._on_failure == "forfeit":
                raise ForfeitedError(fault) from None
            self.faults.append(fault)
            self._replace(fault.seat)
            return ()

    def _replace(self, seat: int) -> None:
        """Seat another bot, which hears what the one before has heard."""
        self._course = Course()  # What follows is not what this bot would answer in another game.
        self._refused[seat] += faults_of(self.bots[seat]).refused
        self._replaced.add(seat)
        self.bots[seat].close()
        bot = seat_bot(STAND_IN, self.match.rules, seat, self._seeds[seat])
        if self._start is not None:
            bot.begin_at(*self._start)
        for event in self._events:
            bot.observe(view(event, seat))
        self.take_over(seat, bot)
        if self._asked == (seat, "show"):
            self._undecided.insert(0, seat)

    def _note(self, event: Event) -> None:
        if self._record is not None:
            self._record.write(event)
        if self._on_failure == "stand-in":
            self._events.append(event)
        match event:
            case Played() if event.units:
                self._thrown = len(event.units) > 1
                self.throws[event.seat] += self._thrown
                self._leader = event.seat
            case ThrowFailed():
                self.throws[event.seat] += 1
                self.failed[event.seat] += 1
            case TrickTaken():
                self.tricks[event.seat] += 1
                self.by_throw[event.seat] += self._thrown and event.seat == self._leader
            case _:
                pass


def play_deal(plan: Games, number: int) -> Iterator[HandLine | Forfeit]:
    """Play all games of one deal of a plan.

    Raises:
        BotError: when a bot fails to answer and that is to stop everything.
    """
    before, *others = plan.seatings(number)
    first = Course()
    yield from _play_game(plan, number, 0, before, first)
    for game, seats in enumerate(others, start=1):
        same = {seat for seat, name in enumerate(seats) if name == before[seat]}
        # A bot against itself is there to show that it plays the same again.
        course = Course(first, same) if seats != before else Course()
        yield from _play_game(plan, number, game, seats, course)


def _play_game(
    plan: Games, number: int, game: int, seats: tuple[str, ...], course: Course
) -> Iterator[HandLine | Forfeit]:
    rules, start = plan.rules, start_of(plan, number)
    bots = {
        seat: seat_bot(name, rules, seat, start.bot_seeds[seat], limits=plan.limits)
        for seat, name in enumerate(seats)
    }
    with ExitStack() as stack:
        record = recorder(plan, number, game, start)
        if record is not None:
            stack.enter_context(record)
        table = TimedTable(
            rules, bots, start.chance, record, plan.on_failure, start.bot_seeds, course
        )
        stack.callback(_close, table)
        if start.rank is not None:
            table.begin_at([start.rank] * rules.players, start.dealer)
        while True:
            table.reset()
            try:
                ended = table.play_hand()
            except ForfeitedError as lost:
                hand = table.match.hands
                yield Forfeit(number, game, hand, lost.fault, table.clocks, table.refused)
                return
            yield _line(table, ended, number, game, seats)
            if not plan.matches or table.match.winners is not None:
                return


def _close(table: Table) -> None:
    for bot in table.bots.values():
        bot.close()


def _line(
    table: TimedTable, ended: HandEnded, number: int, game: int, seats: tuple[str, ...]
) -> HandLine:
    hand = table.match.hand
    assert hand is not None and hand.trump is not None and ended.kitty_points is not None
    return HandLine(
        deal=number,
        rotation=game,
        hand=hand.number,
        seats=seats,
        dealer=ended.dealer,
        declarers=ended.declarers,
        rank=hand.rank,
        suit=hand.trump.suit,
        declared=hand.shown[-1].seat if hand.shown else None,
        winner=ended.winner,
        points=ended.points,
        levels=ended.levels,
        dealer_levels=dealer_gain(hand.rules, ended.levels, ended.missing),
        factor=ended.factor,
        kitty_points=ended.kitty_points,
        tricks=table.tricks,
        throws=table.throws,
        failed=table.failed,
        by_throw=table.by_throw,
        clocks=table.clocks,
        match_winners=table.match.winners or (),
        faults=table.faults,
        refused=table.refused,
    )
