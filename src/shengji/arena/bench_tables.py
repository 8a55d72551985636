"""Measuring whole hands at a table of bots: draw, bids, kitty and tricks, all as events."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

import msgspec

from shengji.bots import Table, make_bot
from shengji.rules import Rules

BOTS = ("random", "basic", "medium")
"""The bots that answer at once, from cheap to dear."""
HANDS = 200
"""So many hands are played with each."""


class TableSpeed(msgspec.Struct, frozen=True):
    """How fast whole hands are played at a table.

    Attributes:
        bot: who plays in every seat.
        hands_per_cpu_second: whole hands in a second of CPU time, on one thread.
        random_hands: a hand costs as much as so many compiled random hands do in the same run.
    """

    bot: str
    hands_per_cpu_second: float
    random_hands: float


def cpu_of_hand(rules: Rules, bot: str, hands: int, seed: int) -> float:
    """The CPU seconds of a hand at a table with this bot in every seat, matches played on."""
    chance, played = Random(seed), 0
    begun = time.thread_time()
    while played < hands:
        bots = {
            seat: make_bot(bot, rules, seat, chance.getrandbits(32))
            for seat in range(rules.players)
        }
        table = Table(rules, bots, chance)
        while table.match.winners is None and played < hands:
            table.play_hand()
            played += 1
    return (time.thread_time() - begun) / hands


def bench_tables(rules: Rules, seed: int, random_hand: Callable[[], float]) -> list[TableSpeed]:
    """A row for each of the bots; `random_hand` measures the CPU seconds of a random hand."""
    found = []
    for bot in BOTS:
        cpu_of_hand(rules, bot, 1, seed)
        cpu = cpu_of_hand(rules, bot, HANDS, seed)
        found.append(TableSpeed(bot, round(1 / cpu, 1), round(cpu / random_hand(), 1)))
    return found
