"""Benchmark of playouts: the rule-based bot in every seat, to the end of the hand."""

from __future__ import annotations

import time
from functools import partial

import numpy as np

from shengji.arena.beginnings import at_first_lead
from shengji.arena.warmup import seconds_together
from shengji.bots.deals.sampler import Deals, Sampler
from shengji.bots.ruled import RememberingBot
from shengji.bots.search import SearchBot, StrongBot
from shengji.bots.search.hypothetical import Hypothetical
from shengji.bots.search.trials import PlayoutTrials, plays_only
from shengji.game import HandEnded
from shengji.rules import Rules

STARTS = 8
"""Playouts begin at the first leads of this many hands, ..."""
DRAWN = 250
"""... each on so many deals."""


class Drawn:
    """A sampler that returns the same deals on each draw."""

    def __init__(self, deals: Deals) -> None:
        self._deals = deals

    def draw(self, number: int) -> Deals:
        """Return the first `number` deals."""
        return Deals(self._deals.hands[:number], self._deals.kitties[:number])


def first_trials(rules: Rules, seed: int) -> list[PlayoutTrials]:
    """Trials without a choice, from the first leads of some hands."""
    found = []
    for number in range(STARTS):
        table = at_first_lead(rules, seed, number)
        hand = table.match.hand
        assert hand is not None and hand.turn is not None
        leader = table.bots[hand.turn]
        assert isinstance(leader, RememberingBot)
        now = Hypothetical(leader.hand, leader.memory)
        deals = Sampler(*now, seed).draw(DRAWN)
        nothing = plays_only(np.zeros((1, rules.deck_count), dtype=np.int64))
        found.append(PlayoutTrials(now, nothing, leader.seat, Drawn(deals)))
    return found


def cpu_of_playout(trials: list[PlayoutTrials]) -> float:
    """CPU seconds of one playout, from one run over all deals of these trials."""
    begun = time.thread_time()
    for each in trials:
        each.run([0], DRAWN)
    return (time.thread_time() - begun) / (len(trials) * DRAWN)


def playouts_per_second(rules: Rules, hands: int, seed: int, threads: int) -> tuple[float, float]:
    """Whole hands per second of wall time over `threads` threads, and the CPU seconds of one."""
    cpu = [0.0] * threads
    rounds = max(1, hands // (STARTS * DRAWN))

    def run_trials(number: int, trials: list[PlayoutTrials]) -> None:
        cpu[number] = sum(cpu_of_playout(trials) for _ in range(rounds)) / rounds

    each_has = [first_trials(rules, seed + number) for number in range(threads)]
    wall = seconds_together([partial(run_trials, *each) for each in enumerate(each_has)])
    played = rounds * STARTS * DRAWN * threads
    return played / wall, sum(cpu) / threads


def share_of_decisions(rules: Rules, seed: int, bot: type[SearchBot] = StrongBot) -> float:
    """The share of a bot's CPU time in tricks that is spent in playouts."""
    table = at_first_lead(rules, seed, 0, bot)
    bots = [each for each in table.bots.values() if isinstance(each, SearchBot)]
    before = sum(each.playouts_ns for each in bots)
    begun = time.thread_time_ns()
    while not any(isinstance(event, HandEnded) for event in table.step() or ()):
        pass
    spent = sum(each.playouts_ns for each in bots) - before
    return spent / (time.thread_time_ns() - begun)


def bench_playouts(rules: Rules, hands: int, seed: int) -> dict[str, float]:
    """Measure the speed of playouts of whole hands.

    Returns:
        The hands per second of wall time, on one thread and on two without the GIL; the CPU time of
        one in microseconds; and the share of `strong`'s CPU time that is spent in playouts.
    """
    one, cpu = playouts_per_second(rules, hands, seed, 1)
    two, _ = playouts_per_second(rules, hands, seed, 2)
    return {
        "hands_per_second_1_thread": round(one),
        "hands_per_second_2_threads": round(two),
        "cpu_us_per_hand": round(cpu * 1e6, 1),
        "share_of_decisions": round(share_of_decisions(rules, seed), 2),
    }
