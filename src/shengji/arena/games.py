"""Play of the games of a plan, and the stored result of each hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from types import MappingProxyType
from typing import Literal, TypeAlias

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
from shengji.rules import Rules

BotMaker: TypeAlias = Callable[[Rules, int, int], Bot]
"""Makes a bot for rules, seat and seed, as every class of bots does."""

Role = Literal["dealer", "friend", "opponent"]

STAND_IN = "basic"
"""The bot that replaces a failed one."""


class BotFault(msgspec.Struct, frozen=True):
    """A failure of a bot to answer.

    Attributes:
        decision: the decision it had to make.
        kind: `illegal` if the rules refused its answer; for a bot in another process also other
            kinds, such as `late` or `died`.
        reason: the error message; may have several lines.
    """

    seat: int
    decision: Decision
    kind: Kind
    reason: str


class HandLine(msgspec.Struct):
    """The stored line of one hand. Lists have one entry per seat.

    Attributes:
        deal: the number of the deal, from 0; in matches, the number of the match.
        rotation: the number of the game within its deal, from 0. In a simulation, every bot has
            moved by as many seats; for a duel see `Duel.holder`.
        hand: the number of the hand within its match, from 1.
        declarers: the seats on the Declarers' side at the end.
        suit: the trump suit; `None` for no trump suit.
        declared: the seat that declared trumps; `None` if the kitty decided.
        points: the Opponents' points at the end.
        levels: the number of levels that the winners gain.
        dealer_levels: the Dealer's number of levels, with a bonus for missing friends.
        factor: the multiplier of the kitty's points; 0 unless the Opponents won the last trick.
        by_throw: the number of tricks won by a throw.
        clocks: the CPU time of the decisions.
        faults: the bots that failed in this hand and were replaced for the rest of the game.
        refused: the number of refused answers of each external bot, which is asked once more before
            it fails.
        titles: the name that each external bot gives itself; empty for built-in bots.
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
        """The side of a seat."""
        return "declarers" if seat in self.declarers else "opponents"

    def role_of(self, seat: int) -> Role:
        """The role of a seat in Finding Friends."""
        if seat == self.dealer:
            return "dealer"
        return "friend" if seat in self.declarers else "opponent"

    def won_by(self, seat: int) -> bool:
        """Whether a seat's side won the hand."""
        return self.side_of(seat) == self.winner

    def levels_of(self, seat: int) -> int:
        """The levels that a seat gains; negative for the losing side."""
        if not self.won_by(seat):
            return -self.levels
        return self.dealer_levels if seat == self.dealer else self.levels


class Forfeit(msgspec.Struct, frozen=True):
    """A hand that a bot's failure ended.

    Attributes:
        deal, rotation, hand: as in `HandLine`.
        clocks: for each seat, the CPU time of the decisions made.
        refused: as in `HandLine`.
    """

    deal: int
    rotation: int
    hand: int
    fault: BotFault
    clocks: list[Clocks]
    refused: list[int]


class TimedTable(Table):
    """A table that measures its players' CPU time and can write a record.

    Args:
        plan: the plan, with its rules and the reaction to failures.
        bots: the bots by seat.
        answers: a log of the answers, with known answers of an earlier game.

    Attributes:
        failed, clocks, faults, refused: see `HandLine`; of the current hand.
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
        """Set the table, or a replacing bot, to the levels and Dealer of the start."""
        if self._start.rank is not None:
            who.begin_at([self._start.rank] * self._plan.rules.players, self._start.dealer)

    def reset(self) -> None:
        """Reset all counts for a new hand."""
        players = self.match.rules.players
        self.failed = [0] * players
        self.clocks: list[Clocks] = [{} for _ in range(players)]
        self.faults: list[BotFault] = []
        self.refused = [0] * players

    def ask(self, due: Due) -> Command | None:
        """Ask a bot for its command and measure its CPU time.

        A steady bot with a known answer is not asked; its answer counts with the time it took
        before.
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
        # Replacement bots are not measured.
        if seat not in self._replaced:
            self.clocks[seat].setdefault(decision, Clock()).add(known.cpu)
        return known.command

    def step(self) -> tuple[Event, ...] | None:
        """Like `Table.step`; replaces a failed bot, and then returns no events.

        Raises:
            BotError: a bot failed and the plan has no replacement; the failure is the last of
                `faults`.
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
        """Seat a replacement, and replay to it the events that the failed bot has seen."""
        self._answers = (
            KnownAnswers()
        )  # The replacement's answers differ from those in other games.
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


def play_deal(
    plan: Games, number: int, makers: Mapping[str, BotMaker] = MappingProxyType({})
) -> Iterator[HandLine | Forfeit]:
    """Play all games of one deal of a plan; `makers` make the bots that have no name of their own.

    Raises:
        BotError: a bot failed, and the plan's `on_failure` is `stop`.
    """
    before, *others = plan.seatings(number)
    first = KnownAnswers()
    yield from _play_game(plan, number, 0, before, first, makers)
    for game, seats in enumerate(others, start=1):
        same = {seat for seat, name in enumerate(seats) if name == before[seat]}
        # A bot against itself is a check of determinism, so its answers are computed again.
        answers = KnownAnswers(first, same) if seats != before else KnownAnswers()
        yield from _play_game(plan, number, game, seats, answers, makers)


def _play_game(
    plan: Games,
    number: int,
    game: int,
    seats: tuple[str, ...],
    answers: KnownAnswers,
    makers: Mapping[str, BotMaker],
) -> Iterator[HandLine | Forfeit]:
    start = start_of(plan, number)
    by_name = partial(seat_bot, limits=plan.limits)
    bots = {
        seat: makers.get(name, partial(by_name, name))(plan.rules, seat, start.bot_seeds[seat])
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
