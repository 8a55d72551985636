"""Playing the games of a plan, and what is kept of each hand."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Literal

import msgspec

from shengji.arena.plan import Plan, Start, start_of
from shengji.bots import Bot, Table, make_bot
from shengji.cards import Rank, Suit
from shengji.game import (
    Bury,
    CallFriends,
    Command,
    Event,
    HandEnded,
    Play,
    Played,
    ThrowFailed,
    TrickTaken,
)
from shengji.game.events import Side
from shengji.game.levels import dealer_gain
from shengji.record import RecordWriter, header_of
from shengji.rules import Rules

Role = Literal["dealer", "friend", "opponent"]


class HandLine(msgspec.Struct):
    """What is kept of one hand. Lists have an entry for each seat.

    Attributes:
        deal: the number of the deal, from 0; of a match, the number of the match.
        rotation: by how many seats everyone had moved on; 1 swaps the sides of fixed teams.
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
        decisions: how often the bot had to lead, follow, bury or call friends.
        cpu: the nanoseconds of CPU time that it took for them.
        match_winners: the seats that won the match with this hand.
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
    decisions: list[int]
    cpu: list[int]
    match_winners: tuple[int, ...] = ()

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


class TimedTable(Table):
    """A table that counts what its players do, measures how long they think, and may record it.

    Attributes:
        tricks, throws, failed, by_throw, decisions, cpu: see `HandLine`; of the hand under way.
    """

    def __init__(
        self, rules: Rules, bots: dict[int, Bot], chance: Random, record: RecordWriter | None
    ) -> None:
        super().__init__(rules, bots, chance, self._note)
        self._record = record
        self._leader, self._thrown = 0, False
        self.reset()

    def reset(self) -> None:
        """Count from nothing again."""
        players = self.match.rules.players
        self.tricks = [0] * players
        self.throws = [0] * players
        self.failed = [0] * players
        self.by_throw = [0] * players
        self.decisions = [0] * players
        self.cpu = [0] * players

    def next_command(self) -> Command | None:
        """As `Table.next_command`, with the clock running."""
        before = time.thread_time_ns()
        command = super().next_command()
        if isinstance(command, Play | Bury | CallFriends):
            self.cpu[command.seat] += time.thread_time_ns() - before
            self.decisions[command.seat] += 1
        return command

    def _note(self, event: Event) -> None:
        if self._record is not None:
            self._record.write(event)
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


def play_deal(plan: Plan, number: int) -> Iterator[HandLine]:
    """Play one deal of a plan: a hand or a match, and again with everyone in another seat."""
    for rotation in plan.rotations:
        yield from _play_game(plan, number, rotation)


def _play_game(plan: Plan, number: int, rotation: int) -> Iterator[HandLine]:
    rules, start, seats = plan.rules, start_of(plan, number), plan.seats(rotation)
    bots = {
        seat: make_bot(name, rules, seat, start.bot_seeds[seat]) for seat, name in enumerate(seats)
    }
    with ExitStack() as stack:
        record = _record(plan, number, rotation, start)
        if record is not None:
            stack.enter_context(record)
        table = TimedTable(rules, bots, start.chance, record)
        if start.rank is not None:
            table.begin_at([start.rank] * rules.players, start.dealer)
        while True:
            table.reset()
            ended = table.play_hand()
            yield _line(table, ended, number, rotation, seats)
            if not plan.matches or table.match.winners is not None:
                return


def _line(
    table: TimedTable, ended: HandEnded, number: int, rotation: int, seats: tuple[str, ...]
) -> HandLine:
    hand = table.match.hand
    assert hand is not None and hand.trump is not None and ended.kitty_points is not None
    return HandLine(
        deal=number,
        rotation=rotation,
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
        decisions=table.decisions,
        cpu=table.cpu,
        match_winners=table.match.winners or (),
    )


def _record(plan: Plan, number: int, rotation: int, start: Start) -> RecordWriter | None:
    """What writes the record of a game, when records are wanted."""
    if plan.record is None:
        return None
    game = f"{'match' if plan.matches else 'hand'}-{number:06}"
    name = f"{game}-moved-{rotation}.jsonl" if rotation else f"{game}.jsonl"
    header = header_of(
        plan.rules,
        plan.seats(rotation),
        levels=None if start.rank is None else (start.rank,) * plan.rules.players,
        dealer=start.dealer,
        seed=plan.seed,
    )
    return RecordWriter(Path(plan.record) / name, header)
