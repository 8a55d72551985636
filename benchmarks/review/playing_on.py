"""Values of a decision when bots play on: on deals that its seat believes, from two answers.

Each deal is laid out as a hand of its own, and a bot sits in every seat that has heard of it what
that seat would have. From what was done and from what is called better they play on to the end,
with the same chance. Unlike the playouts of the review these bots need not be the rule policy.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

import numpy as np

from benchmarks.review.supposing import supposed_events
from benchmarks.review.systems import own_seed
from shengji.bots import Table, make_bot
from shengji.bots.deals.sampler import Sampler
from shengji.bots.policy.payoff import levels_for_declarers
from shengji.bots.search.estimates import table_of_levels
from shengji.bots.search.verdict import Tried
from shengji.cards import Card, points_of
from shengji.game import (
    BidLand,
    Bury,
    CallFriends,
    Command,
    Decision,
    Event,
    HandEnded,
    HandStarted,
    Play,
    Played,
)
from shengji.record import Record
from shengji.record.reviews import Choice, Reviewed
from shengji.review.reviewer import Reviewer
from shengji.rules import Rules

JUDGED: tuple[Decision, ...] = ("lead", "follow", "bury", "call", "land")
"""The decisions that can be judged so; a declaration cannot, since the draw goes on after it."""
AT_ONCE = 4
"""The number of deals drawn in a row: the first of each chain, which are independent."""


class Deal(NamedTuple):
    """A deal of what has not been played yet: what each seat holds, and what lies as the kitty."""

    hands: tuple[tuple[Card, ...], ...]
    kitty: tuple[Card, ...]


class Request(NamedTuple):
    """How a decision is judged: the bot that plays on, how many deals, and where chance starts."""

    bot: str
    deals: int
    seed: int


def believed(watcher: Reviewer, decision: Decision, number: int, seed: int) -> Iterator[Deal]:
    """The deals, so many and each independent of the others, as the seat's reviewer draws them."""
    for begin in range(0, number, AT_ONCE):
        chance = own_seed("deals", seed, begin)
        if decision in ("lead", "follow"):
            sampler: Sampler = watcher.deals(chance)
        else:
            sampler = Sampler(watcher.hand, watcher.memory, chance)
        deals, space = sampler.draw(min(AT_ONCE, number - begin)), sampler.space
        for hands, kitty in zip(deals.hands, deals.kitties, strict=True):
            yield Deal(tuple(tuple(space.cards(hand)) for hand in hands), tuple(space.cards(kitty)))


def command_of(
    rules: Rules, decision: Decision, seat: int, answer: Choice, done: Event | None = None
) -> Command:
    """The command that gives an answer; `done`, what came of it, tells how a lead is read."""
    match decision:
        case "bury":
            return Bury(seat, answer.cards)
        case "call":
            return CallFriends(seat, answer.calls)
        case "land":
            return BidLand(seat, answer.cards)
        case "lead" if rules.throw_reading == "named" and isinstance(done, Played):
            return Play(seat, answer.cards, done.units)
        case "lead" | "follow":
            return Play(seat, answer.cards)
        case _:
            raise ValueError(f"a {decision} cannot be played on from")


class PlayingOn:
    """Plays on from a decision with a bot in every seat.

    Args:
        record: the match, with all cards.
        number: the number of the event of the decision, from 1.
        bot: who plays on.
        seed: where the bots' chance starts.
    """

    def __init__(self, record: Record, number: int, bot: str, seed: int) -> None:
        events = record.events[: number - 1]
        begin = max(p for p, event in enumerate(events) if isinstance(event, HandStarted))
        self._before, self._events = events[:begin], events[begin:]
        self._header, self._rules = record.header, record.rules
        self._bot, self._seed = bot, seed

    def end(self, deal: Deal, command: Command) -> HandEnded:
        """The end of the hand on a deal, when this is done."""
        rules = self._rules
        bots = {s: make_bot(self._bot, rules, s, self._seed + s) for s in range(rules.players)}
        table = Table(rules, bots, Random(self._seed))
        if self._header.levels:
            table.begin_at(self._header.levels, self._header.dealer)
        table.take_up((*self._before, *supposed_events(self._events, deal.hands, deal.kitty)))
        done = table.carry_out(command)
        while not any(isinstance(event, HandEnded) for event in done):
            step = table.step()
            assert step is not None
            done = step
        return next(event for event in done if isinstance(event, HandEnded))


def compared(
    playing: PlayingOn, rules: Rules, seat: int, deals: Sequence[Deal], commands: Sequence[Command]
) -> Tried:
    """The results of some answers of a seat on the same deals."""
    found = [[_gained(rules, seat, playing.end(deal, c)) for deal in deals] for c in commands]
    table = np.array(found, dtype=np.float64)
    return Tried(np.ascontiguousarray(table[:, :, 0]), np.ascontiguousarray(table[:, :, 1]))


def _gained(rules: Rules, seat: int, ended: HandEnded) -> tuple[float, float]:
    """The signed levels of the side of a seat, and its points less those of the others."""
    sign = 1 if seat in ended.declarers else -1
    levels = levels_for_declarers(table_of_levels(rules), ended.points)
    return sign * levels, sign * (points_of(rules.deck) - 2 * ended.points)


def judged(
    record: Record, found: Reviewed, better: Choice, watcher: Reviewer, request: Request
) -> Tried:
    """The results of the decision made and of a better one, when bots play on.

    Args:
        record: the match, with all cards.
        found: the decision.
        better: what is better.
        watcher: the reviewer of its seat, just before it.
        request: who plays on, on how many deals.
    """
    seed = own_seed(request.seed, found.event)
    playing = PlayingOn(record, found.event, request.bot, seed)
    deals = list(believed(watcher, found.decision, request.deals, seed))
    commands = [
        command_of(record.rules, found.decision, found.seat, answer, done)
        for answer, done in ((found.made, record.events[found.event - 1]), (better, None))
    ]
    return compared(playing, record.rules, found.seat, deals, commands)
