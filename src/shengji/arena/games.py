"""Playing the games of a plan, and what is kept of each hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Literal

import msgspec

from shengji.arena.archive import recorder
from shengji.arena.clock import Clock, Clocks
from shengji.arena.known_answers import Answered, KnownAnswers
from shengji.arena.plan import Games, Start, start_of
from shengji.arena.warmup import load_for
from shengji.bots import Bot, BotError, Table
from shengji.bots.outside import BotFailedError, faults_of, seat_bot, title_of
from shengji.bots.outside.failures import Kind
from shengji.cards import Rank, Suit
from shengji.game import Command, Decision, Due, Event, HandEnded, ThrowFailed, view
from shengji.game.events import Side
from shengji.game.levels import dealer_gain
from shengji.record import PlayerChanged, RecordWriter

Role = Literal["dealer", "friend", "opponent"]

STAND_IN = "basic"
"""The bot that takes over from one that has failed."""


class BotFault(msgspec.Struct, frozen=True):
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


class HandLine(msgspec.Struct):
    """The stored line of one hand. Lists have an entry for each seat.

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
        titles: what the program in each seat calls itself; empty for our own bots.
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
    faults: list[BotFault] = []
    refused: list[int] = []
    titles: tuple[str, ...] = ()

    def side_of(self, seat: int) -> Side:
        """The side on which a seat played."""
        return "declarers" if seat in self.declarers else "opponents"

    def role_of(self, seat: int) -> Role:
        """The role of a seat in a game of Finding Friends."""
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
    fault: BotFault
    clocks: list[Clocks]
    refused: list[int]


class TimedTable(Table):
    """A table that measures how long its players think, and may record what they do.

    Args:
        plan: what is played, and what follows when a bot fails to answer.
        start: what the game starts from.
        bots: the bots by seat.
        record: what writes the record, or `None`.
        answers: takes down the answers, and may know some of them.

    Attributes:
        failed, clocks, faults, refused: see `HandLine`; of the hand under way.
    """

    def __init__(
        self,
        plan: Games,
        start: Start,
        bots: dict[int, Bot],
        record: RecordWriter | None,
        answers: KnownAnswers,
    ) -> None:
        super().__init__(plan.rules, bots, start.chance, self._note)
        load_for(plan.rules, tuple(bots[seat].name for seat in sorted(bots)))
        self._plan = plan
        self._start = start
        self._record = record
        self._answers = answers
        self._events: list[Event] = []
        self._asked: tuple[int, Decision] = (0, "show")
        self._replaced: set[int] = set()
        self._begin(self)
        self.reset()

    def _begin(self, who: Table | Bot) -> None:
        """Have the table, or a bot that comes in, begin where the game starts."""
        if self._start.rank is not None:
            who.begin_at([self._start.rank] * self._plan.rules.players, self._start.dealer)

    def reset(self) -> None:
        """Count from nothing again."""
        players = self.match.rules.players
        self.failed = [0] * players
        self.clocks: list[Clocks] = [{} for _ in range(players)]
        self.faults: list[BotFault] = []
        self.refused = [0] * players

    def ask(self, due: Due) -> Command | None:
        """As `Table.ask`, with the clock of the bot running.

        A steady bot whose answer is known is not asked; it counts with the time that it took then.
        """
        seat, decision = due.seat, due.decision
        bot = self.bots[seat]
        self._asked = (seat, decision)
        known = self._answers.known(seat) if bot.steady else None
        if known is None:
            refused, before = faults_of(bot).refused, bot.cpu_ns()
            try:
                command = super().ask(due)
                known = Answered(seat, decision, command, bot.cpu_ns() - before)
            finally:
                self.refused[seat] += faults_of(bot).refused - refused
        self._answers.add(known)
        # Whoever has taken over a seat is not measured.
        if seat not in self._replaced:
            self.clocks[seat].setdefault(decision, Clock()).add(known.cpu)
        return known.command

    def step(self) -> tuple[Event, ...] | None:
        """As `Table.step`, but nothing happens when a bot fails and is replaced.

        Raises:
            BotError: when a bot fails and nobody is to stand in; it stands last in `faults`.
        """
        try:
            return super().step()
        except BotError as error:
            fault = BotFault(
                *self._asked,
                kind=error.failure.kind if isinstance(error, BotFailedError) else "illegal",
                reason=str(error),
            )
            stand_in = STAND_IN if self._plan.on_failure == "stand-in" else None
            if self._record is not None:
                self._record.write(PlayerChanged(fault.seat, stand_in, fault.kind))
            self.faults.append(fault)
            if stand_in is None:
                raise
            self._replace(fault.seat)
            return ()

    def _replace(self, seat: int) -> None:
        """Seat another bot, which hears what the one before has heard."""
        self._answers = (
            KnownAnswers()
        )  # What follows is not what this bot would answer in another game.
        self._replaced.add(seat)
        self.bots[seat].close()
        bot = seat_bot(STAND_IN, self.match.rules, seat, self._start.bot_seeds[seat])
        self._begin(bot)
        for event in self._events:
            bot.observe(view(event, seat))
        self.take_over(seat, bot)
        if self._asked == (seat, "show"):
            self._undecided.insert(0, seat)

    def _note(self, event: Event) -> None:
        if self._record is not None:
            self._record.write(event)
        if self._plan.on_failure == "stand-in":
            self._events.append(event)
        if isinstance(event, ThrowFailed):
            self.failed[event.seat] += 1


def play_deal(plan: Games, number: int) -> Iterator[HandLine | Forfeit]:
    """Play all games of one deal of a plan.

    Raises:
        BotError: when a bot fails to answer and that is to stop everything.
    """
    before, *others = plan.seatings(number)
    first = KnownAnswers()
    yield from _play_game(plan, number, 0, before, first)
    for game, seats in enumerate(others, start=1):
        same = {seat for seat, name in enumerate(seats) if name == before[seat]}
        # A bot against itself is there to show that it plays the same again.
        answers = KnownAnswers(first, same) if seats != before else KnownAnswers()
        yield from _play_game(plan, number, game, seats, answers)


def _play_game(
    plan: Games, number: int, game: int, seats: tuple[str, ...], answers: KnownAnswers
) -> Iterator[HandLine | Forfeit]:
    start = start_of(plan, number)
    bots = {
        seat: seat_bot(name, plan.rules, seat, start.bot_seeds[seat], limits=plan.limits)
        for seat, name in enumerate(seats)
    }
    with ExitStack() as stack:
        record = recorder(plan, number, game, start)
        if record is not None:
            stack.enter_context(record)
        table = TimedTable(plan, start, bots, record, answers)
        stack.callback(_close, table)
        while True:
            table.reset()
            try:
                ended = table.play_hand()
            except BotError:
                if plan.on_failure != "forfeit":
                    raise
                hand, fault = table.match.hands, table.faults[-1]
                yield Forfeit(number, game, hand, fault, table.clocks, table.refused)
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
    players = range(hand.players)
    thrown = [trick for trick in hand.tricks if len(trick.lead.reading) > 1]
    tricks = Counter(trick.winner for trick in hand.tricks)
    throws = Counter(trick.leader for trick in thrown)
    by_throw = Counter(trick.leader for trick in thrown if trick.winner == trick.leader)
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
        tricks=[tricks[seat] for seat in players],
        throws=[throws[seat] + table.failed[seat] for seat in players],
        failed=table.failed,
        by_throw=[by_throw[seat] for seat in players],
        clocks=table.clocks,
        match_winners=table.match.winners or (),
        faults=table.faults,
        refused=table.refused,
        titles=tuple(title_of(table.bots[seat]) for seat in players),
    )
